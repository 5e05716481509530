import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromGlobalId, toGlobalId } from '#platform/kernel/ids.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const FOLLOW = `mutation ($id: ID!) {
  followUser(input: { userId: $id }) {
    user { username followerCount viewer { isSelf isFollowing isFollowedBy followState } } errors { code path }
  }
}`;
const UNFOLLOW = FOLLOW.replace('followUser', 'unfollowUser');
const REMOVE = FOLLOW.replace('followUser', 'removeFollower');
const COUNTS = 'query ($id: ID) { user(id: $id) { followerCount followingCount } }';

const NO_COUNTS = [0, 0] as const;

const countsOf = async (person: Person): Promise<readonly [followers: number, following: number]> => {
  const { user } = await person.do(COUNTS, { id: person.id });
  return [user.followerCount, user.followingCount];
};

test('repeated `followUser` and `unfollowUser` succeed without a change and count once', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const followed = {
    username: 'ben',
    followerCount: 1,
    viewer: { isSelf: false, isFollowing: true, isFollowedBy: false, followState: 'FOLLOWING' },
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
  assert.deepEqual(back.viewer, {
    isSelf: false,
    isFollowing: true,
    isFollowedBy: true,
    followState: 'FOLLOWING',
  });
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
    viewer: { isSelf: false, isFollowing: false, isFollowedBy: true, followState: 'NONE' },
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

test('a removed follower is not notified and can follow again', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  await ada.do(FOLLOW, { id: ben.id });
  const isolated = { username: 'ada', followerCount: 0 };
  const viewer = { isSelf: false, isFollowing: false, isFollowedBy: false, followState: 'NONE' };
  for (let turn = 0; turn < 3; turn += 1) {
    assert.deepEqual((await ben.do(REMOVE, { id: ada.id })).removeFollower.user, { ...isolated, viewer });
  }
  assert.deepEqual([await countsOf(ada), await countsOf(ben)], [NO_COUNTS, NO_COUNTS]);
  await world.app.relay.drain();
  const { db } = world.app.services;
  assert.deepEqual(await db.selectFrom('event_recipients').selectAll().execute(), []);
  // Only the follow of the caller is deleted, not the caller's own follow of them.
  await ben.do(FOLLOW, { id: ada.id });
  await ada.do(FOLLOW, { id: ben.id });
  await ben.do(REMOVE, { id: ada.id });
  assert.deepEqual(
    [await countsOf(ada), await countsOf(ben)],
    [
      [1, 0],
      [0, 1],
    ],
  );
  assert.deepEqual(await emittedNames(world), [
    'user.followed',
    'user.unfollowed',
    'user.followed',
    'user.followed',
    'user.unfollowed',
  ]);
});

test('the follow state between caller and user depends on the caller, and is null for anonymous callers', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const VIEWER = `query ($id: ID) {
    user(id: $id) { viewer { isSelf isFollowing isFollowedBy followState requestedToFollowYou } }
  }`;
  assert.deepEqual(await ada.do(VIEWER, { id: ada.id }), {
    user: {
      viewer: {
        isSelf: true,
        isFollowing: false,
        isFollowedBy: false,
        followState: 'NONE',
        requestedToFollowYou: false,
      },
    },
  });
  assert.deepEqual(await world.anonymous().do(VIEWER, { id: ada.id }), { user: { viewer: null } });
});

test('`followUser` refuses the caller as target, and absent and invisible users, of whom nothing ends', async (t) => {
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
  for (const id of [ben.id, gone.id, toGlobalId('user', ids.next())]) {
    assert.deepEqual(await refused(world, ada, FOLLOW, { id }), [{ code: 'NOT_FOUND', path: ['userId'] }]);
    await unchanged(world, async () => {
      assert.equal((await ada.do(UNFOLLOW, { id })).unfollowUser.user, null);
      assert.equal((await ada.do(REMOVE, { id })).removeFollower.user, null);
    });
  }
  for (const document of [FOLLOW, UNFOLLOW, REMOVE]) {
    const malformed = await unchanged(world, () => ada.ask(document, { id: 'ben' }));
    assert.equal(malformed.errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
    const anonymous = await unchanged(world, () => world.anonymous().ask(document, { id: ben.id }));
    assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  }
});

test('a restricted user cannot follow, gets the end of the restriction, and can still unfollow', async (t) => {
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
