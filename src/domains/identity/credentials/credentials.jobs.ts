import type { Services } from '#platform/context.ts';
import { handleEvent, handleJob, type JobHandler } from '#platform/jobs/worker.ts';
import { sendMail } from '#platform/mail.ts';
import { passwordChanged } from './credentials.events.ts';
import { passwordChangedMail, passwordResetMail } from './credentials.mails.ts';
import { findCredential } from './credentials.queries.ts';
import { sendPasswordReset } from './credentials.service.ts';

export const credentialJobs: readonly JobHandler[] = [
  handleJob(sendPasswordReset, mailResetCode),
  handleEvent('credentials.mailPasswordChanged', passwordChanged, mailPasswordChanged),
];

async function mailResetCode(
  { ports, transaction, webAppUrl }: Services,
  { email, requestId }: { email: string; requestId: string },
): Promise<void> {
  const code = await ports.identity.createPasswordResetCode(email);
  if (code === null) return;
  // A repetition of the job makes another code, and only the newest is good: so its mail must not be taken for the first one.
  const mail = {
    to: email,
    code,
    webAppUrl,
    idempotencyKey: `reset-password:${requestId}:${code.slice(0, 8)}`,
  };
  await transaction(async (tx) => sendMail(tx, passwordResetMail(mail)));
}

async function mailPasswordChanged(services: Services, { userId }: { userId: string }): Promise<void> {
  const credential = await findCredential(services.db, userId);
  if (!credential?.email) return;
  const mail = { to: credential.email, idempotencyKey: `password-changed:${services.ids.next()}` };
  await services.transaction(async (tx) => sendMail(tx, passwordChangedMail(mail)));
}
