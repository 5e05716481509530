import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { RecordedMail } from './mails.types.ts';

/** The newest mails, newest first. */
export async function listRecordedMails(db: Db, limit: number): Promise<RecordedMail[]> {
  return db
    .selectFrom('recorded_mails')
    .select(['recipient', 'subject', 'text', 'sent_at as sentAt'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteRecordedMailsTo(tx: Tx, recipient: string): Promise<void> {
  await sql`delete from recorded_mails where recipient = ${recipient}`.execute(tx);
}

/** Deletes recorded mails that were sent up to `before`, at most `limit`. @returns how many */
export async function deleteRecordedMails(
  tx: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from recorded_mails where id in (
      select id from recorded_mails where sent_at <= ${before} order by sent_at limit ${limit}
    )`.execute(tx);
  return Number(numAffectedRows);
}
