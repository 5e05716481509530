import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { commentOn, publish, THREAD_WORLD } from '#test/support/content/comments.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import type { CommentSort } from './comments.types.ts';

const PLACES = 24;
const SORTS: readonly CommentSort[] = ['TOP', 'NEWEST', 'OLDEST'];

/** A comment that is inserted and deleted while pages are read; its id has the order of `place`. */
type Item = { readonly place: number; readonly likes: number; readonly pinned: number };

const idAt = (place: number): string => `01900000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`;

/** One level of a thread: comments on the post itself, or replies to one comment. */
type Level = { readonly postId: string; readonly parentId: string | null; readonly authorId: string };

async function insertItems({ app, clock }: World, level: Level, items: readonly Item[]): Promise<void> {
  const rows = items.map(({ place, likes, pinned }) => ({
    id: idAt(place),
    post_id: level.postId,
    parent_id: level.parentId,
    depth: level.parentId === null ? 1 : 2,
    author_id: level.authorId,
    text: `comment ${place}`,
    like_count: likes,
    created_at: clock.now(),
    pinned_at: pinned > 0 ? new Date(pinned) : null,
  }));
  if (rows.length > 0) await app.services.db.insertInto('comments').values(rows).execute();
}

async function deleteItems({ app }: World, places: readonly number[]): Promise<void> {
  if (places.length === 0) return;
  await app.services.db.deleteFrom('comments').where('id', 'in', places.map(idAt)).execute();
}

/** Reference order of each sort. */
const COMPARE: Readonly<Record<CommentSort, (a: Item, b: Item) => number>> = {
  TOP: (a, b) => b.likes - a.likes || b.place - a.place,
  NEWEST: (a, b) => b.place - a.place,
  OLDEST: (a, b) => a.place - b.place,
};

/** Orders pinned comments first, last pinned first; then by `sort`. */
const comparing =
  (sort: CommentSort) =>
  (a: Item, b: Item): number =>
    b.pinned - a.pinned || (a.pinned > 0 ? b.place - a.place : COMPARE[sort](a, b));

const items = (bounds: { maxLength: number }, pinned: fc.Arbitrary<number>) =>
  fc.uniqueArray(fc.record({ place: fc.nat(PLACES - 1), likes: fc.nat(3), pinned }), {
    ...bounds,
    selector: ({ place }) => place,
  });

const story = fc.record({
  sort: fc.constantFrom(...SORTS),
  // Two pins can share a millisecond; the id then decides.
  atFirst: items({ maxLength: PLACES }, fc.constantFrom(0, 0, 0, 0, 1_000, 2_000)),
  /** Before each page, comments are inserted and deleted anywhere in the list. */
  meanwhile: fc.array(
    fc.record({
      inserted: items({ maxLength: 3 }, fc.constant(0)),
      deleted: fc.array(fc.nat(PLACES - 1), { maxLength: 3 }),
    }),
    { minLength: PLACES + 1, maxLength: PLACES + 1 },
  ),
  first: fc.integer({ min: 1, max: 7 }),
});

type ReadPage = { texts: string[]; hasNextPage: boolean; endCursor: string | null };
type Reader = (args: { sort: CommentSort; first: number; after: string | null }) => Promise<ReadPage>;

async function followStories(world: World, level: Level, read: Reader): Promise<void> {
  const property = fc.asyncProperty(story, async ({ sort, atFirst, meanwhile, first }) => {
    await deleteItems(world, [...Array(PLACES).keys()]);
    const initial = atFirst.map((item) => (level.parentId === null ? item : { ...item, pinned: 0 }));
    await insertItems(world, level, initial);
    const there = new Map(initial.map((item) => [item.place, item]));
    const ever = new Set(there.keys());
    let last: Item | null = null;
    let after: string | null = null;
    for (const { inserted, deleted } of meanwhile) {
      const added = inserted.filter(({ place }) => !ever.has(place));
      await insertItems(world, level, added);
      for (const item of added) {
        there.set(item.place, item);
        ever.add(item.place);
      }
      const gone = deleted.filter((place) => there.delete(place));
      await deleteItems(world, gone);

      const compare = comparing(sort);
      const expected = [...there.values()]
        .filter((item) => last === null || compare(last, item) < 0)
        .toSorted(compare);
      const page: ReadPage = await read({ sort, first, after });
      assert.deepEqual(
        page.texts,
        expected.slice(0, first).map(({ place }) => `comment ${place}`),
      );
      assert.equal(page.hasNextPage, expected.length > first);
      if (!page.hasNextPage) return;
      after = page.endCursor;
      last = expected[first - 1] ?? null;
    }
  });
  await fc.assert(property, { numRuns: 40 });
}

