import { composeMail } from '#domains/foundation/mails/mails.policy.ts';
import type { MailMessage } from '#ports/mail.ts';

type InvitationMail = {
  readonly to: string;
  readonly displayName: string;
  readonly token: string;
  readonly validHours: number;
  /** Base URL of the admin panel; null: the mail contains the token instead of a link. */
  readonly adminAppUrl: string | null;
  readonly idempotencyKey: string;
};

export function invitationMail({ token, adminAppUrl, ...mail }: InvitationMail): MailMessage {
  return composeMail({
    to: mail.to,
    idempotencyKey: mail.idempotencyKey,
    subject: 'Your admin account',
    paragraphs: [
      `An admin account is waiting for you, ${mail.displayName}.`,
      `Choose a password within ${mail.validHours} hours. The invitation counts once.`,
      ...(adminAppUrl === null ? [`The token of the invitation is ${token}.`] : []),
      'If you do not expect it, ignore this mail.',
    ],
    // Behind the hash, so that no server and no log on the way sees the token.
    link:
      adminAppUrl === null
        ? null
        : { label: 'Choose a password', url: `${adminAppUrl}/accept-invitation#token=${token}` },
  });
}
