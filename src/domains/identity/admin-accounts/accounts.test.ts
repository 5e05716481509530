import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdminRole } from '#domains/identity/admins/admins.types.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { allRows, columnsMentioning } from '#test/support/all-rows.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { adminStranger, ownAddress, ownAdminId, tryAdminLogin } from '#test/support/people/admin-factors.ts';
import { ROLES } from '#test/support/people/callers.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { casesIn, publishText, report } from '#test/support/trust/reports.ts';
import { testWorld, type World } from '#test/support/world.ts';

const INVITED = { email: 'New@example.com', displayName: 'New', role: 'SUPPORT', reason: 'Hired' };
const NEW_PASSWORD = 'battery horse correct';

const invite = (by: Actor, input: object = {}): Promise<Untyped> =>
  callMutation(by, {
    name: 'adminCreateAdmin',
    payload: 'admin { id role account { invitationExpiresAt } } errors { code path }',
    input: { ...INVITED, ...input },
  });

const accept = (world: World, token: string, password = NEW_PASSWORD): Promise<Untyped> =>
  callMutation(adminStranger(world), {
    name: 'adminAcceptInvitation',
    payload: 'accessToken admin { email role } errors { code path }',
    input: { token, password },
  });

/** The token in the last mail. */
async function mailedToken(world: World): Promise<string> {
  await world.runJobs();
  const mails = await world.app.services.db
    .selectFrom('recorded_mails')
    .select(['recipient', 'text'])
    .orderBy('id', 'desc')
    .execute();
  const { recipient, text } = mails[0] ?? { recipient: '', text: '' };
  assert.equal(recipient, 'new@example.com');
  const [, token] = /accept-invitation#token=([\w-]{43})/.exec(text) ?? [];
  assert.ok(token, text);
  return token;
}

/** The code of the refusal of a change, or OK. */
async function codeOfChange(by: Actor, name: string, input: object): Promise<string> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await by.ask(
    `mutation ($input: ${type}!) { ${name}(input: $input) { errors { code } } }`,
    { input: { reason: 'A test', ...input } },
  );
  return errors?.[0]?.extensions.code ?? data[name].errors[0]?.code ?? 'OK';
}

const REVOKED = { code: 'UNAUTHENTICATED', reason: 'REVOKED' };

async function assertSignedOut(admin: Actor): Promise<void> {
  const { errors } = await admin.ask('{ adminMe { id } }');
  assert.deepEqual(errors?.[0]?.extensions, REVOKED);
}

test('an invited admin chooses a password by the link of the mail, once, and is signed in', async (t) => {
  const world = await testWorld(t, { env: { ADMIN_APP_URL: 'https://admin.example.com' } });
  const owner = await world.admin();
  const { admin, errors } = await invite(owner);
  assert.deepEqual(errors, []);
  assert.equal(
    Math.round((Date.parse(admin.account.invitationExpiresAt) - world.clock.now().getTime()) / 3_600_000),
    72,
  );
  const login = { email: 'new@example.com', password: NEW_PASSWORD };
  assert.equal((await tryAdminLogin(adminStranger(world), login)).errors[0].code, 'INVALID_CREDENTIALS');
  const first = await mailedToken(world);
  assert.deepEqual((await invite(owner, { role: 'ANALYST' })).errors, []);
  const token = await mailedToken(world);
  const stored = columnsMentioning(await allRows(world), [token]);
  assert.deepEqual(stored, ['public.recorded_mails.html', 'public.recorded_mails.text']);
  const refused = [{ code: 'INVALID_CREDENTIALS', path: ['token'] }];
  for (const wrong of [first, '', 'nonsense', 'x'.repeat(100)])
    assert.deepEqual((await accept(world, wrong)).errors, refused);
  assert.equal((await accept(world, token, 'short')).errors[0].code, 'VALIDATION_FAILED');
  const accepted = await Promise.all([1, 2, 3].map(() => accept(world, token)));
  const [done] = accepted.filter((each) => each.errors.length === 0);
  assert.deepEqual(accepted.map((each) => each.errors.length).toSorted(), [0, 1, 1]);
  assert.deepEqual(done.admin, { email: 'new@example.com', role: 'ANALYST' });
  const newcomer = Object.assign(adminStranger(world), { token: done.accessToken });
  assert.equal(await ownAdminId(newcomer), admin.id);
  assert.deepEqual((await tryAdminLogin(adminStranger(world), login)).errors, []);
  assert.deepEqual((await invite(owner)).errors, [{ code: 'CONFLICT', path: ['email'] }]);
  const { adminGetAuditEntries } = await owner.do('{ adminGetAuditEntries { nodes { action } } }');
  assert.deepEqual(
    adminGetAuditEntries.nodes.map(({ action }: Untyped) => action),
    ['adminLogin', 'adminAcceptInvitation', 'adminCreateAdmin', 'adminCreateAdmin', 'adminLogin'],
  );
});