const PAGE = 'nodes { text } pageInfo { hasNextPage endCursor }';
const ROOTS = `query ($id: ID!, $sort: CommentSort, $first: Int, $after: String) {
  postComments(postId: $id, sort: $sort, first: $first, after: $after) { ${PAGE} } }`;
const REPLIES = `query ($id: ID!, $sort: CommentSort, $first: Int, $after: String) {
  comment(id: $id) { replies(sort: $sort, first: $first, after: $after) { ${PAGE} } } }`;

const pageOf = ({ nodes, pageInfo }: { nodes: { text: string }[]; pageInfo: object }): ReadPage => ({
  texts: nodes.map(({ text }) => text),
  // The document selects both fields.
  ...(pageInfo as Pick<ReadPage, 'hasNextPage' | 'endCursor'>),
});

async function levelOf(world: World): Promise<{ ada: Person; post: string; level: Level }> {
  const ada = await world.user('ada');
  const post = await publish(ada);
  return { ada, post, level: { postId: uuidOf(post), parentId: null, authorId: uuidOf(ada.id) } };
}

test('pages of `postComments` neither skip nor repeat comments while others are inserted and deleted', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const { ada, post, level } = await levelOf(world);
  await followStories(world, level, async (args) => {
    const { postComments } = await ada.do(ROOTS, { id: post, ...args });
    return pageOf(postComments);
  });
});

test('pages of replies neither skip nor repeat replies while others are inserted and deleted', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const { ada, post, level } = await levelOf(world);
  const parent = await commentOn(ada, post);
  // The test inserts replies without counting them; a count of zero would skip the read.
  const { db } = world.app.services;
  await db.updateTable('comments').set({ reply_count: 1 }).where('id', '=', uuidOf(parent)).execute();
  await followStories(world, { ...level, parentId: uuidOf(parent) }, async (args) => {
    const { comment } = await ada.do(REPLIES, { id: parent, ...args });
    return pageOf(comment.replies);
  });
});

test('TOP orders by exact counts up to sixteen, then by their first four binary digits', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const { ada, post, level } = await levelOf(world);
  const likes = [3, 0, 15, 16, 17, 18, 1_000, 959, 960, 1_023, 1_024];
  await insertItems(
    world,
    level,
    likes.map((count, place) => ({ place, likes: count, pinned: 0 })),
  );
  const { postComments } = await ada.do(ROOTS, { id: post, sort: 'TOP', first: 100, after: null });
  const shown = pageOf(postComments).texts.map((text) => likes[Number(text.slice('comment '.length))]);
  // 1023, 960 and 1000 share a score, as do 17 and 16; among equal ones the newer is first.
  assert.deepEqual(shown, [1_024, 1_023, 960, 1_000, 959, 18, 17, 16, 15, 3, 0]);
});

test('a comment list refuses cursors of other lists and sort orders', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const { ada, post, level } = await levelOf(world);
  await insertItems(world, level, [{ place: 1, likes: 0, pinned: 0 }]);
  const first = await ada.do(ROOTS, { id: post, sort: 'TOP', first: 1 });
  const { endCursor: after } = first.postComments.pageInfo;
  const parent = await commentOn(ada, post);
  for (const [document, id, sort] of [
    [ROOTS, post, 'NEWEST'],
    [REPLIES, parent, 'TOP'],
  ] as const) {
    const { errors } = await ada.ask(document, { id, sort, first: 1, after });
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  }
  const forged = Buffer.from(JSON.stringify([1, 'postComments.TOP', 9e15, 0, idAt(1)])).toString('base64url');
  const { errors } = await ada.ask(ROOTS, { id: post, sort: 'TOP', first: 1, after: forged });
  assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
});
