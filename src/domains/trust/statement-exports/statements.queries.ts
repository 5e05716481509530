import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { DaySpan, Statement } from './statement-exports.types.ts';

type Page = Pick<DaySpan, 'endsAt'> & {
  readonly after: Pick<Statement, 'decidedAt' | 'id'>;
  readonly limit: number;
};

/**
 * Decisions against somebody after one of them and before a time, also those that were taken back, in the order of their times. One
 * without action is no statement: nobody is told of it.
 */
export async function listStatements(db: Db, { endsAt, after, limit }: Page): Promise<Statement[]> {
  const { rows } = await sql<Statement>`
    select d.id, d.decided_at as "decidedAt", c.subject_kind as "subjectKind", d.actions, d.ground, p.title as "policyTitle",
      r.reason, d.source, coalesce(n.is_noticed, false) as "isNoticed", d.automated_detection as "automatedDetection",
      d.automated_decision as "automatedDecision", d.scope, d.expires_at as "expiresAt", d.appealable_until as "appealableUntil"
    from (
      select * from moderation_decisions
      where (decided_at, id) > (${after.decidedAt}::timestamptz, ${after.id}::uuid) and decided_at < ${endsAt}::timestamptz
        and not actions @> array['NO_ACTION']
      order by decided_at, id limit ${limit}) d
    join moderation_cases c on c.id = d.case_id
    left join policies p on p.id = d.policy_id
    left join lateral (
      select reason from content_reports where decision_id = d.id group by reason order by count(*) desc, reason limit 1) r on true
    left join lateral (
      select bool_or(is_illegal_notice) as is_noticed from content_reports where decision_id = d.id) n on true
    order by d.decided_at, d.id`.execute(db);
  return rows;
}
