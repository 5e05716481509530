import { postEarnings } from '#domains/money/ledger/earnings.service.ts';
import { refundSale } from '#domains/money/sales/sale-refunds.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { feeOf } from '../tips/tips.policy.ts';
import {
  type DueInvoice,
  lockRefunds,
  lockUnsettled,
  updateRefunded,
  updateSettled,
} from './invoices.queries.ts';
import { addToMonth } from '../creator-stats/creator-stats.service.ts';

const BATCH_INVOICES = 500;

/**
 * Settles invoices that are paid in coins: one transfer for all of them, and one transaction for each. Those of creators whose accounts were
 * erased meanwhile wait unclaimed.
 * @returns how many
 */
export async function settleInvoices(
  services: Pick<Services, 'clock' | 'ids' | 'limits'>,
  tx: Tx,
): Promise<number> {
  const due = await lockUnsettled(tx, BATCH_INVOICES);
  if (due.length === 0) return 0;
  const byCreator = Map.groupBy(due, ({ creatorId }) => creatorId);
  const transferId = await postEarnings(services, tx, {
    type: 'SUBSCRIPTION_EARNED',
    from: 'SALES_IN_FLIGHT',
    of: [...byCreator].map(([userId, invoices]) => ({
      userId,
      isUnclaimed: invoices.some(({ isUnclaimed }) => isUnclaimed),
      earnings: invoices.map(earningOf),
    })),
  });
  await updateSettled(
    tx,
    due.map(({ id }) => id),
    transferId,
  );
  // In one order, so that two workers do not wait for each other in a circle.
  for (const [creatorId, invoices] of [...byCreator].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (invoices.some(({ isUnclaimed }) => isUnclaimed)) continue;
    const paidCoins = sumOf(invoices.map(({ amountCoins }) => amountCoins));
    const fees = sumOf(invoices.map(({ amountCoins, feeBps }) => feeOf(amountCoins, feeBps)));
    await addToMonth(tx, {
      creatorId,
      at: services.clock.now(),
      paidCoins,
      earnedCoins: paidCoins - fees,
    });
  }
  return due.length;
}

/**
 * Books refunds of settled invoices, one in a transaction, since it locks the coins of its payer. What was taken back otherwise meanwhile does not
 * come back.
 * @returns how many
 */
export async function refundInvoices(
  services: Pick<Services, 'clock' | 'ids' | 'limits'>,
  tx: Tx,
): Promise<number> {
  const [due] = await lockRefunds(tx, 1);
  if (!due) return 0;
  const { invoiceId, subscriberId: payerId, creatorId, coins: amountCoins, ...sale } = due;
  const now = services.clock.now();
  const refundedCoins = await refundSale(services, tx, {
    type: 'SUBSCRIPTION_REFUNDED',
    transferId: sale.transferId,
    settledTransferId: sale.settledTransferId,
    payerId,
    earnerId: creatorId,
    amountCoins,
  });
  await updateRefunded(tx, invoiceId, { coins: refundedCoins, bookedAt: now });
  if (!due.isUnclaimed) await addToMonth(tx, { creatorId, at: now, refundedCoins });
  return 1;
}

const earningOf = ({ transferId, subscriberId, amountCoins, feeBps }: DueInvoice) => ({
  spendingId: transferId,
  payerId: subscriberId,
  amountCoins,
  feeCoins: feeOf(amountCoins, feeBps),
  counterpartyId: subscriberId,
});

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
