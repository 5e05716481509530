import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Queues } from './dashboard.types.ts';

/** Counts what waits, each up to a limit: more tells nothing, and costs more. */
export async function readQueues(db: Db, limit: number): Promise<Omit<Queues, 'followers'>> {
  const { rows } = await sql<Omit<Queues, 'followers'>>`
    select
      (select count(*)::integer from (
        select from moderation_cases where state <> 'CLOSED' order by opened_at limit ${limit}) each) as "openCaseCount",
      (select opened_at from moderation_cases where state <> 'CLOSED' order by opened_at limit 1) as "oldestCaseAt",
      (select count(*)::integer from (
        select from coin_adjustments where state = 'PENDING' limit ${limit}) each) as "pendingAdjustmentCount",
      (select count(*)::integer from (
        select from content_scans where state = 'FAILED' order by id limit ${limit}) each) as "failedScanCount"`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a statement without a condition gave no row');
  return row;
}
