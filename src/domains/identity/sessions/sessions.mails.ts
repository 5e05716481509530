import { composeMail } from '#domains/foundation/mails/mails.policy.ts';
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import type { MailMessage } from '#ports/mail.ts';
import { CODE_LIFE_MS } from './registration.policy.ts';
import type { Session } from './sessions.types.ts';

export function registrationCodeMail(mail: {
  to: string;
  code: string;
  idempotencyKey: string;
}): MailMessage {
  return composeMail({
    ...mail,
    subject: 'Your code for registering',
    paragraphs: [
      `The code is ${mail.code}. It is valid for ${CODE_LIFE_MS / MINUTE_MS} minutes.`,
      'Type it where you register. If you do not register, ignore this mail: nothing happens without the code.',
    ],
  });
}

export function alreadyRegisteredMail(mail: { to: string; idempotencyKey: string }): MailMessage {
  return composeMail({
    ...mail,
    subject: 'You have an account',
    paragraphs: [
      'Somebody registered with this e-mail address, which has an account already.',
      'If it was you, sign in, or ask for a new password if you forgot it.',
      'If it was not you, ignore this mail: nothing has changed.',
    ],
  });
}

export function newDeviceMail(session: Session, mail: { to: string; webAppUrl: string | null }): MailMessage {
  const device = session.deviceName ?? (session.userAgent || 'unknown');
  const place = session.country === null ? session.ip : `${session.ip} (${session.country})`;
  return composeMail({
    to: mail.to,
    subject: 'New sign-in to your account',
    paragraphs: [
      'Your account was signed in to on a new device.',
      `Device: ${device}. Address: ${place}. Time: ${session.createdAt.toISOString()}.`,
      'If it was not you, end that session and choose a new password.',
    ],
    link: mail.webAppUrl === null ? null : { label: 'Your sessions', url: `${mail.webAppUrl}/sessions` },
    idempotencyKey: `new-device:${session.id}`,
  });
}
