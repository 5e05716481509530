import { z } from 'zod';
import { visibleCommentById } from '#domains/content/comments/comments.loaders.ts';
import { findHashtagById } from '#domains/content/hashtags/hashtags.service.ts';
import { visiblePostById } from '#domains/content/posts/posts.loaders.ts';
import { requestScan } from '#domains/foundation/screening/scans.service.ts';
import { blockUser } from '#domains/graph/blocks/blocks.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { visibleConversationById } from '#domains/messaging/conversations/conversations.loaders.ts';
import { visibleMessageById } from '#domains/messaging/messages/messages.loaders.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { textSchema } from '#platform/kernel/text.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminContext, InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { isContent, subjectOf } from '../cases/cases.policy.ts';
import {
  closeWithoutDecision,
  lockCaseAbout,
  lockCaseOfAnything,
  requireCase,
  subjectNow,
  weighCase,
} from '../cases/cases.service.ts';
import type { Case, Subject, SubjectKind } from '../cases/cases.types.ts';
import { isOf, reportedOf, type ReportReason, type ReportSubReason, weightOf } from './reasons.policy.ts';
import {
  findJudged,
  findOpenReport,
  findReport,
  findReporter,
  hasReportOf,
  insertReport,
  listNoticesOf,
  listOwnReports,
  listReports,
  sumWeights,
  updateDecided,
  updateOutcomes,
  updateReopened,
  updateWithdrawn,
  updateWithoutTexts,
} from './reports.queries.ts';
import type { Report, ReportFilter, ReportOutcome } from './reports.types.ts';

/** Whether the caller sees a subject. */
const SEES: Readonly<Record<SubjectKind, (ctx: RequestContext, id: string) => Promise<boolean>>> = {
  USER: async (ctx, id) => (await load(ctx, visibleUserById, id)) !== null,
  POST: async (ctx, id) => (await load(ctx, visiblePostById, id)) !== null,
  COMMENT: async (ctx, id) => (await load(ctx, visibleCommentById, id)) !== null,
  MESSAGE: async (ctx, id) => (await load(ctx, visibleMessageById, id))?.deletedAt === null,
  CONVERSATION: async (ctx, id) => (await load(ctx, visibleConversationById, id)) !== null,
  HASHTAG: async (ctx, id) => (await findHashtagById(ctx, id)) !== null,
};

const textInput = perLimits(({ reportTextLength }) =>
  z.object({ text: textSchema({ min: 0, max: reportTextLength }) }),
);

type ReportInput = {
  readonly subject: Subject;
  readonly reason: ReportReason;
  readonly subReason?: ReportSubReason | null | undefined;
  readonly text?: string | null | undefined;
  readonly alsoBlock?: boolean | null | undefined;
};

/**
 * Reports what the caller sees to the moderators. An open report of the same subject stays as it is.
 * @returns the id of the report
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function reportContent(ctx: UserContext, input: ReportInput): Promise<string> {
  const { subject, reason, subReason = null } = input;
  const { text } = parseInput(textInput(ctx.limits), { text: input.text ?? '' });
  if (subReason !== null && !isOf(reason, subReason)) {
    throw invalid(['subReason'], 'Use a second-level reason of `reason`.', 'subReason');
  }
  if (!(await SEES[subject.kind](ctx, subject.id))) throw notFound('Subject', ['subject']);
  const ownerId = (await subjectNow(ctx.db, subject))?.ownerId ?? null;
  if (ownerId === ctx.user.id) {
    throw invalid(['subject'], 'You cannot report yourself or what is yours.', 'notOwn');
  }
  const existing = await findOpenReport(ctx.db, { reporterId: ctx.user.id, subject });
  const id = existing ? existing.id : await fileReport(ctx, { subject, reason, subReason, text });
  if (input.alsoBlock && ownerId !== null && ownerId !== ctx.user.id)
    await blockUser(ctx, { userId: ownerId });
  return id;
}

type NewReport = Pick<Report, 'reason' | 'subReason' | 'text'> & { readonly subject: Subject };

async function fileReport(
  ctx: UserContext,
  { subject, reason, subReason, text }: NewReport,
): Promise<string> {
  const reporterId = ctx.user.id;
  return ctx.transaction(async (tx) => {
    const { found, isNew, now } = await lockCaseAbout(ctx, tx, subject);
    const existing = await findOpenReport(tx, { reporterId, subject });
    if (existing) return existing.id;
    const createdAt = ctx.clock.now();
    const isJudgeable = found.state === 'CLOSED' && isContent(subject.kind);
    const judged = isJudgeable && (await findJudged(tx, { caseId: found.id, version: now.version, reason }));
    const report: Report = {
      id: ctx.ids.next(),
      reporterId,
      subjectKind: subject.kind,
      subjectId: subject.id,
      caseId: found.id,
      snapshotVersion: now.version,
      reason,
      subReason,
      text,
      weight: weightOf(await findReporter(tx, reporterId, createdAt), createdAt),
      isIllegalNotice: false,
      state: judged ? 'CLOSED' : 'OPEN',
      outcome: judged ? judged.outcome : null,
      decisionId: judged ? judged.decisionId : null,
      createdAt,
      closedAt: judged ? createdAt : null,
    };
    await insertReport(tx, report);
    if (judged) return report.id;
    // No machine reads a private message before.
    if (subject.kind === 'MESSAGE')
      await requestScan(ctx, tx, { subjectKind: 'MESSAGE', subjectId: subject.id });
    // A case that was made just now is open, and has the version of the content.
    const former: Case = isNew ? { ...found, snapshotVersion: now.version } : found;
    const reported = reportedOf(await sumWeights(tx, found.id));
    await weighCase(tx, former, { reported, now, isReported: true, at: createdAt });
    return report.id;
  });
}

/**
 * Files a notice of illegal content: a report without a reporter. It opens the case of its subject, also of one that is not there or was
 * decided about, since each notice gets a decision. Repeating it changes nothing.
 */
