import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromGlobalId, toGlobalId } from '#platform/kernel/ids.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const POSTS = `query ($userId: ID!, $first: Int, $after: String) {
  userPosts(userId: $userId, first: $first, after: $after) {
    nodes { text } edges { cursor } pageInfo { hasNextPage endCursor }
  }
}`;

const PLACES = 40;

/** A UUIDv7 whose order is that of `place`. */
const postIdAt = (place: number): string => `01900000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`;

async function insertAt(world: World, authorId: string, places: readonly number[]): Promise<void> {
  const post = { author_id: authorId, visibility: 'PUBLIC' as const, created_at: world.clock.now() };
  const rows = places.map((place) => ({ ...post, id: postIdAt(place), text: `post ${place}` }));
  if (rows.length > 0) await world.app.services.db.insertInto('posts').values(rows).execute();
}

async function deleteAt({ app, clock }: World, place: number): Promise<void> {
  const change = { deleted_at: clock.now() };
  await app.services.db.updateTable('posts').set(change).where('id', '=', postIdAt(place)).execute();
}

const place = fc.nat({ max: PLACES - 1 });
const story = fc.record({
  atFirst: fc.uniqueArray(place),
  /** Before each page, posts are inserted and deleted anywhere in the list. */
  meanwhile: fc.array(
    fc.record({
      inserted: fc.uniqueArray(place, { maxLength: 3 }),
      deleted: fc.array(place, { maxLength: 3 }),
    }),
    {
      minLength: PLACES,
      maxLength: PLACES,
    },
  ),
  first: fc.integer({ min: 1, max: 9 }),
});

test('pages of `userPosts` skip nothing, repeat nothing and are never short while posts are published and deleted', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '10000000' } });
  const ada = await world.user('ada');
  const authorId = fromGlobalId('user', ada.id);
  await fc.assert(
    fc.asyncProperty(story, async ({ atFirst, meanwhile, first }) => {
      await world.app.services.db.deleteFrom('posts').execute();
      const there = new Set(atFirst);
      const ever = new Set(atFirst);
      await insertAt(world, authorId, atFirst);
      let after: string | null = null;
      let below = PLACES;
      for (const { inserted, deleted } of meanwhile) {
        const added = inserted.filter((candidate) => !ever.has(candidate));
        await insertAt(world, authorId, added);
        for (const candidate of added) {
          there.add(candidate);
          ever.add(candidate);
        }
        for (const candidate of deleted.filter((one) => there.delete(one))) await deleteAt(world, candidate);

        const expected = [...there].filter((one) => one < below).toSorted((a, b) => b - a);
        const page = await pageOf(ada, ada.id, first, after);
        assert.deepEqual(
          page.texts,
          expected.slice(0, first).map((one) => `post ${one}`),
        );
        assert.equal(page.hasNextPage, expected.length > first);
        if (!page.hasNextPage) return;
        after = page.endCursor;
        below = expected[first - 1] ?? 0;
      }
    }),
    { numRuns: 40 },
  );
});

type PostPage = {
  readonly texts: readonly string[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
};

async function pageOf(
  viewer: Person,
  userId: string,
  first: number,
  after: string | null,
): Promise<PostPage> {
  const { userPosts } = await viewer.do(POSTS, { userId, first, after });
  return { texts: userPosts.nodes.map((node: { text: string }) => node.text), ...userPosts.pageInfo };
}

test('the cursor of every edge of `userPosts` continues the list after that edge', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await insertAt(world, fromGlobalId('user', ada.id), [1, 2, 3, 4]);
  const { userPosts } = await ada.do(POSTS, { userId: ada.id });
  const rests: unknown[] = [];
  for (const { cursor } of userPosts.edges) rests.push((await pageOf(ada, ada.id, 10, cursor)).texts);
  assert.deepEqual(rests, [['post 3', 'post 2', 'post 1'], ['post 2', 'post 1'], ['post 1'], []]);
});

test('`userPosts` refuses foreign cursors and ids that are not of users', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await insertAt(world, fromGlobalId('user', ada.id), [1]);
  const { feed } = await ada.do('{ feed { pageInfo { endCursor } } }');
  const wrong = [
    { userId: ada.id, after: feed.pageInfo.endCursor },
    { userId: ada.id, after: 'null' },
    { userId: ada.id, first: 101 },
    { userId: ada.id, first: -5 },
    { userId: toGlobalId('post', postIdAt(1)) },
    { userId: 'ada' },
  ];
  for (const variables of wrong) {
    const { data, errors } = await ada.ask(POSTS, variables);
    assert.deepEqual([data, errors?.[0]?.extensions.code], [{ userPosts: null }, 'BAD_USER_INPUT']);
  }
  const unknown = toGlobalId('user', world.app.services.ids.next());
  assert.deepEqual(await ada.do(POSTS, { userId: unknown }), { userPosts: null });
});

test('fifty posts of a user take as many statements as one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const WHOLE = `query ($id: ID!) {
    userPosts(userId: $id, first: 50) {
      nodes { text visibility media { id } viewer { canDelete } author { username viewer { isFollowing } } }
      pageInfo { hasNextPage }
    }
  }`;
  const authorId = fromGlobalId('user', ada.id);
  const statements = (): Promise<number> => world.statementsOf(() => ben.do(WHOLE, { id: ada.id }));
  await insertAt(world, authorId, [0]);
  const one = await statements();
  await insertAt(
    world,
    authorId,
    Array.from({ length: 49 }, (_, index) => index + 1),
  );
  // The user, their posts, and the relation of the caller to the author.
  assert.deepEqual([one, await statements()], [3, 3]);
});
