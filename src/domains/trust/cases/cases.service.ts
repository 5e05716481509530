import { MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext, RequestContext } from '#platform/request/context.ts';
import { wouldHold } from '#domains/foundation/screening/scans.service.ts';
import { findAdminRow } from '#domains/identity/admins/admin-rows.service.ts';
import { parseReason, permissionsOf } from '#domains/identity/admins/admins.policy.ts';
import {
  caseAsOf,
  HOLD_WEIGHT,
  LEASE_MINUTES,
  priorityOf,
  type Reported,
  subjectOf,
} from './cases.policy.ts';
import {
  countOpenCases,
  findCase,
  insertSnapshot,
  isActiveAdmin,
  listCases,
  lockCase,
  lockCaseOf,
  lockNextCase,
  lockOpenCaseOf,
  updateCase,
  updateReleased,
} from './cases.queries.ts';
import type { Case, CaseQueue, CaseState, Subject, SubjectNow } from './cases.types.ts';
import { setContentState } from './content-states.service.ts';
import { findSubject } from './subjects.queries.ts';

/** A subject as it is; null once it is deleted. */
export const subjectNow = (db: Db, subject: Subject): Promise<SubjectNow | null> => findSubject(db, subject);

/**
 * Locks the case of a subject, which is made when there is none, and keeps the content as it is now.
 * @returns the case as it was before, and what its subject is now
 * @throws AppError NOT_FOUND when the subject is deleted
 */
export async function lockCaseAbout(
  ctx: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  subject: Subject,
): Promise<{ readonly found: Case; readonly isNew: boolean; readonly now: SubjectNow }> {
  const known = await findSubject(tx, subject);
  if (!known) throw notFound('Subject', ['subject']);
  const { now, ...locked } = await lockKnown(ctx, tx, subject, known);
  if (!now) throw notFound('Subject', ['subject']);
  return { ...locked, now };
}

type LockedCase = { readonly found: Case; readonly isNew: boolean; readonly now: SubjectNow | null };

/** As `lockCaseAbout`, also of a subject that is not there: its case has no content, and `now` is null. */
export async function lockCaseOfAnything(
  ctx: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  subject: Subject,
): Promise<LockedCase> {
  return lockKnown(ctx, tx, subject, (await findSubject(tx, subject)) ?? NOTHING);
}

/** Case of what is not there. */
const NOTHING = { ownerId: null, version: '', isPrivate: false } as const;

async function lockKnown(
  ctx: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  subject: Subject,
  known: Pick<SubjectNow, 'ownerId' | 'version' | 'isPrivate'>,
): Promise<LockedCase> {
  const takenAt = ctx.clock.now();
  const locked = await lockCaseOf(tx, { id: ctx.ids.next(), subject, now: known, openedAt: takenAt });
  // Read again, since the content may have changed before the lock.
  const now = await findSubject(tx, subject);
  if (now) {
    const { version, content } = now;
    await insertSnapshot(tx, { caseId: locked.found.id, version, content, takenAt });
  }
  return { ...locked, now };
}

/**
 * Gives a locked case the weight of its open reports, with what they say of a new version of its subject: an edit since a
 * moderator has read it makes their decision a CONFLICT. A closed case is opened.
 */
export async function weighCase(
  tx: Tx,
  found: Case,
  { reported, now, isReported, at }: Weighing,
): Promise<void> {
  const isEdited = isReported && now !== null && now.version !== found.snapshotVersion;
  const isClosed = found.state === 'CLOSED';
  await updateCase(tx, found.id, {
    reported_weight: reported.weight,
    priority: priorityOf(reported, now?.reach ?? 0),
    queue: reported.queue,
    ...(now && isReported && { snapshot_version: now.version, is_private: now.isPrivate }),
    ...(isClosed && { state: 'OPEN' as const, opened_at: at, decided_at: null }),
    version: found.version + Number(isEdited || isClosed),
  });
  await holdIfAgreed(tx, { ...found, reportedWeight: reported.weight }, { now, at });
}

