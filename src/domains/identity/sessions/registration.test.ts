import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const REGISTER = `mutation ($input: RegisterInput!) {
  register(input: $input) {
    accessToken refreshToken expiresAt
    user { id username displayName bio followerCount followingCount postCount avatar { id } }
    session { id deviceName platform appVersion isCurrent }
    errors { code path ... on ValidationError { constraint limit } }
  }
}`;
const REFUSED = `mutation ($input: RegisterInput!) {
  register(input: $input) { accessToken user { id } session { id } errors { code path ... on ValidationError { constraint limit } } }
}`;
const PASSWORD = 'correct horse battery';

function inputFor(username: string): Record<string, unknown> {
  return { email: `${username}@example.com`, password: PASSWORD, username, displayName: username };
}

async function countUsers(world: World): Promise<{ profiles: number; identities: number }> {
  const { rows } = await sql<{ profiles: number; identities: number }>`
    select (select count(*)::integer from users) as profiles,
      (select count(*)::integer from auth.user) as identities`.execute(world.app.services.db);
  return rows[0] ?? { profiles: -1, identities: -1 };
}

test('a user who registers by password has a profile and is signed in', async (t) => {
  const world = await testWorld(t);
  const ada = world.anonymous();
  const { register } = await ada.do(REGISTER, {
    input: {
      email: ' Ada@Example.COM ',
      password: PASSWORD,
      username: ' Ada.Byron ',
      displayName: '  Ada \n Byron\t🧮 ',
      device: { platform: 'IOS', deviceName: "Ada's phone", appVersion: '1.2.3' },
    },
  });
  const { id } = register.user;
  assert.match(id, /^user_[0-9a-z]{26}$/);
  assert.deepEqual(register.user, {
    id,
    username: 'ada.byron',
    displayName: 'Ada Byron 🧮',
    bio: '',
    followerCount: 0,
    followingCount: 0,
    postCount: 0,
    avatar: null,
  });
  const device = { deviceName: "Ada's phone", platform: 'IOS', appVersion: '1.2.3' };
  assert.deepEqual(register.session, { id: register.session.id, ...device, isCurrent: false });
  const lifeMs = Date.parse(register.expiresAt) - world.clock.now().getTime();
  assert.ok(lifeMs > 14 * 60_000 && lifeMs <= 15 * 60_000, `${lifeMs} ms`);

  ada.token = register.accessToken;
  assert.deepEqual(await ada.do('{ me { user { id } } }'), { me: { user: { id } } });
});

test('registering the same identity again signs in to the same profile, by password and by token', async (t) => {
  const world = await testWorld(t);
  const first = (await world.anonymous().do(REGISTER, { input: inputFor('bea') })).register;
  const again = (
    await world
      .anonymous()
      .do(REGISTER, { input: { ...inputFor('bea'), username: 'bea2', displayName: 'B' } })
  ).register;
  assert.deepEqual(again.user, first.user);
  assert.notEqual(again.session.id, first.session.id);

  const { accessToken, refreshToken } = await world.app.services.ports.identity.signUp({
    email: 'cleo@example.com',
    password: PASSWORD,
  });
  assert.ok(refreshToken);
  const input = { providerToken: accessToken, username: 'cleo', displayName: 'Cleo' };
  const byToken = (await world.anonymous().do(REGISTER, { input })).register;
  const cleo = world.anonymous();
  cleo.token = byToken.accessToken;
  assert.deepEqual(await cleo.do('{ me { email user { username } } }'), {
    me: { email: 'cleo@example.com', user: { username: 'cleo' } },
  });
  assert.deepEqual([byToken.accessToken, byToken.refreshToken], [accessToken, null]);
  const twice = (await world.anonymous().do(REGISTER, { input: { ...input, username: 'cleo2' } })).register;
  assert.deepEqual([twice.user, twice.session.id], [byToken.user, byToken.session.id]);
  assert.deepEqual(await storedEvents(world, 'user.registered'), [
    ['user.registered', { userId: uuidOf(first.user.id) }],
    ['user.registered', { userId: uuidOf(byToken.user.id) }],
  ]);
});

