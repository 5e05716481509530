import { composeMail } from '#platform/mail-composition.ts';
import type { MailMessage } from '#ports/mail.ts';

type CodeMail = {
  readonly to: string;
  readonly code: string;
  /** Where the web front end takes codes; null when the service does not know it. */
  readonly webAppUrl: string | null;
  readonly idempotencyKey: string;
};

export function passwordResetMail(mail: CodeMail): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Choose a new password',
    paragraphs: [
      'Somebody, hopefully you, asked to choose a new password for this account.',
      `The code is ${mail.code}. It works once, for one hour.`,
      'If it was not you, there is nothing to do: without the code nothing changes.',
    ],
    link: linkOf(mail, 'reset-password', 'Choose a new password'),
  });
}

export function emailVerificationMail(mail: CodeMail): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'Please confirm that this is your e-mail address.',
      `The code is ${mail.code}. It works for 24 hours.`,
      'If you have no account here, ignore this mail.',
    ],
    link: linkOf(mail, 'verify-email', 'Confirm the address'),
  });
}

export function passwordChangedMail(mail: { to: string; idempotencyKey: string }): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and other devices were signed out.',
      'If it was not you, choose a new password at once and look at the list of your sessions.',
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
