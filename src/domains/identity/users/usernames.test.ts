import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Actor } from '#test/support/actor.ts';
import { runSql } from '#test/support/test-server.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const CHECK = `query ($username: String!, $displayName: String) {
  checkUsername(username: $username, displayName: $displayName) { username isAvailable problem suggestions }
}`;
const CHANGE = `mutation ($username: String!) {
  changeUsername(input: { username: $username }) {
    user { id username }
    errors { code path message ... on ValidationError { constraint limit } ... on RateLimitedError { retryAfterSeconds } }
  }
}`;
const REGISTER = `mutation ($input: RegisterInput!) {
  register(input: $input) {
    accessToken user { username }
    errors { code path message }
  }
}`;
const FIND = 'query ($username: String!) { user(username: $username) { id username } }';

type Check = {
  readonly username: string;
  readonly isAvailable: boolean;
  readonly problem: string | null;
  readonly suggestions: readonly string[];
};

async function check(who: Actor, username: string, displayName?: string): Promise<Check> {
  return (await who.do(CHECK, { username, displayName })).checkUsername;
}

const problemOf = async (who: Actor, username: string): Promise<string | null> =>
  (await check(who, username)).problem;

const change = (who: Actor, username: string): Promise<unknown> => who.do(CHANGE, { username });

const inputFor = (username: string, email = `${username}@example.com`) => ({
  input: { email, password: 'correct horse battery', username, displayName: username },
});

/** Advances the clock and renews the expired token. */
async function wait(world: World, days: number, ...people: Person[]): Promise<void> {
  world.clock.advance(`${days}d`);
  for (const person of people) Object.assign(person, await world.signIn(person));
}

async function identitiesOf(world: World): Promise<readonly string[]> {
  const { rows } = await sql<{ email: string }>`select email from auth.user order by email`.execute(
    world.app.services.db,
  );
  return rows.map(({ email }) => email);
}

/** The user that a username leads to, and their current username. */
async function foundBy(who: Actor, username: string): Promise<{ id: string; username: string } | null> {
  return (await who.do(FIND, { username })).user;
}

test('`usernameAvailability` normalizes a username and judges it for its caller', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben.smith')];
  const visitor = world.anonymous();
  for (const [username, problem] of [
    ['cleo', null],
    ['cl', 'INVALID'],
    ['cleo..', 'INVALID'],
    ['Ünal', 'INVALID'],
    ['support', 'RESERVED'],
    ['pl4za', null],
    ['r00t', 'RESERVED'],
    ['ada', 'TAKEN'],
    ['_ada', 'CONFUSABLE'],
    ['ben_smith', 'CONFUSABLE'],
    ['bensmith', 'CONFUSABLE'],
    ['ada_official', 'RESERVED'],
    ['bensmyth', null],
  ] as const) {
    const found = await check(visitor, username);
    assert.deepEqual([found.problem, found.isAvailable], [problem, problem === null], username);
    assert.equal(found.suggestions.length, problem === null ? 0 : 5, username);
  }
  assert.equal((await check(visitor, '  ADA ')).username, 'ada');
  assert.deepEqual([await problemOf(ada, 'ada'), await problemOf(ada, 'ada_')], [null, null]);
  assert.equal(await problemOf(ben, 'ada'), 'TAKEN');
});

test('suggestions derive from both names, are available, and can be registered', async (t) => {
  const world = await testWorld(t);
  for (const name of ['zoe', 'zoe.ivanova', 'zivanova']) await world.user(name);
  const visitor = world.anonymous();
  const { suggestions } = await check(visitor, 'Zoe', 'Zoë “Zo” Иванова');
  assert.deepEqual(suggestions, ['zoe.zo.ivanova', 'zoe.i', 'ivanova.zoe', 'zoe14', 'zoe85']);
  assert.deepEqual((await check(visitor, 'zoe', 'Zoë “Zo” Иванова')).suggestions, suggestions);
  for (const [index, username] of suggestions.entries()) {
    const { register } = await world
      .anonymous()
      .do(REGISTER, inputFor(username, `person${index}@example.com`));
    assert.equal(register.user.username, username);
  }
  const later = await check(visitor, 'zoe', 'Zoë “Zo” Иванова');
  assert.equal(new Set([...later.suggestions, ...suggestions]).size, 10);

  assert.deepEqual((await check(visitor, 'жанна', '')).suggestions[0], 'zhanna');
  const numbered = (await check(visitor, '王', '🦊')).suggestions;
  assert.deepEqual([numbered.length, numbered.filter((name) => /^someone\d\d$/.test(name)).length], [5, 5]);
});

test('an available username takes one statement, suggestions take two, for any wish', async (t) => {
  const world = await testWorld(t);
  await world.user('ada');
  const visitor = world.anonymous();
  assert.equal(await world.statementsOf(() => check(visitor, 'free')), 1);
  for (const username of ['ada', 'x', 'root', '\0\ud800', `"'%_\\`, 'é'.repeat(5_000), '🦊'.repeat(50)]) {
    assert.equal(await world.statementsOf(() => check(visitor, username, `${username} ${username}`)), 2);
  }
});

