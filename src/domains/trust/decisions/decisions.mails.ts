import { composeMail } from '#domains/foundation/mails/mails.policy.ts';
import type { MailMessage } from '#ports/mail.ts';

type Statement = {
  readonly to: string;
  readonly decisionId: string;
  readonly title: string;
  readonly facts: string;
  readonly explanation: string;
  readonly token: string;
  readonly webAppUrl: string | null;
};

/** The statement of reasons, with what a suspended user needs to appeal. */
export function statementMail({
  to,
  decisionId,
  title,
  facts,
  explanation,
  token,
  webAppUrl,
}: Statement): MailMessage {
  const query = new URLSearchParams({ decision: decisionId, token });
  return composeMail({
    to,
    subject: 'A decision about your content or account',
    paragraphs: [
      `Moderators have decided by the policy “${title}”.`,
      facts,
      explanation,
      'You can appeal within six months; another moderator decides then.',
      ...(webAppUrl === null ? [`Decision: ${decisionId}`, `Token: ${token}`] : []),
    ],
    link: webAppUrl === null ? null : { label: 'Appeal', url: `${webAppUrl}/appeal?${query.toString()}` },
    idempotencyKey: `decision-${decisionId}`,
  });
}
