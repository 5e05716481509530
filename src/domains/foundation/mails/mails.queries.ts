import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';

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
