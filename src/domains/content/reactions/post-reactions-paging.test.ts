import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { testWorld, type World } from '#test/support/world.ts';
import { uuidOf } from '#test/support/uuid-of.ts';

const REACTIONS = `query ($id: ID!, $type: ReactionType, $first: Int, $after: String) {
  postReactions(postId: $id, type: $type, first: $first, after: $after) {
    nodes { user { username } } pageInfo { hasNextPage endCursor } } }`;

const PLACES = 30;
/** Number of reactions that share a millisecond. */
const AT_ONCE = 3;

type Placed = ReadonlyMap<number, string>;

const nameAt = (place: number): string => `fan.${place}`;

/** Inserts users whose number is their position in the list, highest first. */
async function insertPeople({ app }: World): Promise<void> {
  await sql`insert into users (id, provider, subject, username, display_name, created_at, updated_at)
    select ('01900000-0000-7000-8000-' || lpad(to_hex(place), 12, '0'))::uuid, 'test', place::text, 'fan.' || place, '',
      now(), now()
    from generate_series(0, ${PLACES - 1}::integer) place`.execute(app.services.db);
}

async function putReactions({ app }: World, postId: string, placed: Placed): Promise<void> {
  await sql`
    insert into post_reactions (post_id, user_id, type, created_at)
    select ${postId}::uuid, ('01900000-0000-7000-8000-' || lpad(to_hex(place), 12, '0'))::uuid, type,
      timestamptz '2026-01-01' + place / ${AT_ONCE}::integer * interval '1 millisecond'
    from unnest(${[...placed.keys()]}::integer[], ${[...placed.values()]}::text[]) as reaction (place, type)
    on conflict (post_id, user_id) do update set type = excluded.type`.execute(app.services.db);
}

async function takeReactions({ app }: World, places: readonly number[]): Promise<void> {
  await sql`delete from post_reactions r using users u where u.id = r.user_id
    and u.username = any(${places.map(nameAt)}::text[])`.execute(app.services.db);
}

const place = fc.nat({ max: PLACES - 1 });
const type = fc.constantFrom('LIKE', 'SAD');
const placed = fc.array(fc.tuple(place, type), { maxLength: 4 });
const story = fc.record({
  atFirst: fc.array(fc.tuple(place, type), { maxLength: 2 * PLACES }),
  /** Before each page, reactions are set and removed anywhere in the list. */
  meanwhile: fc.array(fc.record({ put: placed, taken: fc.array(place, { maxLength: 3 }) }), {
    minLength: PLACES + 1,
    maxLength: PLACES + 1,
  }),
  first: fc.integer({ min: 1, max: 7 }),
  only: fc.option(type),
});

test('pages of `postReactions` are complete and full while reactions are added, changed and removed', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '10000000' } });
  const ada = await world.user('ada');
  const { createPost } = await ada.do(
    'mutation { createPost(input: { text: "Hi" }) { post { id } errors { code } } }',
  );
  const { id } = createPost.post;
  await insertPeople(world);
  await fc.assert(
    fc.asyncProperty(story, async ({ atFirst, meanwhile, first, only }) => {
      await world.app.services.db.deleteFrom('post_reactions').execute();
      const there = new Map(atFirst);
      await putReactions(world, uuidOf(id), there);
      let after: string | null = null;
      let below = PLACES;
      for (const { put, taken } of meanwhile) {
        for (const [at, changed] of put) there.set(at, changed);
        await putReactions(world, uuidOf(id), new Map(put));
        for (const at of taken) there.delete(at);
        await takeReactions(world, taken);
        const { postReactions } = await ada.do(REACTIONS, { id, type: only, first, after });
        const left = [...there]
          .filter(([at, of]) => at < below && (only === null || of === only))
          .map(([at]) => at)
          .toSorted((a, b) => b - a);
        assert.deepEqual(
          postReactions.nodes.map(({ user }: { user: { username: string } }) => user.username),
          left.slice(0, first).map(nameAt),
        );
        assert.equal(postReactions.pageInfo.hasNextPage, left.length > first);
        if (left.length <= first) return;
        after = postReactions.pageInfo.endCursor;
        below = left[first - 1] ?? 0;
      }
      assert.fail('more pages than places');
    }),
    { numRuns: 40 },
  );
});
