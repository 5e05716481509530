import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import { moderatePost } from '#test/support/people/moderate.ts';
import { naiveFeeds, type FeedEntry } from '#test/support/content/naive-feed.ts';
import { subscribe } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const NAMES = ['ada', 'ben', 'cleo', 'dora', 'emil', 'fay'] as const;

/** Limits that a few posts and a few followers exceed. */
const RULES = {
  LIMIT_TIMELINE_ENTRIES: '6',
  LIMIT_TIMELINE_FOLLOWERS: '4',
  LIMIT_TIMELINE_PULLED: '1',
  LIMIT_USER_COST_BUDGET: '100000000',
};

type Scene = { readonly world: World; readonly people: readonly Person[]; readonly postIds: string[] };

const send = (who: Person, name: string, input: string): Promise<unknown> =>
  who.ask(`mutation { ${name}(input: { ${input} }) { errors { code } } }`);

async function publish({ postIds }: Scene, who: Person, input: string): Promise<void> {
  const { data } = await who.ask(
    `mutation { createPost(input: { ${input} }) { post { id } errors { code } } }`,
  );
  const id = data?.createPost?.post?.id;
  if (id) postIds.push(id);
}

/** Makes a user inactive and enqueues the nightly job, which deletes their timeline. */
async function retire({ world }: Scene, who: Person): Promise<void> {
  await runSql(
    world.connectionString,
    `update sessions set last_seen_at = now() - interval '31 days' where user_id = '${uuidOf(who.id)}'`,
  );
  await world.app.services.transaction(async (tx) =>
    tx.enqueue(defineJob<object>('feed.retireTimelines'), {}),
  );
}

const setState = ({ world }: Scene, who: Person, assignment: string): Promise<void> =>
  runSql(world.connectionString, `update users set ${assignment} where id = '${uuidOf(who.id)}'`);

/** Refused when the post is deleted, or when there is none. */
const moderate = ({ world, postIds }: Scene, postId: string, state: ModerationState): Promise<unknown> =>
  postIds.includes(postId) ? moderatePost(world, postId, state).catch(() => undefined) : Promise.resolve();

/** Actions of users on each other and on the newest posts; refusals are ignored. */
const ACTS: Readonly<
  Record<string, (scene: Scene, who: Person, whom: Person, postId: string) => Promise<unknown>>
> = {
  publish: (scene, who) => publish(scene, who, 'text: "a signal"'),
  publishMore: (scene, who) => publish(scene, who, 'text: "another signal"'),
  publishNoise: (scene, who) => publish(scene, who, 'text: "some noise"'),
  publishForFollowers: (scene, who) => publish(scene, who, 'text: "a signal", visibility: FOLLOWERS'),
  publishForSubscribers: (scene, who) => publish(scene, who, 'text: "a signal", visibility: SUBSCRIBERS'),
  publishForOne: (scene, who, whom) =>
    publish(scene, who, `text: "a signal", visibility: PRIVATE, audienceUserIds: ["${whom.id}"]`),
  narrow: (_scene, who, _whom, postId) => send(who, 'updatePost', `postId: "${postId}", visibility: PRIVATE`),
  deletePost: (_scene, who, _whom, postId) => send(who, 'deletePost', `postId: "${postId}"`),
  repost: (_scene, who, _whom, postId) => send(who, 'repost', `postId: "${postId}"`),
  repostMore: (_scene, who, _whom, postId) => send(who, 'repost', `postId: "${postId}"`),
  undoRepost: (_scene, who, _whom, postId) => send(who, 'undoRepost', `postId: "${postId}"`),
  follow: (_scene, who, whom) => send(who, 'followUser', `userId: "${whom.id}"`),
  followMore: (_scene, who, whom) => send(who, 'followUser', `userId: "${whom.id}"`),
  followStillMore: (_scene, who, whom) => send(who, 'followUser', `userId: "${whom.id}"`),
  unfollow: (_scene, who, whom) => send(who, 'unfollowUser', `userId: "${whom.id}"`),
  block: (_scene, who, whom) => send(who, 'blockUser', `userId: "${whom.id}"`),
  unblock: (_scene, who, whom) => send(who, 'unblockUser', `userId: "${whom.id}"`),
  mutePosts: (_scene, who, whom) => send(who, 'muteUser', `userId: "${whom.id}", scopes: [POSTS]`),
  muteReposts: (_scene, who, whom) => send(who, 'muteUser', `userId: "${whom.id}", scopes: [REPOSTS]`),
  unmute: (_scene, who, whom) => send(who, 'unmuteUser', `userId: "${whom.id}"`),
  muteNoise: (_scene, who) => send(who, 'addMutedWord', 'phrase: "noise"'),
  muteNoiseOfStrangers: (_scene, who) =>
    send(who, 'addMutedWord', 'phrase: "noise", excludesFollowing: true'),
  pay: ({ world }, who, whom) => subscribe(world, who, whom).catch(() => undefined),
  goPrivate: (_scene, who) => send(who, 'updatePrivacySettings', 'isPrivate: true'),
  goPublic: (_scene, who) => send(who, 'updatePrivacySettings', 'isPrivate: false'),
  suspend: (scene, who) => setState(scene, who, "suspended_until = '9999-01-01'"),
  unsuspend: (scene, who) => setState(scene, who, 'suspended_until = null'),
  hold: (scene, _who, _whom, postId) => moderate(scene, postId, 'HELD'),
  remove: (scene, _who, _whom, postId) => moderate(scene, postId, 'REMOVED'),
  restoreAll: (scene) => Promise.all(scene.postIds.map((postId) => moderate(scene, postId, 'VISIBLE'))),
  retire,
  readFeed: (_scene, who) => who.ask('{ feed(first: 2) { nodes { id } } }'),
};

