import { postEarnings } from '#domains/money/ledger/earnings.service.ts';
import { refundSale } from '#domains/money/sales/sale-refunds.service.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { addToMonth } from '../creator-stats/creator-stats.service.ts';
import { feeOf } from '../tips/tips.policy.ts';
import { type Refunding, tryToRefund } from './charging.service.ts';
import {
  type DueInvoice,
  type DueRefund,
  lockRefunds,
  lockUnsettled,
  updateRefunded,
  updateSettled,
} from './invoices.queries.ts';

const BATCH_INVOICES = 500;

/**
 * Settles invoices that are paid in coins: one transfer for all of them, and one transaction for each. Those of creators whose accounts were
 * erased meanwhile wait unclaimed.
 * @returns how many
 */
export async function settleInvoices(services: Refunding, tx: Tx): Promise<number> {
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
 * Books refunds, one in a transaction: of coins of settled invoices, whose payer it locks, and of payments, which a job then refunds at the
 * provider. What was taken back otherwise meanwhile does not come back.
 * @returns how many
 */
export async function refundInvoices(services: Refunding, tx: Tx): Promise<number> {
  const [due] = await lockRefunds(tx, 1);
  if (!due) return 0;
  const refundedCoins =
    due.paymentId === null ? await refundCoins(services, tx, due) : await refundPart(services, tx, due);
  if (!due.isUnclaimed)
    await addToMonth(tx, { creatorId: due.creatorId, at: services.clock.now(), refundedCoins });
  return 1;
}

async function refundCoins(services: Refunding, tx: Tx, due: DueRefund): Promise<number> {
  const { invoiceId, subscriberId: payerId, creatorId: earnerId, coins: amountCoins, transferId } = due;
  if (transferId === null) throw new Error('coins that nobody has paid are not refunded');
  const coins = await refundSale(services, tx, {
    type: 'SUBSCRIPTION_REFUNDED',
    transferId,
    settledTransferId: due.settledTransferId,
    payerId,
    earnerId,
    amountCoins,
  });
  await updateRefunded(tx, invoiceId, { coins, bookedAt: services.clock.now() });
  return coins;
}

/** Of a payment the provider refunds a multiple of a step. */
async function refundPart(services: Refunding, tx: Tx, due: DueRefund): Promise<number> {
  const { invoiceId, paymentId, currency, amountMinor: wantedMinor, coins } = due;
  if (paymentId === null || currency === null || wantedMinor === null)
    throw new Error('a payment without an amount is not refunded');
  const stepMinor = services.ports.payments.chargeRuleOf(currency)?.stepMinor ?? 1;
  const amountMinor = wantedMinor - (wantedMinor % stepMinor);
  const refundId = amountMinor > 0 ? await tryToRefund(services, tx, { paymentId, amountMinor }) : null;
  const bookedAt = services.clock.now();
  const isRefunded = refundId !== null;
  const booked = { coins: isRefunded ? coins : 0, amountMinor: isRefunded ? amountMinor : 0 };
  await updateRefunded(tx, invoiceId, { ...booked, refundId, bookedAt });
  return booked.coins;
}

const earningOf = ({ transferId, subscriberId, amountCoins, feeBps }: DueInvoice) => ({
  spendingId: transferId,
  payerId: subscriberId,
  amountCoins,
  feeCoins: feeOf(amountCoins, feeBps),
  counterpartyId: subscriberId,
});

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
