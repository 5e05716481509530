import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { MARK, moderateAtRandom } from '#test/support/trust/random-moderation.ts';
import { exportStatements, statementsIn, transparencyOf } from '#test/support/trust/transparency.ts';
import { testWorld, type World } from '#test/support/world.ts';

const DAY_MS = 86_400_000;

for (const seed of [7, 2_026]) {
  test(`numbers and statements of a random world are those of its rows, and name nobody (seed ${seed})`, async (t) => {
    const world = await testWorld(t);
    const begin = world.clock.now();
    await moderateAtRandom(world, seed);
    world.clock.advance('2d');
    const analyst = await world.admin({ role: 'ANALYST' });
    const end = world.clock.now();
    const [first, last] = [midnightOf(begin), midnightOf(end)];
    const days = Array.from(
      { length: (last - first) / DAY_MS },
      (_, index) => new Date(first + index * DAY_MS),
    );
    assert.ok(days.length > 3);

    const whole = await transparencyOf(analyst, { from: begin, until: end });
    assert.deepEqual(whole, await recount(world, begin, end));
    // The world has something of everything.
    const { noticeCount, reportCount, decisionCount, appealCount, overturnedCount, suspensionCount } = whole;
    for (const count of [noticeCount, reportCount, decisionCount, 2 * appealCount])
      assert.ok(count > 5, `${count}`);
    assert.ok(overturnedCount > 0 && suspensionCount > 0);
    let decisions = 0;
    for (const day of days) {
      const until = new Date(day.getTime() + DAY_MS);
      const report = await transparencyOf(analyst, { from: day, until });
      assert.deepEqual(report, await recount(world, day, until));
      decisions += Number(report.decisionCount);
    }
    assert.equal(decisions, decisionCount);

    const forbidden = await marksOf(world);
    assert.ok(forbidden.length > 300);
    const seen = new Set<string>();
    for (const day of days) {
      const file = await exportStatements(world, analyst, day.toISOString().slice(0, 10));
      const lines = statementsIn(file.text);
      assert.deepEqual([file.rowCount, file.sizeBytes], [lines.length, Buffer.byteLength(file.text)]);
      assert.deepEqual(
        lines.map(factsOf).toSorted(),
        (await statementsOf(world, day)).map(factsOf).toSorted(),
      );
      for (const { statement } of lines) seen.add(statement);
      // The names of statements are random characters, which may look like anything.
      const text = lines.map(factsOf).join('\n').toLowerCase();
      assert.deepEqual(
        forbidden.filter((mark) => text.includes(mark.toLowerCase())),
        [],
      );
      assert.doesNotMatch(text, /[\da-f]{8}-[\da-f]{4}-|_[\da-z]{26}\b/);
    }
    const [adverse] = await rowsOf<{ n: number }>(
      world,
      `select count(*)::integer as n from moderation_decisions where not actions @> array['NO_ACTION']`,
    );
    assert.equal(seen.size, adverse?.n);
  });
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

const midnightOf = (time: Date): number => Math.floor(time.getTime() / DAY_MS) * DAY_MS;

/** Counts rows one by one, as nobody would for many. */
async function recount(world: World, from: Date, until: Date): Promise<Untyped> {
  const isWithin = (at: Date): boolean => at >= from && at < until;
  const rows = await rowsOf<Untyped>(world, 'select * from content_reports');
  const made = rows.filter(({ created_at: at }) => isWithin(at));
  const notices = made.filter(({ is_illegal_notice: isNotice }) => isNotice);
  const reports = made.filter(({ is_illegal_notice: isNotice }) => !isNotice);
  const all = await rowsOf<Untyped>(world, 'select * from moderation_decisions');
  const decisions = all.filter(({ decided_at: at }) => isWithin(at));
  const appeals = (await rowsOf<Untyped>(world, 'select * from appeals')).filter(({ created_at: at }) =>
    isWithin(at),
  );
  const suspensions = await rowsOf<Untyped>(
    world,
    `select created_at as at from restrictions where kind = 'SUSPENSION'`,
  );
  const overturned = decisions.filter(({ reverted_at: at }) => at !== null).length;
  const median = (isNotice: boolean): number | null => {
    const spans = decisions.flatMap(({ id, decided_at: at }) =>
      rows
        .filter(
          (row) => row.decision_id === id && row.is_illegal_notice === isNotice && +row.closed_at === +at,
        )
        .map((row) => row.closed_at - row.created_at),
    );
    return spans.length === 0 ? null : Math.round(medianOf(spans)) / 1_000;
  };
  return {
    noticeCount: notices.length,
    noticesByReason: tally(notices, ({ reason }) => [reason], 'reason'),
    reportCount: reports.length,
    reportsByReason: tally(reports, ({ reason }) => [reason], 'reason'),
    medianNoticeSeconds: median(true),
    medianReportSeconds: median(false),
    decisionCount: decisions.length,
    decisionsBySource: tally(decisions, ({ source }) => [source], 'source'),
    decisionsByAction: tally(decisions, ({ actions }) => actions, 'action'),
    automaticallyDetectedCount: 0,
    automaticallyDecidedCount: 0,
    overturnedCount: overturned,
    overturnedBps: decisions.length === 0 ? null : Math.round((overturned * 10_000) / decisions.length),
    appealCount: appeals.length,
    appealsByState: tally(appeals, ({ state }) => [state], 'state'),
    suspensionCount: suspensions.filter(({ at }) => isWithin(at)).length,
    heldByMachineCount: 0,
    refusedByMachineCount: 0,
  };
}

function tally(rows: readonly Untyped[], kindsOf: (row: Untyped) => string[], name: string): object[] {
  const kinds = rows.flatMap(kindsOf);
  return [...new Set(kinds)]
    .map((kind) => ({ [name]: kind, count: kinds.filter((each) => each === kind).length }))
    .toSorted((a: Untyped, b: Untyped) => b.count - a.count || (a[name] < b[name] ? -1 : 1));
}

/** A line without what only the export makes: its number. */
const factsOf = ({ statement: _, ...facts }: Untyped): string => JSON.stringify(facts);

/** Statements of a day as they must be. */
async function statementsOf(world: World, day: Date): Promise<Untyped[]> {
  const date = day.toISOString().slice(0, 10);
  const rows = await rowsOf<Untyped>(
    world,
    `select d.*, c.subject_kind, p.title from moderation_decisions d join moderation_cases c on c.id = d.case_id
     left join policies p on p.id = d.policy_id
     where (d.decided_at at time zone 'UTC')::date = '${date}' and not d.actions @> array['NO_ACTION']`,
  );
  const reports = await rowsOf<Untyped>(world, 'select * from content_reports where decision_id is not null');
  return rows.map((row) => {
    const closed = reports.filter(({ decision_id: id }) => id === row.id);
    const [most] = tally(closed, ({ reason }) => [reason], 'reason') as Untyped[];
    const countries = { 'DE, FR': ['DE', 'FR'], AT: ['AT'] }[row.scope as string] ?? [];
    return {
      decidedOn: date,
      contentType: row.subject_kind,
      actions: row.actions,
      ground: 'TERMS',
      policy: row.title,
      category: most?.reason ?? null,
      source: closed.some(({ is_illegal_notice: isNotice }) => isNotice)
        ? 'ILLEGAL_CONTENT_NOTICE'
        : row.source,
      isDetectedAutomatically: false,
      isDecidedAutomatically: false,
      isEverywhere: row.scope === null,
      countries,
      endsOn: row.expires_at.toISOString().slice(0, 10),
      appealableUntil: row.appealable_until.toISOString().slice(0, 10),
    };
  });
}

/** Names, addresses and ids of the people and contents of a world, and of all that was done about them. */
async function marksOf(world: World): Promise<string[]> {
  const ids = await rowsOf<{ type: Parameters<typeof toGlobalId>[0]; id: string }>(
    world,
    `select 'user' as type, id from users union all select 'post', id from posts union all select 'comment', id from comments
     union all select 'report', id from content_reports union all select 'case', id from moderation_cases
     union all select 'decision', id from moderation_decisions union all select 'appeal', id from appeals
     union all select 'admin', id from admins`,
  );
  const names = await rowsOf<{ name: string }>(
    world,
    `select username as name from users union select display_name from users union select email from users
     union select display_name from admins union select email from admins`,
  );
  return [
    MARK,
    ...names.map(({ name }) => name),
    ...ids.flatMap(({ type, id }) => [
      id,
      id.replaceAll('-', ''),
      toGlobalId(type, id),
      toGlobalId(type, id).slice(-26),
    ]),
  ];
}
