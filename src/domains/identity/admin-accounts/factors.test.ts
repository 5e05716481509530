import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE_FAILURES } from '../admin-factors/admin-factors.service.ts';
import type { Actor } from '#test/support/actor.ts';
import { allRows, columnsMentioning } from '#test/support/all-rows.ts';
import {
  ADMIN_PASSWORD,
  adminStranger,
  codeOf,
  enrol,
  outcomeOf,
  ownAddress,
  ownAdminId,
  tryAdminLogin,
} from '#test/support/people/admin-factors.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { testWorld, type World } from '#test/support/world.ts';

const reset = (by: Actor, adminId: string) =>
  by.ask(
    'mutation ($id: ID!) { adminResetTotp(input: { adminId: $id, reason: "Lost" }) { admin { id } errors { code } } }',
    { id: adminId },
  );

const sessionsOf = async ({ app }: World): Promise<number> =>
  (await app.services.db.selectFrom('admin_sessions').select('id').execute()).length;

test('an admin with a second factor signs in by a code, each once, also that of the step before and after', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const admin = await world.admin();
  const email = await ownAddress(admin);
  const { secret, uri } = await enrol(world, admin);
  assert.match(uri, new RegExp(`^otpauth://totp/Plaza%20admin:.*\\?secret=${secret}&issuer=Plaza%20admin$`));
  const attempt = (code?: string) => outcomeOf(adminStranger(world), { email, ...(code && { code }) });
  const asked = await tryAdminLogin(adminStranger(world), { email });
  assert.deepEqual(asked, { needsCode: true, accessToken: null, deviceToken: null, errors: [] });
  assert.equal(await attempt('000000'), 'INVALID_CREDENTIALS');
  // The enrolment has taken the code of the step before.
  assert.equal(await attempt(codeOf(world, secret, -1)), 'INVALID_CREDENTIALS');
  assert.equal(await attempt(codeOf(world, secret)), 'OK');
  assert.equal(await attempt(codeOf(world, secret)), 'INVALID_CREDENTIALS');
  world.clock.advance('90s');
  const early = codeOf(world, secret, -1);
  assert.equal(await attempt(codeOf(world, secret, -2)), 'INVALID_CREDENTIALS');
  assert.equal(await attempt(early), 'OK');
  assert.equal(await attempt(early), 'INVALID_CREDENTIALS');
  assert.equal(await attempt(codeOf(world, secret, 1)), 'OK');
  // Later codes have been taken.
  assert.equal(await attempt(codeOf(world, secret)), 'INVALID_CREDENTIALS');
  assert.equal(
    await outcomeOf(adminStranger(world), { email, password: 'wrong', code: codeOf(world, secret, 2) }),
    'INVALID_CREDENTIALS',
  );
});

test('fifty sign-ins with the same code at once open one session; so do twenty with the same recovery code', async (t) => {
  // On a busy machine the wait of a second and fifty passwords could pass the usual 10 s.
  const world = await testWorld(t, { env: { LIMIT_OPERATION_TIMEOUT_MS: '120000' } });
  const admin = await world.admin();
  const email = await ownAddress(admin);
  const { secret, recoveryCodes } = await enrol(world, admin);
  const [recoveryCode = '', another = ''] = recoveryCodes;
  for (const [count, given] of [
    [50, { code: codeOf(world, secret, 1) }],
    [20, { recoveryCode }],
  ] as const) {
    const before = await sessionsOf(world);
    const outcomes = await Promise.all(
      Array.from({ length: count }, () => outcomeOf(adminStranger(world), { email, ...given })),
    );
    assert.equal((await sessionsOf(world)) - before, 1);
    const countOf = (due: string): number => outcomes.filter((outcome) => outcome === due).length;
    assert.equal(countOf('OK'), 1);
    // Ten codes are tried in a day; recovery codes are not counted for the account.
    const limited = 'code' in given ? count - 1 - CODE_FAILURES.points : 0;
    assert.deepEqual(
      { refused: countOf('INVALID_CREDENTIALS'), limited: countOf('RATE_LIMITED') },
      { refused: count - 1 - limited, limited },
    );
  }
  assert.equal(await outcomeOf(adminStranger(world), { email, recoveryCode }), 'INVALID_CREDENTIALS');
  const typed = another.toLowerCase().replaceAll('-', ' ');
  assert.equal(await outcomeOf(adminStranger(world), { email, recoveryCode: typed }), 'OK');
});

