import { composeMail } from '#domains/foundation/mails/mails.policy.ts';
import type { MailMessage } from '#ports/mail.ts';

/** The receipt. It repeats nothing that the sender wrote, since the address may be that of somebody else. */
export function receiptMail({ to, reportId }: { to: string; reportId: string }): MailMessage {
  return composeMail({
    to,
    subject: 'We have received your notice',
    paragraphs: [
      'You have sent a notice of illegal content. A person will decide about it, no machine alone, and you will get a mail with the outcome.',
      `Notice: ${reportId}`,
      'If it was not you, ignore this mail.',
    ],
    idempotencyKey: `notice-receipt:${reportId}`,
  });
}

type Outcome = {
  readonly to: string;
  readonly reportId: string;
  readonly decisionId: string;
};

export function actionMail({ to, reportId, decisionId }: Outcome): MailMessage {
  return composeMail({
    to,
    subject: 'The outcome of your notice',
    paragraphs: ['Moderators have acted on what you have told us of.', `Notice: ${reportId}`],
    idempotencyKey: `notice-outcome:${reportId}:${decisionId}`,
  });
}

/** With what a sender needs to appeal, as owners get it. */
export function noActionMail({
  to,
  reportId,
  decisionId,
  token,
  webAppUrl,
}: Outcome & { token: string; webAppUrl: string | null }): MailMessage {
  const query = new URLSearchParams({ decision: decisionId, token });
  return composeMail({
    to,
    subject: 'The outcome of your notice',
    paragraphs: [
      'Moderators have found nothing that they have to act on.',
      'You can appeal within six months; another moderator decides then. You can also go to a court, or to a body for the settlement of disputes out of court.',
      `Notice: ${reportId}`,
      ...(webAppUrl === null ? [`Decision: ${decisionId}`, `Token: ${token}`] : []),
    ],
    link: webAppUrl === null ? null : { label: 'Appeal', url: `${webAppUrl}/appeal?${query.toString()}` },
    idempotencyKey: `notice-outcome:${reportId}:${decisionId}`,
  });
}

type Reviewed = {
  readonly to: string;
  readonly reportId: string;
  readonly appealId: string;
  readonly isOverturned: boolean;
  readonly note: string;
};

export function reviewMail({ to, reportId, appealId, isOverturned, note }: Reviewed): MailMessage {
  return composeMail({
    to,
    subject: 'The outcome of your appeal',
    paragraphs: [
      isOverturned
        ? 'Another moderator has taken the decision about your notice back. It will be decided anew.'
        : 'Another moderator has looked again, and the decision about your notice stays.',
      note,
      `Notice: ${reportId}`,
    ],
    idempotencyKey: `notice-appeal:${appealId}`,
  });
}
