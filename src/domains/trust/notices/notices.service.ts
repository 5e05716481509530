import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { eraseNoticeTexts } from '../reports/reports.service.ts';
import { reviewMail } from './notices.mails.ts';
import { type NoticeInput, parseNotice } from './notices.policy.ts';
import { deleteContactsOf, hasNoticeOf, insertContact, isNoticeOf, listContacts } from './notices.queries.ts';
import type { NewNotice } from './notices.types.ts';

/** A `NewNotice` as JSON, sealed: what somebody writes of others does not lie in the queue in clear. */
export const fileNoticeJob = defineJob<{ sealed: string }>('notices.file');
export const SEALED_NOTICE = 'notice';
export const tellOutcomeJob = defineJob<{ decisionId: string }>('notices.tellOutcome');

/**
 * Takes a notice of illegal content, by anybody. It looks up nothing: a job files it, so that neither the answer nor its time tells
 * what there is, or who has sent others.
 * @returns the id of its report, which is filed soon
 * @throws ValidationFailed
 */
export async function submitIllegalContentNotice(ctx: RequestContext, input: NoticeInput): Promise<string> {
  const { name, email, ...given } = parseNotice(ctx, input);
  const createdAt = ctx.clock.now();
  const notice: NewNotice = { id: ctx.ids.next(), ...given, sentAt: createdAt.toISOString() };
  await ctx.transaction(async (tx) => {
    await insertContact(tx, {
      reportId: notice.id,
      senderId: ctx.user?.id ?? null,
      name,
      email,
      createdAt,
    });
    tx.enqueue(fileNoticeJob, { sealed: ctx.sealer.seal(SEALED_NOTICE, JSON.stringify(notice)) });
  });
  return notice.id;
}

/** Mails the outcome to the senders of notices that a decision has closed, after the commit. */
export async function tellSenders(tx: Tx, decisionId: string): Promise<void> {
  if (await hasNoticeOf(tx, decisionId)) tx.enqueue(tellOutcomeJob, { decisionId }, { key: decisionId });
}

const APPEAL_TOKEN = 'notice-appeal';

/** The token by which the sender of a notice appeals against the decision about it. */
export const appealTokenOf = (
  { sealer }: Pick<Services, 'sealer'>,
  { reportId, decisionId }: { reportId: string; decisionId: string },
): string => sealer.seal(APPEAL_TOKEN, JSON.stringify([reportId, decisionId]));

/** The notice whose sender has the token, as long as the decision is the one about it; null for any other text. */
export async function noticeByToken(
  { db, sealer }: Pick<Services, 'db' | 'sealer'>,
  decisionId: string,
  token: string,
): Promise<{ readonly reportId: string; readonly senderId: string | null } | null> {
  const opened = sealer.open(APPEAL_TOKEN, token);
  if (opened === null) return null;
  // Only `appealTokenOf` seals for this purpose.
  const [reportId, sealedDecisionId] = JSON.parse(opened) as [string, string];
  if (sealedDecisionId !== decisionId || !(await isNoticeOf(db, { reportId, decisionId }))) return null;
  const [contact] = await listContacts(db, [reportId]);
  return { reportId, senderId: contact?.senderId ?? null };
}

type Review = {
  readonly appeals: readonly { readonly appealId: string; readonly reportId: string }[];
  readonly isOverturned: boolean;
  readonly note: string;
};

/** Mails the senders of notices what became of their appeals, which moderators have decided together. */
export async function tellAppellants(
  services: Pick<Services, 'sealer'>,
  tx: Tx,
  { appeals, ...review }: Review,
): Promise<void> {
  if (appeals.length === 0) return;
  const contacts = await listContacts(
    tx,
    appeals.map(({ reportId }) => reportId),
  );
  const addressOf = new Map(contacts.map(({ reportId, email }) => [reportId, email]));
  for (const { appealId, reportId } of appeals) {
    const to = addressOf.get(reportId);
    if (to == null) continue;
    const ids = { appealId: toGlobalId('appeal', appealId), reportId: toGlobalId('report', reportId) };
    sendMail(services, tx, reviewMail({ to, ...ids, ...review }));
  }
}

/** Deletes the contacts of an erased user, and empties the texts of their notices. @returns the number of rows */
export async function eraseOwnNotices(tx: Tx, senderId: string, limit: number): Promise<number> {
  const ids = await deleteContactsOf(tx, senderId, limit);
  await eraseNoticeTexts(tx, ids);
  return ids.length;
}
