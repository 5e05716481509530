import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { requireProof } from '#domains/identity/admins/proofs.service.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { bookPayout } from '../cash/cash.service.ts';
import type { Cash } from '../cash/cash.types.ts';
import { parseMoneyReason } from '../ledger/money-texts.policy.ts';
import { payOutEarnings, reversePayout } from '../ledger/payouts.service.ts';
import { assertHolder, isHolder } from '../ledger/ledger.service.ts';
import { parsePayout } from './earnings.policy.ts';
import type { Payout, PayoutMethod } from './earnings.types.ts';
import {
  findPayoutByReference,
  insertPayout,
  isEarnedInDispute,
  listPayouts,
  lockPayout,
  updateReversed,
} from './payouts.queries.ts';

/** The caller's payouts, newest first. */
export const myPayouts = (
  ctx: UserContext,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Payout[]> => listPayouts(ctx.db, { userId: ctx.user.id, beforeId, limit });

/** The payouts of any user, newest first. */
export const adminGetPayouts = (
  ctx: AdminContext,
  userId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Payout[]> => listPayouts(ctx.db, { userId, beforeId, limit });

/**
 * Books available earnings that were paid out outside of the product.
 * @returns the id of the payout
 * @throws ValidationFailed | AppError PROOF_REQUIRED | NOT_FOUND | INVALID_STATE | INSUFFICIENT_COINS | CONFLICT when the payment is booked already
 */
export async function adminRecordPayout(
  ctx: AdminContext,
  input: {
    userId: string;
    amountCoins: number;
    method?: PayoutMethod | null | undefined;
    reference: string;
    paidMinor?: number | null | undefined;
    paidCurrency?: string | null | undefined;
  },
  key: IdempotencyKey,
): Promise<string> {
  const { userId } = input;
  const method = input.method ?? 'BANK_TRANSFER';
  const { amountCoins, reference, paidMinor, paidCurrency } = parsePayout(input);
  const paid = cashOf({ paidMinor, paidCurrency });
  await requireProof(ctx);
  const id = ctx.ids.next();
  return once(ctx, key, id, async (tx) => {
    await assertHolder(tx, userId);
    if (await isEarnedInDispute(tx, userId)) throw inDispute();
    const cause = { initiatorId: ctx.admin.id, idempotencyKey: key.key };
    const transferId = await payOutEarnings(ctx, tx, { userId, amountCoins, ...cause });
    const isNew = await insertPayout(tx, {
      id,
      userId,
      amountCoins,
      method,
      reference,
      transferId,
      paidMinor,
      paidCurrency,
      recordedBy: ctx.admin.id,
      createdAt: ctx.clock.now(),
    });
    if (!isNew) throw await bookedAlready(tx, { method, reference });
    if (paid) await bookPayout(ctx, tx, { payoutId: id, paid, isReturn: false });
    await writeAuditEntry(ctx, tx, {
      action: 'adminRecordPayout',
      subject: { kind: 'payout', id },
      reason: null,
      before: null,
      after: {
        userId: toGlobalId('user', userId),
        amountCoins,
        method,
        ...(paid && { paidMinor, paidCurrency }),
      },
    });
  });
}

const cashOf = ({ paidMinor, paidCurrency }: Pick<Payout, 'paidMinor' | 'paidCurrency'>): Cash | null =>
  paidMinor === null || paidCurrency === null ? null : { amountMinor: paidMinor, currency: paidCurrency };

async function bookedAlready(tx: Tx, payment: Pick<Payout, 'method' | 'reference'>): Promise<AppError> {
  const first = await findPayoutByReference(tx, payment);
  const message = 'A payout with this method and reference is booked already: look at it first.';
  return new AppError('CONFLICT', message, {
    path: ['reference'],
    details: first ? { existingId: toGlobalId('payout', first.id) } : {},
  });
}

const inDispute = (): AppError =>
  new AppError(
    'INVALID_STATE',
    'A payment of coins that the user has earned is disputed: pay out when the dispute is decided.',
    { path: ['userId'], details: { current: 'DISPUTED', allowed: ['UNDISPUTED'] } },
  );

/**
 * Reverses a payout that was recorded by mistake or came back. Repeating it succeeds without a change.
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function adminReversePayout(
  ctx: AdminContext,
  input: { payoutId: string; reason: string },
): Promise<string> {
  const { payoutId: id } = input;
  const reason = parseMoneyReason(input);
  await ctx.transaction(async (tx) => {
    const payout = await lockPayout(tx, id);
    if (!payout) throw notFound('Payout', ['payoutId']);
    const isReversed = payout.reversedAt !== null;
    await writeAuditEntry(ctx, tx, {
      action: 'adminReversePayout',
      subject: { kind: 'payout', id },
      reason,
      before: { isReversed },
      after: { isReversed: true },
    });
    if (isReversed) return;
    const { transferId, userId, amountCoins } = payout;
    const isErased = !(await isHolder(tx, userId));
    await reversePayout(ctx, tx, { transferId, userId, amountCoins, initiatorId: ctx.admin.id, isErased });
    const paid = cashOf(payout);
    if (paid) await bookPayout(ctx, tx, { payoutId: id, paid, isReturn: true });
    await updateReversed(tx, id, { reversedBy: ctx.admin.id, reversedAt: ctx.clock.now() });
  });
  return id;
}
