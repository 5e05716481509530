import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fromGlobalId, toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor, Answer } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const LOGIN = `mutation ($input: LoginInput!) {
  login(input: $input) { accessToken user { id } session { id } errors { code message path } }
}`;
const REFRESH = `mutation ($token: String!) {
  refreshSession(input: { refreshToken: $token }) {
    accessToken refreshToken user { id } session { id } errors { code path }
  }
}`;
const REVOKE = `mutation ($id: ID!) {
  revokeSession(input: { sessionId: $id }) { sessionId errors { code path } }
}`;
const LOGOUT = `mutation ($everywhere: Boolean) {
  logout(input: { everywhere: $everywhere }) { sessionIds errors { code path } }
}`;
const MINE = '{ mySessions { nodes { id platform isCurrent } } }';

async function refreshed(actor: Actor, token: string): Promise<Answer> {
  return actor.ask(REFRESH, { token });
}

/** The refusals of a token whose session has ended. */
async function assertSignedOut(actor: Actor): Promise<void> {
  const { data, errors } = await actor.ask('{ me { id } }');
  assert.deepEqual(data, { me: null });
  assert.deepEqual(
    [errors?.[0]?.extensions.code, errors?.[0]?.extensions['reason']],
    ['UNAUTHENTICATED', 'REVOKED'],
  );
}

async function assertRefreshRefused(world: World, person: Person): Promise<void> {
  const answer = await unchanged(world, () => refreshed(world.anonymous(), person.refreshToken));
  assert.deepEqual(answer.data, { refreshSession: null });
  assert.deepEqual(
    [answer.errors?.[0]?.extensions.code, answer.errors?.[0]?.extensions['reason']],
    ['UNAUTHENTICATED', 'REVOKED'],
  );
}

test('a refresh gives a new access token of the same session, until the session ends', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  world.clock.advance('16m');
  const expired = await ada.ask('{ me { id } }');
  assert.equal(expired.errors?.[0]?.extensions['reason'], 'EXPIRED');

  const { data } = await refreshed(world.anonymous(), ada.refreshToken);
  assert.deepEqual(data.refreshSession.user, { id: ada.id });
  assert.deepEqual(data.refreshSession.session, { id: ada.sessionId });
  assert.notEqual(data.refreshSession.accessToken, ada.token);
  ada.token = data.refreshSession.accessToken;
  assert.deepEqual(await ada.do(MINE), {
    mySessions: { nodes: [{ id: ada.sessionId, platform: 'WEB', isCurrent: true }] },
  });

  assert.deepEqual(await ada.do(LOGOUT), { logout: { sessionIds: [ada.sessionId], errors: [] } });
  await assertSignedOut(ada);
  // The provider accepts the refresh token until it is told that the session has ended.
  await assertRefreshRefused(world, ada);
  await world.runJobs();
  await assertRefreshRefused(world, ada);
  const nonsense = await unchanged(world, () => refreshed(world.anonymous(), 'a\0b'));
  assert.equal(nonsense.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  assert.deepEqual(await emittedNames(world), ['session.revoked']);
});

test('`logout` ends the current session, or all sessions', async (t) => {
  const world = await testWorld(t);
  const phone = await world.user('ada');
  const laptop = await world.signIn(phone);
  const tablet = await world.signIn(phone);
  const ben = await world.user('ben');

  await laptop.do(LOGOUT);
  await assertSignedOut(laptop);
  assert.deepEqual(await phone.do(MINE), {
    mySessions: {
      nodes: [
        { id: tablet.sessionId, platform: 'IOS', isCurrent: false },
        { id: phone.sessionId, platform: 'WEB', isCurrent: true },
      ],
    },
  });

  const { logout } = await phone.do(LOGOUT, { everywhere: true });
  assert.deepEqual(logout.sessionIds.toSorted(), [phone.sessionId, tablet.sessionId].toSorted());
  await assertSignedOut(phone);
  await assertSignedOut(tablet);
  await assertRefreshRefused(world, tablet);
  assert.deepEqual(await ben.do('{ me { user { id } } }'), { me: { user: { id: ben.id } } });
  assert.deepEqual(await emittedNames(world), [
    'session.newDevice',
    ...Array<string>(3).fill('session.revoked'),
  ]);
  // A new sign-in creates a new session.
  const again = await world.signIn(phone);
  assert.deepEqual(await again.do(MINE), {
    mySessions: { nodes: [{ id: again.sessionId, platform: 'IOS', isCurrent: true }] },
  });
});