test('a taken username or e-mail address is a conflict that leaves nothing behind', async (t) => {
  const world = await testWorld(t);
  await world.user('dora');
  const before = await countUsers(world);
  const name = { ...inputFor('dora'), email: 'other@example.com' };
  assert.deepEqual(await refused(world, world.anonymous(), REFUSED, { input: name }), [
    { code: 'CONFLICT', path: ['username'] },
  ]);
  const email = { ...inputFor('dora'), username: 'dora2', password: 'another password' };
  assert.deepEqual(await refused(world, world.anonymous(), REFUSED, { input: email }), [
    { code: 'CONFLICT', path: ['email'] },
  ]);
  const bad = { providerToken: 'not.a.token', username: 'dora3', displayName: 'D' };
  assert.deepEqual(await refused(world, world.anonymous(), REFUSED, { input: bad }), [
    { code: 'INVALID_CREDENTIALS', path: null },
  ]);
  assert.deepEqual(await countUsers(world), before);
});

const refusal = (field: string, constraint: string, limit: number | null = null) => [
  { code: 'VALIDATION_FAILED', path: [field], constraint, limit },
];

const INVALID: readonly (readonly [name: string, wrong: object, errors: object[]])[] = [
  ['a username of two characters', { username: 'ab' }, refusal('username', 'minLength', 3)],
  ['a username of 31 characters', { username: 'a'.repeat(31) }, refusal('username', 'maxLength', 30)],
  ['a username with a hyphen', { username: 'a-b-c' }, refusal('username', 'format')],
  ['a username with a letter that looks latin', { username: 'аdam' }, refusal('username', 'format')],
  ['a username with a NUL', { username: 'adam\0' }, refusal('username', 'format')],
  ['an empty display name', { displayName: ' \n ' }, refusal('displayName', 'minLength', 1)],
  ['an invisible display name', { displayName: '\u200b\u2060' }, refusal('displayName', 'minLength', 1)],
  ['a display name of 51 emoji', { displayName: '👩🏽‍🚀'.repeat(51) }, refusal('displayName', 'maxLength', 50)],
  ['a display name with an escape', { displayName: 'a\u001bb' }, refusal('displayName', 'printable')],
  ['no e-mail address', { email: null }, refusal('email', 'format')],
  ['what is not an e-mail address', { email: 'adam@' }, refusal('email', 'format')],
  ['65 signs before the @', { email: `${'a'.repeat(65)}@example.com` }, refusal('email', 'format')],
  ['no password', { password: null }, refusal('password', 'minLength', 1)],
  ['a password of 7 characters', { password: '1234567' }, refusal('password', 'strength')],
  ['a password of 129 characters', { password: 'x'.repeat(129) }, refusal('password', 'strength')],
  ['a password of 1001 characters', { password: 'x'.repeat(1_001) }, refusal('password', 'maxLength', 1_000)],
  [
    'an unprintable device name',
    { device: { platform: 'WEB', deviceName: 'a\0' } },
    [{ code: 'VALIDATION_FAILED', path: ['device', 'deviceName'], constraint: 'printable', limit: null }],
  ],
];

test('each broken rule of the registration input is reported with its field and changes nothing', async (t) => {
  const world = await testWorld(t);
  const before = await countUsers(world);
  for (const [name, wrong, errors] of INVALID) {
    const input = { ...inputFor('adam'), ...wrong };
    assert.deepEqual(await refused(world, world.anonymous(), REFUSED, { input }), errors, name);
  }
  const both = { ...inputFor('adam'), username: 'a', displayName: '' };
  assert.deepEqual(await refused(world, world.anonymous(), REFUSED, { input: both }), [
    ...refusal('username', 'minLength', 3),
    ...refusal('displayName', 'minLength', 1),
  ]);
  assert.deepEqual(await countUsers(world), before);
});

