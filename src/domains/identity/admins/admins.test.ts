import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromGlobalId, toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { createActor } from '#test/support/actor.ts';
import { otherProcess } from '#test/support/people/token-probing.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld, type World } from '#test/support/world.ts';
import { createAdminByCommand } from './admins.service.ts';

const PASSWORD = 'correct horse battery';
const LOGIN = `mutation ($email: String!, $password: String!) {
  adminLogin(input: { email: $email, password: $password }) {
    accessToken refreshToken admin { id email role permissions } errors { code message path } } }`;
const REFRESH = `mutation ($token: String!) {
  adminRefreshSession(input: { refreshToken: $token }) { accessToken refreshToken errors { code } } }`;

const LOGOUT = 'mutation { adminLogout { sessionId errors { code } } }';

const strangerIn = (world: World): Actor =>
  createActor(world.adminUrl, { token: null, onEnd: () => undefined });

async function emailOf(admin: Actor): Promise<string> {
  return (await admin.do('{ adminMe { email } }')).adminMe.email;
}

test('an admin signs in by e-mail address in any case and password, and gets the permissions of the role', async (t) => {
  const world = await testWorld(t);
  const email = await emailOf(await world.admin({ role: 'SUPPORT' }));
  const { adminLogin } = await strangerIn(world).do(LOGIN, {
    email: ` ${email.toUpperCase()} `,
    password: PASSWORD,
  });
  const { role, permissions } = adminLogin.admin;
  assert.deepEqual(
    { email: adminLogin.admin.email, role, permissions },
    {
      email,
      role: 'SUPPORT',
      permissions: ['USERS_READ', 'NOTIFICATIONS_READ'],
    },
  );
});

test('a wrong password, an unknown address, a disabled admin and nonsense get the same refusal', async (t) => {
  const world = await testWorld(t);
  const email = await emailOf(await world.admin());
  const disabled = await emailOf(await world.admin());
  await runSql(world.connectionString, `update admins set disabled_at = now() where email = '${disabled}'`);
  const attempts = [
    { email, password: 'wrong' },
    { email: 'nobody@example.com', password: PASSWORD },
    { email: disabled, password: PASSWORD },
    { email: 'nonsense', password: PASSWORD },
    { email: '\u0000', password: PASSWORD },
    { email: `${'a'.repeat(300)}@example.com`, password: PASSWORD },
  ];
  for (const attempt of attempts) {
    const { data } = await strangerIn(world).ask(LOGIN, attempt);
    assert.deepEqual(data.adminLogin, {
      accessToken: null,
      refreshToken: null,
      admin: null,
      errors: [
        {
          code: 'INVALID_CREDENTIALS',
          message: 'The e-mail address or the password does not match.',
          path: null,
        },
      ],
    });
  }
});

