import { postEarnings } from '#domains/money/ledger/earnings.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { feeOf } from '../tips/tips.policy.ts';
import { lockUnsettled, type UnsettledPurchase, updateSettled } from './settling.queries.ts';

const BATCH_PURCHASES = 500;

/**
 * Brings the coins of purchases to their sellers: one transfer for all of them, with what each seller got, and one transaction for each
 * purchase. What sellers whose accounts were erased meanwhile have sold waits unclaimed.
 * @returns how many
 */
export async function settlePurchases(
  services: Pick<Services, 'clock' | 'ids' | 'limits'>,
  tx: Tx,
): Promise<number> {
  const due = await lockUnsettled(tx, BATCH_PURCHASES);
  if (due.length === 0) return 0;
  const transferId = await postEarnings(services, tx, {
    type: 'MESSAGE_SOLD',
    from: 'SALES_IN_FLIGHT',
    of: [...Map.groupBy(due, ({ sellerId }) => sellerId)].map(([userId, sales]) => ({
      userId,
      isUnclaimed: sales.some(({ isUnclaimed }) => isUnclaimed),
      earnings: sales.map(earningOf),
    })),
  });
  await updateSettled(tx, { ids: due.map(({ id }) => id), transferId });
  return due.length;
}

const earningOf = ({ id, buyerId, priceCoins, feeBps }: UnsettledPurchase) => ({
  spendingId: id,
  payerId: buyerId,
  amountCoins: priceCoins,
  feeCoins: feeOf(priceCoins, feeBps),
  counterpartyId: buyerId,
});