test('who has the password tries ten codes a day, from however many networks, and keeps the admin from no known device', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const email = await ownAddress(admin);
  const { secret, recoveryCodes } = await enrol(world, admin);
  const { deviceToken } = await tryAdminLogin(adminStranger(world), { email, code: codeOf(world, secret) });
  assert.ok(deviceToken);
  // Asking without a code counts as a wrong password.
  const home = adminStranger(world);
  for (let count = 0; count < 5; count += 1) assert.equal(await outcomeOf(home, { email }), 'NEEDS_CODE');
  assert.equal(await outcomeOf(home, { email }), 'RATE_LIMITED');
  world.clock.advance('1h');
  const outcomes: string[] = [];
  for (let count = 0; count < 11; count += 1) {
    if (count % 5 === 0) world.clock.advance('1h');
    outcomes.push(await outcomeOf(adminStranger(world), { email, code: '000000' }));
  }
  assert.deepEqual(outcomes, [...Array<string>(10).fill('INVALID_CREDENTIALS'), 'RATE_LIMITED']);
  const code = codeOf(world, secret);
  assert.equal(await outcomeOf(adminStranger(world), { email, code }), 'RATE_LIMITED');
  assert.equal(await outcomeOf(adminStranger(world), { email, code, deviceToken }), 'OK');
  assert.equal(await outcomeOf(adminStranger(world), { email, recoveryCode: recoveryCodes[0] ?? '' }), 'OK');
  world.clock.advance('25h');
  assert.equal(await outcomeOf(adminStranger(world), { email, code: codeOf(world, secret) }), 'OK');
});

test('where a second factor is required, an admin without one enrols it and does nothing before', async (t) => {
  const world = await testWorld(t, { env: { ADMIN_TOTP: 'required' } });
  const admin = await world.admin();
  const users = () => admin.ask('{ adminGetUsers { nodes { id } } }');
  const { data, errors } = await users();
  assert.deepEqual(
    [data, errors?.[0]?.extensions],
    [{ adminGetUsers: null }, { code: 'FORBIDDEN', reason: 'SECOND_FACTOR_REQUIRED' }],
  );
  const ME = '{ adminMe { account { hasSecondFactor needsSecondFactor recoveryCodeCount } } }';
  assert.deepEqual((await admin.do(ME)).adminMe.account, {
    hasSecondFactor: false,
    needsSecondFactor: true,
    recoveryCodeCount: 0,
  });
  const other = adminStranger(world);
  const input = { email: await ownAddress(admin), password: ADMIN_PASSWORD };
  const { adminLogin } = await other.do(
    `mutation ($input: AdminLoginInput!) { adminLogin(input: $input) {
      accessToken refreshToken admin { account { needsSecondFactor } } errors { code } } }`,
    { input },
  );
  // The next request would be too late to ask for a second factor.
  const needing = { account: { needsSecondFactor: true } };
  assert.deepEqual(adminLogin.admin, needing);
  const { adminRefreshSession } = await other.do(
    `mutation ($token: String!) { adminRefreshSession(input: { refreshToken: $token }) {
      accessToken admin { account { needsSecondFactor } } errors { code } } }`,
    { token: adminLogin.refreshToken },
  );
  assert.deepEqual(adminRefreshSession.admin, needing);
  other.token = adminRefreshSession.accessToken;
  await enrol(world, admin);
  assert.deepEqual((await users()).errors, undefined);
  assert.deepEqual((await admin.do(ME)).adminMe.account, {
    hasSecondFactor: true,
    needsSecondFactor: false,
    recoveryCodeCount: 10,
  });
  // The password alone had opened it.
  const ended = await other.ask('{ adminMe { id } }');
  assert.deepEqual(ended.errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
});

test('another app takes the place of the one before once its first code is there, and recovery codes are replaced', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const email = await ownAddress(admin);
  const { secret, recoveryCodes } = await enrol(world, admin);
  const { adminEnrollTotp } = await admin.do('mutation { adminEnrollTotp { secret errors { code } } }');
  const CONFIRM = { name: 'adminConfirmTotp', payload: 'recoveryCodes errors { code }' };
  const wrong = await callMutation(admin, { ...CONFIRM, input: { code: codeOf(world, secret) } });
  assert.equal(wrong.errors[0].code, 'INVALID_CREDENTIALS');
  assert.equal(await outcomeOf(adminStranger(world), { email, code: codeOf(world, secret) }), 'OK');
  world.clock.advance('14m');
  const confirmed = await callMutation(admin, {
    ...CONFIRM,
    input: { code: codeOf(world, adminEnrollTotp.secret) },
  });
  assert.deepEqual(confirmed.errors, []);
  const later = { secret: adminEnrollTotp.secret, email };
  assert.equal(
    await outcomeOf(adminStranger(world), { email, code: codeOf(world, secret, 1) }),
    'INVALID_CREDENTIALS',
  );
  assert.equal(
    await outcomeOf(adminStranger(world), { email, recoveryCode: recoveryCodes[0] ?? '' }),
    'INVALID_CREDENTIALS',
  );
  const made = await callMutation(admin, {
    name: 'adminRegenerateRecoveryCodes',
    payload: 'recoveryCodes errors { code }',
    input: { code: codeOf(world, later.secret, 1) },
  });
  assert.equal(new Set([...made.recoveryCodes, ...confirmed.recoveryCodes]).size, 20);
  for (const [recoveryCode, due] of [
    [confirmed.recoveryCodes[0], 'INVALID_CREDENTIALS'],
    [made.recoveryCodes[0], 'OK'],
  ] as const)
    assert.equal(await outcomeOf(adminStranger(world), { email, recoveryCode }), due);
});

