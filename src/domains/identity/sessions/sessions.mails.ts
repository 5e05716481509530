import { composeMail } from '#domains/foundation/mails/mails.policy.ts';
import type { MailMessage } from '#ports/mail.ts';
import type { Session } from './sessions.types.ts';

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
