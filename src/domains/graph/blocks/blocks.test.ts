import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { OWN_BLOCK, SITUATIONS } from '#test/support/promises/visibility-tables.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const BLOCK = `mutation ($id: ID!) { blockUser(input: { userId: $id }) {
  blockedUser { userId username displayName avatar { id } blockedAt } errors { code path } } }`;
const UNBLOCK = 'mutation ($id: ID!) { unblockUser(input: { userId: $id }) { userId errors { code path } } }';
const BLOCKED = '{ myBlockedUsers { nodes { userId username displayName avatar { id } blockedAt } } }';
const FOLLOW = 'mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code path } } }';
const USER = 'query ($id: ID) { user(id: $id) { username followerCount followingCount } }';

const PROFILE =
  'query ($id: ID, $username: String) { myBlockedUser(id: $id, username: $username) { userId username } }';

const blockedBy = async (person: Actor) => (await person.do(BLOCKED)).myBlockedUsers.nodes;
const countsOf = async (person: Person): Promise<readonly [followers: number, following: number]> => {
  const { user } = await person.do(USER, { id: person.id });
  return [user.followerCount, user.followingCount];
};

async function tableOf(world: World, table: 'follows' | 'follow_requests'): Promise<unknown[]> {
  return world.app.services.db.selectFrom(table).selectAll().execute();
}

const setPrivate = (world: World, person: Person, isPrivate: boolean): Promise<void> =>
  runSql(
    world.connectionString,
    `update users set is_private = ${isPrivate} where id = '${uuidOf(person.id)}'`,
  );

test('a block deletes follows in both directions with exact counts, and unblocking restores none', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const [from, to] of [
    [ada, ben],
    [ben, ada],
    [cleo, ben],
    [ada, cleo],
  ] as const) {
    await from.do(FOLLOW, { id: to.id });
  }
  const before = (await emittedNames(world)).length;

  const { blockedUser } = (await ada.do(BLOCK, { id: ben.id })).blockUser;
  assert.deepEqual(blockedUser, {
    userId: ben.id,
    username: 'ben',
    displayName: 'ben',
    avatar: null,
    blockedAt: blockedUser.blockedAt,
  });
  assert.ok(Math.abs(new Date(blockedUser.blockedAt).getTime() - world.clock.now().getTime()) < 60_000);
  assert.deepEqual(await ada.do(USER, { id: ben.id }), { user: null });
  assert.deepEqual(await ben.do(USER, { id: ada.id }), { user: null });
  assert.deepEqual((await emittedNames(world)).slice(before), [
    'user.unfollowed',
    'user.unfollowed',
    'user.blocked',
  ]);

  assert.deepEqual(await ada.do(UNBLOCK, { id: ben.id }), { unblockUser: { userId: ben.id, errors: [] } });
  assert.deepEqual(
    [await countsOf(ada), await countsOf(ben), await countsOf(cleo)],
    [
      [0, 1],
      [1, 0],
      [1, 1],
    ],
  );
  assert.deepEqual(await ben.do(USER, { id: ada.id }), {
    user: { username: 'ada', followerCount: 0, followingCount: 1 },
  });
  assert.equal((await tableOf(world, 'follows')).length, 2);
  await ben.do(FOLLOW, { id: ada.id });
  assert.deepEqual(await countsOf(ada), [1, 1]);
});

test('a block deletes follow requests in both directions, including rejected ones', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const person of [ada, ben, cleo]) await setPrivate(world, person, true);
  for (const [from, to] of [
    [ada, ben],
    [ben, ada],
    [cleo, ben],
  ] as const) {
    await from.do(FOLLOW, { id: to.id });
  }
  const reject = 'mutation ($id: ID!) { rejectFollowRequest(input: { userId: $id }) { errors { code } } }';
  await ada.do(reject, { id: ben.id });
  assert.equal((await tableOf(world, 'follow_requests')).length, 3);

  await ben.do(BLOCK, { id: ada.id });
  const left = (await tableOf(world, 'follow_requests')) as { requester_id: string }[];
  assert.deepEqual(
    left.map((request) => request.requester_id),
    [uuidOf(cleo.id)],
  );
  await ben.do(UNBLOCK, { id: ada.id });
  assert.equal((await tableOf(world, 'follow_requests')).length, 1);
  await ben.do(FOLLOW, { id: ada.id });
  assert.equal((await tableOf(world, 'follow_requests')).length, 2);
});

test('repeated `blockUser` and `unblockUser` succeed without a change', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const first = (await ada.do(BLOCK, { id: ben.id })).blockUser.blockedUser;
  world.clock.advance('1m');
  await unchanged(world, async () => {
    assert.deepEqual((await ada.do(BLOCK, { id: ben.id })).blockUser.blockedUser, first);
  });
  assert.deepEqual(await blockedBy(ada), [first]);
  assert.deepEqual(await emittedNames(world), ['user.blocked']);
  await ada.do(UNBLOCK, { id: ben.id });
  await unchanged(world, async () => {
    assert.equal((await ada.do(UNBLOCK, { id: ben.id })).unblockUser.userId, ben.id);
  });
  assert.deepEqual(await blockedBy(ada), []);
  const pair = { blockerId: uuidOf(ada.id), blockedId: uuidOf(ben.id) };
  assert.deepEqual(await storedEvents(world, 'user.blocked', 'user.unblocked'), [
    ['user.blocked', pair],
    ['user.unblocked', pair],
  ]);
});

test('`blockUser` refuses the caller as target, and like `unblockUser` malformed ids and anonymous callers', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const itself = BLOCK.replace('code path', 'code path ... on ValidationError { constraint }');
  assert.deepEqual(await refused(world, ada, itself, { id: ada.id }), [
    { code: 'VALIDATION_FAILED', path: ['userId'], constraint: 'notSelf' },
  ]);
  for (const document of [BLOCK, UNBLOCK]) {
    const malformed = await unchanged(world, () => ada.ask(document, { id: 'ben' }));
    assert.equal(malformed.errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
    const anonymous = await unchanged(world, () => world.anonymous().ask(document, { id: ben.id }));
    assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  }
});

test('`unblockUser` removes the caller’s own block alone, and users who block each other stay hidden until both unblock', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await ada.do(BLOCK, { id: ben.id });
  await ben.do(BLOCK, { id: ada.id });
  assert.deepEqual(await ada.do(UNBLOCK, { id: ben.id }), { unblockUser: { userId: ben.id, errors: [] } });
  assert.deepEqual(await ada.do(USER, { id: ben.id }), { user: null });
  assert.deepEqual(await ben.do(USER, { id: ada.id }), { user: null });
  await unchanged(world, () => ada.do(UNBLOCK, { id: ben.id }));
  assert.equal((await blockedBy(ben)).length, 1);
  await ben.do(UNBLOCK, { id: ada.id });
  assert.equal((await ada.do(USER, { id: ben.id })).user.username, 'ben');
});

test('a blocked user can block back, and neither user can tell what the other did', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await ada.do(BLOCK, { id: ben.id });
  const seen = await blockedBy(ada);
  const { blockedUser } = (await ben.do(BLOCK, { id: ada.id })).blockUser;
  const nameless = { userId: ada.id, username: null, displayName: null, avatar: null };
  assert.deepEqual(blockedUser, { ...nameless, blockedAt: blockedUser.blockedAt });
  assert.deepEqual(await blockedBy(ben), [blockedUser]);
  assert.deepEqual(await blockedBy(ada), seen);

  await ada.do(UNBLOCK, { id: ben.id });
  assert.deepEqual(await blockedBy(ben), [blockedUser]);
  assert.deepEqual(await ada.do(USER, { id: ben.id }), { user: null });
  await ben.do(UNBLOCK, { id: ada.id });
  assert.deepEqual(await blockedBy(ben), []);
  assert.equal((await ben.do(USER, { id: ada.id })).user.username, 'ada');
});

test('a block of somebody hidden names nobody, whatever hides them, and an id of nobody answers alike', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ids: string[] = [];
  for (const [name, { hides, apply }] of Object.entries(SITUATIONS)) {
    if (hides !== 'person' || OWN_BLOCK.includes(name)) continue;
    const hidden = await world.user(`hidden.${ids.length}`);
    const pair = { target: uuidOf(hidden.id), viewer: uuidOf(ada.id) };
    await runSql(world.connectionString, apply({ ...pair, post: '' }));
    ids.push(hidden.id);
  }
  const absent = toGlobalId('user', world.app.services.ids.next());
  for (const id of [...ids, absent]) {
    const { blockedUser } = (await ada.do(BLOCK, { id })).blockUser;
    const nameless = { userId: id, username: null, displayName: null, avatar: null };
    assert.deepEqual(blockedUser, { ...nameless, blockedAt: blockedUser.blockedAt });
    const profile = id === absent ? null : { userId: id, username: null };
    assert.deepEqual(await ada.do(PROFILE, { id }), { myBlockedUser: profile });
  }
  await runSql(
    world.connectionString,
    "update users set state = 'ACTIVE', suspended_until = null; delete from blocks where not is_blind",
  );
  assert.deepEqual(
    (await blockedBy(ada)).map(({ username }: { username: string | null }) => username),
    ids.map(() => null),
  );
  for (const index of ids.keys()) {
    assert.deepEqual(await ada.do(PROFILE, { username: `hidden.${index}` }), { myBlockedUser: null });
  }
});

test('`myBlockedUser` is the profile of a user whom the caller blocks, by id and by username, and nobody else’s', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await ada.do(BLOCK, { id: ben.id });
  const profile = { myBlockedUser: { userId: ben.id, username: 'ben' } };
  assert.deepEqual(await ada.do(PROFILE, { id: ben.id }), profile);
  assert.deepEqual(await ada.do(PROFILE, { username: 'BEN' }), profile);
  assert.deepEqual(await ada.do(PROFILE, { username: 'cleo' }), { myBlockedUser: null });
  assert.deepEqual(await ada.do(PROFILE, { username: 'nobody' }), { myBlockedUser: null });
  assert.deepEqual(await cleo.do(PROFILE, { id: ben.id }), { myBlockedUser: null });
  assert.deepEqual(await ben.do(PROFILE, { id: ada.id }), { myBlockedUser: null });
  for (const keys of [{}, { id: ben.id, username: 'ben' }]) {
    const { errors } = await ada.ask(PROFILE, keys);
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  }
  await ada.do(UNBLOCK, { id: ben.id });
  assert.deepEqual(await ada.do(PROFILE, { id: ben.id }), { myBlockedUser: null });
});

test('a blocked user cannot tell a block from an account that never existed', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await ada.do('mutation { createPost(input: { text: "Hello" }) { errors { code } } }');
  await ben.do(FOLLOW, { id: ada.id });
  await ada.do(BLOCK, { id: ben.id });
  const absent = toGlobalId('user', world.app.services.ids.next());
  const about = (mutation: string) =>
    `mutation ($id: ID!) { ${mutation}(input: { userId: $id }) { errors { code message path } } }`;
  for (const document of [
    ...['followUser', 'unfollowUser', 'removeFollower', 'cancelFollowRequest', 'acceptFollowRequest'].map(
      about,
    ),
    ...['blockUser', 'unblockUser', 'muteUser', 'unmuteUser'].map(about),
    'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { errors { code message path } } }',
    USER,
    'query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } }',
    'query ($id: ID!) { userPosts(userId: $id) { nodes { id } } }',
    'query ($id: ID!) { followers(userId: $id) { nodes { username } } following(userId: $id) { nodes { username } } }',
  ]) {
    const answers = [await ben.ask(document, { id: ada.id }), await ben.ask(document, { id: absent })];
    assert.deepEqual(answers[0], answers[1], document);
  }
  assert.deepEqual(await ben.do('{ feed { nodes { id } } }'), { feed: { nodes: [] } });
});

test('`myBlockedUsers` shows blocked users the same whether or not they block the caller, and no names while they are not active', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const others: Person[] = [];
  for (const name of ['ben', 'cleo', 'dora', 'emil']) others.push(await world.user(name));
  const [ben, cleo, dora, emil] = others as [Person, Person, Person, Person];
  for (const person of others) {
    await ada.do(BLOCK, { id: person.id });
    world.clock.advance('1m');
  }
  const before = await blockedBy(ada);
  assert.deepEqual(
    before.map((blocked: { username: string }) => blocked.username),
    ['emil', 'dora', 'cleo', 'ben'],
  );
  const pair = `('${uuidOf(ben.id)}', '${uuidOf(ada.id)}', now())`;
  await runSql(world.connectionString, `insert into blocks values ${pair}`);
  await runSql(world.connectionString, "update users set state = 'DEACTIVATED' where username = 'cleo'");
  await restrict(world, dora, { kind: 'SUSPENSION', expiresAt: "now() + interval '1 hour'" });
  const nameless = { username: null, displayName: null, avatar: null };
  assert.deepEqual(await blockedBy(ada), [
    before[0],
    { ...before[1], ...nameless },
    { ...before[2], ...nameless },
    before[3],
  ]);
  assert.deepEqual(await ada.do(BLOCK, { id: cleo.id }), {
    blockUser: { blockedUser: { ...before[2], ...nameless }, errors: [] },
  });
  assert.equal((await ada.do(UNBLOCK, { id: emil.id })).unblockUser.userId, emil.id);
  // After an hour the suspension has ended, and ada's access token has expired.
  world.clock.advance('61m');
  const later = await world.signIn(ada);
  assert.deepEqual(await blockedBy(later), [before[1], { ...before[2], ...nameless }, before[3]]);
});
