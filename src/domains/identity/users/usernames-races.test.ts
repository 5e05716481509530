import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Actor } from '#test/support/actor.ts';
import { testWorld, type World } from '#test/support/world.ts';

const CHANGE = `mutation ($username: String!) {
  changeUsername(input: { username: $username }) { user { username } errors { code } }
}`;
const REGISTER = `mutation ($input: RegisterInput!) {
  register(input: $input) { user { username } errors { code } }
}`;

/** The resulting username, or the codes of the refusal. */
async function outcomeOf(who: Actor, document: string, variables: object): Promise<string> {
  const { data, errors } = await who.ask(document, { ...variables });
  assert.equal(errors, undefined, JSON.stringify(errors));
  const [payload] = Object.values<{ user: { username: string } | null; errors: { code: string }[] }>(data);
  return payload?.user?.username ?? payload?.errors.map(({ code }) => code).join() ?? '';
}

const change = (who: Actor, username: string): Promise<string> => outcomeOf(who, CHANGE, { username });

function register(who: Actor, username: string, email: string): Promise<string> {
  const input = { email, password: 'correct horse battery', username, displayName: username };
  return outcomeOf(who, REGISTER, { input });
}

const tally = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(outcomes, (outcome) => outcome)).map(([outcome, all]) => [
      outcome,
      all?.length ?? 0,
    ]),
  );

test('of twenty concurrent changes to one username exactly one succeeds', async (t) => {
  const world = await testWorld(t);
  const people = await Promise.all(Array.from({ length: 20 }, (_, index) => world.user(`person.${index}`)));
  const outcomes = await Promise.all(people.map((person) => change(person, 'ada')));
  assert.deepEqual(tally(outcomes), { ada: 1, CONFLICT: 19 });
  const names = await Promise.all(
    people.map(async (person) => (await person.do('{ me { user { username } } }')).me.user.username),
  );
  const due = people.map(({ username }, index) => (outcomes[index] === 'ada' ? 'ada' : username));
  assert.deepEqual(names, due);
});

test('of confusable usernames one is given, to the first change or registration', async (t) => {
  const world = await testWorld(t);
  const people = await Promise.all(Array.from({ length: 5 }, (_, index) => world.user(`person.${index}`)));
  const alike = ['bob_b0b', 'bob.bob', 'b0b_bob', '_bob_bob', 'bob__bob', 'b0b.b0b', 'bob._bob', 'b0b__b0b'];
  const outcomes = await Promise.all([
    ...people.map((person, index) => change(person, alike[index] ?? '')),
    ...alike.map((username, index) => register(world.anonymous(), username, `new${index}@example.com`)),
  ]);
  const refusals = outcomes.filter((outcome) => outcome === 'CONFLICT');
  assert.equal(refusals.length, 12, outcomes.join());
});

test('two users who request each other’s usernames are both refused without a deadlock', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  for (let turn = 0; turn < 10; turn += 1) {
    const outcomes = await Promise.all([change(ada, 'ben'), change(ben, 'ada')]);
    assert.deepEqual(outcomes, ['CONFLICT', 'CONFLICT']);
  }
});

test('of many concurrent username changes by one user exactly one succeeds', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const wishes = Array.from({ length: 4 }, (_, index) => `adele.${index}`);
  const outcomes = await whileLocked(world, 'users', async (release) => {
    const changes = Promise.all(wishes.map((username) => change(ada, username)));
    await waiting(world, wishes.length);
    await release();
    return changes;
  });
  const [got, ...others] = outcomes.filter((outcome) => outcome !== 'RATE_LIMITED');
  assert.deepEqual(others, []);
  assert.deepEqual(await ada.do('{ me { user { username } } }'), { me: { user: { username: got } } });
  const { db } = world.app.services;
  const history = await db.selectFrom('username_history').select('username').execute();
  assert.deepEqual(history, [{ username: 'ada' }]);
});

test('a username that is being given up is taken until it is reserved', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const outcomes = await whileLocked(world, 'username_history', async (release) => {
    const givenUp = change(ada, 'adele');
    await waiting(world, 1);
    const refused = await change(ben, 'ada');
    await release();
    return [await givenUp, refused, await change(ben, 'ada')];
  });
  assert.deepEqual(outcomes, ['adele', 'CONFLICT', 'CONFLICT']);
});

/** Blocks row locks and writes on the table until `release` is called; reads continue. */
async function whileLocked<Result>(
  { connectionString }: World,
  table: string,
  work: (release: () => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(`begin; lock table ${table} in exclusive mode`);
    return await work(() => client.query('commit'));
  } finally {
    await client.end();
  }
}

/** Waits until so many transactions wait for a lock. */
async function waiting({ app }: World, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.services.db);
    if (rows[0]?.count === count) return;
  }
}
