import { z } from 'zod';
import { closeHoursAndDays } from '#domains/insight/dashboard/closing.service.ts';
import { COUNTED_EVENTS } from '#domains/insight/dashboard/counting.policy.ts';
import { dashboardFollower } from '#domains/insight/dashboard/dashboard.jobs.ts';
import { MEASURES } from '#domains/insight/dashboard/measures.policy.ts';
import { DAY_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { catchUpFollowers } from '#platform/outbox/followers/event-followers.ts';
import type { App } from '#src/app/app.ts';
import type { Actor } from '#test/support/actor.ts';
import { openAdminApp } from '../harness/admin-app.ts';
import { type Bench, withBench } from '../harness/database.ts';
import { percentile } from '../harness/percentile.ts';
import { report } from '../harness/report.ts';
import type { Size } from '../harness/report.ts';

const SCHEDULES = {
  small: { reads: 20, events: 5_000, active: 3_000, users: 10_000 },
  usual: { reads: 400, events: 200_000, active: 300_000, users: 1_000_000 },
  full: { reads: 2_000, events: 1_000_000, active: 300_000, users: 1_000_000 },
} satisfies Record<Size, object>;
type Schedule = (typeof SCHEDULES)[Size];

const DAYS = 400;
const SHOWN_DAYS = 180;
const MEASURES_AT_ONCE = 30;
const READ_P50_MS = 25;
const READ_P99_MS = 50;
const EVENTS_PER_SECOND = 10_000;
const CLOSE_SECONDS = 10;

/**
 * Reads a dashboard, counts events, and closes a day, in one process with its client, on a database with the sums of 400 days.
 * @returns whether every target was met
 */
export const runDashboard = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    const schedule = SCHEDULES[size];
    await fill(bench, schedule);
    const { app, admin } = await openAdminApp(bench.product);
    try {
      const readMs = await read(admin, schedule);
      const eventsPerSecond = await count(bench, app, schedule);
      const closeSeconds = await close(app);
      const result = {
        readP50Ms: percentile(readMs, 0.5),
        readP99Ms: percentile(readMs, 0.99),
        eventsPerSecond,
        closeSeconds,
      };
      const target = (name: string, measured: number, wanted: string, isMet: boolean) => ({
        name,
        measured,
        wanted,
        isMet,
      });
      return await report({
        scenario: 'dashboard',
        size,
        tables: [],
        targets: [
          target('dashboard p50 ms', result.readP50Ms, `< ${READ_P50_MS}`, result.readP50Ms < READ_P50_MS),
          target('dashboard p99 ms', result.readP99Ms, `< ${READ_P99_MS}`, result.readP99Ms < READ_P99_MS),
          target(
            'events per s',
            eventsPerSecond,
            `>= ${EVENTS_PER_SECOND}`,
            eventsPerSecond >= EVENTS_PER_SECOND,
          ),
          target('close of a day s', closeSeconds, `< ${CLOSE_SECONDS}`, closeSeconds < CLOSE_SECONDS),
        ],
        result: { ...schedule, ...result },
      });
    } finally {
      await app.close();
    }
  });

const TODAY = "date_trunc('day', now(), 'UTC')";

