import { composeMail } from '#domains/foundation/mails/mails.policy.ts';
import type { MailMessage } from '#ports/mail.ts';

type AccountMail = { readonly to: string; readonly idempotencyKey: string };

export function deletionRequestedMail({
  dueAt,
  lostCoins,
  ...mail
}: AccountMail & { dueAt: Date; lostCoins: number }): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Your account will be deleted',
    paragraphs: [
      `The deletion of your account was requested. Other users no longer see it, and after ${dayOf(dueAt)} it is erased with all its data.`,
      ...(lostCoins > 0 ? [`The ${lostCoins} coins of the account are lost then.`] : []),
      'To keep the account, sign in before then and cancel the deletion.',
      'If you did not request this, sign in, cancel the deletion and choose a new password.',
    ],
  });
}

export function exportReadyMail({ expiresAt, ...mail }: AccountMail & { expiresAt: Date }): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Your data is ready',
    paragraphs: [
      `Download the archive of your data until ${dayOf(expiresAt)}, in the settings of your account.`,
      'If you did not request it, choose a new password and check the list of your sessions.',
    ],
  });
}

/** Unambiguous in every locale: 2026-11-20 14:05 UTC. */
const dayOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