test('an invitation ends after three days, and with the account of whoever has sent it', async (t) => {
  const world = await testWorld(t, { env: { ADMIN_APP_URL: 'https://admin.example.com' } });
  await invite(await world.admin());
  const late = await mailedToken(world);
  world.clock.advance('73h');
  assert.equal((await accept(world, late)).errors[0].code, 'INVALID_CREDENTIALS');
  const [owner, admin] = [await world.admin(), await world.admin({ role: 'ADMIN' })];
  assert.deepEqual((await invite(admin)).errors, []);
  const token = await mailedToken(world);
  const input = { adminId: await ownAdminId(admin) };
  assert.equal(await codeOfChange(owner, 'adminDisableAdmin', input), 'OK');
  assert.equal((await accept(world, token)).errors[0].code, 'INVALID_CREDENTIALS');
});

test('an owner manages all others, an ADMIN those of other roles, and nobody themselves', async (t) => {
  const world = await testWorld(t);
  const ids: Partial<Record<AdminRole, string>> = {};
  for (const role of ROLES) ids[role] = await ownAdminId(await world.admin({ role }));
  for (const role of ROLES) {
    const by = await world.admin({ role });
    const found: string[] = [];
    for (const target of ROLES) {
      for (const name of ['adminUpdateAdmin', 'adminDisableAdmin', 'adminEnableAdmin', 'adminResetTotp'])
        found.push(`${target} ${await codeOfChange(by, name, { adminId: ids[target] })}`);
    }
    const isManaged = (target: AdminRole): boolean =>
      role === 'OWNER' || (role === 'ADMIN' && target !== 'OWNER' && target !== 'ADMIN');
    const due = ROLES.flatMap((target) =>
      Array<string>(4).fill(`${target} ${isManaged(target) ? 'OK' : 'FORBIDDEN'}`),
    );
    assert.deepEqual(found, due, role);
    const own = { adminId: await ownAdminId(by) };
    for (const name of ['adminUpdateAdmin', 'adminDisableAdmin', 'adminResetTotp'])
      assert.equal(await codeOfChange(by, name, own), 'FORBIDDEN');
  }
  const admin = await world.admin({ role: 'ADMIN' });
  for (const role of ['OWNER', 'ADMIN']) {
    assert.equal(await codeOfChange(admin, 'adminUpdateAdmin', { adminId: ids.SUPPORT, role }), 'FORBIDDEN');
    assert.equal(await codeOfChange(admin, 'adminCreateAdmin', { ...INVITED, role }), 'FORBIDDEN');
  }
  const left = await world.app.services.db
    .selectFrom('admins')
    .select('id')
    .where('disabled_at', 'is not', null)
    .execute();
  assert.deepEqual(left, []);
});

test('of owners who disable each other at once one stays', async (t) => {
  const world = await testWorld(t);
  for (let round = 0; round < 5; round += 1) {
    const owners = [await world.admin(), await world.admin()] as const;
    const ids = [await ownAdminId(owners[0]), await ownAdminId(owners[1])] as const;
    const [name, change] = round % 2 ? ['adminUpdateAdmin', { role: 'SUPPORT' }] : ['adminDisableAdmin', {}];
    const codes = await Promise.all([
      codeOfChange(owners[0], name, { adminId: ids[1], ...change }),
      codeOfChange(owners[1], name, { adminId: ids[0], ...change }),
    ]);
    assert.equal(codes.filter((code) => code === 'OK').length, 1, codes.join());
    const { adminGetAdmins } = await owners[codes.indexOf('OK')]!.do(
      '{ adminGetAdmins(role: OWNER) { nodes { id account { disabledAt } } } }',
    );
    const enabled = adminGetAdmins.nodes.filter(
      ({ id, account }: Untyped) => ids.includes(id) && account.disabledAt === null,
    );
    assert.equal(enabled.length, 1);
  }
});

