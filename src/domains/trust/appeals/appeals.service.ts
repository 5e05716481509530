import { z } from 'zod';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError, notFound, ValidationFailed } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { textSchema } from '#platform/kernel/text.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext, RequestContext, UserContext } from '#platform/request/context.ts';
import { isAdverse } from '../decisions/decisions.policy.ts';
import { lockDecision, ownerByToken, relieveOwner, revertDecision } from '../decisions/decisions.service.ts';
import type { Decision } from '../decisions/decisions.types.ts';
import { noticeByToken, tellAppellants } from '../notices/notices.service.ts';
import { hasReported } from '../reports/reports.service.ts';
import {
  findAppeal,
  findAppealOf,
  insertAppeal,
  listAppeals,
  updateDecided,
  updateWithdrawn,
} from './appeals.queries.ts';
import { appealDecided } from './appeals.events.ts';
import type { Appeal, AppealResult, AppealSide, AppealState } from './appeals.types.ts';

const appealInput = perLimits(({ appealLength }) =>
  z.object({ text: textSchema({ min: 1, max: appealLength }) }),
);

type AppealInput = {
  readonly decisionId: string;
  readonly text: string;
};

/**
 * Appeals against a decision: its owner, or a reporter when nothing was done. A pending appeal stays as it is.
 * @throws ValidationFailed | AppError NOT_FOUND | INVALID_STATE
 */
export const appealDecision = (ctx: UserContext, input: AppealInput): Promise<Appeal> =>
  appealAs(ctx, { authorId: ctx.user.id, noticeId: null }, input);

/**
 * As `appealDecision`, for an owner who cannot sign in or the sender of a notice, by the token of the mail about the decision.
 * @throws ValidationFailed | AppError NOT_FOUND, also for a token of another decision | INVALID_STATE
 */
export async function appealDecisionByToken(
  ctx: RequestContext,
  input: AppealInput & { readonly token: string },
): Promise<Appeal> {
  const { decisionId, token } = input;
  const ownerId = ownerByToken(ctx, decisionId, token);
  if (ownerId !== null) return appealAs(ctx, { authorId: ownerId, noticeId: null }, input);
  const notice = await noticeByToken(ctx, decisionId, token);
  if (notice === null) throw notFound('Decision', ['decisionId']);
  return appealAs(ctx, { authorId: notice.senderId, noticeId: notice.reportId }, input);
}

type Appellant = Pick<Appeal, 'authorId' | 'noticeId'>;

async function appealAs(ctx: RequestContext, appellant: Appellant, input: AppealInput): Promise<Appeal> {
  const { decisionId } = input;
  const { text } = parseInput(appealInput(ctx.limits), { text: input.text });
  const appeal = await ctx.transaction(async (tx) => {
    const { decision } = await lockDecision(tx, decisionId);
    const side = await sideOf(ctx, decision, appellant);
    const createdAt = ctx.clock.now();
    const known = await findAppealOf(tx, { ...appellant, decisionId });
    if (known) return known;
    if (decision.revertedAt !== null) throw refused('The decision was taken back.', 'REVERSED');
    if (decision.appealableUntil < createdAt) throw refused('The time for an appeal is over.', 'EXPIRED');
    const made: Appeal = {
      id: ctx.ids.next(),
      decisionId,
      ...appellant,
      side,
      text,
      state: 'PENDING',
      reviewerId: null,
      note: null,
      createdAt,
      decidedAt: null,
    };
    await insertAppeal(tx, made);
    return made;
  });
  if (appeal.state !== 'PENDING') throw refused('You have appealed against it once.', 'DECIDED');
  return appeal;
}

/** @throws AppError NOT_FOUND for a decision that does not concern the author */
async function sideOf(
  ctx: Pick<RequestContext, 'db'>,
  decision: Decision,
  { authorId, noticeId }: Appellant,
): Promise<AppealSide> {
  if (isAdverse(decision)) {
    if (noticeId === null && decision.ownerId === authorId) return 'OWNER';
  } else {
    // The token of a notice names its decision.
    if (noticeId !== null) return 'REPORTER';
    if (authorId !== null && (await hasReported(ctx, authorId, decision.id))) return 'REPORTER';
  }
  throw notFound('Decision', ['decisionId']);
}

