import { composeMail } from '#platform/mail-composition.ts';
import type { MailMessage } from '#ports/mail.ts';

type AccountMail = { readonly to: string; readonly idempotencyKey: string };

export function deletionRequestedMail({ dueAt, ...mail }: AccountMail & { dueAt: Date }): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Your account will be deleted',
    paragraphs: [
      `Somebody, hopefully you, asked to delete your account. Nobody sees it any more, and after ${dayOf(dueAt)} it is erased with everything in it.`,
      'Until then you can sign in and cancel the deletion.',
      'If it was not you, sign in, cancel it, and choose a new password at once.',
    ],
  });
}

export function exportReadyMail({ expiresAt, ...mail }: AccountMail & { expiresAt: Date }): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Your data is ready',
    paragraphs: [
      `The archive of your data can be fetched until ${dayOf(expiresAt)}, in the settings of your account.`,
      'If you did not ask for it, choose a new password at once and look at the list of your sessions.',
    ],
  });
}

/** As everybody reads it, whatever their language: 2026-11-20 14:05 UTC. */
const dayOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