const person = fc.nat({ max: NAMES.length - 1 });
const round = fc.record({
  acts: fc.array(
    fc.record({
      name: fc.constantFrom(...Object.keys(ACTS)),
      who: person,
      whom: person,
      newest: fc.nat({ max: 9 }),
    }),
    { minLength: 4, maxLength: 14, size: 'max' },
  ),
  first: fc.integer({ min: 1, max: 9 }),
});

test('the feed equals its reference implementation after any concurrent actions', async (t) => {
  const world = await testWorld(t, { env: RULES });
  const people: Person[] = [];
  for (const name of NAMES) people.push(await world.user(name));
  const scene: Scene = { world, people, postIds: [] };
  for (const who of people) {
    for (const whom of people)
      if (who !== whom && who.username < 'd') await ACTS['follow']?.(scene, who, whom, '');
  }
  const situations = new Set<string>();
  await fc.assert(
    fc.asyncProperty(round, async ({ acts, first }) => {
      let isOver = false;
      const working = (async () => {
        while (!isOver) await world.runJobs();
      })();
      try {
        await Promise.all(
          acts.map(async ({ name, who, whom, newest }) =>
            // `who` and `whom` are indexes of `people`; without posts any id stands for one.
            ACTS[name]?.(scene, people[who]!, people[whom]!, scene.postIds.at(-1 - newest) ?? people[0]!.id),
          ),
        );
        // While jobs are pending the feed may lack entries, but must not have wrong ones.
        const settled = await naiveFeeds(world);
        for (const who of people) {
          const expected = settled(uuidOf(who.id)).map(keyOf);
          for (const entry of await readFeed(who, 50))
            assert.ok(expected.includes(keyOf(entry)), keyOf(entry));
        }
      } finally {
        isOver = true;
        await working;
      }
      await drain(world);
      const entriesOf = await naiveFeeds(world);
      for (const who of people) {
        assert.deepEqual(await readFeed(who, first), entriesOf(uuidOf(who.id)), who.username);
      }
      for (const seen of await situationsIn(world)) situations.add(seen);
    }),
    { numRuns: 60, endOnFailure: true },
  );
  assert.deepEqual([...situations].toSorted(), ['fanned out', 'filled', 'pulled alone', 'trimmed timeline']);
});

/** Cases that the data covers, to prove that the rounds reach all of them. */
async function situationsIn({ app }: World): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'fanned out' as name from follows where is_delivered and not is_pulled
    union select 'pulled alone' from follows where not is_delivered and exists (
      select from timelines where user_id = follower_id)
    union select 'trimmed timeline' from timelines where floor_id > '00000000-0000-7000-8000-000000000000'
    union select 'filled' from timeline_entries`.execute(app.services.db);
  return rows.map((row) => row.name);
}

const keyOf = ({ sortId, reason }: FeedEntry): string => `${sortId} ${reason}`;

/** Runs jobs, and those that they enqueue; asserts that none failed. */
async function drain(world: World): Promise<void> {
  for (let times = 0; times < 3; times += 1) await world.runJobs();
  const { rows } =
    await sql`select task_identifier, last_error from graphile_worker.jobs where last_error is not null`.execute(
      world.app.services.db,
    );
  assert.deepEqual(rows, []);
}

async function readFeed(who: Person, first: number): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
    const { data } = await who.ask(
      `query ($first: Int, $after: String) {
        feed(first: $first, after: $after) {
          edges { cursor reason node { id } } pageInfo { hasNextPage endCursor }
        }
      }`,
      { first, after },
    );
    for (const { cursor, reason, node } of data.feed.edges) {
      const [, , sortId] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
      entries.push({ sortId, postId: uuidOf(node.id), reason });
    }
    ({ hasNextPage, endCursor: after } = data.feed.pageInfo);
  }
  return entries;
}
