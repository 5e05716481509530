import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { allRows, columnsMentioning } from '#test/support/all-rows.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { firebaseWorld } from '#test/support/people/firebase-world.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const REGISTER = `mutation ($input: RegisterInput!) {
  register(input: $input) {
    accessToken refreshToken expiresAt user { id } session { id } deviceToken registrationToken codeExpiresAt
    errors { code path }
  }
}`;
const CONFIRM = `mutation ($token: String!, $code: String!) {
  confirmRegistration(input: { registrationToken: $token, code: $code }) {
    accessToken refreshToken deviceToken user { id username } session { platform } errors { code path }
  }
}`;
const REFUSED_CONFIRM = CONFIRM.replace('user { id username } session { platform }', 'user { id }');
const LOGIN = `mutation ($email: String!, $password: String!) {
  login(input: { email: $email, password: $password }) { accessToken errors { code } } }`;
const CODE_REFUSED = [{ code: 'VALIDATION_FAILED', path: ['code'] }];
const PASSWORD = 'correct horse battery';

const confirmedWorld = (t: TestContext): Promise<World> =>
  testWorld(t, { env: { REGISTRATION: 'confirmed' } });

function inputFor(username: string): Record<string, unknown> {
  return {
    email: `${username}@example.com`,
    password: PASSWORD,
    username,
    displayName: username,
    device: { platform: 'IOS' },
  };
}

async function started(actor: Actor, input: object): Promise<string> {
  const { register } = await actor.do(REGISTER, { input });
  return register.registrationToken;
}

/** The code in the newest mail to an address. */
async function mailedCode(world: World, email: string): Promise<string> {
  await world.runJobs();
  const text = (await recordedMails(world, email)).at(-1)?.text ?? '';
  return /The code is (\d{6})\. /.exec(text)?.[1] ?? assert.fail(`no code in ${text}`);
}

/** Registers and confirms. */
async function registered(world: World, username: string): Promise<void> {
  const token = await started(world.anonymous(), inputFor(username));
  const code = await mailedCode(world, `${username}@example.com`);
  await world.anonymous().do(CONFIRM, { token, code });
}

const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000');

/** Wrong codes are counted in the row; nothing else may change. */
async function assertCodeRefused(world: World, token: string, code: string): Promise<void> {
  const { data } = await world.anonymous().ask(REFUSED_CONFIRM, { token, code });
  const { errors, ...others } = data.confirmRegistration;
  assert.deepEqual(errors, CODE_REFUSED);
  assert.deepEqual(Object.values(others), [null, null, null, null]);
  const users = await world.app.services.db.selectFrom('users').select('id').execute();
  assert.deepEqual(users, []);
}

test('a registration is confirmed by the code from the mail, which gives a verified address and tokens', async (t) => {
  const world = await confirmedWorld(t);
  const { register } = await world.anonymous().do(REGISTER, { input: inputFor('ada') });
  const { registrationToken: token, codeExpiresAt, ...others } = register;
  assert.match(token, /^[\w-]{43}$/);
  const lifeMs = Date.parse(codeExpiresAt) - world.clock.now().getTime();
  assert.ok(lifeMs > 14 * 60_000 && lifeMs <= 15 * 60_000, `${lifeMs} ms`);
  assert.deepEqual(others, {
    accessToken: null,
    refreshToken: null,
    expiresAt: null,
    user: null,
    session: null,
    deviceToken: null,
    errors: [],
  });
  const code = await mailedCode(world, 'ada@example.com');
  const ada = world.anonymous();
  const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `;
  const { confirmRegistration } = await ada.do(CONFIRM, { token, code: spaced });
  assert.deepEqual(confirmRegistration.session, { platform: 'IOS' });
  assert.equal(confirmRegistration.user.username, 'ada');
  assert.ok(confirmRegistration.refreshToken && confirmRegistration.deviceToken);
  ada.token = confirmRegistration.accessToken;
  assert.deepEqual(await ada.do('{ me { user { id } email isEmailVerified } }'), {
    me: { user: { id: confirmRegistration.user.id }, email: 'ada@example.com', isEmailVerified: true },
  });
  assert.deepEqual(await refused(world, world.anonymous(), REFUSED_CONFIRM, { token, code }), CODE_REFUSED);
  const told = { userId: uuidOf(confirmRegistration.user.id) };
  assert.deepEqual(await storedEvents(world, 'user.registered'), [['user.registered', told]]);
  await world.anonymous().do(LOGIN, { email: 'ada@example.com', password: PASSWORD });
});