test('another role holds from the next request on; a disabled admin is signed out, and cases of both go back to others', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  for (let count = 0; count < 2; count += 1)
    await report(ben, { postId: await publishText(ada, `Post ${count}`) });
  const owner = await world.admin();
  const [lowered, disabled] = [
    await world.admin({ role: 'MODERATOR' }),
    await world.admin({ role: 'MODERATOR' }),
  ];
  for (const by of [lowered, disabled])
    await callMutation(by, {
      name: 'adminClaimNextCase',
      payload: 'case { id } errors { code }',
      input: { queue: 'GENERAL' },
    });
  assert.equal((await casesIn(owner, { state: 'ASSIGNED' })).length, 2);
  const loweredId = await ownAdminId(lowered);
  const disabledId = await ownAdminId(disabled);
  const email = await ownAddress(disabled);
  const input = { adminId: loweredId, displayName: 'Analyst' };
  assert.equal(await codeOfChange(owner, 'adminUpdateAdmin', input), 'OK');
  await world.runJobs();
  assert.equal((await casesIn(owner, { state: 'ASSIGNED' })).length, 2);
  assert.equal(await codeOfChange(owner, 'adminUpdateAdmin', { adminId: loweredId, role: 'ANALYST' }), 'OK');
  const users = await lowered.ask('{ adminGetUsers { nodes { id } } }');
  assert.equal(users.errors?.[0]?.extensions.code, 'FORBIDDEN');
  assert.equal(await codeOfChange(owner, 'adminDisableAdmin', { adminId: disabledId }), 'OK');
  await assertSignedOut(disabled);
  assert.equal((await tryAdminLogin(adminStranger(world), { email })).errors[0].code, 'INVALID_CREDENTIALS');
  await world.runJobs();
  assert.equal((await casesIn(owner)).length, 2);
  assert.equal(await codeOfChange(owner, 'adminEnableAdmin', { adminId: disabledId }), 'OK');
  await assertSignedOut(disabled);
  assert.deepEqual((await tryAdminLogin(adminStranger(world), { email })).errors, []);
});

const SESSIONS = `query ($adminId: ID) { adminGetAdminSessions(adminId: $adminId) {
  nodes { id adminId ipAddress isCurrent revokedAt } } }`;

test('admins see and end their own sessions, and owners those of others; a new password ends all but this one', async (t) => {
  const world = await testWorld(t);
  const [owner, support] = [await world.admin(), await world.admin({ role: 'SUPPORT' })];
  const email = await ownAddress(support);
  const laptop = adminStranger(world);
  const signIn = async (by: Actor, password?: string): Promise<void> => {
    by.token = (await tryAdminLogin(by, { email, ...(password && { password }) })).accessToken;
  };
  await signIn(laptop);
  const adminId = await ownAdminId(support);
  const { adminGetAdminSessions: own } = await support.do(SESSIONS);
  assert.deepEqual(
    own.nodes.map(({ id: _id, ...session }: Untyped) => session),
    [
      { adminId, ipAddress: laptop.ip, isCurrent: false, revokedAt: null },
      { adminId, ipAddress: support.ip, isCurrent: true, revokedAt: null },
    ],
  );
  const ownerId = await ownAdminId(owner);
  const foreign = await support.ask(SESSIONS, { adminId: ownerId });
  assert.equal(foreign.errors?.[0]?.extensions.code, 'FORBIDDEN');
  const { adminGetAdminSessions: ofOwner } = await owner.do(SESSIONS);
  const end = (by: Actor, sessionId: string) => codeOfChange(by, 'adminRevokeAdminSession', { sessionId });
  assert.equal(await end(support, ofOwner.nodes[0].id), 'NOT_FOUND');
  const admin = await world.admin({ role: 'ADMIN' });
  assert.equal(await end(admin, ofOwner.nodes[0].id), 'FORBIDDEN');
  assert.equal(await end(support, own.nodes[0].id), 'OK');
  await assertSignedOut(laptop);
  await signIn(laptop);
  const { adminGetAdminSessions: ofSupport } = await owner.do(SESSIONS, { adminId });
  assert.equal(ofSupport.nodes.length, 3);
  assert.equal(await end(admin, ofSupport.nodes[0].id), 'OK');
  await assertSignedOut(laptop);
  await signIn(laptop);
  const CHANGE = { name: 'adminChangePassword', payload: 'endedSessionCount errors { code path }' };
  const change = (currentPassword: string, newPassword: string) =>
    callMutation(support, { ...CHANGE, input: { currentPassword, newPassword } });
  assert.equal((await change('wrong', NEW_PASSWORD)).errors[0].code, 'INVALID_CREDENTIALS');
  assert.deepEqual((await change('wrong', 'short')).errors, [
    { code: 'VALIDATION_FAILED', path: ['newPassword'] },
  ]);
  const changed = await change('correct horse battery', NEW_PASSWORD);
  assert.deepEqual(changed, { endedSessionCount: 1, errors: [] });
  await assertSignedOut(laptop);
  assert.equal(await ownAdminId(support), adminId);
  assert.equal((await tryAdminLogin(adminStranger(world), { email })).errors[0].code, 'INVALID_CREDENTIALS');
  await signIn(laptop, NEW_PASSWORD);
  assert.equal(await ownAdminId(laptop), adminId);
});

test('sessions of admins are kept ninety days after their end', async (t) => {
  const world = await testWorld(t);
  const ended = await world.admin();
  await ended.do('mutation { adminLogout { errors { code } } }');
  await world.admin();
  const count = async (): Promise<number> => {
    await runCron(world, 'admins.sweepSessions');
    return (await world.app.services.db.selectFrom('admin_sessions').select('id').execute()).length;
  };
  world.clock.advance('89d');
  assert.equal(await count(), 2);
  world.clock.advance('2d');
  assert.equal(await count(), 1);
  world.clock.advance('7d');
  assert.equal(await count(), 0);
});
