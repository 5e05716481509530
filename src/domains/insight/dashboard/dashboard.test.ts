import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { publish } from '#test/support/content/comments.ts';
import { askForDashboard, closeDays, dashboardOf, midnightOf } from '#test/support/insight/dashboard.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { report } from '#test/support/trust/reports.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld, type World } from '#test/support/world.ts';
import { closeHoursAndDays } from './closing.service.ts';

/** Comes to ten minutes after the end of the day. @returns the beginning of the day that has ended */
function endDay(world: World): Date {
  const now = world.clock.now();
  world.clock.advance(midnightOf(now, 1).getTime() + 600_000 - now.getTime());
  return midnightOf(now);
}

test('a day stays open while the log has an event of it that is not counted, and while an event is not logged', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await closeDays(world);
  await publish(ada);
  await storedEvents(world);
  const day = endDay(world);
  const admin = await world.admin();
  const asked = { from: day, until: midnightOf(day, 1), measures: ['POSTS', 'USERS_ACTIVE_MONTH'] };
  const shown = async () => {
    const { periods, measures } = await dashboardOf(admin, asked);
    return [periods[0].isComplete, ...measures.map(({ total }: { total: number | null }) => total)];
  };
  const { services } = world.app;
  // Closes as the job does, which here would count the events first.
  await closeHoursAndDays(services);
  assert.deepEqual(await shown(), [false, 0, null]);
  assert.equal((await dashboardOf(admin, asked)).updatedAt < midnightOf(day, 1).toISOString(), true);

  await world.runJobs();
  await runSql(
    world.connectionString,
    `insert into outbox (kind, event_id, name, payload, occurred_at)
     values ('event', gen_random_uuid(), 'late', '{}', '${day.toISOString()}')`,
  );
  await closeHoursAndDays(services);
  assert.deepEqual(await shown(), [false, 1, null]);

  await closeDays(world);
  assert.deepEqual(await shown(), [true, 1, 1]);
});

const DAY_MS = 86_400_000;

test('a dashboard of no time, of too many days, periods or measures, and of hours that are not kept is refused', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const now = midnightOf(world.clock.now());
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const all: string[] = (
    await admin.do('{ __type(name: "AdminMeasure") { enumValues { name } } }')
  ).__type.enumValues.map(({ name }: { name: string }) => name);
  assert.ok(all.length > 30);
  const refusal = async (change: object) => {
    const { errors } = await askForDashboard(admin, {
      from: ago(1),
      until: now,
      measures: ['POSTS'],
      ...change,
    });
    return errors?.map(({ message, extensions: { code } }) => `${code}: ${message}`).join();
  };
  assert.equal(await refusal({ until: ago(1) }), 'BAD_USER_INPUT: `until` must be after `from`.');
  assert.equal(await refusal({ from: ago(401) }), 'BAD_USER_INPUT: Ask for at most 400 days.');
  assert.equal(await refusal({ from: ago(400) }), undefined);
  const hours = 'HOUR';
  assert.equal(
    await refusal({ from: ago(17), granularity: hours }),
    'BAD_USER_INPUT: Ask for at most 400 periods.',
  );
  assert.equal(await refusal({ from: ago(16), granularity: hours }), undefined);
  assert.equal(
    await refusal({ from: ago(61), until: ago(60), granularity: hours }),
    'BAD_USER_INPUT: Ask for hours of the last 60 days.',
  );
  assert.equal(await refusal({ measures: [] }), 'BAD_USER_INPUT: Ask for 1 to 30 measures.');
  assert.equal(await refusal({ measures: all.slice(0, 31) }), 'BAD_USER_INPUT: Ask for 1 to 30 measures.');
  assert.equal(await refusal({ measures: all.slice(0, 30) }), undefined);
  assert.equal(
    await refusal({ measures: ['POSTS', 'USERS_ACTIVE_DAY'], granularity: hours }),
    'BAD_USER_INPUT: Ask for USERS_ACTIVE_DAY by days, weeks or months.',
  );
});

test('an analyst reads numbers of people and content, and none of coins and payments', async (t) => {
  const world = await testWorld(t);
  await world.user('ada');
  await closeDays(world);
  const day = midnightOf(world.clock.now());
  const measures = ['COINS_SOLD', 'USERS_NEW', 'RECURRING_COINS', 'COINS_TIPPED', 'POSTS'];
  const keysFor = async (admin: Actor): Promise<string[]> => {
    const { measures: shown } = await dashboardOf(admin, { from: day, until: midnightOf(day, 1), measures });
    return shown.map(({ key }: { key: string }) => key);
  };
  assert.deepEqual(await keysFor(await world.admin({ role: 'ANALYST' })), ['USERS_NEW', 'POSTS']);
  assert.deepEqual(await keysFor(await world.admin({ role: 'OWNER' })), measures);
  const onlyMoney = { from: day, until: midnightOf(day, 1), measures: ['COINS_SOLD'] };
  assert.deepEqual((await dashboardOf(await world.admin({ role: 'ANALYST' }), onlyMoney)).measures, []);
});

