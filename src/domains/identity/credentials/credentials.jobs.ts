import type { Services } from '#platform/outbox/services.ts';
import { handleEvent, handleJob, type JobHandler } from '#platform/outbox/jobs/worker.ts';
import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { passwordChanged } from './credentials.events.ts';
import { passwordChangedMail, passwordResetMail } from './credentials.mails.ts';
import { findProviderAccount } from './credentials.queries.ts';
import { sendPasswordResetJob } from './credentials.service.ts';

export const credentialJobs: readonly JobHandler[] = [
  handleJob(sendPasswordResetJob, mailResetCode),
  handleEvent('credentials.mailPasswordChanged', passwordChanged, mailPasswordChanged),
];

async function mailResetCode(
  { ports, transaction, webAppUrl }: Services,
  { email, requestId }: { email: string; requestId: string },
): Promise<void> {
  const code = await ports.identity.createPasswordResetCode(email);
  if (code === null) return;
  // A retry of the job makes another code: its mail needs a key of its own.
  const mail = {
    to: email,
    code,
    webAppUrl,
    idempotencyKey: `reset-password:${requestId}:${code.slice(0, 8)}`,
  };
  await transaction(async (tx) => sendMail(tx, passwordResetMail(mail)));
}

async function mailPasswordChanged(services: Services, { userId }: { userId: string }): Promise<void> {
  const credential = await findProviderAccount(services.db, userId);
  if (!credential?.email) return;
  const mail = { to: credential.email, idempotencyKey: `password-changed:${services.ids.next()}` };
  await services.transaction(async (tx) => sendMail(tx, passwordChangedMail(mail)));
}