test('a taken and a free address get the same answer for the same work, and the owner a mail without a code', async (t) => {
  const world = await confirmedWorld(t);
  await registered(world, 'ada');
  const before = await allRows(world);
  const answers: unknown[] = [];
  const statements: number[] = [];
  for (const email of [' ADA@example.com', 'new@example.com']) {
    const count = await world.statementsOf(async () => {
      const { status, data } = await world
        .anonymous()
        .ask(REGISTER, { input: { ...inputFor('newcomer'), email } });
      const { registrationToken, codeExpiresAt, ...others } = data.register;
      answers.push({ status, others, length: registrationToken.length, hasExpiry: codeExpiresAt !== null });
    });
    statements.push(count);
  }
  assert.deepEqual(answers[0], answers[1]);
  assert.equal(statements[0], statements[1]);
  const created = (await allRows(world)).filter(({ line }) => !before.some((row) => row.line === line));
  assert.deepEqual(
    created
      .map(({ table }) => table)
      .filter((table) => !/^graphile_worker\.|^public\.budget_counts$/.test(table)),
    ['public.registrations', 'public.registrations'],
  );
  await world.runJobs();
  const mails = await recordedMails(world, 'ada@example.com');
  assert.equal(mails.at(-1)?.subject, 'You have an account');
  assert.doesNotMatch(mails.at(-1)?.text ?? '', /\d/);
  assert.equal((await recordedMails(world, 'new@example.com')).length, 1);
});

test('no row has the code, the password, the address or the token of a registration that waits', async (t) => {
  const world = await confirmedWorld(t);
  const token = await started(world.anonymous(), inputFor('ada'));
  const seen = await allRows(world);
  const code = await mailedCode(world, 'ada@example.com');
  seen.push(...(await allRows(world)));
  // Six digits alone are in many timestamps and ids.
  const codeInText = `The code is ${code}`;
  const marks = [codeInText, `"${code}"`, PASSWORD, 'ada@example.com', token];
  assert.deepEqual(columnsMentioning(seen, marks), [
    'public.recorded_mails.html',
    'public.recorded_mails.recipient',
    'public.recorded_mails.text',
  ]);
});

test('five wrong codes void a registration, and a new one has a code of its own', async (t) => {
  const world = await confirmedWorld(t);
  const token = await started(world.anonymous(), inputFor('ada'));
  const code = await mailedCode(world, 'ada@example.com');
  for (let count = 0; count < 5; count += 1) await assertCodeRefused(world, token, otherCode(code));
  await unchanged(world, () => assertCodeRefused(world, token, code));
  await registered(world, 'ada');
});

test('of many codes that are tried at once, at most five are looked at', async (t) => {
  const world = await confirmedWorld(t);
  const token = await started(world.anonymous(), inputFor('ada'));
  const code = await mailedCode(world, 'ada@example.com');
  await Promise.all(Array.from({ length: 20 }, () => assertCodeRefused(world, token, otherCode(code))));
  const { tries } = await world.app.services.db
    .selectFrom('registrations')
    .select('tries')
    .executeTakeFirstOrThrow();
  assert.equal(tries, 5);
});

test('a registration expires after fifteen minutes and is deleted', async (t) => {
  const world = await confirmedWorld(t);
  const token = await started(world.anonymous(), inputFor('ada'));
  const code = await mailedCode(world, 'ada@example.com');
  world.clock.advance('14m');
  const late = await started(world.anonymous(), inputFor('ben'));
  world.clock.advance('61s');
  await unchanged(world, () => assertCodeRefused(world, token, code));
  await runCron(world, 'sessions.deleteRegistrations');
  const kept = await world.app.services.db.selectFrom('registrations').select('token_hash').execute();
  assert.equal(kept.length, 1);
  await world.anonymous().do(CONFIRM, { token: late, code: await mailedCode(world, 'ben@example.com') });
});

test('tokens that no registration has, and codes of another one, confirm nothing', async (t) => {
  const world = await confirmedWorld(t);
  // A stranger registers the address of somebody else with a password of their own, and does not get the mail.
  const strangers = await started(world.anonymous(), { ...inputFor('ada'), password: 'of a stranger' });
  const strangersCode = await mailedCode(world, 'ada@example.com');
  const own = await started(world.anonymous(), inputFor('ada'));
  const code = await mailedCode(world, 'ada@example.com');
  if (strangersCode !== code) {
    await assertCodeRefused(world, own, strangersCode);
    await assertCodeRefused(world, strangers, code);
  }
  for (const token of ['', 'x'.repeat(43), `${own}x`, 'a\0b', 'x'.repeat(20_000)]) {
    await unchanged(world, () => assertCodeRefused(world, token, code));
  }
  await unchanged(world, () => assertCodeRefused(world, 'x'.repeat(43), 'a\0b'));
  await world.anonymous().do(CONFIRM, { token: own, code });
  await world.anonymous().do(LOGIN, { email: 'ada@example.com', password: PASSWORD });
});

