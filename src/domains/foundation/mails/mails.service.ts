import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { MailMessage } from '#ports/mail.ts';
import { deleteRecordedMailsTo } from './mails.queries.ts';

export const sendMailJob = defineJob<MailMessage>('mail.send');

/** Sends the mail after the commit. It may be sent more than once, each time with the same `idempotencyKey`. */
export function sendMail(tx: Tx, mail: MailMessage): void {
  tx.enqueue(sendMailJob, mail);
}

/** Deletes recorded mails to the address of an erased user. */
export async function eraseMails(tx: Tx, recipient: string): Promise<void> {
  await deleteRecordedMailsTo(tx, recipient);
}
