import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { runSql } from '#test/support/test-server.ts';
import { closeDays, midnightOf } from '#test/support/insight/dashboard.ts';
import { give } from '#test/support/money/ledger.ts';
import { send } from '#test/support/money/tips.ts';
import { testWorld, type World } from '#test/support/world.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

type Run = { readonly code: number; readonly lines: readonly string[] };

async function rebuild({ connectionString }: World, ...args: readonly string[]): Promise<Run> {
  const env = { ...process.env, DATABASE_URL: connectionString, LOG_LEVEL: 'fatal', NODE_ENV: 'test' };
  const command = spawn('node', [path.join(ROOT, 'src/main.ts'), 'dashboard:rebuild', ...args], { env });
  const [output, problem, [code]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'exit'),
  ]);
  return { code, lines: `${output}${problem}`.trimEnd().split('\n') };
}

const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

/** A day at 10:00 on which ada posts, ben comments and gives a tip; it is closed. @returns it, its month, and the month of the day before, when they have registered */
async function closedDay(world: World): Promise<{ day: string; month: string; cohort: string }> {
  const cohort = monthOf(world.clock.now());
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await closeDays(world);
  const tenMs = midnightOf(world.clock.now(), 1).getTime() + 36_000_000;
  world.clock.advance(tenMs - world.clock.now().getTime());
  const [cleo, dan] = [await world.signIn(ada), await world.signIn(ben)];
  await commentOn(dan, await publish(cleo));
  await give(world, dan, 100);
  await send(dan, { target: { userId: cleo.id }, amountCoins: 30 });
  const day = world.clock.now().toISOString().slice(0, 10);
  world.clock.advance(50_400_000 + 600_000);
  await closeDays(world);
  return { day, month: day.slice(0, 7), cohort };
}

test('dashboard:rebuild names what differs from the tables and from the log, and repairs it with --write', async (t) => {
  const world = await testWorld(t);
  const { day, month, cohort } = await closedDay(world);
  const right = { code: 0, lines: ['The measures of 1 days are right.'] };
  assert.deepEqual(await rebuild(world, '--from', day), right);

  await runSql(
    world.connectionString,
    `update measures set value = value + 2 where measure = 'POSTS' and granularity = 'HOUR' and starts_at >= '${day}Z';
     delete from measures where measure = 'COINS_TIPPED' and granularity = 'DAY' and starts_at >= '${day}Z';
     insert into measures (granularity, measure, starts_at, value) values ('DAY', 'FOLLOWS', '${day}Z', 7);
     update measures set value = 1 where measure = 'USERS_ACTIVE_DAY' and starts_at = '${day}Z';
     update measures set value = 9 where measure = 'USERS_ACTIVE_WEEK' and starts_at = '${day}Z';
     update cohort_counts set active = 1 where to_char(month, 'YYYY-MM') = '${month}'`,
  );
  const lines = [
    `${day} COINS_TIPPED: stored 0, the tables have 30`,
    `${day} FOLLOWS: stored 7, the event log has 0`,
    `${day}T10 POSTS: stored 3, the event log has 1`,
    `${day} USERS_ACTIVE_DAY: stored 1, the tables have 2`,
  ];
  const cohorts = (await rebuild(world, '--from', day)).lines.filter((line) => line.startsWith('cohort '));
  assert.deepEqual(cohorts, [`cohort ${cohort} in ${month}: stored 1, the tables have 2`]);
  const named = { code: 1, lines: [...lines, ...cohorts, 'Differences in the measures: 5.'] };
  assert.deepEqual(await rebuild(world, '--from', day), named);
  assert.deepEqual(await rebuild(world, '--from', day, '--write'), {
    code: 0,
    lines: [...lines, ...cohorts, 'Repaired differences in the measures: 5.'],
  });
  assert.deepEqual(await rebuild(world, '--from', day), right);
  assert.deepEqual(await rebuild(world, '--from', day, '--write'), right);
});

test('days of which the log has lost events keep what was counted from it', async (t) => {
  const world = await testWorld(t);
  const { day } = await closedDay(world);
  await runSql(
    world.connectionString,
    `update event_head set trimmed_position = (select min(position) from event_log);
     update measures set value = 9 where measure = 'COMMENTS' and starts_at = '${day}Z';
     update measures set value = 9 where measure = 'COINS_SPENT' and granularity = 'DAY' and starts_at = '${day}Z'`,
  );
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  // The first event that is left is of the day before, and of the first hours after it some may be gone.
  await runSql(world.connectionString, `update event_log set occurred_at = '${day}T01:00Z'`);
  assert.deepEqual(await rebuild(world, '--from', day), {
    code: 1,
    lines: [`${day} COINS_SPENT: stored 9, the tables have 30`, 'Differences in the measures: 1.'],
  });
  assert.deepEqual(await rebuild(world, '--from', next), {
    code: 0,
    lines: [`The measures of 0 days are right, what is counted from the event log since ${next}.`],
  });
});

test('dashboard:rebuild needs a day that there is', async (t) => {
  const world = await testWorld(t);
  const refused = { code: 2, lines: ['Give --from with a day, such as 2026-11-30.'] };
  assert.deepEqual(await rebuild(world), refused);
  assert.deepEqual(await rebuild(world, '--from', '2026-02-30'), refused);
});