test('a code that is sent twice at once creates one account', async (t) => {
  const world = await confirmedWorld(t);
  const token = await started(world.anonymous(), inputFor('ada'));
  const code = await mailedCode(world, 'ada@example.com');
  const answers = await Promise.all([1, 2].map(() => world.anonymous().ask(CONFIRM, { token, code })));
  const ids = answers.flatMap(({ data }) => data.confirmRegistration.user?.id ?? []);
  assert.equal(new Set(ids).size, 1);
  const users = await world.app.services.db.selectFrom('users').select('username').execute();
  assert.deepEqual(users, [{ username: 'ada' }]);
});

test('a username that was taken meanwhile is a conflict, and another one is registered with a new code', async (t) => {
  const world = await confirmedWorld(t);
  const token = await started(world.anonymous(), inputFor('ada'));
  const code = await mailedCode(world, 'ada@example.com');
  const { accessToken } = await world.app.services.ports.identity.signUp({
    email: 'first@example.com',
    password: PASSWORD,
  });
  const first = { providerToken: accessToken, username: 'ada', displayName: 'Ada' };
  const { register } = await world.anonymous().do(REGISTER, { input: first });
  // A provider token needs no code.
  assert.deepEqual([register.accessToken, register.registrationToken], [accessToken, null]);
  const { data } = await world.anonymous().ask(REFUSED_CONFIRM, { token, code });
  assert.deepEqual(data.confirmRegistration.errors, [{ code: 'CONFLICT', path: ['username'] }]);
  const again = await started(world.anonymous(), { ...inputFor('ada'), username: 'ada2' });
  const { confirmRegistration } = await world
    .anonymous()
    .do(CONFIRM, { token: again, code: await mailedCode(world, 'ada@example.com') });
  assert.equal(confirmRegistration.user.username, 'ada2');
});

test('invalid input and a taken username are refused before a mail is sent', async (t) => {
  const world = await confirmedWorld(t);
  await registered(world, 'ada');
  const cases: readonly (readonly [change: object, code: string, field: string])[] = [
    [{ password: '1234567' }, 'VALIDATION_FAILED', 'password'],
    [{ password: 'x'.repeat(129) }, 'VALIDATION_FAILED', 'password'],
    [{ password: null }, 'VALIDATION_FAILED', 'password'],
    [{ email: 'ben@' }, 'VALIDATION_FAILED', 'email'],
    [{ username: 'b' }, 'VALIDATION_FAILED', 'username'],
    [{ username: 'ada' }, 'CONFLICT', 'username'],
    // The address and the password of its owner make no difference to the answer.
    [inputFor('ada'), 'CONFLICT', 'username'],
  ];
  for (const [change, code, field] of cases) {
    const input = { ...inputFor('ben'), ...change };
    const errors = await refused(world, world.anonymous(), REGISTER.replace('registrationToken', ''), {
      input,
    });
    assert.deepEqual(errors, [{ code, path: [field] }]);
  }
});

test('one address gets five mails an hour, taken or not', async (t) => {
  const world = await confirmedWorld(t);
  await registered(world, 'ada');
  for (const [email, sent] of [
    ['ada@example.com', 1],
    ['new@example.com', 0],
  ] as const) {
    for (let count = sent; count < 5; count += 1) {
      await started(world.anonymous(), { ...inputFor(`newcomer${count}`), email });
    }
    const input = { ...inputFor('newcomer'), email };
    assert.deepEqual(await refused(world, world.anonymous(), REGISTER, { input }), [
      { code: 'RATE_LIMITED', path: null },
    ]);
  }
});

test('an external provider learns that the address is verified', async (t) => {
  const { world } = await firebaseWorld(t, { REGISTRATION: 'confirmed' });
  const token = await started(world.anonymous(), inputFor('ada'));
  const code = await mailedCode(world, 'ada@example.com');
  const ada = world.anonymous();
  const { confirmRegistration } = await ada.do(CONFIRM, { token, code });
  ada.token = confirmRegistration.accessToken;
  assert.deepEqual(await ada.do('{ me { isEmailVerified } }'), { me: { isEmailVerified: true } });
  const told = { userId: uuidOf(confirmRegistration.user.id) };
  assert.deepEqual(await storedEvents(world, 'user.registered'), [['user.registered', told]]);
  const again = await world.app.services.ports.identity.signIn({
    email: 'ada@example.com',
    password: PASSWORD,
  });
  assert.equal(again.identity.isEmailVerified, true);
});