type Weighing = {
  readonly reported: Reported;
  /** The subject as it is; null once it is deleted. */
  readonly now: SubjectNow | null;
  /** Whether somebody has reported it just now, as it is. */
  readonly isReported: boolean;
  readonly at: Date;
};

/** Holds a content that many have reported and a machine would hold, too; either alone hides nothing. */
async function holdIfAgreed(tx: Tx, found: Case, { now, at }: Pick<Weighing, 'now' | 'at'>): Promise<void> {
  if (found.reportedWeight < HOLD_WEIGHT || found.heldAt !== null || now?.state !== 'VISIBLE') return;
  // Moderators know better than both.
  if (now.version === found.decidedVersion) return;
  const subject = subjectOf(found);
  if (!(await wouldHold(tx, subject))) return;
  const reason = 'Held until a moderator decides: reporters and the machine agree.';
  const change = { subject, state: 'HELD', reason, changedAt: at } as const;
  const former = await setContentState(tx, { ...change, from: 'VISIBLE' });
  if (former === 'VISIBLE') await updateCase(tx, found.id, { held_at: at });
}

/** Holds a content with an open case whose machine has answered after its reporters. */
export async function holdScanned(services: Services, subject: Subject): Promise<void> {
  await services.transaction(async (tx) => {
    const found = await lockOpenCaseOf(tx, subject);
    if (!found) return;
    await holdIfAgreed(tx, found, { now: await findSubject(tx, subject), at: services.clock.now() });
  });
}

/** Closes a case whose reports are all withdrawn; content that was held with them is shown again, unless it was removed meanwhile. */
export async function closeWithoutDecision(tx: Tx, found: Case, at: Date): Promise<void> {
  await closeCase(tx, found);
  if (found.heldAt === null) return;
  const reason = 'All reports were withdrawn.';
  const change = { subject: subjectOf(found), state: 'VISIBLE', reason, changedAt: at } as const;
  await setContentState(tx, { ...change, from: 'HELD' });
}

/** Closes a locked case. @param decidedAt when it was decided; null for one without a decision */
export async function closeCase(tx: Tx, found: Case, decidedAt: Date | null = null): Promise<void> {
  await updateCase(tx, found.id, {
    state: 'CLOSED',
    assignee_id: null,
    lease_until: null,
    priority: 0,
    reported_weight: 0,
    held_at: null,
    version: found.version + 1,
    ...(decidedAt && { decided_at: decidedAt, decided_version: found.snapshotVersion }),
  });
}

/** Locks a case. @throws AppError NOT_FOUND */
export async function requireCase(tx: Tx, caseId: string): Promise<Case> {
  const found = await lockCase(tx, caseId);
  if (!found) throw notFound('Case', ['caseId']);
  return found;
}

/** The case with this id as it is now. For admins alone. */
export async function findCaseNow(ctx: RequestContext, id: string): Promise<Case | null> {
  const found = await findCase(ctx.db, id);
  return found && caseAsOf(found, ctx.clock.now());
}

/** Past so many, the exact number tells nothing more. */
const COUNTED_CASES_MAX = 10_000;
const QUEUES: readonly CaseQueue[] = ['CHILD_SAFETY', 'GENERAL', 'LEGAL'];

/** Open cases of each queue, assigned ones among them, with the age of the oldest; for operators. */
export async function queueStandings({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<{ queue: CaseQueue; open: number; oldestSeconds: number }[]> {
  const found = await countOpenCases(db, COUNTED_CASES_MAX);
  const now = clock.now().getTime();
  return QUEUES.map((queue) => {
    const row = found.find((each) => each.queue === queue);
    const oldestSeconds = row ? Math.max(0, (now - row.oldestAt.getTime()) / SECOND_MS) : 0;
    return { queue, open: row?.open ?? 0, oldestSeconds };
  });
}

/** Cases of a queue in a state, the most urgent first. */
export async function adminGetCases(
  ctx: AdminContext,
  { queue, state }: { queue: CaseQueue; state: CaseState },
  page: { from: readonly [number, string]; limit: number },
): Promise<Case[]> {
  const now = ctx.clock.now();
  const found = await listCases(ctx.db, { queue, state, now }, page);
  return found.map((each) => caseAsOf(each, now));
}

/**
 * Takes the most urgent case of a queue for some minutes; the case that the admin has there, as long as they have one.
 * @returns null when none is left
 */
export async function adminClaimNextCase(
  ctx: AdminContext,
  { queue }: { queue: CaseQueue },
): Promise<string | null> {
  return ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    const caseId = await lockNextCase(tx, { queue, adminId: ctx.admin.id, now });
    if (caseId !== null) await assign(tx, caseId, { adminId: ctx.admin.id, now });
    await writeAuditEntry(ctx, tx, {
      action: 'adminClaimNextCase',
      subject: caseId === null ? null : { kind: 'case', id: caseId },
      reason: null,
      before: null,
      after: { queue, state: caseId === null ? null : 'ASSIGNED' },
    });
    return caseId;
  });
}

