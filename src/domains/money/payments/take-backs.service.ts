import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { ProviderTakeBacks } from '#ports/payments.ts';
import { findPayment } from './card-payments.queries.ts';
import type { Payment } from './card-payments.types.ts';
import { paymentChanged } from './payments.events.ts';
import {
  listDisputes,
  listRefunds,
  lockPaymentVersion,
  raisePaymentVersion,
  upsertDispute,
  upsertRefund,
} from './take-backs.queries.ts';
import type { PaymentDispute, PaymentRefund } from './take-backs.types.ts';

/** Each round loses against another look that was faster. */
const ROUNDS_MAX = 5;

/**
 * Asks the provider for the refunds and disputes of a payment that is paid, and stores the answer. The domain of its purpose
 * acts on `paymentChanged`.
 * @throws PaymentsError
 */
export async function lookAtTakeBacks(services: Services, paymentId: string): Promise<void> {
  const { db, ports } = services;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    // Read before the provider is asked: what is applied meanwhile is newer.
    const payment = await findPayment(db, paymentId);
    if (payment?.state !== 'SUCCEEDED' || payment.providerId === null) return;
    if (payment.provider !== ports.payments.provider) return;
    const said = await ports.payments.findTakeBacks(payment.providerId);
    if (await apply(services, payment, said)) return;
  }
  throw new Error(`The payment ${paymentId} changes faster than it can be looked at.`);
}

/** @returns false when another look was applied since `payment` was read */
async function apply(
  { clock, ids, transaction }: Services,
  { id: paymentId, purpose, version }: Payment,
  { refunds, disputes }: ProviderTakeBacks,
): Promise<boolean> {
  if (refunds.length === 0 && disputes.length === 0) return true;
  const row = () => ({ id: ids.next(), paymentId, createdAt: clock.now() });
  return transaction(async (tx) => {
    if ((await lockPaymentVersion(tx, paymentId)) !== version) return false;
    let isChanged = false;
    // The provider says the newest first.
    for (const refund of refunds.toReversed())
      isChanged = (await upsertRefund(tx, row(), refund)) || isChanged;
    for (const dispute of disputes.toReversed())
      isChanged = (await upsertDispute(tx, row(), dispute)) || isChanged;
    if (!isChanged) return true;
    await raisePaymentVersion(tx, paymentId);
    tx.emit(paymentChanged, { paymentId, purpose });
    return true;
  });
}

export type TakeBacks = {
  readonly refunds: readonly PaymentRefund[];
  readonly disputes: readonly PaymentDispute[];
};

/** The refunds and disputes of a payment, each oldest first, as the provider said last. */
export const takeBacksOf = async (db: Db, paymentId: string): Promise<TakeBacks> => ({
  refunds: await listRefunds(db, paymentId),
  disputes: await listDisputes(db, paymentId),
});