test('only its owner can revoke a session, and its socket closes', async (t) => {
  const world = await testWorld(t);
  const phone = await world.user('ada');
  const laptop = await world.signIn(phone);
  const ben = await world.user('ben');
  const unknown = toGlobalId('session', world.app.services.ids.next());

  for (const id of [phone.sessionId, unknown]) {
    assert.deepEqual(await refused(world, ben, REVOKE, { id }), [{ code: 'NOT_FOUND', path: ['sessionId'] }]);
  }
  const malformed = await unchanged(world, () => ben.ask(REVOKE, { id: phone.id }));
  assert.equal(malformed.errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  assert.deepEqual(await ben.do('query ($id: ID!) { node(id: $id) { id } }', { id: phone.sessionId }), {
    node: null,
  });

  const live = await laptop.subscribe('subscription { messageAdded { cursor } }');
  assert.deepEqual(await phone.do(REVOKE, { id: laptop.sessionId }), {
    revokeSession: { sessionId: laptop.sessionId, errors: [] },
  });
  await assertSignedOut(laptop);
  await assertRefreshRefused(world, laptop);
  await assert.rejects(live.next(), { code: 4403 });
  assert.deepEqual(await refused(world, phone, REVOKE, { id: laptop.sessionId }), [
    { code: 'NOT_FOUND', path: ['sessionId'] },
  ]);
  assert.deepEqual(await phone.do(MINE), {
    mySessions: { nodes: [{ id: phone.sessionId, platform: 'WEB', isCurrent: true }] },
  });
});

test('`revokeOtherSessions` keeps the session of the request', async (t) => {
  const world = await testWorld(t);
  const phone = await world.user('ada');
  const laptop = await world.signIn(phone);
  const tablet = await world.signIn(phone);
  const ben = await world.user('ben');
  const live = await laptop.subscribe('subscription { messageAdded { cursor } }');

  const OTHERS = 'mutation { revokeOtherSessions { sessionIds errors { code } } }';
  const { revokeOtherSessions } = await phone.do(OTHERS);
  assert.deepEqual(
    revokeOtherSessions.sessionIds.toSorted(),
    [laptop.sessionId, tablet.sessionId].toSorted(),
  );
  for (const ended of [laptop, tablet]) {
    await assertSignedOut(ended);
    await assertRefreshRefused(world, ended);
  }
  await assert.rejects(live.next(), { code: 4403 });
  assert.deepEqual(await ben.do('{ me { user { id } } }'), { me: { user: { id: ben.id } } });
  assert.deepEqual(await phone.do(OTHERS), { revokeOtherSessions: { sessionIds: [], errors: [] } });
  assert.deepEqual(await phone.do(MINE), {
    mySessions: { nodes: [{ id: phone.sessionId, platform: 'WEB', isCurrent: true }] },
  });
});

test('a sign-in on a device that is new to the account emits one event', async (t) => {
  const world = await testWorld(t);
  const phone = await world.user('ada');
  const signIn = (deviceName: string) =>
    world.anonymous().do(LOGIN, {
      input: { email: phone.email, password: phone.password, device: { platform: 'IOS', deviceName } },
    });
  await world.user('ben');
  assert.deepEqual(await emittedNames(world), []);

  const { login } = await signIn("Ada's tablet");
  await signIn("Ada's tablet");
  assert.deepEqual(await emittedNames(world), ['session.newDevice']);
  const told = {
    userId: fromGlobalId('user', phone.id),
    sessionId: fromGlobalId('session', login.session.id),
  };
  assert.deepEqual(await storedEvents(world, 'session.newDevice'), [['session.newDevice', told]]);
  await refreshed(world.anonymous(), phone.refreshToken);
  assert.deepEqual(await emittedNames(world), ['session.newDevice']);
});

test('a session shows the country that the proxy reports', async (t) => {
  const world = await testWorld(t, { env: { COUNTRY_HEADER: 'CF-IPCountry' } });
  const ada = await world.user('ada');
  const input = { email: ada.email, password: ada.password };
  const countryOf = async (header: Record<string, string>): Promise<string | null> => {
    const { data } = await world
      .anonymous()
      .ask(
        'mutation ($input: LoginInput!) { login(input: $input) { session { country } } }',
        { input },
        header,
      );
    return data.login.session.country;
  };
  assert.equal(await countryOf({ 'cf-ipcountry': 'pt' }), 'PT');
  assert.equal(await countryOf({ 'cf-ipcountry': "'; drop table" }), null);
  assert.equal(await countryOf({ 'x-country': 'PT' }), null);
});

test('a session that is unused for half a year is ended', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  world.clock.advance('100d');
  const ben = await world.user('ben');
  world.clock.advance('79d');
  await runCron(world, 'sessions.endIdle');
  assert.deepEqual(await emittedNames(world), []);
  world.clock.advance('2d');
  await runCron(world, 'sessions.endIdle');
  assert.deepEqual(await emittedNames(world), ['session.revoked']);
  const live = await world.app.services.db
    .selectFrom('sessions')
    .select('user_id')
    .where('revoked_at', 'is', null)
    .execute();
  assert.deepEqual(live, [{ user_id: fromGlobalId('user', ben.id) }]);
  await assertRefreshRefused(world, ada);
});

