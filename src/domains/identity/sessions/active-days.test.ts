import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runCron } from '#test/support/jobs/cron.ts';
import { requestDeletion, runErasures } from '#test/support/people/accounts.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { until } from '#test/support/processes.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const daysOf = async (world: World, person: Person): Promise<string[]> => {
  const rows = await rowsOf<{ day: string }>(
    world,
    `select day::text from active_days where user_id = '${uuidOf(person.id)}' order by day`,
  );
  return rows.map(({ day }) => day);
};

const ME = '{ me { id } }';
const dayAt = (world: World): string => world.clock.now().toISOString().slice(0, 10);

/** Sends a request, and waits until the use of the session is stored. */
async function use(world: World, person: Person): Promise<void> {
  const now = world.clock.now();
  await person.do(ME);
  await until(async () => {
    const [row] = await rowsOf<{ at: Date }>(
      world,
      `select max(last_seen_at) as at from sessions where user_id = '${uuidOf(person.id)}'`,
    );
    return row !== undefined && row.at >= now;
  }, 'the use is stored');
}

/** Moves the clock to so many minutes after the next midnight (UTC). */
function toMidnight(world: World, minutes: number): void {
  const ms = world.clock.now().getTime() % 86_400_000;
  world.clock.advance(`${Math.ceil((86_400_000 - ms) / 1_000) + minutes * 60}s`);
}

test('a reader who writes nothing is active on each day on which they are there, once for all their devices', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const days = [dayAt(world)];
  // Tokens live for minutes: both devices are there on the eve.
  toMidnight(world, -5);
  days.push(...(dayAt(world) === days[0] ? [] : [dayAt(world)]));
  const [phone, tablet] = [await world.signIn(ada), await world.signIn(ada)];
  assert.deepEqual(await daysOf(world, ada), days);

  world.clock.advance('4m');
  await use(world, phone);
  world.clock.advance('2m');
  days.push(dayAt(world));
  // Two minutes after the last use, of which the first is of another day.
  await use(world, phone);
  assert.deepEqual(await daysOf(world, ada), days);
  await use(world, tablet);
  assert.deepEqual(await daysOf(world, ada), days);

  // Nobody comes on the day between.
  world.clock.advance('2d');
  days.push(dayAt(world));
  await world.signIn(ada);
  assert.deepEqual(await daysOf(world, ada), days);
});

test('a reader whose app only refreshes its tokens is active on that day', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const first = dayAt(world);
  toMidnight(world, 1);
  const { refreshSession } = await world
    .anonymous()
    .do(
      `mutation ($token: String!) { refreshSession(input: { refreshToken: $token }) { errors { code } } }`,
      { token: ada.refreshToken },
    );
  assert.deepEqual(refreshSession.errors, []);
  assert.deepEqual(await daysOf(world, ada), [first, dayAt(world)]);
});

test('days are kept for 400 days, and those of an erased person are gone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { db } = world.app.services;
  const now = world.clock.now();
  const ago = (days: number): string =>
    new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  for (const person of [ada, ben]) {
    await sql`insert into active_days (day, user_id)
      select ${ago(401)}::date + n, ${uuidOf(person.id)}::uuid from generate_series(0, 400) n`.execute(db);
  }
  await runCron(world, 'sessions.keepActiveDays');
  assert.equal((await daysOf(world, ada))[0], ago(400));
  assert.equal((await daysOf(world, ada)).length, 401);

  await requestDeletion(ben);
  world.clock.advance('31d');
  await runErasures(world);
  assert.deepEqual(await daysOf(world, ben), []);
  assert.equal((await daysOf(world, ada)).length, 401);
});

test('the coming months have partitions of their own, and one of which no day is kept is dropped', async (t) => {
  const world = await testWorld(t);
  const partitions = async (): Promise<string[]> =>
    (
      await rowsOf<{ name: string }>(
        world,
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'active_days'::regclass order by 1`,
      )
    ).map(({ name }) => name);
  const monthAfter = (count: number): string => {
    const now = world.clock.now();
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 1));
    return `active_days_${date.toISOString().slice(0, 7).replace('-', '_')}`;
  };
  await runCron(world, 'sessions.keepActiveDays');
  const coming = Array.from({ length: 14 }, (_, index) => monthAfter(index + 1));
  assert.deepEqual(await partitions(), [...coming, 'active_days_default']);
  const ada = await world.user('ada');
  world.clock.advance('40d');
  await world.signIn(ada);
  assert.equal((await daysOf(world, ada)).length, 2);
  const [held] = await rowsOf<{ name: string }>(
    world,
    `select tableoid::regclass::text as name from active_days order by day desc limit 1`,
  );
  assert.equal(held?.name, monthAfter(0));

  world.clock.advance('450d');
  const oldest = await partitions();
  await runCron(world, 'sessions.keepActiveDays');
  const left = await partitions();
  assert.ok(oldest.includes(coming[0] ?? '') && !left.includes(coming[0] ?? ''));
  assert.equal(left.at(-2), monthAfter(14));
});