const assign = (tx: Tx, caseId: string, { adminId, now }: { adminId: string; now: Date }): Promise<void> =>
  updateCase(tx, caseId, {
    state: 'ASSIGNED',
    assignee_id: adminId,
    lease_until: new Date(now.getTime() + LEASE_MINUTES * MINUTE_MS),
  });

/**
 * Gives a case to an admin for some minutes, or back to all.
 * @throws AppError NOT_FOUND | INVALID_STATE for a closed case
 */
export async function adminAssignCase(
  ctx: AdminContext,
  { caseId, adminId }: { caseId: string; adminId?: string | null | undefined },
): Promise<string> {
  await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    const found = caseAsOf(await requireCase(tx, caseId), now);
    if (found.state === 'CLOSED') throw caseClosed();
    if (adminId == null)
      await updateCase(tx, caseId, { state: 'OPEN', assignee_id: null, lease_until: null });
    else {
      if (!(await isActiveAdmin(tx, adminId))) throw notFound('Admin', ['adminId']);
      await assign(tx, caseId, { adminId, now });
    }
    await writeAuditEntry(ctx, tx, {
      action: 'adminAssignReport',
      subject: { kind: 'case', id: caseId },
      reason: null,
      before: { state: found.state, assigneeId: found.assigneeId && toGlobalId('admin', found.assigneeId) },
      after: {
        state: adminId == null ? 'OPEN' : 'ASSIGNED',
        assigneeId: adminId == null ? null : toGlobalId('admin', adminId),
      },
    });
  });
  return caseId;
}

/** Gives the cases of an admin who may not decide any more back to all. */
export async function releaseLeases(services: Services, { adminId }: { adminId: string }): Promise<void> {
  await services.transaction(async (tx) => {
    const admin = await findAdminRow(tx, adminId);
    const decides = admin && !admin.disabledAt && permissionsOf(admin.role).has('CASES_DECIDE');
    if (!decides) await updateReleased(tx, adminId);
  });
}

/**
 * Takes a case out of its queue, for admins who decide what is difficult. Repeating it succeeds without a change.
 * @throws ValidationFailed | AppError NOT_FOUND | INVALID_STATE for a closed case
 */
export async function adminEscalateCase(
  ctx: AdminContext,
  input: { caseId: string; reason: string },
): Promise<string> {
  const { caseId } = input;
  const reason = parseReason(input);
  await ctx.transaction(async (tx) => {
    const found = caseAsOf(await requireCase(tx, caseId), ctx.clock.now());
    if (found.state === 'CLOSED') throw caseClosed();
    if (found.state !== 'ESCALATED') {
      await updateCase(tx, caseId, { state: 'ESCALATED', assignee_id: null, lease_until: null });
    }
    await writeAuditEntry(ctx, tx, {
      action: 'adminEscalateCase',
      subject: { kind: 'case', id: caseId },
      reason,
      before: { state: found.state },
      after: { state: 'ESCALATED' },
    });
  });
  return caseId;
}

const caseClosed = (): AppError =>
  new AppError('INVALID_STATE', 'The case is closed.', {
    path: ['caseId'],
    details: { current: 'CLOSED', allowed: ['OPEN', 'ASSIGNED', 'ESCALATED'] },
  });
