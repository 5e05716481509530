import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { defaultLimits } from '../limits.ts';
import { encodeCursor, idKey, type KeysetList, type PageArgs, pageOf, parsePage } from './keyset.ts';

type NumberKey = [number];
const numbers: KeysetList<NumberKey> = { name: 'numbers', key: z.tuple([z.number()]) };

/** The page of a list of numbers in falling order, as a query with the page's direction and `limit + 1` reads it. */
function readPage(all: readonly number[], args: PageArgs) {
  const request = parsePage(numbers, args, defaultLimits);
  const [from] = request.from ?? [];
  const isForward = request.direction === 'forward';
  const ordered = isForward ? all : all.toReversed();
  const beyond = ordered.filter((one) => from === undefined || (isForward ? one < from : one > from));
  return pageOf(numbers, request, beyond.slice(0, request.limit + 1), (one): NumberKey => [one]);
}

const cursorOf = (one: number | undefined): string | null =>
  one === undefined ? null : encodeCursor(numbers, [one]);

const fallingNumbers = fc
  .uniqueArray(fc.integer(), { maxLength: 40 })
  .map((values) => values.toSorted((a, b) => b - a));
const size = fc.integer({ min: 1, max: 12 });

test('pages in either direction, put together, are the whole list', () => {
  fc.assert(
    fc.property(fallingNumbers, size, (all, pageSize) => {
      const down: number[] = [];
      for (let after: string | null = null, hasMore = true; hasMore; after = cursorOf(down.at(-1))) {
        const page = readPage(all, { first: pageSize, after });
        assert.equal(page.hasPreviousPage, after !== null);
        down.push(...page.nodes);
        hasMore = page.hasNextPage;
        if (hasMore) assert.equal(page.nodes.length, pageSize);
      }
      assert.deepEqual(down, all);

      const up: number[] = [];
      for (let before: string | null = null, hasMore = true; hasMore; before = cursorOf(up[0])) {
        const page = readPage(all, { last: pageSize, before });
        assert.equal(page.hasNextPage, before !== null);
        up.unshift(...page.nodes);
        hasMore = page.hasPreviousPage;
        if (hasMore) assert.equal(page.nodes.length, pageSize);
      }
      assert.deepEqual(up, all);
    }),
  );
});

test('a cursor is read as the key that it was made of, and only by its own list', () => {
  const people: KeysetList<[number, string]> = { name: 'people', key: z.tuple([z.number(), z.string()]) };
  const others: KeysetList<[number, string]> = { name: 'others', key: people.key };
  fc.assert(
    fc.property(fc.integer(), fc.string({ unit: 'grapheme', maxLength: 20 }), (number, name) => {
      const cursor = encodeCursor(people, [number, name]);
      assert.match(cursor, /^[A-Za-z0-9_-]+$/);
      assert.deepEqual(parsePage(people, { after: cursor }, defaultLimits).from, [number, name]);
      assertRefused(
        () => parsePage(others, { after: cursor }, defaultLimits),
        'The cursor is not one of this list.',
      );
    }),
  );
});

test('no text whatever is more than a foreign cursor', () => {
  const ids = { name: 'ids', key: idKey };
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
  for (const after of [...forged, 'a'.repeat(513)]) {
    assertRefused(() => parsePage(ids, { after }, defaultLimits), 'The cursor is not one of this list.');
  }
  assert.deepEqual(parsePage(ids, { after: json([1, 'ids', id]) }, defaultLimits).from, [id]);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.json().map((text) => Buffer.from(text).toString('base64url')),
      ),
      (after) => {
        assertRefused(() => parsePage(ids, { after }, defaultLimits), 'The cursor is not one of this list.');
      },
    ),
  );
});

test('a page has 1 to 100 items, 20 by default, and one direction', () => {
  const parse = (args: PageArgs) => parsePage(numbers, args, defaultLimits);
  const cursor = encodeCursor(numbers, [7]);
  assert.deepEqual(parse({}), { limit: 20, direction: 'forward', from: null });
  assert.deepEqual(parse({ first: null, after: null }), { limit: 20, direction: 'forward', from: null });
  assert.deepEqual(parse({ first: 100, after: cursor }), { limit: 100, direction: 'forward', from: [7] });
  assert.deepEqual(parse({ last: 1 }), { limit: 1, direction: 'backward', from: null });
  assert.deepEqual(parse({ before: cursor }), { limit: 20, direction: 'backward', from: [7] });
  for (const wrong of [0, -1, 101]) {
    assertRefused(() => parse({ first: wrong }), 'A page has 1 to 100 items.');
    assertRefused(() => parse({ last: wrong }), 'A page has 1 to 100 items.');
  }
  const mixed = 'Page either by first and after, or by last and before.';
  for (const args of [
    { first: 1, last: 1 },
    { first: 1, before: cursor },
    { after: cursor, last: 1 },
    { after: cursor, before: cursor },
  ]) {
    assertRefused(() => parse(args), mixed);
  }
});

function assertRefused(work: () => unknown, message: string): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.code, error.message], ['BAD_USER_INPUT', message]);
    return true;
  });
}
