import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ProviderRefund, ProviderTakeBacks } from '#ports/payments.ts';
import { isAnyMoveAwaited } from '../cash/cash.policy.ts';
import { bookMoves, unbookedOf } from '../cash/cash.service.ts';
import { nextBookingLookAt, nextComparisonAt } from './card-payments.policy.ts';
import { findPayment, type Unbooked } from './card-payments.queries.ts';
import type { Payment } from './card-payments.types.ts';
import { paymentChanged } from './payments.events.ts';
import { isId } from './payments.policy.ts';
import {
  listDisputes,
  listRefunds,
  lockPaymentVersion,
  raisePaymentVersion,
  updateAnswered,
  updateCompareAt,
  updateUnbooked,
  upsertDispute,
  upsertRefund,
} from './take-backs.queries.ts';
import type { TakeBacks } from './take-backs.types.ts';

/** Each round loses against another look that was faster. */
const ROUNDS_MAX = 5;

/**
 * Asks the provider for the refunds and disputes of a payment that is paid, and stores the answer. The domain of its purpose
 * acts on `paymentChanged`.
 * @returns the answer; null for a payment that is not paid, or by another provider
 * @throws PaymentsError
 */
export async function lookAtTakeBacks(
  services: Services,
  paymentId: string,
): Promise<ProviderTakeBacks | null> {
  const { db, ports } = services;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    // Read before the provider is asked: what is applied meanwhile is newer.
    const payment = await findPayment(db, paymentId);
    if (payment?.state !== 'SUCCEEDED' || payment.providerId === null) return null;
    if (payment.provider !== ports.payments.provider) return null;
    const said = await ports.payments.findTakeBacks(payment.providerId);
    if (await apply(services, payment, said)) return said;
  }
  throw new Error(`The payment ${paymentId} changes faster than it can be looked at.`);
}

/** @returns false when another look was applied since `payment` was read */
async function apply(
  services: Services,
  { id: paymentId, userId, purpose, state, version, provider, unbookedSince }: Payment,
  said: ProviderTakeBacks,
): Promise<boolean> {
  const { clock, db, ids, transaction } = services;
  const { refunds, disputes } = said;
  const moves = await unbookedOf(db, provider, said.balanceMoves);
  const isAwaited = isAnyMoveAwaited(said);
  const isSettled = moves.length === 0 && !isAwaited && unbookedSince === null;
  if (refunds.length === 0 && disputes.length === 0 && isSettled) return true;
  const row = () => ({ id: ids.next(), paymentId, createdAt: clock.now() });
  return transaction(async (tx) => {
    if ((await lockPaymentVersion(tx, paymentId)) !== version) return false;
    let isChanged = false;
    // The provider says the newest first.
    for (const refund of refunds.toReversed())
      isChanged = (await storeRefund(tx, row(), refund)) || isChanged;
    for (const dispute of disputes.toReversed())
      isChanged = (await upsertDispute(tx, row(), dispute)) || isChanged;
    await bookMoves(services, tx, { paymentId, provider, moves });
    if (isAwaited || unbookedSince !== null)
      await updateUnbooked(tx, paymentId, isAwaited ? unbookedFrom(unbookedSince, clock.now()) : null);
    if (!isChanged) return true;
    await raisePaymentVersion(tx, paymentId);
    tx.emit(paymentChanged, { paymentId, userId, purpose, state });
    return true;
  });
}

const unbookedFrom = (since: Date | null, now: Date): Unbooked => ({
  since: since ?? now,
  lookAt: nextBookingLookAt(since ?? now, now),
});

type Row = { readonly id: string; readonly paymentId: string; readonly createdAt: Date };

/** Stores a refund of the provider in the row that requested it, or in a new row. @returns false when nothing has changed */
async function storeRefund(tx: Tx, row: Row, refund: ProviderRefund): Promise<boolean> {
  const { paymentId, createdAt: now } = row;
  const { reference: id } = refund;
  if (id !== null && isId(id) && (await updateAnswered(tx, { id, paymentId, now }, refund))) return true;
  return upsertRefund(tx, row, refund);
}

/** Sets when a paid payment is compared with the provider again, if it is: a card can be disputed for about half a year. */
export const postponeComparison = (
  tx: Tx,
  { id, createdAt }: Pick<Payment, 'id' | 'createdAt'>,
  now: Date,
): Promise<void> => updateCompareAt(tx, { id, compareAt: nextComparisonAt({ createdAt }, now) });

/** A payment with what was taken back of it, as the provider said last; null when there is none. */
export async function findWithTakeBacks(
  db: Db,
  paymentId: string,
): Promise<(TakeBacks & { readonly payment: Payment }) | null> {
  const payment = await findPayment(db, paymentId);
  return payment && { payment, ...(await takeBacksOf(db, paymentId)) };
}

/** The refunds and disputes of a payment that the provider has, each oldest first, as it said last. */
export async function takeBacksOf(db: Db, paymentId: string): Promise<TakeBacks> {
  const refunds = await listRefunds(db, [paymentId]);
  return {
    refunds: refunds.filter(({ providerId }) => providerId !== null),
    disputes: await listDisputes(db, [paymentId]),
  };
}
