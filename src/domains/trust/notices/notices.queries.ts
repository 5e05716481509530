import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { NoticeContact, OwnNotice } from './notices.types.ts';

export async function insertContact(
  tx: Tx,
  { reportId, senderId, name, email, createdAt }: NoticeContact,
): Promise<void> {
  await tx
    .insertInto('notice_contacts')
    .values({ report_id: reportId, sender_id: senderId, name, email, created_at: createdAt })
    .execute();
}

/** Senders of notices; those that are erased are absent. */
export async function listContacts(db: Db, reportIds: readonly string[]): Promise<NoticeContact[]> {
  return db
    .selectFrom('notice_contacts')
    .select(['report_id as reportId', 'sender_id as senderId', 'name', 'email', 'created_at as createdAt'])
    .where('report_id', '=', anyOf(reportIds))
    .execute();
}

/** Locks the sender of a notice that is being filed, so that an erasure comes before or after it; null once it is erased. */
export async function lockContact(tx: Tx, reportId: string): Promise<Pick<NoticeContact, 'email'> | null> {
  const found = await tx
    .selectFrom('notice_contacts')
    .select('email')
    .where('report_id', '=', reportId)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** Notices of a user in the order of their ids, for the export. */
export async function listOwnNotices(
  db: Db,
  { senderId, afterId, limit }: { senderId: string; afterId: string; limit: number },
): Promise<OwnNotice[]> {
  return (
    db
      .selectFrom('notice_contacts as n')
      .leftJoin('content_reports as r', 'r.id', 'n.report_id')
      .select([
        'n.report_id as reportId',
        'n.name',
        'n.email',
        'n.created_at as createdAt',
        'r.reason',
        'r.text',
        'r.outcome',
      ])
      .where('n.sender_id', '=', senderId)
      .where('n.report_id', '>', afterId)
      .orderBy('n.report_id')
      .limit(limit)
      // The code that writes reports holds the values.
      .$narrowType<Pick<OwnNotice, 'reason' | 'outcome'>>()
      .execute()
  );
}

/** Deletes the contacts of a user. @returns the ids of their notices */
export async function deleteContactsOf(tx: Tx, senderId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from notice_contacts where report_id in (
      select report_id from notice_contacts where sender_id = ${senderId}::uuid order by report_id limit ${limit})
    returning report_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes contacts of notices that were decided before a time and have no pending appeal, and of those that were never filed.
 * @returns the number of rows
 */
export async function deleteOldContacts(
  tx: Tx,
  { decidedBefore, limit }: { decidedBefore: Date; limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from notice_contacts where report_id in (
      select n.report_id from notice_contacts n left join content_reports r on r.id = n.report_id
      where n.created_at < ${decidedBefore} and (r.id is null or r.closed_at < ${decidedBefore})
        and not exists (select from appeals a where a.notice_id = n.report_id and a.state = 'PENDING')
      order by n.created_at limit ${limit} for update of n skip locked)
    returning report_id`.execute(tx);
  return rows.length;
}

/** Whether a decision has closed a notice. */
export async function hasNoticeOf(db: Db, decisionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('content_reports')
    .select('id')
    .where('decision_id', '=', decisionId)
    .where('is_illegal_notice', '=', true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a decision has closed a notice. */
export async function isNoticeOf(
  db: Db,
  { reportId, decisionId }: { reportId: string; decisionId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('content_reports')
    .select('id')
    .where('id', '=', reportId)
    .where('decision_id', '=', decisionId)
    .where('is_illegal_notice', '=', true)
    .executeTakeFirst();
  return found !== undefined;
}
