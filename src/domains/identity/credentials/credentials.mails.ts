import { composeMail } from '#domains/foundation/mails/mails.policy.ts';
import type { MailMessage } from '#ports/mail.ts';

type CodeMail = {
  readonly to: string;
  readonly code: string;
  /** URL of the web front end, whose pages accept codes; null when not configured. */
  readonly webAppUrl: string | null;
  readonly idempotencyKey: string;
};

export function passwordResetMail(mail: CodeMail): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Choose a new password',
    paragraphs: [
      'A new password was requested for this account.',
      `The code is ${mail.code}. It is valid once, for one hour.`,
      'If you did not request it, ignore this mail: nothing changes without the code.',
    ],
    link: linkOf(mail, 'reset-password', 'Choose a new password'),
  });
}

export function emailVerificationMail(mail: CodeMail): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'Confirm that this is your e-mail address.',
      `The code is ${mail.code}. It is valid for 24 hours.`,
      'If you have no account here, ignore this mail.',
    ],
    link: linkOf(mail, 'verify-email', 'Confirm the address'),
  });
}

export function emailChangeMail(mail: CodeMail): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      'An account is to have this e-mail address in place of its present one.',
      `The code is ${mail.code}. It is valid once, for 24 hours.`,
      'If you did not ask for it, ignore this mail: nothing changes without the code.',
    ],
    link: linkOf(mail, 'change-email', 'Use this address'),
  });
}

/** To the former address. */
export function emailChangedMail(mail: { to: string; idempotencyKey: string }): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Your e-mail address was changed',
    paragraphs: [
      'Your account has another e-mail address now, and mails no longer come here.',
      'If you did not change it, write to us at once.',
    ],
  });
}

export function passwordChangedMail(mail: { to: string; idempotencyKey: string }): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and other devices were signed out.',
      'If you did not change it, choose a new password and check the list of your sessions.',
    ],
  });
}

function linkOf(
  { webAppUrl, code }: CodeMail,
  page: string,
  label: string,
): { label: string; url: string } | null {
  return webAppUrl === null ? null : { label, url: `${webAppUrl}/${page}?code=${encodeURIComponent(code)}` };
}
