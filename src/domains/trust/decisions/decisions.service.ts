import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { parseReason } from '#domains/identity/admins/admins.policy.ts';
import { liftRestriction, restrictUser } from '#domains/identity/restrictions/restrictions.service.ts';
import { evictSessions } from '#domains/identity/sessions/sessions.service.ts';
import type { EndedSession } from '#domains/identity/sessions/sessions.types.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext, InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import { caseAsOf, subjectOf } from '../cases/cases.policy.ts';
import { closeCase, requireCase, subjectNow } from '../cases/cases.service.ts';
import type { Case } from '../cases/cases.types.ts';
import { setContentState } from '../cases/content-states.service.ts';
import { tellSenders } from '../notices/notices.service.ts';
import { closeReports, correctOutcomes, reopenReports } from '../reports/reports.service.ts';
import {
  appealableUntil,
  assertApplicable,
  type DecisionInput,
  isAdverse,
  type NewDecision,
  parseDecision,
  RESTRICTION_OF,
  STRIKE_DAYS,
} from './decisions.policy.ts';
import {
  findDecision,
  findLastDecisionId,
  findMailAddress,
  findPolicy,
  insertDecision,
  isRemovedByAnother,
  listOwnDecisions,
  updateReverted,
  updateWithoutStrikes,
} from './decisions.queries.ts';
import { decisionMade } from './decisions.events.ts';
import type { Decision } from './decisions.types.ts';
import { statementMail } from './decisions.mails.ts';

/**
 * Decides a case: what is done, by which policy and from which facts. Its open reports are closed with the outcome.
 * @returns the id of the decision
 * @throws ValidationFailed | AppError NOT_FOUND | CONFLICT with the other's decision | INVALID_STATE while another admin has it
 */
export async function adminDecideCase(ctx: AdminContext, input: DecisionInput): Promise<string> {
  const { caseId, expectedVersion } = input;
  const given = parseDecision(ctx, input);
  const id = ctx.ids.next();
  const ended = await ctx.transaction(async (tx) => {
    const decidedAt = ctx.clock.now();
    const found = caseAsOf(await requireCase(tx, caseId), decidedAt);
    await assertUndecided(ctx, tx, found, expectedVersion);
    assertApplicable(ctx, given, found);
    const title = await requirePolicy(tx, given.policyId);
    const formerState = await changeContent(tx, found, { given, changedAt: decidedAt });
    const measures = await restrictOwner(ctx, tx, { id, given, found, title, now: decidedAt });
    const outcome = isAdverse(given) ? 'ACTION_TAKEN' : 'NO_VIOLATION';
    const closed = await closeReports(tx, { caseId, decisionId: id, outcome, closedAt: decidedAt });
    await insertDecision(tx, {
      id,
      caseId,
      ownerId: found.ownerId,
      ...given,
      source: closed > 0 ? 'NOTICE' : 'OWN_DETECTION',
      automatedDetection: found.heldAt !== null,
      automatedDecision: false,
      strikeExpiresAt: given.strikePoints > 0 ? new Date(decidedAt.getTime() + STRIKE_DAYS * DAY_MS) : null,
      formerState,
      restrictionIds: measures.restrictionIds,
      decidedBy: ctx.admin.id,
      decidedAt,
      appealableUntil: appealableUntil(decidedAt),
    });
    await closeCase(tx, found, decidedAt);
    tx.emit(decisionMade, {
      decisionId: id,
      ownerId: found.ownerId,
      subjectKind: found.subjectKind,
      subjectId: found.subjectId,
      isAdverse: isAdverse(given),
      closedReportCount: closed,
    });
    if (closed > 0) await tellSenders(tx, id);
    if (isAdverse(given)) await sendStatement(ctx, tx, { id, ownerId: found.ownerId, given, title });
    await writeAuditEntry(ctx, tx, {
      action: 'adminDecideCase',
      subject: { kind: 'case', id: caseId },
      reason: null,
      before: { state: found.state, version: found.version },
      after: {
        state: 'CLOSED',
        decisionId: toGlobalId('decision', id),
        actions: given.actions.join(' '),
        strikePoints: given.strikePoints,
      },
    });
    return measures.ended;
  });
  evictSessions(ctx, ended);
  return id;
}