/** Sums of each day and of the hours of 60, cohorts of a year, and who was there on the days of the month up to the one that closes. */
async function fill({ client }: Bench, { active, users }: Schedule): Promise<void> {
  const measures = Object.keys(MEASURES);
  for (const [granularity, count, unit] of [
    ['DAY', DAYS, 'day'],
    ['HOUR', 60 * 24, 'hour'],
  ] as const) {
    await client.query(
      `insert into measures (granularity, measure, part, starts_at, value)
       select $1, measure, case when measure in ('REVENUE', 'REFUNDS', 'DISPUTES') then 'EUR' else '' end,
         ${TODAY} - n * interval '1 ${unit}', (random() * 1e6)::bigint
       from unnest($2::text[]) measure cross join generate_series(1, $3::integer) n`,
      [granularity, measures, count],
    );
  }
  await client.query(
    `insert into cohort_counts (cohort, month, active)
     select (date_trunc('month', now()) - c * interval '1 month')::date, (date_trunc('month', now()) - m * interval '1 month')::date, 1000
     from generate_series(1, 12) c cross join generate_series(1, 12) m where m <= c`,
  );
  // Ids of users who registered in the last year.
  await client.query(
    `create temp table people as
     select (overlay(md5(n::text) placing
       lpad(to_hex((extract(epoch from now() - (n % 365) * interval '1 day') * 1000)::bigint), 12, '0') from 1 for 12))::uuid as id, n
     from generate_series(1, $1::integer) n`,
    [users],
  );
  await client.query(
    `insert into active_days (day, user_id)
     select (${TODAY} at time zone 'UTC')::date - d, id from generate_series(1, 7) d cross join people
     where (n::bigint * 7919 + d * 104729) % $1::bigint < $2`,
    [users, active],
  );
  await client.query(
    `insert into measure_head (hours_until, days_until)
     select ${TODAY}, (${TODAY} at time zone 'UTC')::date - 1`,
  );
  await client.query(
    `insert into measure_days_closed (day, closed_at)
     select (${TODAY} at time zone 'UTC')::date - n, now() from generate_series(2, $1::integer) n`,
    [DAYS],
  );
  await client.query('vacuum analyze measures, cohort_counts, active_days');
}

const shown = z.object({
  adminGetDashboard: z.object({
    periods: z.array(z.object({})).length(SHOWN_DAYS),
    // Every day has a value.
    measures: z.array(z.object({ values: z.array(z.number()) })).length(MEASURES_AT_ONCE),
  }),
});

const DASHBOARD = `query ($from: DateTime!, $until: DateTime!, $measures: [AdminMeasure!]!) {
  adminGetDashboard(from: $from, until: $until, granularity: DAY, measures: $measures) {
    periods { startsAt isComplete } measures { key part total previousTotal values }
    cohorts { month registeredCount activeCounts } updatedAt } }`;

/** @returns how long reads took that were sent one after the other, in ascending order */
async function read(admin: Actor, { reads }: Schedule): Promise<number[]> {
  const until = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const asked = {
    from: new Date(until.getTime() - SHOWN_DAYS * DAY_MS),
    until,
    measures: Object.keys(MEASURES).slice(0, MEASURES_AT_ONCE),
  };
  const times: number[] = [];
  for (let index = 0; index < reads; index += 1) {
    const beganMs = performance.now();
    const answer: unknown = await admin.do(DASHBOARD, asked);
    times.push(performance.now() - beganMs);
    shown.parse(answer);
  }
  // The first reads compile and plan.
  return times.slice(Math.floor(reads / 10)).toSorted((left, right) => left - right);
}

const LOGGED = ['post.created', 'comment.added', 'post.reacted', 'user.followed', 'session.newDevice'];

/** @returns events per second, of which one in five is not counted */
async function count({ client }: Bench, app: App, { events }: Schedule): Promise<number> {
  const known = new Set(COUNTED_EVENTS.map(({ name }) => name));
  if (LOGGED.filter((name) => known.has(name)).length !== LOGGED.length - 1)
    throw new Error('The names of the events have changed.');
  await app.runJobs();
  await client.query(
    `insert into event_log (position, event_id, name, payload, recipients, topic, occurred_at)
     select h.position + n, gen_random_uuid(), ($2::text[])[1 + n % $3], '{}', '{}', null, now() - (n % 50) * interval '1 hour'
     from event_head h cross join generate_series(1, $1::integer) n`,
    [events, LOGGED, LOGGED.length],
  );
  await client.query('update event_head set position = position + $1', [events]);
  const beganMs = performance.now();
  await catchUpFollowers(app.services, [dashboardFollower]);
  return events / ((performance.now() - beganMs) / SECOND_MS);
}

/** @returns how many seconds it took */
async function close(app: App): Promise<number> {
  const beganMs = performance.now();
  await closeHoursAndDays(app.services);
  const seconds = (performance.now() - beganMs) / SECOND_MS;
  const { daysUntil } = await app.services.db
    .selectFrom('measure_head')
    .select((eb) => eb.cast<string>('days_until', 'text').as('daysUntil'))
    .executeTakeFirstOrThrow();
  if (daysUntil !== new Date().toISOString().slice(0, 10)) throw new Error('The day was not closed.');
  return seconds;
}
