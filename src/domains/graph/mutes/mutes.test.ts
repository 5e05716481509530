import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { runSql } from '#test/support/test-server.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const MUTE = `mutation ($id: ID!, $scopes: [MuteScope!], $expiresAt: DateTime) {
  muteUser(input: { userId: $id, scopes: $scopes, expiresAt: $expiresAt }) {
    user { username viewer { mute { scopes expiresAt } } }
    errors { code path ... on ValidationError { constraint limit } }
  }
}`;
const UNMUTE = `mutation ($id: ID!) {
  unmuteUser(input: { userId: $id }) { user { username viewer { isMuting mute { scopes } } } errors { code path } }
}`;
const MUTED = `query ($first: Int, $after: String) {
  myMutedUsers(first: $first, after: $after) {
    nodes { user { username viewer { isMuting mute { scopes } isFollowing } } scopes mutedAt expiresAt }
    edges { cursor } pageInfo { hasNextPage endCursor }
  }
}`;
const USER = `query ($id: ID) {
  user(id: $id) { followerCount followingCount viewer { isFollowing isFollowedBy mute { scopes expiresAt } } }
}`;

const ALL = ['POSTS', 'REPOSTS', 'COMMENTS', 'NOTIFICATIONS'];
const NOT_FOUND = [{ code: 'NOT_FOUND', path: ['userId'] }];

type MutedPage = {
  readonly nodes: readonly { readonly user: { readonly username: string }; readonly mutedAt: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};

const pageOf = async (person: Actor, first = 100, after: string | null = null): Promise<MutedPage> =>
  (await person.do(MUTED, { first, after })).myMutedUsers;
const namesOf = (page: MutedPage): string[] => page.nodes.map(({ user }) => user.username);
const later = (world: World, minutes: number): string =>
  new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();

test('a mute has all or the given scopes, and muting again replaces them', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const muteOf = async (variables: object) =>
    (await ada.do(MUTE, { id: ben.id, ...variables })).muteUser.user.viewer.mute;
  assert.deepEqual(await muteOf({}), { scopes: ALL, expiresAt: null });
  const [first] = (await pageOf(ada)).nodes;
  assert.ok(first);
  const until = later(world, 10);
  world.clock.advance('1m');
  assert.deepEqual(await muteOf({ scopes: ['COMMENTS', 'POSTS', 'COMMENTS'], expiresAt: until }), {
    scopes: ['POSTS', 'COMMENTS'],
    expiresAt: until,
  });
  assert.deepEqual((await pageOf(ada)).nodes, [
    {
      user: {
        username: 'ben',
        viewer: { isMuting: true, mute: { scopes: ['POSTS', 'COMMENTS'] }, isFollowing: false },
      },
      scopes: ['POSTS', 'COMMENTS'],
      mutedAt: first.mutedAt,
      expiresAt: until,
    },
  ]);
  assert.deepEqual(await muteOf({ scopes: null }), { scopes: ALL, expiresAt: null });
  for (let turn = 0; turn < 2; turn += 1) {
    const { user } = (await ada.do(UNMUTE, { id: ben.id })).unmuteUser;
    assert.deepEqual(user, { username: 'ben', viewer: { isMuting: false, mute: null } });
  }
  assert.deepEqual((await pageOf(ada)).nodes, []);
});

test('every change of a mute is told once, with the end that it has, and an unmute of one that is in force', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const until = later(world, 10);
  const mute = (variables: object) => ada.do(MUTE, { id: ben.id, ...variables });
  const unmute = () => ada.do(UNMUTE, { id: ben.id });
  await mute({});
  await unchanged(world, () => mute({ scopes: ALL }));
  await mute({ scopes: ['NOTIFICATIONS', 'POSTS'] });
  await mute({ scopes: ['NOTIFICATIONS', 'POSTS'], expiresAt: until });
  await unchanged(world, () => mute({ scopes: ['POSTS', 'NOTIFICATIONS'], expiresAt: until }));
  await unmute();
  await unchanged(world, unmute);
  await mute({ scopes: ['POSTS'], expiresAt: until });
  world.clock.advance('10m');
  // The row is still there, but mutes nobody.
  await unmute();
  const pair = { muterId: uuidOf(ada.id), mutedId: uuidOf(ben.id) };
  const muted = (scopes: readonly string[], end: string | null) => [
    'user.muted',
    { ...pair, scopes, until: end },
  ];
  assert.deepEqual(await storedEvents(world, 'user.muted', 'user.unmuted'), [
    muted(ALL, null),
    muted(['POSTS', 'NOTIFICATIONS'], null),
    muted(['POSTS', 'NOTIFICATIONS'], until),
    ['user.unmuted', pair],
    muted(['POSTS'], until),
  ]);
  const log = world.app.services.db.selectFrom('event_log').select(['recipients', 'topic']);
  assert.deepEqual(await log.where('name', 'in', ['user.muted', 'user.unmuted']).distinct().execute(), [
    { recipients: [], topic: null },
  ]);
});

test('a mute is invisible to the muted user: no count or follow changes, and no event has a recipient', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  for (const [from, to] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    await from.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
      id: to.id,
    });
  }
  const before = { ofAda: await ben.do(USER, { id: ada.id }), names: await emittedNames(world) };
  await ada.do(MUTE, { id: ben.id });
  assert.deepEqual(await ben.do(USER, { id: ada.id }), before.ofAda);
  assert.deepEqual(await emittedNames(world), [...before.names, 'user.muted']);
  assert.deepEqual((await pageOf(ben)).nodes, []);
  assert.deepEqual(await ada.do(USER, { id: ben.id }), {
    user: {
      followerCount: 1,
      followingCount: 1,
      viewer: { isFollowing: true, isFollowedBy: true, mute: { scopes: ALL, expiresAt: null } },
    },
  });
});

test('a mute expires by itself, can start again afterwards, and its row is deleted a day later', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await ada.do(MUTE, { id: ben.id, expiresAt: later(world, 5) });
  await ada.do(MUTE, { id: cleo.id, scopes: ['POSTS'] });
  const [, first] = (await pageOf(ada)).nodes;
  world.clock.advance('5m');
  assert.deepEqual(namesOf(await pageOf(ada)), ['cleo']);
  assert.equal((await ada.do(USER, { id: ben.id })).user.viewer.mute, null);
  await ada.do(MUTE, { id: ben.id, expiresAt: later(world, 5) });
  const [again] = (await pageOf(ada)).nodes;
  assert.ok(first && again && again.mutedAt > first.mutedAt);
  assert.deepEqual(namesOf(await pageOf(ada)), ['ben', 'cleo']);

  const rows = async () => (await world.app.services.db.selectFrom('mutes').selectAll().execute()).length;
  world.clock.advance('5m');
  world.clock.advance('23h');
  await runCron(world, 'mutes.sweepEnded');
  assert.equal(await rows(), 2);
  world.clock.advance('1h');
  await runCron(world, 'mutes.sweepEnded');
  assert.equal(await rows(), 1);
  assert.deepEqual(namesOf(await pageOf(await world.signIn(ada))), ['cleo']);
});

test('`muteUser` refuses the caller as target, absent and invisible users, no scopes and invalid expiry times', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, gone] = [await world.user('ada'), await world.user('ben'), await world.user('gone')];
  const refusal = (path: string, constraint: string, limit: number | null = null) => [
    { code: 'VALIDATION_FAILED', path: [path], constraint, limit },
  ];
  assert.deepEqual(await refused(world, ada, MUTE, { id: ada.id }), refusal('userId', 'notSelf'));
  assert.deepEqual(
    await refused(world, ada, MUTE, { id: ben.id, scopes: [] }),
    refusal('scopes', 'minLength', 1),
  );
  for (const until of [later(world, -1), world.clock.now().toISOString()]) {
    assert.deepEqual(
      await refused(world, ada, MUTE, { id: ben.id, expiresAt: until }),
      refusal('expiresAt', 'future'),
    );
  }
  const tooLate = new Date(world.clock.now());
  tooLate.setUTCFullYear(tooLate.getUTCFullYear() + 10, tooLate.getUTCMonth(), tooLate.getUTCDate() + 1);
  assert.deepEqual(
    await refused(world, ada, MUTE, { id: ben.id, expiresAt: tooLate.toISOString() }),
    refusal('expiresAt', 'maxYears', 10),
  );

  await ben.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: ada.id,
  });
  await runSql(world.connectionString, "update users set state = 'DEACTIVATED' where username = 'gone'");
  const absent = toGlobalId('user', world.app.services.ids.next());
  for (const id of [ben.id, gone.id, absent]) {
    assert.deepEqual(await refused(world, ada, MUTE, { id }), NOT_FOUND);
    const { unmuteUser } = await unchanged(world, () => ada.do(UNMUTE, { id }));
    assert.deepEqual(unmuteUser, { user: null, errors: [] });
  }
  for (const document of [MUTE, UNMUTE]) {
    const malformed = await unchanged(world, () => ada.ask(document, { id: 'ben' }));
    assert.equal(malformed.errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
    const anonymous = await unchanged(world, () => world.anonymous().ask(document, { id: ben.id }));
    assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  }
});

/** Inserts users whom `muter` mutes, each since another minute. */
async function addMuted(
  { app, clock }: World,
  muter: Person,
  people: { names: readonly string[]; minutes: (index: number) => number },
): Promise<void> {
  const { db, ids } = app.services;
  for (const [index, name] of people.names.entries()) {
    const [id, now] = [ids.next(), clock.now()];
    const times = { created_at: now, updated_at: now };
    const user = { id, provider: 'test', subject: name, username: name, display_name: name, ...times };
    await db.insertInto('users').values(user).execute();
    const created_at = new Date(Date.UTC(2026, 0, 1, 0, people.minutes(index)));
    const mute = { muter_id: uuidOf(muter.id), muted_id: id, scopes: ['POSTS'], created_at };
    await db.insertInto('mutes').values(mute).execute();
  }
}

const named = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}.${index}`);