test('a refresh token that is sent several times at once has one successor; used after the grace, it ends the session', async (t) => {
  const world = await testWorld(t);
  const email = await emailOf(await world.admin());
  const [stranger, laptop] = [strangerIn(world), strangerIn(world)];
  const { adminLogin } = await stranger.do(LOGIN, { email, password: PASSWORD });
  laptop.token = (await laptop.do(LOGIN, { email, password: PASSWORD })).adminLogin.accessToken;
  const token = adminLogin.refreshToken;
  const answers = await Promise.all([1, 2, 3].map(() => stranger.do(REFRESH, { token })));
  const successors = answers.map(({ adminRefreshSession }) => adminRefreshSession.refreshToken);
  assert.equal(new Set(successors.map((each: string) => each.split('.')[0])).size, 1);
  stranger.token = answers[0].adminRefreshSession.accessToken;
  assert.equal(await emailOf(stranger), email);

  world.clock.advance(10_001);
  for (const used of [token, successors[0]]) {
    const { errors } = await stranger.ask(REFRESH, { token: used });
    assert.deepEqual(errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
  }
  const ended = await stranger.ask('{ adminMe { email } }');
  assert.deepEqual(ended.errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
  assert.equal(await emailOf(laptop), email);
});

test("an admin's refresh token that is sent at once to two processes has one successor, and used late at the other one it ends the session at both", async (t) => {
  const world = await testWorld(t);
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const url = await otherProcess(world, {}, (end) => ends.push(end));
  const here = strangerIn(world);
  const elsewhere = createActor(url.replace('/web/', '/admin/'), {
    token: null,
    onEnd: (end) => ends.push(end),
  });
  const email = await emailOf(await world.admin());
  const { adminLogin } = await here.do(LOGIN, { email, password: PASSWORD });
  const token = adminLogin.refreshToken;
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => (index % 2 ? here : elsewhere).do(REFRESH, { token })),
  );
  const successors: string[] = answers.map(({ adminRefreshSession }) => adminRefreshSession.refreshToken);
  assert.equal(new Set(successors.map((each) => each.split('.')[0])).size, 1);
  assert.notEqual(successors[0]?.split('.')[0], token.split('.')[0]);

  world.clock.advance(10_001);
  const late = await elsewhere.ask(REFRESH, { token });
  assert.deepEqual(late.errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
  for (const at of [here, elsewhere]) {
    at.token = answers[0].adminRefreshSession.accessToken;
    const { errors } = await at.ask('{ adminMe { email } }');
    assert.deepEqual(errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
    const next = await at.ask(REFRESH, { token: successors[0] });
    assert.deepEqual(next.errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
  }
});

test('an admin session ends a week after the sign-in, refreshed or not', async (t) => {
  const world = await testWorld(t);
  const email = await emailOf(await world.admin());
  const stranger = strangerIn(world);
  const { adminLogin } = await stranger.do(LOGIN, { email, password: PASSWORD });
  world.clock.advance('6d');
  const { adminRefreshSession } = await stranger.do(REFRESH, { token: adminLogin.refreshToken });
  world.clock.advance('25h');
  const late = await stranger.ask(REFRESH, { token: adminRefreshSession.refreshToken });
  assert.deepEqual(late.errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'EXPIRED' });
});

test('an admin who signs out is refused with both tokens of the session; other sessions go on', async (t) => {
  const world = await testWorld(t);
  const email = await emailOf(await world.admin({ role: 'ANALYST' }));
  const [desk, laptop] = [strangerIn(world), strangerIn(world)];
  laptop.token = (await laptop.do(LOGIN, { email, password: PASSWORD })).adminLogin.accessToken;
  const { adminLogin } = await desk.do(LOGIN, { email, password: PASSWORD });
  desk.token = adminLogin.accessToken;

  const { adminLogout } = await desk.do(LOGOUT);
  assert.deepEqual(adminLogout.errors, []);
  const { sid } = JSON.parse(atob(adminLogin.accessToken.split('.')[1]));
  assert.equal(fromGlobalId('adminsession', adminLogout.sessionId), sid);
  const refusals = [
    await desk.ask('{ adminMe { email } }'),
    await desk.ask(LOGOUT),
    await strangerIn(world).ask(REFRESH, { token: adminLogin.refreshToken }),
  ];
  for (const { errors } of refusals)
    assert.deepEqual(errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
  assert.equal(await emailOf(laptop), email);
});

test('user accounts are found by prefix of username or e-mail address and by state; wildcards are escaped', async (t) => {
  const world = await testWorld(t);
  for (const name of ['ada', 'adam', 'ben_', 'benx']) await world.user(name);
  await runSql(world.connectionString, "update users set state = 'DEACTIVATED' where username = 'adam'");
  const admin = await world.admin();
  const found = async (variables: Readonly<Record<string, unknown>>): Promise<string[]> => {
    const document = `query ($search: String, $state: AccountState) {
      adminGetUsers(search: $search, state: $state) { nodes { username } } }`;
    const { adminGetUsers } = await admin.do(document, variables);
    return adminGetUsers.nodes.map((node: { username: string }) => node.username);
  };
  assert.deepEqual(await found({}), ['benx', 'ben_', 'adam', 'ada']);
  assert.deepEqual(await found({ search: ' ADA' }), ['adam', 'ada']);
  assert.deepEqual(await found({ search: 'ada@ex' }), ['ada']);
  assert.deepEqual(await found({ search: 'ada', state: 'DEACTIVATED' }), ['adam']);
  assert.deepEqual(await found({ search: 'ben_' }), ['ben_']);
  assert.deepEqual(await found({ search: '%' }), []);
  assert.deepEqual(await found({ search: '  ' }), ['benx', 'ben_', 'adam', 'ada']);
  for (const search of ['\u0000', 'a'.repeat(255), '\ud800']) {
    const { errors } = await admin.ask('query ($x: String) { adminGetUsers(search: $x) { nodes { id } } }', {
      x: search,
    });
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  }
});

test('an admin whom a command of the server has made is in the audit log, by no admin', async (t) => {
  const world = await testWorld(t);
  const owner = await world.admin();
  const { id } = await createAdminByCommand(world.app.services, {
    email: 'made@plaza.example',
    displayName: 'Made',
    password: PASSWORD,
    role: 'FINANCE',
    reason: 'Command admin:create',
  });
  const { adminGetAuditEntries } = await owner.do(
    `query ($id: ID) { adminGetAuditEntries(subjectId: $id) {
      nodes { action admin { id } reason before after } } }`,
    { id: toGlobalId('admin', id) },
  );
  assert.deepEqual(adminGetAuditEntries.nodes, [
    {
      action: 'adminCreateAdmin',
      admin: null,
      reason: 'Command admin:create',
      before: null,
      after: { displayName: 'Made', role: 'FINANCE' },
    },
  ]);
});
