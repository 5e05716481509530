import { composeMail } from '#domains/foundation/mails/mails.policy.ts';
import type { MailMessage } from '#ports/mail.ts';
import type { BadgeKind, VerificationDecision } from './verification.types.ts';

type Decided = {
  readonly to: string;
  readonly kind: BadgeKind;
  readonly requestId: string;
  readonly version: number;
  readonly decision: VerificationDecision;
  readonly message: string | null;
};

export function decisionMail({ to, kind, requestId, version, decision, message }: Decided): MailMessage {
  const { subject, paragraphs } = DECISIONS[decision](WORDS[kind]);
  return composeMail({
    to,
    subject,
    paragraphs: message === null ? paragraphs : [...paragraphs, message],
    idempotencyKey: `verification:${requestId}:${version}`,
  });
}

const WORDS: Readonly<Record<BadgeKind, string>> = {
  BUSINESS: 'business',
  CREATOR: 'creator',
  IDENTITY: 'identity',
  NOTABLE: 'notability',
};

type Text = { readonly subject: string; readonly paragraphs: readonly string[] };

const DECISIONS: Readonly<Record<VerificationDecision, (word: string) => Text>> = {
  APPROVED: (word) => ({
    subject: 'You are verified',
    paragraphs: [
      `Your request for the badge of ${word} is approved, and your profile shows it.`,
      'It is hidden while your display name or your username differs from what was verified.',
    ],
  }),
  MORE_INFO: (word) => ({
    subject: 'Your verification needs more',
    paragraphs: [
      `We cannot decide about your request for the badge of ${word} yet. Answer it in the settings of your account.`,
    ],
  }),
  REJECTED: (word) => ({
    subject: 'Your verification was not approved',
    paragraphs: [`Your request for the badge of ${word} is not approved. You can request it again.`],
  }),
};

type About = { readonly to: string; readonly kind: BadgeKind; readonly badgeId: string };

export function grantedMail({ to, kind, badgeId, at }: About & { at: Date }): MailMessage {
  return composeMail({
    to,
    subject: 'You have a badge',
    paragraphs: [
      `Your profile has the badge of ${WORDS[kind]}.`,
      'It is hidden while your display name or your username differs from what was verified.',
    ],
    idempotencyKey: `badge-granted:${badgeId}:${at.getTime()}`,
  });
}

export function revokedMail({ to, kind, badgeId, message }: About & { message: string }): MailMessage {
  return composeMail({
    to,
    subject: 'Your badge was revoked',
    paragraphs: [`Your profile does not have the badge of ${WORDS[kind]} any more.`, message],
    idempotencyKey: `badge-revoked:${badgeId}`,
  });
}

export function suspendedMail({ to, kind, badgeId, at }: About & { at: Date }): MailMessage {
  return composeMail({
    to,
    subject: 'Your badge is hidden',
    paragraphs: [
      `The badge of ${WORDS[kind]} is hidden, because your display name or your username is not the verified one any more.`,
      'Change back to the verified names to show it again, or request the verification of the new ones.',
    ],
    idempotencyKey: `badge-suspended:${badgeId}:${at.getTime()}`,
  });
}