const refused = (message: string, current: 'REVERSED' | 'EXPIRED' | 'DECIDED'): AppError =>
  new AppError('INVALID_STATE', message, { path: ['decisionId'], details: { current, allowed: ['ACTIVE'] } });

/** Takes a pending appeal back. Repeating it succeeds without a change. @throws AppError NOT_FOUND | INVALID_STATE */
export async function withdrawAppeal(ctx: UserContext, { appealId }: { appealId: string }): Promise<string> {
  const own = await findOwnAppeal(ctx, appealId);
  if (!own) throw notFound('Appeal', ['appealId']);
  if (own.state === 'WITHDRAWN') return appealId;
  await ctx.transaction(async (tx) => {
    if (await updateWithdrawn(tx, appealId, ctx.clock.now())) return;
    if ((await findAppeal(tx, appealId))?.state === 'WITHDRAWN') return;
    throw decided();
  });
  return appealId;
}

const decided = (): AppError =>
  new AppError('INVALID_STATE', 'The appeal is decided.', {
    path: ['appealId'],
    details: { current: 'DECIDED', allowed: ['PENDING'] },
  });

/** Null for one of somebody else. */
export async function findOwnAppeal(ctx: RequestContext, id: string): Promise<Appeal | null> {
  const found = ctx.user && (await findAppeal(ctx.db, id));
  return found && found.authorId === ctx.user?.id ? found : null;
}

/** For admins alone. */
export const findAnyAppeal = (ctx: RequestContext, id: string): Promise<Appeal | null> =>
  findAppeal(ctx.db, id);

/** Appeals in a state, newest first. */
export async function adminGetAppeals(
  ctx: AdminContext,
  state: AppealState,
  page: ListRequest<IdKey>,
): Promise<Appeal[]> {
  return listAppeals(ctx.db, state, page);
}

const noteInput = perLimits(({ appealLength }) =>
  z.object({ note: textSchema({ min: 1, max: appealLength }) }),
);

type ResultInput = { readonly appealId: string; readonly result: AppealResult; readonly note: string };

/**
 * Decides the appeals against a decision, by an admin who has not decided it. OVERTURNED reverts the decision, PARTIAL lifts
 * what it restricts and leaves content removed.
 * @throws ValidationFailed | AppError NOT_FOUND | INVALID_STATE
 */
export async function adminDecideAppeal(ctx: AdminContext, input: ResultInput): Promise<string> {
  const { appealId, result } = input;
  const { note } = parseInput(noteInput(ctx.limits), { note: input.note });
  const known = await findAppeal(ctx.db, appealId);
  if (!known) throw notFound('Appeal', ['appealId']);
  await ctx.transaction(async (tx) => {
    const { decision, found } = await lockDecision(tx, known.decisionId);
    const appeal = (await findAppeal(tx, appealId)) ?? known;
    if (appeal.state !== 'PENDING') throw decided();
    assertAnotherAdmin(ctx.admin.id, decision);
    if (result === 'PARTIAL' && appeal.side === 'REPORTER') {
      throw invalid(['result'], 'Uphold or overturn a decision without action.', 'side');
    }
    const decidedAt = ctx.clock.now();
    const verdict = { state: result, reviewerId: ctx.admin.id, note, decidedAt };
    const decidedAppeals = await updateDecided(tx, decision.id, verdict);
    for (const { appealId: id, authorId } of decidedAppeals) {
      tx.emit(appealDecided, { appealId: id, authorId, result });
    }
    const ofSenders = decidedAppeals.flatMap(({ appealId: id, reportId }) =>
      reportId === null ? [] : [{ appealId: id, reportId }],
    );
    const isOverturned = result === 'OVERTURNED';
    await tellAppellants(ctx, tx, { appeals: ofSenders, isOverturned, note });
    if (isOverturned) await revertDecision(ctx, tx, { decision, found });
    if (result === 'PARTIAL') await relieveOwner(ctx, tx, decision);
    await writeAuditEntry(ctx, tx, {
      action: 'adminDecideAppeal',
      subject: { kind: 'appeal', id: appealId },
      reason: null,
      before: { state: 'PENDING' },
      after: { state: result },
    });
  });
  return appealId;
}

function assertAnotherAdmin(adminId: string, { decidedBy }: Decision): void {
  if (decidedBy !== adminId) return;
  const message = 'Another admin has to review your own decision.';
  throw new ValidationFailed([new AppError('FORBIDDEN', message, { path: ['appealId'] })]);
}
