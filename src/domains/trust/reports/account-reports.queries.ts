import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { type AccountReports, COUNTED_REPORTS } from './reports.types.ts';

/** Each number ends at `COUNTED_REPORTS`. */
export async function listReportCounts(db: Db, userIds: readonly string[]): Promise<AccountReports[]> {
  const { rows } = await sql<AccountReports>`
    select asked.id as "userId", about."aboutCount", about."openAboutCount", by."byCount"
    from unnest(${userIds}::uuid[]) asked (id)
    cross join lateral (
      select count(*)::integer as "aboutCount", count(*) filter (where r.state = 'OPEN')::integer as "openAboutCount"
      from (
        select r.state from moderation_cases c join content_reports r on r.case_id = c.id
        where c.owner_id = asked.id limit ${COUNTED_REPORTS}) r) about
    cross join lateral (
      select count(*)::integer as "byCount"
      from (select from content_reports where reporter_id = asked.id limit ${COUNTED_REPORTS}) r) by`.execute(
    db,
  );
  return rows;
}