test('a suspended or deleted user is signed out and cannot sign in', async (t) => {
  const world = await testWorld(t);
  const { db, ids } = world.app.services;
  const ada = await world.user('ada');
  const expiresAt = new Date(world.clock.now().getTime() + 3_600_000);
  await db
    .insertInto('restrictions')
    .values({
      id: ids.next(),
      user_id: fromGlobalId('user', ada.id),
      kind: 'SUSPENSION',
      reason: 'spam',
      created_at: world.clock.now(),
      expires_at: expiresAt,
    })
    .execute();
  const input = { email: ada.email, password: ada.password };
  const document = LOGIN.replace('message', '... on RestrictedError { kind expiresAt }');
  const suspended = {
    code: 'RESTRICTED',
    kind: 'SUSPENSION',
    expiresAt: expiresAt.toISOString(),
    path: null,
  };
  assert.deepEqual(await refused(world, world.anonymous(), document, { input }), [suspended]);
  assert.deepEqual(await refused(world, world.anonymous(), REFRESH, { token: ada.refreshToken }), [
    { code: 'RESTRICTED', path: null },
  ]);
  world.clock.advance('2h');
  await world.signIn(ada);

  await db.updateTable('users').set({ state: 'DELETED' }).execute();
  assert.deepEqual(await refused(world, world.anonymous(), LOGIN.replace('message', ''), { input }), [
    { code: 'INVALID_CREDENTIALS', path: null },
  ]);
  await assertRefreshRefused(world, ada);
  const register = `mutation ($input: RegisterInput!) {
    register(input: $input) { user { id } session { id } errors { code path } }
  }`;
  const comeback = { ...input, username: 'ada', displayName: 'Ada' };
  assert.deepEqual(await refused(world, world.anonymous(), register, { input: comeback }), [
    { code: 'INVALID_CREDENTIALS', path: null },
  ]);
});

test('`sessions` pages through all live sessions, newest first, with the same number of statements at any length', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const PAGE = `query ($first: Int, $after: String) {
    mySessions(first: $first, after: $after) { nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor } }
  }`;
  const one = await world.statementsOf(() => ada.do(PAGE));
  const sessions = [ada.sessionId];
  for (let device = 0; device < 49; device += 1) sessions.unshift(await addedSession(world, ada));
  assert.deepEqual([one, await world.statementsOf(() => ada.do(PAGE, { first: 50 }))], [1, 1]);

  const seen: string[] = [];
  let after: string | null = null;
  for (const size of [20, 20, 10]) {
    const { mySessions }: Awaited<ReturnType<Actor['do']>> = await ada.do(PAGE, { after });
    assert.equal(mySessions.nodes.length, size);
    assert.deepEqual(
      [mySessions.pageInfo.hasNextPage, mySessions.pageInfo.hasPreviousPage],
      [size === 20, after !== null],
    );
    seen.push(...mySessions.nodes.map((session: { id: string }) => session.id));
    after = mySessions.pageInfo.endCursor;
  }
  assert.deepEqual(seen, sessions);
});

/** Inserts another session of a user directly: fifty sign-ins would spend minutes on hashes. */
async function addedSession({ app, clock }: World, person: Person): Promise<string> {
  const { db, ids } = app.services;
  // Ids of one millisecond are in random order.
  await delay(2);
  const id = ids.next();
  const now = clock.now();
  const row = {
    id,
    user_id: fromGlobalId('user', person.id),
    session_key: id,
    platform: 'OTHER' as const,
    ip: '::1',
    user_agent: '',
  };
  await db
    .insertInto('sessions')
    .values({ ...row, created_at: now, last_seen_at: now })
    .execute();
  return toGlobalId('session', id);
}
