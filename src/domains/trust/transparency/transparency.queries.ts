import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Span, TransparencyCounts } from './transparency.types.ts';

/** Counts what happened in a span. */
export async function countModeration(db: Db, span: Span): Promise<TransparencyCounts> {
  const { rows } = await db.executeQuery(countingSql(span).compile(db));
  const [counted] = rows;
  if (!counted) throw new Error('a statement without a condition gave no row');
  return counted;
}

/** One statement, so that all numbers are of one moment. Each part reads an index of its time. */
const countingSql = (span: Span): RawBuilder<TransparencyCounts> => sql<TransparencyCounts>`
    with reported as materialized (
      select is_illegal_notice as is_notice, reason, count(*)::integer as n
      from content_reports where ${within('created_at', span)} group by 1, 2),
    decided as materialized (
      select id, source, actions, decided_at, automated_detection, automated_decision, reverted_at
      from moderation_decisions where ${within('decided_at', span)}),
    durations as (
      -- Reports that were closed at once by an older decision have none.
      select r.is_illegal_notice as is_notice,
        round((percentile_cont(0.5) within group (
          order by (extract(epoch from r.closed_at - r.created_at) * 1000)::double precision))::numeric)::double precision / 1000 as median
      from decided d join content_reports r on r.decision_id = d.id and r.closed_at = d.decided_at group by 1),
    appealed as materialized (
      select state, count(*)::integer as n from appeals where ${within('created_at', span)} group by 1),
    scanned as materialized (
      select outcome, count(*)::integer as n from content_scans
      where ${within('at', span)} and outcome in ('HOLD', 'REJECT') group by 1)
    select ${sumOf('reported', sql`is_notice`)} as "noticeCount",
      ${byKind('reported', 'reason', sql`is_notice`)} as "noticesByReason",
      ${sumOf('reported', sql`not is_notice`)} as "reportCount",
      ${byKind('reported', 'reason', sql`not is_notice`)} as "reportsByReason",
      (select median from durations where is_notice) as "medianNoticeSeconds",
      (select median from durations where not is_notice) as "medianReportSeconds",
      (select count(*)::integer from decided) as "decisionCount",
      (select coalesce(jsonb_object_agg(source, n), '{}') from (
        select source, count(*)::integer as n from decided group by 1) s) as "decisionsBySource",
      (select coalesce(jsonb_object_agg(action, n), '{}') from (
        select action, count(*)::integer as n from decided, unnest(actions) action group by 1) s) as "decisionsByAction",
      (select count(*)::integer from decided where automated_detection) as "automaticallyDetectedCount",
      (select count(*)::integer from decided where automated_decision) as "automaticallyDecidedCount",
      (select count(*)::integer from decided where reverted_at is not null) as "overturnedCount",
      ${sumOf('appealed', sql`true`)} as "appealCount",
      ${byKind('appealed', 'state', sql`true`)} as "appealsByState",
      (select count(*)::integer from restrictions where kind = 'SUSPENSION' and ${within('created_at', span)}) as "suspensionCount",
      ${sumOf('scanned', sql`outcome = 'HOLD'`)} as "heldByMachineCount",
      ${sumOf('scanned', sql`outcome = 'REJECT'`)} as "refusedByMachineCount"`;

const within = (column: string, { startsAt, endsAt }: Span): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} >= ${startsAt}::timestamptz and ${sql.ref(column)} < ${endsAt}::timestamptz`;

const sumOf = (groups: string, condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(n), 0)::integer from ${sql.table(groups)} where ${condition})`;

const byKind = (groups: string, kind: string, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_object_agg(${sql.ref(kind)}, n), '{}') from ${sql.table(groups)} where ${condition})`;
