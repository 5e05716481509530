import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { MailMessage } from '#ports/mail.ts';
import { renderMails } from './mails-page.ts';
import { deleteRecordedMailsTo, listRecordedMails } from './mails.queries.ts';

/** A message as JSON, sealed: codes in mails do not lie in the database in clear while they wait. */
export const sendMailJob = defineJob<{ sealed: string }>('mail.send');
/** The same for mails to many, which hold up none that somebody waits for. */
export const sendBulkMailJob = defineJob<{ sealed: string }>('mail.sendBulk');
export const SEALED_MAIL = 'mail';

/** Sends the mail after the commit. It may be sent more than once, each time with the same `idempotencyKey`. */
export function sendMail({ sealer }: Pick<Services, 'sealer'>, tx: Tx, mail: MailMessage): void {
  tx.enqueue(sendMailJob, { sealed: sealer.seal(SEALED_MAIL, JSON.stringify(mail)) });
}

/** As `sendMail`, for mails to many people at once, which nobody waits for. */
export function sendBulkMail({ sealer }: Pick<Services, 'sealer'>, tx: Tx, mail: MailMessage): void {
  tx.enqueue(sendBulkMailJob, { sealed: sealer.seal(SEALED_MAIL, JSON.stringify(mail)) });
}

const MAILS_SHOWN_MAX = 100;

/** The mails that people who develop would otherwise find in a mailbox, newest first, as the content of a page. */
export async function recordedMails({ db }: Pick<Services, 'db'>): Promise<string> {
  return renderMails(await listRecordedMails(db, MAILS_SHOWN_MAX));
}

/** Deletes recorded mails to the address of an erased user. */
export async function eraseMails(tx: Tx, recipient: string): Promise<void> {
  await deleteRecordedMailsTo(tx, recipient);
}
