import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { AppError } from '#platform/kernel/errors.ts';
import { defaultLimits } from '#domains/modules.ts';
import {
  encodeCursor,
  type ListRequest,
  NEWEST_FIRST,
  type Order,
  type PageArgs,
  readPage,
} from './keyset.ts';

const FALLING: Order<number, [number]> = {
  key: z.tuple([z.number()]),
  keyOf: (one) => [one],
  start: [Infinity],
  end: [-Infinity],
};

/** A page of a descending list of numbers, as a query reads it. */
async function pageOfNumbers(all: readonly number[], args: PageArgs) {
  const list = { name: 'numbers', args: {}, order: FALLING };
  const page = await readPage(list, args, defaultLimits, async ({ direction, from: [from], limit }) => {
    const isForward = direction === 'forward';
    const ordered = isForward ? all : all.toReversed();
    return ordered.filter((one) => (isForward ? one < from : one > from)).slice(0, limit + 1);
  });
  assert.ok(page);
  return page;
}

type List<Key extends readonly unknown[]> = {
  readonly name: string;
  readonly args?: object;
  readonly order: Order<never, Key>;
};

/** The `ListRequest` of the arguments. */
async function requestOf<Key extends readonly unknown[]>(
  { name, args = {}, order }: List<Key>,
  pageArgs: PageArgs,
): Promise<ListRequest<Key> | undefined> {
  let asked: ListRequest<Key> | undefined;
  await readPage({ name, args, order }, pageArgs, defaultLimits, async (request) => {
    asked = request;
    return [];
  });
  return asked;
}

const cursorOf = (one: number | undefined): string | null =>
  one === undefined ? null : encodeCursor({ name: 'numbers', key: FALLING.key }, [one]);

const fallingNumbers = fc
  .uniqueArray(fc.integer(), { maxLength: 40 })
  .map((values) => values.toSorted((a, b) => b - a));
const size = fc.integer({ min: 1, max: 12 });

test('pages in either direction add up to the whole list', async () => {
  await fc.assert(
    fc.asyncProperty(fallingNumbers, size, async (all, pageSize) => {
      const down: number[] = [];
      for (let after: string | null = null, hasMore = true; hasMore; after = cursorOf(down.at(-1))) {
        const page = await pageOfNumbers(all, { first: pageSize, after });
        assert.equal(page.hasPreviousPage, after !== null);
        down.push(...page.nodes);
        hasMore = page.hasNextPage;
        if (hasMore) assert.equal(page.nodes.length, pageSize);
      }
      assert.deepEqual(down, all);

      const up: number[] = [];
      for (let before: string | null = null, hasMore = true; hasMore; before = cursorOf(up[0])) {
        const page = await pageOfNumbers(all, { last: pageSize, before });
        assert.equal(page.hasNextPage, before !== null);
        up.unshift(...page.nodes);
        hasMore = page.hasPreviousPage;
        if (hasMore) assert.equal(page.nodes.length, pageSize);
      }
      assert.deepEqual(up, all);
    }),
  );
});

const PEOPLE: Order<never, [number, string]> = {
  key: z.tuple([z.number(), z.string()]),
  keyOf: () => assert.fail('no row is read'),
  start: [Infinity, ''],
  end: [-Infinity, ''],
};

test('a cursor is decoded to its key, and only by its own list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.string({ unit: 'grapheme', maxLength: 20 }), async (number, name) => {
      const after = encodeCursor({ name: 'people', key: PEOPLE.key }, [number, name]);
      assert.match(after, /^[A-Za-z0-9_-]+$/);
      assert.deepEqual((await requestOf({ name: 'people', order: PEOPLE }, { after }))?.from, [number, name]);
      for (const list of [{ name: 'others' }, { name: 'people', args: { id: '7' } }]) {
        await assertRefused(requestOf({ ...list, order: PEOPLE }, { after }), NOT_OF_THIS_LIST);
      }
    }),
  );
});

test('a cursor is valid for its arguments in any order, and absent arguments equal null', async () => {
  const read = async (args: object, after: string | null) =>
    readPage({ name: 'numbers', args, order: FALLING }, { after }, defaultLimits, async () => [3]);
  const page = await read({ of: 'ada', sort: 'TOP' }, null);
  assert.ok(page);
  const after = encodeCursor(page.list, [3]);
  assert.ok(await read({ sort: 'TOP', of: 'ada', filter: undefined, tag: null }, after));
  for (const args of [{}, { of: 'ada' }, { of: 'ben', sort: 'TOP' }]) {
    await assertRefused(read(args, after), NOT_OF_THIS_LIST);
  }
});

const NOT_OF_THIS_LIST = 'Use a cursor of this list with the same arguments.';

test("any text that is not a cursor of the list is refused as another list's cursor", async () => {
  const read = (after: string) => requestOf({ name: 'ids', order: NEWEST_FIRST }, { after });
  const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const id = '01900000-0000-7000-8000-000000000000';
  const forged = [
    '',
    '%',
    json(null),
    json({}),
    json([1, 'ids']),
    json([2, 'ids', id]),
    json([1, 'ids', id, id]),
    json([1, 'ids', 'x']),
  ];
  for (const after of [...forged, 'a'.repeat(513)]) await assertRefused(read(after), NOT_OF_THIS_LIST);
  assert.deepEqual((await read(json([1, 'ids', id])))?.from, [id]);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.json().map((text) => Buffer.from(text).toString('base64url')),
      ),
      (after) => assertRefused(read(after), NOT_OF_THIS_LIST),
    ),
  );
});

test('a page has 1 to 100 items, 20 by default, one direction, and always a start key', async () => {
  const parse = (args: PageArgs) => requestOf({ name: 'numbers', order: FALLING }, args);
  const [cursor, forward] = [cursorOf(7), { direction: 'forward', isFirst: true } as const];
  const first = { ...forward, limit: 20, from: [Infinity] };
  assert.deepEqual(await parse({}), first);
  assert.deepEqual(await parse({ first: null, after: null }), first);
  assert.deepEqual(await parse({ first: 100, after: cursor }), {
    ...forward,
    limit: 100,
    from: [7],
    isFirst: false,
  });
  const backward = { direction: 'backward', limit: 1, from: [-Infinity], isFirst: true };
  assert.deepEqual(await parse({ last: 1 }), backward);
  assert.deepEqual(await parse({ before: cursor }), { ...backward, limit: 20, from: [7], isFirst: false });
  for (const wrong of [0, -1, 101]) {
    await assertRefused(parse({ first: wrong }), 'Request 1 to 100 items.');
    await assertRefused(parse({ last: wrong }), 'Request 1 to 100 items.');
  }
  const mixed = 'Give either first and after, or last and before.';
  for (const args of [
    { first: 1, last: 1 },
    { first: 1, before: cursor },
    { after: cursor, last: 1 },
    { after: cursor, before: cursor },
  ]) {
    await assertRefused(parse(args), mixed);
  }
});

async function assertRefused(work: Promise<unknown>, message: string): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.code, error.message], ['BAD_USER_INPUT', message]);
    return true;
  });
}
