import { requireProof } from '#domains/identity/admins/proofs.service.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext, InTransaction } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { parseMoneyReason } from '../ledger/money-texts.policy.ts';
import { assertHolder, creditCoins, reverseTransfer, spendCoins } from '../ledger/ledger.service.ts';
import { asOf, assertAnotherAdmin, isAlone, parseAmount, requestsSince } from './adjustments.policy.ts';
import {
  insertAdjustment,
  listAdjustmentsByIds,
  listPending,
  lockAdjustment,
  lockRequester,
  readRequested,
  updateDecided,
  updateExpired,
} from './adjustments.queries.ts';
import { type AdjustmentStep, stateAfter } from './adjustments.state.ts';
import type { Adjustment } from './adjustments.types.ts';

/**
 * Gives promotional coins to a user or takes coins, at once or after the approval of another admin.
 * @returns the id of the adjustment
 * @throws ValidationFailed | AppError NOT_FOUND | INSUFFICIENT_COINS | LIMIT_REACHED
 */
export async function adminAdjustCoins(
  ctx: AdminContext,
  input: { userId: string; amountCoins: number; reason: string },
  key: IdempotencyKey,
): Promise<string> {
  const { userId } = input;
  const [amountCoins, reason] = [parseAmount(ctx.limits, input), parseMoneyReason(input)];
  return request(ctx, key, { userId, amountCoins, reason, reversesId: null });
}

/**
 * Reverses an adjustment, at once or after the approval of another admin.
 * @returns the id of the new adjustment
 * @throws ValidationFailed | AppError NOT_FOUND | INVALID_STATE | INSUFFICIENT_COINS | LIMIT_REACHED
 */
export async function adminReverseAdjustment(
  ctx: AdminContext,
  input: { adjustmentId: string; reason: string },
  key: IdempotencyKey,
): Promise<string> {
  const reason = parseMoneyReason(input);
  const original = await findAdjustment(ctx, input.adjustmentId);
  if (!original) throw notFound('Adjustment', ['adjustmentId']);
  if (original.state !== 'POSTED' || original.reversesId !== null) throw notReversible(original);
  const { userId, amountCoins } = original;
  return request(ctx, key, { userId, amountCoins: -amountCoins, reason, reversesId: original.id });
}

const notReversible = ({ state, reversesId }: Adjustment): AppError =>
  new AppError('INVALID_STATE', 'Only a posted adjustment that reverses no other one can be reversed.', {
    path: ['adjustmentId'],
    details: { current: reversesId === null ? state : 'REVERSAL', allowed: ['POSTED'] },
  });

type Request = Pick<Adjustment, 'userId' | 'amountCoins' | 'reason' | 'reversesId'>;

const WINDOW_MS = DAY_MS;

async function request(ctx: AdminContext, key: IdempotencyKey, given: Request): Promise<string> {
  const id = ctx.ids.next();
  return once(ctx, key, id, async (tx) => {
    const createdAt = ctx.clock.now();
    await lockRequester(tx, ctx.admin.id);
    const aloneSince = new Date(createdAt.getTime() - WINDOW_MS);
    const pendingSince = requestsSince(ctx.limits, createdAt);
    const requester = { adminId: ctx.admin.id, aloneSince, pendingSince };
    const { aloneCoins, pending } = await readRequested(tx, requester);
    const { reversesId } = given;
    if (reversesId !== null) await updateExpired(tx, { reversesId, since: pendingSince });
    await assertHolder(tx, given.userId);
    const requested: Adjustment = {
      id,
      ...given,
      state: 'PENDING',
      requestedBy: ctx.admin.id,
      idempotencyKey: key.key,
      decidedBy: null,
      decidedAt: null,
      transferId: null,
      createdAt,
    };
    const isPosted = isAlone(ctx.limits, aloneCoins, given.amountCoins);
    if (!isPosted) {
      await requireProof(ctx, tx);
      assertRoom(pending, ctx.limits.coinAdjustmentsPending);
    }
    const posted: Adjustment = isPosted
      ? { ...requested, state: 'POSTED', transferId: await move(ctx, tx, requested) }
      : requested;
    if (!(await insertAdjustment(tx, posted))) throw reversedAlready();
    const { userId, amountCoins, reason } = given;
    await writeAuditEntry(ctx, tx, {
      action: reversesId === null ? 'adminAdjustCoins' : 'adminReverseAdjustment',
      subject: { kind: 'coinadjustment', id },
      reason,
      before: null,
      after: { userId: toGlobalId('user', userId), amountCoins, state: posted.state },
    });
  });
}

