import { DAY_MS } from '#platform/kernel/clock.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import type { Services } from '#platform/outbox/services.ts';
import { MailError, type MailMessage } from '#ports/mail.ts';
import { deleteRecordedMails } from './mails.queries.ts';
import { SEALED_MAIL, sendBulkMailJob, sendMailJob } from './mails.service.ts';

const RECORDED_MAILS_KEPT_MS = 7 * DAY_MS;
const BATCH_MAILS = 1_000;

export const mailJobs: readonly JobHandler[] = [
  handleJob(sendMailJob, send, { kind: 'mail' }),
  handleJob(sendBulkMailJob, send, { kind: 'bulk' }),
  handleCron('mail.sweepRecorded', '52 * * * *', sweepRecorded),
];

async function send({ ports, log, sealer }: Services, { sealed }: { sealed: string }): Promise<void> {
  const opened = sealer.open(SEALED_MAIL, sealed);
  if (opened === null) {
    log.warn('a mail that was sealed with another secret is dropped');
    return;
  }
  // A text that can be opened was sealed by `sendMail`.
  const mail = JSON.parse(opened) as MailMessage;
  try {
    await ports.mail.send(mail);
  } catch (error) {
    if (!(error instanceof MailError) || error.code !== 'REFUSED') throw error;
    // The recipient's address stays out of the log.
    log.warn({ err: error, idempotencyKey: mail.idempotencyKey }, 'a mail was refused and is dropped');
  }
}

async function sweepRecorded({ clock, transaction }: Services): Promise<void> {
  const batch = { before: new Date(clock.now().getTime() - RECORDED_MAILS_KEPT_MS), limit: BATCH_MAILS };
  while ((await transaction((tx) => deleteRecordedMails(tx, batch))) === BATCH_MAILS);
}