async function assertUndecided(
  ctx: Pick<AdminContext, 'admin'>,
  tx: Tx,
  found: Case,
  expectedVersion: number,
): Promise<void> {
  if (found.state === 'CLOSED' || found.version !== expectedVersion) {
    const other = await findLastDecisionId(tx, found.id);
    throw new AppError('CONFLICT', 'The case was changed meanwhile: read it again.', {
      path: ['expectedVersion'],
      details: other === null ? {} : { existingId: toGlobalId('decision', other) },
    });
  }
  if (found.state !== 'ASSIGNED' || found.assigneeId === ctx.admin.id) return;
  throw new AppError('INVALID_STATE', 'Another admin has the case.', {
    path: ['caseId'],
    details: { current: 'ASSIGNED', allowed: ['OPEN', 'ESCALATED'] },
  });
}

/** @returns the title of an active policy */
async function requirePolicy(tx: Tx, policyId: string | null): Promise<string> {
  if (policyId === null) return '';
  const policy = await findPolicy(tx, policyId);
  if (!policy?.isActive) throw notFound('Policy', ['policyId']);
  return policy.title;
}

/** Removes the content, or shows what was held until now. @returns the former state of what was removed */
async function changeContent(
  tx: Tx,
  found: Case,
  { given, changedAt }: { given: NewDecision; changedAt: Date },
): Promise<Decision['formerState']> {
  const change = { subject: subjectOf(found), reason: 'Decided by a moderator.', changedAt };
  if (given.actions.includes('REMOVE')) return setContentState(tx, { ...change, state: 'REMOVED' });
  const now = await subjectNow(tx, change.subject);
  if (now?.state === 'HELD') await setContentState(tx, { ...change, state: 'VISIBLE', from: 'HELD' });
  return null;
}

type Restricting = { id: string; given: NewDecision; found: Case; title: string; now: Date };

/** Restricts the owner; one who is erased meanwhile has nothing that could be restricted. */
async function restrictOwner(
  ctx: InTransaction<AdminContext>,
  tx: Tx,
  { id: decisionId, given, found: { ownerId: userId }, title, now }: Restricting,
): Promise<{ restrictionIds: string[]; ended: readonly EndedSession[] }> {
  const restrictionIds: string[] = [];
  const ended: EndedSession[] = [];
  for (const action of given.actions) {
    const kind = RESTRICTION_OF[action];
    if (kind === undefined || userId === null) continue;
    const id = ctx.ids.next();
    const expiresAt = kind === 'WARNING' ? null : given.expiresAt;
    const { scope } = given;
    const done = await unlessErased(() =>
      restrictUser(tx, { id, userId, kind, reason: title, expiresAt, decisionId, scope, now }),
    );
    if (!done) continue;
    restrictionIds.push(id);
    ended.push(...done);
  }
  return { restrictionIds, ended };
}

/** Null when the user is erased, which is found before anything is written. */
async function unlessErased<Result>(act: () => Promise<Result>): Promise<Result | null> {
  try {
    return await act();
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
    throw thrown;
  }
}

const APPEAL_TOKEN = 'appeal';

async function sendStatement(
  ctx: InTransaction<AdminContext>,
  tx: Tx,
  { id, ownerId, given, title }: { id: string; ownerId: string | null; given: NewDecision; title: string },
): Promise<void> {
  const to = ownerId === null ? null : await findMailAddress(tx, ownerId);
  if (to === null) return;
  const decisionId = toGlobalId('decision', id);
  const token = ctx.sealer.seal(APPEAL_TOKEN, JSON.stringify([id, ownerId]));
  const { facts, explanation } = given;
  const { webAppUrl } = ctx;
  sendMail(ctx, tx, statementMail({ to, decisionId, title, facts, explanation, token, webAppUrl }));
}