export async function fileNotice(
  ctx: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  { id, subject, reason, subReason, text, createdAt }: NewReport & Pick<Report, 'id' | 'createdAt'>,
): Promise<void> {
  const { found, now } = await lockCaseOfAnything(ctx, tx, subject);
  if (await findReport(tx, { id, reporterId: null })) return;
  await insertReport(tx, {
    id,
    reporterId: null,
    subjectKind: subject.kind,
    subjectId: subject.id,
    caseId: found.id,
    snapshotVersion: now?.version ?? found.snapshotVersion,
    reason,
    subReason,
    text,
    weight: 0,
    isIllegalNotice: true,
    state: 'OPEN',
    outcome: null,
    decisionId: null,
    createdAt,
    closedAt: null,
  });
  const reported = reportedOf(await sumWeights(tx, found.id));
  await weighCase(tx, found, { reported, now, isReported: true, at: ctx.clock.now() });
}

/**
 * Takes an open report of the caller back; the case of its subject weighs as if it had never been. Repeating it succeeds
 * without a change.
 * @throws AppError NOT_FOUND | INVALID_STATE once it is decided
 */
export async function withdrawReport(ctx: UserContext, { reportId }: { reportId: string }): Promise<string> {
  const own = { id: reportId, reporterId: ctx.user.id };
  const known = await findReport(ctx.db, own);
  if (!known) throw notFound('Report', ['reportId']);
  if (known.outcome === 'WITHDRAWN') return reportId;
  await ctx.transaction(async (tx) => {
    const found = await requireCase(tx, known.caseId);
    const report = await findReport(tx, own);
    if (report?.outcome === 'WITHDRAWN') return;
    const at = ctx.clock.now();
    if (!(await updateWithdrawn(tx, reportId, at))) throw decided();
    const sums = await sumWeights(tx, found.id);
    if (sums.length === 0) return closeWithoutDecision(tx, found, at);
    const now = await subjectNow(tx, subjectOf(found));
    await weighCase(tx, found, { reported: reportedOf(sums), now, isReported: false, at });
  });
  return reportId;
}

const decided = (): AppError =>
  new AppError('INVALID_STATE', 'Moderators have decided about the report.', {
    path: ['reportId'],
    details: { current: 'CLOSED', allowed: ['OPEN'] },
  });

/** Reports of the caller, newest first. */
export async function myReports(ctx: UserContext, page: ListRequest<IdKey>): Promise<Report[]> {
  return listOwnReports(ctx.db, ctx.user.id, page);
}

/** Null for one of somebody else. */
export async function findOwnReport(ctx: RequestContext, id: string): Promise<Report | null> {
  return ctx.user && findReport(ctx.db, { id, reporterId: ctx.user.id });
}

/** Null when there is none. For admins alone. */
export async function adminGetReport(ctx: RequestContext, id: string): Promise<Report | null> {
  return findReport(ctx.db, { id, reporterId: null });
}

/** Reports of all cases or of one, in a state or in both, newest first. */
export async function adminGetReports(
  ctx: AdminContext,
  filter: ReportFilter,
  page: ListRequest<IdKey>,
): Promise<Report[]> {
  return listReports(ctx.db, filter, page);
}

/** Closes the open reports of a locked case by a decision. @returns their number */
export async function closeReports(
  tx: Tx,
  closing: { caseId: string; decisionId: string; outcome: ReportOutcome; closedAt: Date },
): Promise<number> {
  return updateDecided(tx, closing);
}

/** Gives the reports that a reverted decision has closed the outcome that now holds. */
export async function correctOutcomes(tx: Tx, decisionId: string, outcome: ReportOutcome): Promise<void> {
  await updateOutcomes(tx, decisionId, outcome);
}

/** Opens the reports of a locked case again that a reverted decision has closed, and with them the case. */
export async function reopenReports(
  ctx: InTransaction<RequestContext>,
  tx: Tx,
  { found, decisionId }: { found: Case; decisionId: string },
): Promise<void> {
  await updateReopened(tx, decisionId);
  const reported = reportedOf(await sumWeights(tx, found.id));
  const now = await subjectNow(tx, subjectOf(found));
  await weighCase(tx, found, { reported, now, isReported: false, at: ctx.clock.now() });
}

/** Notices that a decision has closed, in the order of their ids. */
export const listNoticesClosedBy = (
  { db }: Pick<RequestContext, 'db'>,
  page: { decisionId: string; afterId: string; limit: number },
): Promise<Report[]> => listNoticesOf(db, page);

/** Takes the texts from notices whose sender is erased. */
export const eraseNoticeTexts = (tx: Tx, ids: readonly string[]): Promise<void> =>
  updateWithoutTexts(tx, ids);

/** Whether the decision has closed a report of the user. */
export const hasReported = (
  { db }: Pick<RequestContext, 'db'>,
  userId: string,
  decisionId: string,
): Promise<boolean> => hasReportOf(db, userId, decisionId);
