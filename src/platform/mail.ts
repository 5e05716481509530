import type { MailMessage } from '#ports/mail.ts';
import { MailError } from '#ports/mail.ts';
import { sql } from 'kysely';
import { DAY_MS } from './clock.ts';
import type { Services } from './context.ts';
import type { Tx } from './db/database.ts';
import { defineJob } from './jobs/definition.ts';
import { handleCron, handleJob, type JobHandler } from './jobs/worker.ts';

const mailSend = defineJob<MailMessage>('mail.send');

/** Sends the mail after the commit. It may be sent more than once, each time with the same `idempotencyKey`. */
export function sendMail(tx: Tx, mail: MailMessage): void {
  tx.enqueue(mailSend, mail);
}

const RECORDED_MAILS_KEPT_MS = 7 * DAY_MS;
const BATCH_MAILS = 1_000;

export const mailJobs: readonly JobHandler[] = [
  handleJob(mailSend, send),
  handleCron('mail.sweepRecorded', '52 * * * *', sweepRecorded),
];

async function send({ ports, log }: Services, mail: MailMessage): Promise<void> {
  try {
    await ports.mail.send(mail);
  } catch (error) {
    if (!(error instanceof MailError) || error.code !== 'REFUSED') throw error;
    // Who it was for stays out of the log.
    log.warn({ err: error, idempotencyKey: mail.idempotencyKey }, 'a mail was refused and is dropped');
  }
}

async function sweepRecorded({ clock, transaction }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - RECORDED_MAILS_KEPT_MS);
  while ((await transaction((tx) => deleteRecordedMails(tx, before))) === BATCH_MAILS);
}

async function deleteRecordedMails(tx: Tx, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from recorded_mails where id in (
      select id from recorded_mails where sent_at <= ${before} order by sent_at limit ${BATCH_MAILS}
    )`.execute(tx);
  return Number(numAffectedRows);
}

/** Erases what is recorded of mails to an address whose owner is gone. */
export async function forgetMails(tx: Tx, recipient: string): Promise<void> {
  await sql`delete from recorded_mails where recipient = ${recipient}`.execute(tx);
}