/** The owner of a decision whose mail has the token; null for any other text. */
export function ownerByToken(
  { sealer }: Pick<RequestContext, 'sealer'>,
  id: string,
  token: string,
): string | null {
  const opened = sealer.open(APPEAL_TOKEN, token);
  if (opened === null) return null;
  // Only `sendStatement` seals for this purpose.
  const [decisionId, ownerId] = JSON.parse(opened) as [string, string];
  return decisionId === id ? ownerId : null;
}

/**
 * Takes a decision back: what it removed is shown again unless it is deleted, what it restricted is lifted, and its points are gone.
 * Repeating it succeeds without a change.
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function adminReverseDecision(
  ctx: AdminContext,
  input: { decisionId: string; reason: string },
): Promise<string> {
  const { decisionId } = input;
  const reason = parseReason(input);
  await ctx.transaction(async (tx) => {
    const { decision, found } = await lockDecision(tx, decisionId);
    const wasReverted = decision.revertedAt !== null;
    if (!wasReverted) await revertDecision(ctx, tx, { decision, found });
    await writeAuditEntry(ctx, tx, {
      action: 'adminReverseDecision',
      subject: { kind: 'decision', id: decisionId },
      reason,
      before: { isReverted: wasReverted },
      after: { isReverted: true },
    });
  });
  return decisionId;
}

/** Locks the case of a decision, and so the decision. @throws AppError NOT_FOUND */
export async function lockDecision(tx: Tx, decisionId: string): Promise<{ decision: Decision; found: Case }> {
  const known = await findDecision(tx, decisionId);
  if (!known) throw notFound('Decision', ['decisionId']);
  const found = await requireCase(tx, known.caseId);
  return { decision: (await findDecision(tx, decisionId)) ?? known, found };
}

/** Reverts a decision of a locked case. One without action opens the case and its reports again. */
export async function revertDecision(
  ctx: InTransaction<AdminContext>,
  tx: Tx,
  { decision, found }: { decision: Decision; found: Case },
): Promise<void> {
  const now = ctx.clock.now();
  const { id } = decision;
  if (!(await updateReverted(tx, { id, revertedBy: ctx.admin.id, revertedAt: now }))) return;
  if (!isAdverse(decision)) return reopenReports(ctx, tx, { found, decisionId: id });
  await liftMeasures(ctx, tx, decision);
  const isShown = decision.formerState !== null && decision.formerState !== 'REMOVED';
  if (isShown && !(await isRemovedByAnother(tx, decision))) {
    const reason = 'The decision was reverted.';
    const change = { subject: subjectOf(found), state: 'VISIBLE', reason, changedAt: now } as const;
    await setContentState(tx, { ...change, from: 'REMOVED' });
  }
  await correctOutcomes(tx, id, 'NO_VIOLATION');
}

/** Lifts what a decision restricts, and takes its points away; what it removed stays removed. */
export async function relieveOwner(
  ctx: InTransaction<AdminContext>,
  tx: Tx,
  decision: Decision,
): Promise<void> {
  await liftMeasures(ctx, tx, decision);
  await updateWithoutStrikes(tx, decision.id);
}

async function liftMeasures(
  ctx: InTransaction<AdminContext>,
  tx: Tx,
  { restrictionIds }: Decision,
): Promise<void> {
  const lift = { liftedBy: ctx.admin.id, now: ctx.clock.now() };
  for (const restrictionId of restrictionIds) {
    await unlessErased(() => liftRestriction(tx, { restrictionId, ...lift }));
  }
}

/** Decisions against the caller, newest first. */
export async function myModerationDecisions(ctx: UserContext, page: ListRequest<IdKey>): Promise<Decision[]> {
  return listOwnDecisions(ctx.db, ctx.user.id, page);
}

/** A decision against the caller; null for others. */
export async function findOwnDecision(ctx: RequestContext, id: string): Promise<Decision | null> {
  const found = ctx.user && (await findDecision(ctx.db, id));
  return found && found.ownerId === ctx.user?.id && isAdverse(found) ? found : null;
}

/** For admins alone. */
export const findAnyDecision = (ctx: RequestContext, id: string): Promise<Decision | null> =>
  findDecision(ctx.db, id);