function assertRoom(pending: number, limit: number): void {
  if (pending < limit) return;
  throw new AppError('LIMIT_REACHED', `At most ${limit} of your adjustments can wait for another admin.`, {
    details: { limit },
  });
}

const reversedAlready = (): AppError =>
  new AppError('INVALID_STATE', 'Another adjustment reverses this one, or waits to.', {
    path: ['adjustmentId'],
    details: { current: 'REVERSED', allowed: ['POSTED'] },
  });

/** Moves the coins. @returns the id of the transfer */
async function move(
  ctx: InTransaction<AdminContext>,
  tx: Tx,
  { userId, amountCoins, reversesId, requestedBy, idempotencyKey }: Adjustment,
): Promise<string> {
  const by = { initiatorId: requestedBy, idempotencyKey };
  if (reversesId !== null) {
    const transferId = await transferOf(tx, reversesId);
    return (await reverseTransfer(ctx, tx, { transferId, ...by })).transferId;
  }
  const cause = { type: 'ADMIN_ADJUSTMENT', ...by } as const;
  if (amountCoins > 0) {
    return (await creditCoins(ctx, tx, { userId, kind: 'PROMO', amountCoins, ...cause })).transferId;
  }
  const to = { COINS: 'ISSUED', PROMO: 'PROMO_EXPENSE' } as const;
  return (await spendCoins(ctx, tx, { userId, amountCoins: -amountCoins, to, ...cause })).transferId;
}

async function transferOf(tx: Tx, adjustmentId: string): Promise<string> {
  const [original] = await listAdjustmentsByIds(tx, [adjustmentId]);
  if (!original?.transferId) throw new Error('an adjustment that is reversed has no transfer');
  return original.transferId;
}

/**
 * Posts an adjustment that another admin has requested. Repeating it succeeds without a change.
 * @throws ValidationFailed with FORBIDDEN | AppError NOT_FOUND | INVALID_STATE | INSUFFICIENT_COINS | LIMIT_REACHED
 */
export const adminApproveAdjustment = (ctx: AdminContext, id: string): Promise<Adjustment> =>
  decide(ctx, id, 'approve');

/**
 * Refuses an adjustment that another admin has requested. Repeating it succeeds without a change.
 * @throws ValidationFailed with FORBIDDEN | AppError NOT_FOUND | INVALID_STATE
 */
export const adminRejectAdjustment = (ctx: AdminContext, id: string): Promise<Adjustment> =>
  decide(ctx, id, 'reject');

async function decide(ctx: AdminContext, id: string, step: AdjustmentStep): Promise<Adjustment> {
  await ctx.transaction(async (tx) => {
    const found = await lockAdjustment(tx, id);
    if (!found) throw notFound('Adjustment', ['adjustmentId']);
    const adjustment = asOf(found, { now: ctx.clock.now(), limits: ctx.limits });
    assertAnotherAdmin(ctx.admin.id, adjustment);
    const state = stateAfter(step, adjustment.state);
    const isRepeated =
      adjustment.decidedBy === ctx.admin.id && stateAfter(step, 'PENDING') === adjustment.state;
    await writeAuditEntry(ctx, tx, {
      action: step === 'approve' ? 'adminApproveAdjustment' : 'adminRejectAdjustment',
      subject: { kind: 'coinadjustment', id },
      reason: null,
      before: { state: adjustment.state },
      after: { state: state ?? adjustment.state },
    });
    if (state === null) {
      if (isRepeated) return;
      throw new AppError('INVALID_STATE', 'The adjustment does not wait any more.', {
        path: ['adjustmentId'],
        details: { current: adjustment.state, allowed: ['PENDING'] },
      });
    }
    if (state === 'POSTED') await assertHolder(tx, adjustment.userId);
    const transferId = state === 'POSTED' ? await move(ctx, tx, adjustment) : null;
    const decision = { state, transferId, decidedBy: ctx.admin.id, decidedAt: ctx.clock.now() };
    await updateDecided(tx, id, decision);
  });
  const decided = await findAdjustment(ctx, id);
  if (!decided) throw new Error('an adjustment that was decided is gone');
  return decided;
}

/** Adjustments that wait for another admin, newest first. */
export const adminGetPendingAdjustments = (
  ctx: AdminContext,
  page: ListRequest<IdKey>,
): Promise<Adjustment[]> => listPending(ctx.db, requestsSince(ctx.limits, ctx.clock.now()), page);

export async function findAdjustment(ctx: AdminContext, id: string): Promise<Adjustment | null> {
  const [adjustment] = await listAdjustmentsByIds(ctx.db, [id]);
  return adjustment ? asOf(adjustment, { now: ctx.clock.now(), limits: ctx.limits }) : null;
}