test('a lost factor is taken by a higher rank alone; sessions end, and the admin enrols another one first', async (t) => {
  const world = await testWorld(t);
  const [owner, admin, moderator] = [
    await world.admin(),
    await world.admin({ role: 'ADMIN' }),
    await world.admin({ role: 'MODERATOR' }),
  ];
  const email = await ownAddress(admin);
  const id = await ownAdminId(admin);
  await enrol(world, admin);
  for (const [by, target] of [
    [moderator, id],
    [admin, id],
    [admin, await ownAdminId(owner)],
  ] as const)
    assert.equal((await reset(by, target)).errors?.[0]?.extensions.code, 'FORBIDDEN');
  assert.deepEqual((await reset(owner, id)).data.adminResetTotp, { admin: { id }, errors: [] });
  const ended = await admin.ask('{ adminMe { id } }');
  assert.deepEqual(ended.errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
  const again = adminStranger(world);
  again.token = (await tryAdminLogin(again, { email })).accessToken;
  const refused = await again.ask('{ adminGetUsers { nodes { id } } }');
  assert.deepEqual(refused.errors?.[0]?.extensions, { code: 'FORBIDDEN', reason: 'SECOND_FACTOR_REQUIRED' });
  await enrol(world, again);
  assert.equal((await again.ask('{ adminGetUsers { nodes { id } } }')).errors, undefined);
});

test('no column of the database has a secret of a second factor, a code or a recovery code', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const email = await ownAddress(admin);
  const { adminEnrollTotp: pending } = await admin.do('mutation { adminEnrollTotp { secret } }');
  const { secret, recoveryCodes } = await enrol(world, admin);
  const code = codeOf(world, secret);
  assert.equal(await outcomeOf(adminStranger(world), { email, code }), 'OK');
  await admin.do('mutation { adminEnrollTotp { secret } }');
  const [used = ''] = recoveryCodes;
  assert.equal(await outcomeOf(adminStranger(world), { email, recoveryCode: used }), 'OK');
  const hex = (text: string): string => Buffer.from(text).toString('hex');
  const plain = [
    pending.secret,
    secret,
    ...recoveryCodes,
    ...recoveryCodes.map((each) => each.replaceAll('-', '')),
  ];
  const marks = plain.flatMap((text) => [text, text.toLowerCase(), hex(text)]);
  assert.deepEqual(columnsMentioning(await allRows(world), marks), []);
  const texts = (await allRows(world)).filter(({ table }) => /admin_(totp|recovery_codes)$/.test(table));
  assert.equal(texts.length, 11);
  assert.ok(!texts.some(({ line }) => line.includes(`"${code}"`)));
});

test('acts that cannot be undone need a proof of the last five minutes: a code, or the password without a factor', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const ada = await world.user('ada');
  const remove = () =>
    callMutation(admin, {
      name: 'adminDeleteUser',
      payload: 'deletionDueAt errors { code }',
      input: { userId: ada.id, reason: 'Law' },
    });
  const give = () =>
    callMutation(admin, {
      name: 'adminAdjustCoins',
      payload: 'adjustment { state } errors { code }',
      input: { userId: ada.id, amountCoins: 20_000, reason: 'Prize', idempotencyKey: 'one' },
    });
  const others = [
    ['adminCreateAdmin', { email: 'new@example.com', displayName: 'New', role: 'SUPPORT', reason: 'Hired' }],
    ['adminRecordPayout', { userId: ada.id, amountCoins: 1, reference: 'one', idempotencyKey: 'two' }],
  ] as const;
  const prove = (input: Readonly<Record<string, string>>) =>
    callMutation(admin, { name: 'adminProveIdentity', payload: 'provedAt errors { code path }', input });
  world.clock.advance('301s');
  assert.equal((await remove()).errors[0].code, 'PROOF_REQUIRED');
  assert.equal((await give()).errors[0].code, 'PROOF_REQUIRED');
  for (const [name, input] of others)
    assert.equal(
      (await callMutation(admin, { name, payload: 'errors { code }', input })).errors[0].code,
      'PROOF_REQUIRED',
    );
  assert.deepEqual((await prove({})).errors, [{ code: 'VALIDATION_FAILED', path: ['password'] }]);
  assert.equal((await prove({ password: 'wrong' })).errors[0].code, 'INVALID_CREDENTIALS');
  assert.equal((await remove()).errors[0].code, 'PROOF_REQUIRED');
  assert.deepEqual((await prove({ password: ADMIN_PASSWORD })).errors, []);
  assert.deepEqual((await remove()).errors, []);
  assert.deepEqual((await give()).adjustment, { state: 'PENDING' });
  const { secret } = await enrol(world, admin);
  world.clock.advance('301s');
  assert.deepEqual((await prove({ password: ADMIN_PASSWORD })).errors, [
    { code: 'VALIDATION_FAILED', path: ['code'] },
  ]);
  assert.equal((await remove()).errors[0].code, 'PROOF_REQUIRED');
  const code = codeOf(world, secret);
  assert.deepEqual((await prove({ code })).errors, []);
  assert.equal((await prove({ code })).errors[0].code, 'INVALID_CREDENTIALS');
  assert.deepEqual((await remove()).errors, []);
});