test('a cohort has those who registered in its month, and how many of them were there in each month since', async (t) => {
  const world = await testWorld(t);
  const start = world.clock.now();
  const month = (distance: number): Date =>
    new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + distance, 5, 12));
  const comes = (time: Date): void => world.clock.advance(time.getTime() - world.clock.now().getTime());
  await closeDays(world);
  comes(month(1));
  const [ada] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  comes(month(2));
  const dan = await world.user('dan');
  await world.signIn(ada);
  await world.signIn(ada);
  comes(month(4));
  for (const person of [ada, dan]) await world.signIn(person);
  endDay(world);
  await closeDays(world);
  const { cohorts } = await dashboardOf(await world.admin(), {
    from: month(1),
    until: month(5),
    measures: ['USERS_NEW'],
  });
  const nameOf = (distance: number): string => month(distance).toISOString().slice(0, 7);
  assert.deepEqual(
    cohorts.map(({ month: name }: { month: string }) => name),
    Array.from({ length: 12 }, (_, index) => nameOf(index - 7)),
  );
  assert.deepEqual(cohorts.slice(8), [
    { month: nameOf(1), registeredCount: 3, activeCounts: [3, 1, 0, 1] },
    { month: nameOf(2), registeredCount: 1, activeCounts: [1, 0, 1] },
    { month: nameOf(3), registeredCount: 0, activeCounts: [0, 0] },
    { month: nameOf(4), registeredCount: 0, activeCounts: [0] },
  ]);
});

const QUEUES = `{ adminGetQueues {
  openCaseCount oldestCaseAt pendingAdjustmentCount failedScanCount followers { name eventCount seconds } } }`;
const ADJUST = `mutation ($input: AdminAdjustCoinsInput!) { adminAdjustCoins(input: $input) { adjustment { state } errors { code } } }`;

test('queues tell of open cases, adjustments that wait, scans that failed, and followers that are behind', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const queues = async (reader: Actor = admin) => {
    const { followers, ...others } = (await reader.do(QUEUES)).adminGetQueues;
    const own = followers.find(({ name }: { name: string }) => name === 'dashboard.count');
    return { ...others, uncounted: own.eventCount };
  };
  await world.runJobs();
  assert.deepEqual(await queues(), {
    openCaseCount: 0,
    oldestCaseAt: null,
    pendingAdjustmentCount: 0,
    failedScanCount: 0,
    uncounted: 0,
  });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [first, second] = [await publish(ada), await publish(ada)];
  await report(ben, { postId: first });
  const [{ at }] = (await rowsOf<{ at: Date }>(world, 'select opened_at as at from moderation_cases')) as [
    { at: Date },
  ];
  world.clock.advance('1h');
  await report(await world.signIn(ben), { postId: second });
  const given = { userId: ada.id, amountCoins: 20_000, reason: 'A large gift', idempotencyKey: 'one' };
  const finance = await world.admin({ role: 'FINANCE' });
  assert.equal((await finance.do(ADJUST, { input: given })).adminAdjustCoins.adjustment.state, 'PENDING');
  await runSql(
    world.connectionString,
    `insert into content_scans (id, subject_kind, subject_id, version, state, at)
     select gen_random_uuid(), 'POST', gen_random_uuid(), 1, 'FAILED', now() from generate_series(1, 3)`,
  );
  await storedEvents(world);
  const { uncounted, ...found } = await queues(await world.admin({ role: 'ANALYST' }));
  assert.deepEqual(found, {
    openCaseCount: 2,
    oldestCaseAt: at.toISOString(),
    pendingAdjustmentCount: 1,
    failedScanCount: 3,
  });
  assert.ok(uncounted > 0);
  await world.runJobs();
  assert.equal((await queues(await world.admin())).uncounted, 0);
});

test('counts of queues end at their limit', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_DASHBOARD_QUEUE_COUNT: '2' } });
  await runSql(
    world.connectionString,
    `insert into content_scans (id, subject_kind, subject_id, version, state, at)
     select gen_random_uuid(), 'POST', gen_random_uuid(), 1, 'FAILED', now() from generate_series(1, 3)`,
  );
  const admin = await world.admin();
  assert.equal((await admin.do(QUEUES)).adminGetQueues.failedScanCount, 2);
});

test('hours go after 60 days and months after 400, while days and cohorts stay', async (t) => {
  const world = await testWorld(t);
  const now = world.clock.now();
  const hourAgo = (days: number, hours: number): string =>
    new Date(
      Math.floor((now.getTime() - days * DAY_MS) / 3_600_000) * 3_600_000 + hours * 3_600_000,
    ).toISOString();
  const kept = hourAgo(60, 1);
  const monthOf = (days: number): string =>
    `${new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 7)}-01`;
  const [oldMonth, keptMonth] = [monthOf(440), monthOf(360)];
  await runSql(
    world.connectionString,
    `insert into measures (granularity, measure, starts_at, value) values
       ('HOUR', 'POSTS', '${hourAgo(60, -1)}', 1), ('HOUR', 'POSTS', '${kept}', 2),
       ('DAY', 'POSTS', '${midnightOf(now, -900).toISOString()}', 3);
     insert into active_months (month, user_id) values ('${oldMonth}', gen_random_uuid()), ('${keptMonth}', gen_random_uuid());
     insert into cohort_counts (cohort, month, active) values ('${oldMonth}', '${oldMonth}', 1)`,
  );
  await runCron(world, 'dashboard.sweep');
  assert.deepEqual(
    await rowsOf(world, `select value::integer from measures where measure = 'POSTS' order by value`),
    [{ value: 2 }, { value: 3 }],
  );
  assert.deepEqual(
    await rowsOf(world, `select month::text from active_months where month < '${monthOf(300)}'`),
    [{ month: keptMonth }],
  );
  assert.equal((await rowsOf(world, 'select 1 from cohort_counts')).length, 1);
});