test('an unavailable username cannot be registered, and leaves no identity at the provider', async (t) => {
  const world = await testWorld(t);
  await world.user('ada');
  const before = await identitiesOf(world);
  for (const [username, code, message] of [
    ['ada', 'CONFLICT', 'This username is taken.'],
    ['ada_', 'CONFLICT', "This username looks like another user's."],
    ['support', 'VALIDATION_FAILED', 'This username is reserved.'],
    ['...', 'VALIDATION_FAILED', 'Must contain a letter or a digit.'],
    ['a..b', 'VALIDATION_FAILED', 'Must have dots inside only, and never two in a row.'],
  ] as const) {
    const input = inputFor(username, 'new@example.com');
    assert.deepEqual(await refused(world, world.anonymous(), REGISTER, input), [
      { code, path: ['username'], message },
    ]);
  }
  assert.deepEqual(await identitiesOf(world), before);
});

test('a username changes immediately, and the former one leads to the user until another user takes it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { changeUsername } = await ada.do(CHANGE, { username: ' Ada.King ' });
  assert.deepEqual(changeUsername.user, { id: ada.id, username: 'ada.king' });
  for (const username of ['ada', 'ADA', 'ada.king']) {
    assert.deepEqual(await foundBy(ben, username), { id: ada.id, username: 'ada.king' });
  }
  assert.equal(await foundBy(ben, '_ada'), null);

  assert.deepEqual(
    [await problemOf(ben, 'ada'), await problemOf(ben, 'ada_'), await problemOf(ben, 'ada_king')],
    ['HELD', 'CONFUSABLE', 'CONFUSABLE'],
  );
  assert.equal(await problemOf(ada, 'ada'), null);
  const held = 'This username was given up less than 30 days ago and is reserved.';
  assert.deepEqual(await refused(world, ben, CHANGE, { username: 'ada' }), [
    { code: 'CONFLICT', path: ['username'], message: held },
  ]);
  const newcomer = inputFor('ada', 'new@example.com');
  assert.deepEqual(
    (await refused(world, world.anonymous(), REGISTER, newcomer)).map(({ code }) => code),
    ['CONFLICT'],
  );

  await wait(world, 30, ada, ben);
  assert.equal(await foundBy(ben, 'ada'), null);
  await change(ben, 'ada');
  assert.deepEqual(await foundBy(ada, 'ada'), { id: ben.id, username: 'ada' });
  assert.deepEqual(await foundBy(ada, 'ben'), { id: ben.id, username: 'ada' });
  const changed = ['username'];
  assert.deepEqual(await storedEvents(world, 'user.profileChanged'), [
    ['user.profileChanged', { userId: uuidOf(ada.id), changed }],
    ['user.profileChanged', { userId: uuidOf(ben.id), changed }],
  ]);
});

test('a username changes once in 14 days, and the former one can be taken back while it is reserved', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await change(ada, 'adele');
  const [first] = await refused(world, ada, CHANGE, { username: 'ada' });
  assert.deepEqual([first?.code, first?.path], ['RATE_LIMITED', null]);
  const { retryAfterSeconds } = first as unknown as { retryAfterSeconds: number };
  assert.ok(retryAfterSeconds > 14 * 86_400 - 60 && retryAfterSeconds <= 14 * 86_400, `${retryAfterSeconds}`);

  await unchanged(world, () => change(ada, ' ADELE'));
  await wait(world, 13, ada);
  const [second] = await refused(world, ada, CHANGE, { username: 'adelaide' });
  assert.equal(second?.code, 'RATE_LIMITED');
  await wait(world, 1, ada);
  await change(ada, 'ada');
  assert.deepEqual(await foundBy(ada, 'adele'), { id: ada.id, username: 'ada' });
  await wait(world, 14, ada);
  // The name is confusable only with the caller's own username, which is allowed.
  await change(ada, '_ada');
  assert.deepEqual(await foundBy(ada, 'ada'), { id: ada.id, username: '_ada' });
});

test('an invalid, reserved or taken username changes nothing, and anonymous callers are refused', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await world.user('ben');
  const refusal = { code: 'VALIDATION_FAILED', path: ['username'] };
  for (const [username, errors] of [
    ['a', [{ ...refusal, message: 'Must have at least 3 characters.', constraint: 'minLength', limit: 3 }]],
    ['admin', [{ ...refusal, message: 'This username is reserved.', constraint: 'reserved', limit: null }]],
    ['ben', [{ code: 'CONFLICT', path: ['username'], message: 'This username is taken.' }]],
  ] as const) {
    assert.deepEqual(await refused(world, ada, CHANGE, { username }), errors);
  }
  const anonymous = await unchanged(world, () => world.anonymous().ask(CHANGE, { username: 'cleo' }));
  assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
});

test('the username of an erased user is available immediately', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await runSql(world.connectionString, `update users set state = 'DELETED' where id = '${uuidOf(ada.id)}'`);
  assert.equal(await problemOf(ben, 'ada'), null);
  await change(ben, 'ada');
  assert.deepEqual(await foundBy(ben, 'ada'), { id: ben.id, username: 'ada' });
});