test('pages of any size make up the whole list of visible muted users while it grows', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await addMuted(world, ada, { names: named('first', 12), minutes: (index) => Math.floor(index / 3) });
  await runSql(world.connectionString, "update users set state = 'DEACTIVATED' where username = 'first.4'");
  const whole = namesOf(await pageOf(ada));
  assert.deepEqual([whole.length, whole.includes('first.4')], [11, false]);
  for (let first = 1; first <= 5; first += 1) {
    const read: string[] = [];
    for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
      const page: MutedPage = await pageOf(ada, first, after);
      assert.equal(page.nodes.length, Math.min(first, 11 - read.length));
      read.push(...namesOf(page));
      ({ hasNextPage, endCursor: after } = page.pageInfo);
      await addMuted(world, ada, { names: [`late.${first}.${read.length}`], minutes: () => 100 + first });
    }
    assert.deepEqual(read, whole, `pages of ${first}`);
    const newest = new Date(Date.UTC(2026, 0, 1, 1));
    await world.app.services.db.deleteFrom('mutes').where('created_at', '>=', newest).execute();
  }
});

test('fifty muted users take as many statements as one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const statements = (count: number): Promise<number> =>
    world.statementsOf(async () => assert.equal((await pageOf(ada, 50)).nodes.length, count));
  await addMuted(world, ada, { names: ['one'], minutes: () => 0 });
  const one = await statements(1);
  await addMuted(world, ada, { names: named('other', 49), minutes: (index) => index });
  // The users, the caller's follows of them, and the caller's mutes of them.
  assert.deepEqual([one, await statements(50)], [3, 3]);
});

test('`myMutedUsers` refuses foreign cursors and lists only the caller’s own mutes', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { mySessions } = await ada.do('{ mySessions { pageInfo { endCursor } } }');
  for (const paging of [
    { first: 0 },
    { first: 101 },
    { after: 'x' },
    { after: mySessions.pageInfo.endCursor },
  ]) {
    const { data, errors } = await ada.ask(MUTED, paging);
    assert.deepEqual([data, errors?.[0]?.extensions.code], [{ myMutedUsers: null }, 'BAD_USER_INPUT']);
  }
  const { errors } = await world.anonymous().ask(MUTED);
  assert.equal(errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
});
