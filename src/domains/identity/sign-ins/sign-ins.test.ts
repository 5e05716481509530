import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Actor, createActor } from '#test/support/actor.ts';
import { allRows } from '#test/support/all-rows.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { runSql } from '#test/support/test-server.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const LOGIN = `mutation ($input: LoginInput!) {
  login(input: $input) { deviceToken errors { code ... on RateLimitedError { retryAfterSeconds } } } }`;
const ADMIN_LOGIN = LOGIN.replace('LoginInput', 'AdminLoginInput').replace(' login(', ' adminLogin(');
const DELETE_ACCOUNT = `mutation ($input: RequestAccountDeletionInput!) {
  requestAccountDeletion(input: $input) { errors { code } } }`;

type Given = { readonly password?: string; readonly deviceToken?: string };
type Outcome = { readonly code: string; readonly deviceToken: string | null };

async function signIn(caller: Actor, { email, password }: Person, given: Given = {}): Promise<Outcome> {
  const { data } = await caller.ask(LOGIN, { input: { email, password, ...given } });
  return { code: data.login.errors[0]?.code ?? 'OK', deviceToken: data.login.deviceToken };
}

const WRONG = { password: 'a wrong password' };

async function codesOf(count: number, attempt: () => Promise<Outcome>): Promise<string[]> {
  const codes: string[] = [];
  for (let turn = 0; turn < count; turn += 1) codes.push((await attempt()).code);
  return codes;
}

const refusedTen = [...Array<string>(10).fill('INVALID_CREDENTIALS'), 'RATE_LIMITED'];

/** The token of a device on which the person has signed in. */
async function deviceOf(world: World, person: Person): Promise<string> {
  const { deviceToken } = await signIn(world.anonymous(), person);
  assert.ok(deviceToken);
  return deviceToken;
}

/** Twenty wrong passwords for an account, from two networks. */
async function attack(world: World, person: Person): Promise<void> {
  for (const stranger of [world.anonymous(), world.anonymous()]) {
    assert.deepEqual(await codesOf(11, () => signIn(stranger, person, WRONG)), refusedTen);
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

describe('wrong passwords', () => {
  test('ten of one network for one account refuse that pair alone, for five minutes', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const stranger = world.anonymous();
    assert.deepEqual(await codesOf(11, () => signIn(stranger, ada, WRONG)), refusedTen);
    assert.equal((await signIn(stranger, ada)).code, 'RATE_LIMITED');
    assert.equal((await signIn(stranger, ben)).code, 'OK');
    assert.equal((await signIn(world.anonymous(), ada)).code, 'OK');
    world.clock.advance('5m');
    assert.equal((await signIn(stranger, ada)).code, 'OK');
  });

  test('right passwords are not counted, nor do they forgive wrong ones', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    const home = world.anonymous();
    assert.deepEqual(await codesOf(12, () => signIn(home, ada)), Array(12).fill('OK'));
    assert.deepEqual(await codesOf(5, () => signIn(home, ada, WRONG)), refusedTen.slice(0, 5));
    assert.equal((await signIn(home, ada)).code, 'OK');
    assert.deepEqual(await codesOf(6, () => signIn(home, ada, WRONG)), refusedTen.slice(5));
  });

  test('concurrent ones cannot pass together', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    const stranger = world.anonymous();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => signIn(stranger, ada, WRONG)));
    const refused = outcomes.filter(({ code }) => code === 'INVALID_CREDENTIALS');
    assert.equal(refused.length, 10);
  });

  test('the password of an account is guessed neither by registering, nor by re-authentication', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    const stranger = world.anonymous();
    const { email } = ada;
    for (let turn = 0; turn < 5; turn += 1) {
      const registered = await stranger.ask(
        'mutation ($input: RegisterInput!) { register(input: $input) { errors { code } } }',
        { input: { email, username: 'zed', displayName: 'Zed', ...WRONG } },
      );
      assert.equal(registered.data.register.errors[0].code, 'CONFLICT');
      const { data } = await stranger.ask(DELETE_ACCOUNT, { input: { email, ...WRONG } });
      assert.equal(data.requestAccountDeletion.errors[0].code, 'INVALID_CREDENTIALS');
    }
    assert.equal((await signIn(stranger, ada)).code, 'RATE_LIMITED');
  });

  test('ten in one session refuse re-authentication and the change of the password there', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    for (let turn = 0; turn < 10; turn += 1) {
      const { data } = await ada.ask(DELETE_ACCOUNT, { input: WRONG });
      assert.equal(data.requestAccountDeletion.errors[0].code, 'INVALID_CREDENTIALS');
    }
    const CHANGE =
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { errors { code } } }';
    const input = { currentPassword: ada.password, newPassword: 'another good password' };
    assert.equal((await ada.ask(CHANGE, { input })).data.changePassword.errors[0].code, 'RATE_LIMITED');
    await (await world.signIn(ada)).do(CHANGE, { input });
  });
});

test('a password that cannot be counted is not tried, and nobody is signed in by it', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await runSql(world.connectionString, 'alter table budget_counts rename to budget_counts_away');
  const { data, errors } = await world
    .anonymous()
    .ask(LOGIN, { input: { email: ada.email, password: ada.password } });
  assert.deepEqual([data, errors?.map(({ extensions }) => extensions.code)], [{ login: null }, ['INTERNAL']]);
  const sessions = await world.app.services.db.selectFrom('sessions').select('id').execute();
  assert.equal(sessions.length, 1);
});

describe('a known device', () => {
  test('a device that is not known waits a second while an account is attacked, a known one does not', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    const deviceToken = await deviceOf(world, ada);
    await attack(world, ada);
    const newDevice = world.anonymous();
    const waited = await timeOf(async () => assert.equal((await signIn(newDevice, ada)).code, 'OK'));
    assert.ok(waited >= 1_000, `${waited} ms`);
    // The wait is its own: the same request by a device that is not known takes a second longer.
    const known = await timeOf(async () =>
      assert.equal((await signIn(world.anonymous(), ada, { deviceToken })).code, 'OK'),
    );
    assert.ok(known < waited, `${known} ms`);
    world.clock.advance('1h');
    const later = await timeOf(() => signIn(world.anonymous(), ada));
    assert.ok(later < waited, `${later} ms`);
  });

  test('a thousand wrong passwords delay no sign-in from a known device', async (t) => {
    // The points of anonymous callers are another limit, which would refuse most of them first.
    const world = await testWorld(t, {
      env: {
        LIMIT_ANONYMOUS_COST_BUDGET: '100000',
        // On a busy machine a wait of 8 s and the check could pass the usual 10 s.
        LIMIT_OPERATION_TIMEOUT_MS: '120000',
      },
    });
    const ada = await world.user('ada');
    const deviceToken = await deviceOf(world, ada);
    const stranger = world.anonymous();
    // Fifty lines of twenty tries; the first of each comes from a network of its own.
    const codes: string[] = [];
    const attackers = Array.from({ length: 50 }, async () => {
      codes.push((await signIn(world.anonymous(), ada, WRONG)).code);
      codes.push(...(await codesOf(19, () => signIn(stranger, ada, WRONG))));
    });
    await Promise.race(attackers);
    const own = await signIn(world.anonymous(), ada, { deviceToken });
    await Promise.all(attackers);
    assert.deepEqual(own, { code: 'OK', deviceToken });
    const refused = codes.filter((code) => code === 'INVALID_CREDENTIALS');
    assert.deepEqual([codes.length, refused.length], [1_000, 60]);
    assert.ok(codes.every((code) => code === 'INVALID_CREDENTIALS' || code === 'RATE_LIMITED'));
    const allowance = { points: Number.POSITIVE_INFINITY, windowSeconds: 3_600 };
    const point = { name: 'password:user:account-hour', allowance, key: ada.email };
    // Ten of the one network, and one of each other.
    assert.equal((await world.app.services.budgets.windowOf(point)).spent, 60);
  });

  test('a known device has ten wrong passwords of its own', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    const deviceToken = await deviceOf(world, ada);
    assert.deepEqual(
      await codesOf(11, () => signIn(world.anonymous(), ada, { ...WRONG, deviceToken })),
      refusedTen,
    );
    assert.equal((await signIn(world.anonymous(), ada, { deviceToken })).code, 'RATE_LIMITED');
    assert.equal((await signIn(world.anonymous(), ada)).code, 'OK');
  });

  test('a device is known to its own account alone, and nobody who reads the tables can present it', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const deviceToken = await deviceOf(world, ben);
    const stranger = world.anonymous();
    const tries = codesOf(11, () => signIn(stranger, ada, { ...WRONG, deviceToken }));
    assert.deepEqual(await tries, refusedTen);
    assert.equal((await signIn(world.anonymous(), ben, { deviceToken })).code, 'OK');
    assert.ok(!(await allRows(world)).some(({ line }) => line.includes(deviceToken)));
    for (const nonsense of ['', 'nonsense', '\u0000', 'x'.repeat(200)]) {
      const { code, deviceToken: fresh } = await signIn(world.anonymous(), ada, { deviceToken: nonsense });
      assert.equal(code, 'OK');
      assert.notEqual(fresh, nonsense);
    }
  });

  test('a device is forgotten half a year after its last sign-in, or when an account has too many', async (t) => {
    const world = await testWorld(t, { env: { LIMIT_KNOWN_DEVICES: '2' } });
    const ada = await world.user('ada');
    const first = await deviceOf(world, ada);
    world.clock.advance('179d');
    assert.equal((await signIn(world.anonymous(), ada, { deviceToken: first })).deviceToken, first);
    world.clock.advance('179d');
    const second = await deviceOf(world, ada);
    await runCron(world, 'sign-ins.forgetDevices');
    assert.equal((await signIn(world.anonymous(), ada, { deviceToken: first })).deviceToken, first);
    world.clock.advance('1m');
    await deviceOf(world, ada);
    assert.notEqual((await signIn(world.anonymous(), ada, { deviceToken: second })).deviceToken, second);
    world.clock.advance('181d');
    await runCron(world, 'sign-ins.forgetDevices');
    const rows = await world.app.services.db.selectFrom('known_devices').selectAll().execute();
    assert.deepEqual(rows, []);
  });
});

test('an admin is kept from signing in neither by strangers nor by right passwords', async (t) => {
  const world = await testWorld(t);
  const { adminMe } = await (await world.admin()).do('{ adminMe { email } }');
  const stranger = (): Actor => createActor(world.adminUrl, { token: null, onEnd: () => undefined });
  const attempt = async (caller: Actor, given: Given): Promise<Outcome> => {
    const input = { email: adminMe.email, password: 'correct horse battery', ...given };
    const { data } = await caller.ask(ADMIN_LOGIN, { input });
    return { code: data.adminLogin.errors[0]?.code ?? 'OK', deviceToken: data.adminLogin.deviceToken };
  };
  const home = stranger();
  assert.deepEqual(await codesOf(6, () => attempt(home, {})), Array(6).fill('OK'));
  const { deviceToken } = await attempt(home, {});
  assert.ok(deviceToken);
  for (const attacker of [stranger(), stranger()]) {
    assert.deepEqual(await codesOf(6, () => attempt(attacker, WRONG)), [
      ...Array<string>(5).fill('INVALID_CREDENTIALS'),
      'RATE_LIMITED',
    ]);
  }
  assert.deepEqual(await attempt(stranger(), { deviceToken }), { code: 'OK', deviceToken });
  const waited = await timeOf(async () => assert.equal((await attempt(stranger(), {})).code, 'OK'));
  assert.ok(waited >= 1_000, `${waited} ms`);
});
