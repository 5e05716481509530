import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Subject, SubjectKind } from '../cases/cases.types.ts';
import type { Reporter, ReasonWeight, ReportReason, ReportSubReason } from './reasons.policy.ts';
import type { Report, ReportFilter, ReportOutcome, ReportState } from './reports.types.ts';

const selectReports = (db: Db) =>
  db
    .selectFrom('content_reports')
    .select([
      'id',
      'reporter_id as reporterId',
      'subject_kind as subjectKind',
      'subject_id as subjectId',
      'case_id as caseId',
      'snapshot_version as snapshotVersion',
      'reason',
      'sub_reason as subReason',
      'text',
      'weight',
      'is_illegal_notice as isIllegalNotice',
      'state',
      'outcome',
      'decision_id as decisionId',
      'created_at as createdAt',
      'closed_at as closedAt',
    ])
    // Constraints and the code that writes them hold the values.
    .$narrowType<{
      subjectKind: SubjectKind;
      reason: ReportReason;
      subReason: ReportSubReason | null;
      state: ReportState;
      outcome: ReportOutcome | null;
    }>();

type OwnSubject = { readonly reporterId: string; readonly subject: Subject };

export async function findOpenReport(db: Db, { reporterId, subject }: OwnSubject): Promise<Report | null> {
  const found = await selectReports(db)
    .where('reporter_id', '=', reporterId)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** A report of a reporter, or of anybody when null. */
export async function findReport(
  db: Db,
  { id, reporterId }: { id: string; reporterId: string | null },
): Promise<Report | null> {
  const found = await selectReports(db)
    .where('id', '=', id)
    .$if(reporterId !== null, (query) => query.where('reporter_id', '=', reporterId))
    .executeTakeFirst();
  return found ?? null;
}

/** Reports of a reporter, newest first, one more than the page. */
export async function listOwnReports(
  db: Db,
  reporterId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Report[]> {
  return selectReports(db)
    .where('reporter_id', '=', reporterId)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Reports in a state, newest first, one more than the page. */
export async function listReports(
  db: Db,
  { state, caseId, reporterId, ownerId }: ReportFilter,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Report[]> {
  return selectReports(db)
    .$if(state !== null, (query) => query.where('state', '=', state ?? 'OPEN'))
    .$if(caseId !== null, (query) => query.where('case_id', '=', caseId ?? ''))
    .$if(reporterId !== null, (query) => query.where('reporter_id', '=', reporterId))
    .$if(ownerId !== null, (query) =>
      query.where('case_id', 'in', (cases) =>
        cases.selectFrom('moderation_cases').select('moderation_cases.id').where('owner_id', '=', ownerId),
      ),
    )
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Decided reports by which a reporter is judged. */
const RECORD_ROWS = 50;

export async function findReporter(db: Db, userId: string, now: Date): Promise<Reporter> {
  const { rows } = await sql<Reporter>`
    select u.created_at as "createdAt",
      exists (select from muted_reporters m where m.user_id = u.id and (m.expires_at is null or m.expires_at > ${now})) as "isMuted",
      r.upheld, r.refused
    from users u, lateral (
      select count(*) filter (where outcome = 'ACTION_TAKEN')::integer as upheld,
        count(*) filter (where outcome = 'NO_VIOLATION')::integer as refused
      from (select outcome from content_reports where reporter_id = u.id order by id desc limit ${RECORD_ROWS}) last) r
    where u.id = ${userId}::uuid`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a user who reports has no account');
  return found;
}

/** Reports of a case that are counted; more of them change nothing. */
const COUNTED_MAX = 1_000;

/** Weights of the open reports of a case, of which there is one for each reporter. Notices are read apart: a flood of them takes no report its place. */
export async function sumWeights(db: Db, caseId: string): Promise<ReasonWeight[]> {
  const { rows } = await sql<ReasonWeight>`
    select reason, is_illegal_notice as "isIllegalNotice", sum(weight)::integer as weight
    from (
      (select reason, is_illegal_notice, weight from content_reports
       where case_id = ${caseId}::uuid and state = 'OPEN' and not is_illegal_notice limit ${COUNTED_MAX})
      union all
      (select reason, is_illegal_notice, weight from content_reports
       where case_id = ${caseId}::uuid and state = 'OPEN' and is_illegal_notice limit ${COUNTED_MAX})) open
    group by 1, 2`.execute(db);
  return rows;
}

/** The last decided report of a case about a version for a reason. */
export async function findJudged(
  db: Db,
  { caseId, version, reason }: { caseId: string; version: string; reason: ReportReason },
): Promise<Report | null> {
  const found = await selectReports(db)
    .where('case_id', '=', caseId)
    .where('snapshot_version', '=', version)
    .where('reason', '=', reason)
    .where('decision_id', 'is not', null)
    .where('outcome', 'in', ['ACTION_TAKEN', 'NO_VIOLATION'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** @returns false when the reporter has an open report about the subject */
export async function insertReport(tx: Tx, report: Report): Promise<boolean> {
  const inserted = await tx
    .insertInto('content_reports')
    .values({
      id: report.id,
      reporter_id: report.reporterId,
      subject_kind: report.subjectKind,
      subject_id: report.subjectId,
      case_id: report.caseId,
      snapshot_version: report.snapshotVersion,
      reason: report.reason,
      sub_reason: report.subReason,
      text: report.text,
      weight: report.weight,
      is_illegal_notice: report.isIllegalNotice,
      state: report.state,
      outcome: report.outcome,
      decision_id: report.decisionId,
      created_at: report.createdAt,
      closed_at: report.closedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['reporter_id', 'subject_kind', 'subject_id'])
        .where('closed_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Closes an open report of a reporter. @returns whether it was open */
export async function updateWithdrawn(tx: Tx, id: string, closedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('content_reports')
    .set({ state: 'CLOSED', outcome: 'WITHDRAWN', closed_at: closedAt })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

type Closing = {
  readonly caseId: string;
  readonly decisionId: string;
  readonly outcome: ReportOutcome;
  readonly closedAt: Date;
};

/** Closes the open reports of a locked case. @returns their number */
export async function updateDecided(
  tx: Tx,
  { caseId, decisionId, outcome, closedAt }: Closing,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('content_reports')
    .set({ state: 'CLOSED', outcome, decision_id: decisionId, closed_at: closedAt })
    .where('case_id', '=', caseId)
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Gives the reports that a decision has closed another outcome. */
export async function updateOutcomes(tx: Tx, decisionId: string, outcome: ReportOutcome): Promise<void> {
  await tx
    .updateTable('content_reports')
    .set({ outcome })
    .where('decision_id', '=', decisionId)
    .where('outcome', '!=', 'WITHDRAWN')
    .execute();
}

/** Opens the reports again that a decision has closed, but for reporters who have another open one. */
export async function updateReopened(tx: Tx, decisionId: string): Promise<void> {
  await sql`
    update content_reports r set state = 'OPEN', outcome = null, closed_at = null, decision_id = null
    where r.decision_id = ${decisionId}::uuid and r.state = 'CLOSED' and r.outcome <> 'WITHDRAWN'
      and r.id = (select max(o.id::text)::uuid from content_reports o
        where o.decision_id = r.decision_id and o.reporter_id is not distinct from r.reporter_id
          and (o.reporter_id is not null or o.id = r.id))
      and not exists (select from content_reports o where o.reporter_id = r.reporter_id
        and o.subject_kind = r.subject_kind and o.subject_id = r.subject_id and o.closed_at is null)`.execute(
    tx,
  );
}

/** Whether a user has a report that a decision has closed. */
export async function hasReportOf(db: Db, userId: string, decisionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('content_reports')
    .select('id')
    .where('reporter_id', '=', userId)
    .where('decision_id', '=', decisionId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function upsertMuted(
  tx: Tx,
  muted: { userId: string; adminId: string; reason: string; mutedAt: Date; expiresAt: Date | null },
): Promise<void> {
  const values = {
    admin_id: muted.adminId,
    reason: muted.reason,
    muted_at: muted.mutedAt,
    expires_at: muted.expiresAt,
  };
  await tx
    .insertInto('muted_reporters')
    .values({ user_id: muted.userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function deleteMuted(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('muted_reporters')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function hasUser(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('state', '!=', 'DELETED')
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes the name and the text of an erased reporter from reports. @returns the number of rows */
export async function eraseReports(tx: Tx, userId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    update content_reports set reporter_id = null, text = '' where id in (
      select id from content_reports where reporter_id = ${userId}::uuid order by id desc limit ${limit}) returning id`.execute(
    tx,
  );
  return rows.length;
}

/** Notices that a decision has closed, in the order of their ids, with their outcomes. */
export async function listNoticesOf(
  db: Db,
  { decisionId, afterId, limit }: { decisionId: string; afterId: string; limit: number },
): Promise<Report[]> {
  return selectReports(db)
    .where('decision_id', '=', decisionId)
    .where('is_illegal_notice', '=', true)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Empties the texts of notices whose sender is erased. */
export async function updateWithoutTexts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.updateTable('content_reports').set({ text: '' }).where('id', '=', anyOf(ids)).execute();
}

/** Reports of a user in the order of their ids, for the export. */
export async function listAllOwnReports(
  db: Db,
  { userId, afterId, limit }: { userId: string; afterId: string; limit: number },
): Promise<Report[]> {
  return selectReports(db)
    .where('reporter_id', '=', userId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}
