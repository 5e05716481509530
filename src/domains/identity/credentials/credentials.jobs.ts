import type { Services } from '#platform/outbox/services.ts';
import { handleEvent, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { passwordChanged } from './credentials.events.ts';
import { passwordChangedMail, passwordResetMail } from './credentials.mails.ts';
import { findProviderAccount } from './credentials.queries.ts';
import { sendPasswordResetJob } from './credentials.service.ts';
import { mailChangeCode, sendEmailChangeJob } from './email-changes.service.ts';

export const credentialJobs: readonly JobHandler[] = [
  handleJob(sendPasswordResetJob, mailResetCode),
  handleJob(sendEmailChangeJob, mailChangeCode),
  handleEvent('credentials.mailPasswordChanged', passwordChanged, mailPasswordChanged),
];

async function mailResetCode(services: Services, { email }: { email: string }): Promise<void> {
  const { ids, ports, transaction, webAppUrl } = services;
  const code = await ports.identity.createPasswordResetCode(email);
  if (code === null) return;
  // A retry of the job makes another code: its mail needs a key of its own.
  const mail = { to: email, code, webAppUrl, idempotencyKey: `reset-password:${ids.next()}` };
  await transaction(async (tx) => sendMail(services, tx, passwordResetMail(mail)));
}

async function mailPasswordChanged(services: Services, { userId }: { userId: string }): Promise<void> {
  const credential = await findProviderAccount(services.db, userId);
  if (!credential?.email) return;
  const mail = { to: credential.email, idempotencyKey: `password-changed:${services.ids.next()}` };
  await services.transaction(async (tx) => sendMail(services, tx, passwordChangedMail(mail)));
}