test('a display name of fifty graphemes of any size is accepted', async (t) => {
  const world = await testWorld(t);
  const displayName = '👩🏽‍🚀'.repeat(49) + 'e\u0301';
  const { register } = await world.anonymous().do(REGISTER, { input: { ...inputFor('emo'), displayName } });
  assert.equal(register.user.displayName, '👩🏽‍🚀'.repeat(49) + '\u00e9');
});

test('of many concurrent registrations of one username exactly one succeeds, and the others can take another name', async (t) => {
  const world = await testWorld(t);
  const before = await countUsers(world);
  const emails = Array.from({ length: 6 }, (_, index) => `rival${index}@example.com`);
  const answers = await Promise.all(
    emails.map((email) => world.anonymous().ask(REGISTER, { input: { ...inputFor('throne'), email } })),
  );
  const payloads = answers.map((answer) => answer.data.register);
  const winners = payloads.filter((payload) => payload.errors.length === 0);
  assert.equal(winners.length, 1);
  assert.equal(winners[0].user.username, 'throne');
  for (const { errors, user } of payloads.filter((payload) => payload !== winners[0])) {
    assert.deepEqual([errors, user], [[{ code: 'CONFLICT', path: ['username'] }], null]);
  }
  assert.equal((await countUsers(world)).profiles, before.profiles + 1);

  const loser = emails.find((_email, index) => payloads[index] !== winners[0]);
  const { register } = await world
    .anonymous()
    .do(REGISTER, { input: { ...inputFor('stool'), email: loser } });
  assert.deepEqual([register.user.username, register.errors], ['stool', []]);
});

test('many concurrent registrations of one identity create one profile', async (t) => {
  const world = await testWorld(t);
  const before = await countUsers(world);
  const input = inputFor('eager');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => world.anonymous().do(REGISTER, { input })),
  );
  assert.equal(new Set(answers.map(({ register }) => register.user.id)).size, 1);
  assert.equal(new Set(answers.map(({ register }) => register.session.id)).size, 6);
  assert.deepEqual(await storedEvents(world, 'user.registered'), [
    ['user.registered', { userId: uuidOf(answers[0]?.register.user.id) }],
  ]);
  assert.deepEqual(await countUsers(world), {
    profiles: before.profiles + 1,
    identities: before.identities + 1,
  });
});

test('the eleventh registration from one network is refused; refused input is not counted', async (t) => {
  const world = await testWorld(t);
  const crowd = world.anonymous();
  const wrong = { ...inputFor('zed'), username: 'z' };
  for (let attempt = 0; attempt < 11; attempt += 1) await refused(world, crowd, REFUSED, { input: wrong });
  for (let turn = 0; turn < 10; turn += 1) {
    const { data } = await crowd.ask(REFUSED, { input: inputFor(`crowd${turn}`) });
    assert.deepEqual(data.register.errors, []);
  }
  const limited = REFUSED.replace(
    'constraint limit }',
    'limit } ... on RateLimitedError { retryAfterSeconds }',
  );
  const [late] = await refused(world, crowd, limited, { input: inputFor('zed') });
  assert.equal(late?.code, 'RATE_LIMITED');
  const seconds = (late as unknown as { retryAfterSeconds: number }).retryAfterSeconds; // selected by the document
  assert.ok(seconds > 0 && seconds <= 300, `${seconds} s`);

  await world.user('dora');
  await unchanged(world, async () => {
    const taken = { ...inputFor('dora'), password: 'not the password' };
    const codes: string[] = [];
    const guesser = world.anonymous();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const answer = await guesser.ask(REFUSED, { input: taken });
      codes.push(answer.data.register.errors[0].code);
    }
    assert.deepEqual(codes, [
      ...Array<string>(10).fill('CONFLICT'),
      ...Array<string>(2).fill('RATE_LIMITED'),
    ]);
  });
});
