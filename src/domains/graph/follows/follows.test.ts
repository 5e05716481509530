import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const FOLLOW = `mutation ($id: ID!) {
  followUser(input: { userId: $id }) {
    user { username followerCount viewer { isSelf isFollowing isFollowedBy } } errors { code path }
  }
}`;
const UNFOLLOW = FOLLOW.replace('followUser', 'unfollowUser');
const COUNTS = 'query ($id: ID) { user(id: $id) { followerCount followingCount } }';

const countsOf = async (person: Person): Promise<readonly [followers: number, following: number]> => {
  const { user } = await person.do(COUNTS, { id: person.id });
  return [user.followerCount, user.followingCount];
};

test('following and unfollowing count once, however often they are repeated', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const followed = {
    username: 'ben',
    followerCount: 1,
    viewer: { isSelf: false, isFollowing: true, isFollowedBy: false },
  };
  for (let turn = 0; turn < 3; turn += 1) {
    assert.deepEqual((await ada.do(FOLLOW, { id: ben.id })).followUser.user, followed);
  }
  assert.deepEqual(
    [await countsOf(ada), await countsOf(ben)],
    [
      [0, 1],
      [1, 0],
    ],
  );

  const back = (await ben.do(FOLLOW, { id: ada.id })).followUser.user;
  assert.deepEqual(back.viewer, { isSelf: false, isFollowing: true, isFollowedBy: true });
  assert.deepEqual(
    [await countsOf(ada), await countsOf(ben)],
    [
      [1, 1],
      [1, 1],
    ],
  );

  const unfollowed = {
    username: 'ben',
    followerCount: 0,
    viewer: { isSelf: false, isFollowing: false, isFollowedBy: true },
  };
  for (let turn = 0; turn < 3; turn += 1) {
    assert.deepEqual((await ada.do(UNFOLLOW, { id: ben.id })).unfollowUser.user, unfollowed);
  }
  assert.deepEqual(
    [await countsOf(ada), await countsOf(ben)],
    [
      [1, 0],
      [0, 1],
    ],
  );
  assert.deepEqual(await emittedNames(world), ['user.followed', 'user.followed', 'user.unfollowed']);
});

test('how the caller stands to people is theirs to see, and nothing to the anonymous', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const VIEWER = 'query ($id: ID) { user(id: $id) { viewer { isSelf isFollowing isFollowedBy } } }';
  assert.deepEqual(await ada.do(VIEWER, { id: ada.id }), {
    user: { viewer: { isSelf: true, isFollowing: false, isFollowedBy: false } },
  });
  assert.deepEqual(await world.anonymous().do(VIEWER, { id: ada.id }), { user: { viewer: null } });
});

test('nobody follows themselves, the absent or the invisible', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const gone = await world.user('gone');
  const { db, ids, clock } = world.app.services;
  assert.deepEqual(await refused(world, ada, FOLLOW, { id: ada.id }), [
    { code: 'VALIDATION_FAILED', path: ['userId'] },
  ]);
  const [blocker_id, blocked_id] = [fromGlobalId('user', ben.id), fromGlobalId('user', ada.id)];
  await db.insertInto('blocks').values({ blocker_id, blocked_id, created_at: clock.now() }).execute();
  await db.updateTable('users').set({ state: 'DEACTIVATED' }).where('username', '=', 'gone').execute();
  for (const document of [FOLLOW, UNFOLLOW]) {
    for (const id of [ben.id, gone.id, toGlobalId('user', ids.next())]) {
      assert.deepEqual(await refused(world, ada, document, { id }), [
        { code: 'NOT_FOUND', path: ['userId'] },
      ]);
    }
    const malformed = await unchanged(world, () => ada.ask(document, { id: 'ben' }));
    assert.equal(malformed.errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
    const anonymous = await unchanged(world, () => world.anonymous().ask(document, { id: ben.id }));
    assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  }
});

test('who may not follow is told until when, and may still unfollow', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  await ada.do(FOLLOW, { id: ben.id });
  const { db, ids, clock } = world.app.services;
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const row = {
    id: ids.next(),
    user_id: fromGlobalId('user', ada.id),
    kind: 'FOLLOWING',
    reason: 'spam',
    created_at: clock.now(),
  };
  await db
    .insertInto('restrictions')
    .values({ ...row, expires_at: expiresAt })
    .execute();
  const document = FOLLOW.replace('code path', 'code path ... on RestrictedError { kind expiresAt }');
  assert.deepEqual(await refused(world, ada, document, { id: ben.id }), [
    { code: 'RESTRICTED', path: null, kind: 'FOLLOWING', expiresAt: expiresAt.toISOString() },
  ]);
  await ada.do(UNFOLLOW, { id: ben.id });
  world.clock.advance('2m');
  assert.equal((await ada.do(FOLLOW, { id: ben.id })).followUser.user.followerCount, 1);
});

test('the counters are exact after fifty follows and unfollows of one pair at once', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  await Promise.all(
    Array.from({ length: 50 }, (_, turn) => ada.do(turn % 2 === 0 ? FOLLOW : UNFOLLOW, { id: ben.id })),
  );
  const edges = await world.app.services.db.selectFrom('follows').selectAll().execute();
  const { length: count } = edges;
  assert.ok(count <= 1);
  assert.deepEqual(
    [await countsOf(ada), await countsOf(ben)],
    [
      [0, count],
      [count, 0],
    ],
  );
  // Each event changed the edge, so they alternate.
  const names = await emittedNames(world);
  names.forEach((name, index) => assert.equal(name, index % 2 === 0 ? 'user.followed' : 'user.unfollowed'));
  assert.equal(names.length % 2, count);
});

test('people who follow one another at the same moment do not wait for each other', async (t) => {
  const world = await testWorld(t);
  const people: Person[] = [];
  for (const name of ['ada', 'ben', 'cleo', 'dora']) people.push(await world.user(name));
  const everybody = (document: string): Promise<unknown> =>
    Promise.all(
      people.flatMap((person) =>
        people.filter((other) => other !== person).map((other) => person.do(document, { id: other.id })),
      ),
    );
  await everybody(FOLLOW);
  for (const person of people) assert.deepEqual(await countsOf(person), [3, 3]);
  await everybody(UNFOLLOW);
  for (const person of people) assert.deepEqual(await countsOf(person), [0, 0]);
  assert.equal((await emittedNames(world)).length, 24);
  assert.equal(await deadlocksOf(world.app.services.db), 0);
});

/** A deadlock would be retried and so stay unseen, but the database counts them, and says so within a second. */
async function deadlocksOf(db: Db): Promise<number> {
  await delay(1_200);
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::integer from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? -1;
}
