import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { totpCodeOf, totpStepOf } from '#domains/identity/admin-factors/totp.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { type Actor, createActor } from '#test/support/actor.ts';
import { MEASURED_DAYS } from '../../db/demo/measures.ts';
import type { FirstRun } from './plaza-process.ts';

const ROLES = ['OWNER', 'ADMIN', 'MODERATOR', 'FINANCE', 'SUPPORT', 'ANALYST'];

const LOGIN = `mutation ($input: AdminLoginInput!) { adminLogin(input: $input) {
  needsCode accessToken admin { role } errors { code } } }`;

type Noted = FirstRun['demoAdmins'][number];

/** Signs a noted admin in, as the note says. */
async function signInNoted(t: TestContext, url: string, noted: Noted): Promise<Actor> {
  const admin = createActor(url, { token: null, onEnd: (end) => t.after(end) });
  const { email, password, totpSecret } = noted;
  if (totpSecret !== null) {
    const { adminLogin: asked } = await admin.do(LOGIN, { input: { email, password } });
    assert.deepEqual(asked, { needsCode: true, accessToken: null, admin: null, errors: [] });
  }
  const code = totpSecret && totpCodeOf(totpSecret, totpStepOf(new Date()));
  const { adminLogin } = await admin.do(LOGIN, { input: { email, password, code } });
  assert.deepEqual([adminLogin.errors, adminLogin.admin], [[], { role: noted.role }]);
  admin.token = adminLogin.accessToken;
  return admin;
}

/** Asserts that an admin of each role signs in, the ADMIN by a code of the second factor. @returns them by their roles */
export async function signInDemoAdmins(
  t: TestContext,
  { url, demoAdmins }: { url: string; demoAdmins: FirstRun['demoAdmins'] },
): Promise<ReadonlyMap<string, Actor>> {
  assert.deepEqual(
    demoAdmins.map(({ role, email, totpSecret }) => [role, email, totpSecret !== null]),
    ROLES.map((role) => [role, `demo-${role.toLowerCase()}@plaza.example`, role === 'ADMIN']),
  );
  const admins = new Map<string, Actor>();
  for (const noted of demoAdmins) admins.set(noted.role, await signInNoted(t, url, noted));
  return admins;
}

const DASHBOARD = `query ($from: DateTime!, $until: DateTime!) {
  adminGetDashboard(from: $from, until: $until, granularity: DAY, measures: [USERS_ACTIVE_DAY, POSTS, REVENUE]) {
    periods { isComplete } cohorts { activeCounts } measures { key part total previousTotal values } } }`;

/** Asserts the month before today as admins of each role see it. */
export async function seesDashboard(admins: ReadonlyMap<string, Actor>): Promise<void> {
  const untilMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const times = { from: new Date(untilMs - 30 * DAY_MS), until: new Date(untilMs) };
  for (const [role, admin] of admins) {
    const { data, errors } = await admin.ask(DASHBOARD, times);
    if (!['OWNER', 'ADMIN', 'ANALYST'].includes(role)) {
      assert.deepEqual([data.adminGetDashboard, errors?.[0]?.extensions.code], [null, 'FORBIDDEN'], role);
      continue;
    }
    const { periods, cohorts, measures } = data.adminGetDashboard;
    assert.deepEqual(periods, Array(30).fill({ isComplete: true }));
    assert.equal(cohorts.length, 12);
    const money = role === 'ANALYST' ? [] : [['REVENUE', 'EUR']];
    assert.deepEqual(
      measures.map(({ key, part }: { key: string; part: string | null }) => [key, part]),
      [['USERS_ACTIVE_DAY', null], ['POSTS', null], ...money],
      role,
    );
    for (const { key, total, previousTotal, values } of measures) {
      assert.equal(values.length, 30, key);
      if (key !== 'USERS_ACTIVE_DAY') assert.ok(total > 0 && previousTotal > 0, key);
    }
  }
}

/** Asserts that the dashboard has a past without a gap, whose hours add up to its days. */
export async function hasMeasures({ db }: Pick<Services, 'db'>): Promise<void> {
  const { rows } = await sql<object>`
    select count(*)::integer as closed, max(day) - min(day) as span, (select days_until from measure_head) - max(day) as ahead,
      (select count(*)::integer from measures where measure = 'USERS_ACTIVE_DAY') as active_days,
      (select count(distinct month) >= 12 from cohort_counts) as has_cohorts,
      (select count(*)::integer from (
        select from measures
        where starts_at > now() - interval '59 days' and starts_at < (select days_until from measure_head)
          and (measure in ('POSTS', 'VIEWS', 'COINS_TIPPED') or part <> '')
        group by measure, part, date_trunc('day', starts_at, 'UTC')
        having sum(value) filter (where granularity = 'DAY') <> sum(value) filter (where granularity = 'HOUR')) as wrong
      ) as wrong_days
    from measure_days_closed`.execute(db);
  assert.deepEqual(rows, [
    {
      closed: MEASURED_DAYS,
      span: MEASURED_DAYS - 1,
      ahead: 1,
      active_days: MEASURED_DAYS,
      has_cohorts: true,
      wrong_days: 0,
    },
  ]);
}
