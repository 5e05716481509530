import { coinPackages } from '#domains/money/coin-packages/coin-packages.service.ts';
import { beginCoinPurchase, showCoinPurchase } from '#domains/money/coin-purchases/coin-purchases.service.ts';
import { applyTakeBacks } from '#domains/money/coin-purchases/take-backs.service.ts';
import { paymentById } from '#domains/money/payments/card-payments.loaders.ts';
import { myPaymentMethods } from '#domains/money/payments/methods.service.ts';
import { confirmPaymentSetup, createPaymentSetup } from '#domains/money/payments/setups.service.ts';
import { lookAtTakeBacks, takeBacksOf } from '#domains/money/payments/take-backs.service.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { localUserContext } from '#platform/request/local-context.ts';

/** A package that somebody buys by a test card, by its place among those on offer. */
export type DemoPurchase = {
  readonly place: number;
  readonly card: string;
  /** Part of the price that is refunded; null when none is. */
  readonly refundedMinor: number | null;
};

/** Purchases of the first two people. */
export const PURCHASES: readonly DemoPurchase[] = [
  { place: 1, card: 'pm_card_visa', refundedMinor: null },
  { place: 0, card: 'pm_card_mastercard', refundedMinor: 40 },
];

type Buying = DemoPurchase & { readonly userId: string };

const buyCoins = defineJob<Buying>('demo.purchase');

/** Outside of the transaction in which somebody arrives, since the provider is asked. */
export function enqueuePurchase(tx: Tx, buying: Buying): void {
  tx.enqueue(buyCoins, buying, { key: `demo.purchase ${buying.userId}` });
}

async function buy(services: Services, { userId, place, card, refundedMinor }: Buying): Promise<void> {
  // A real card is nobody's in the demo world.
  if (!services.ports.payments.sandbox) return;
  const ctx = localUserContext(services, userId);
  const offered = (await coinPackages(ctx))[place];
  if (!offered) return;
  if ((await myPaymentMethods(ctx)).length === 0) {
    const { setup } = await createPaymentSetup(ctx);
    await confirmPaymentSetup(ctx, { setupId: setup.id, providerMethodId: card });
  }
  // Doing it again buys nothing again.
  const key = {
    callerId: userId,
    mutation: 'purchaseCoins',
    key: 'demo',
    inputHash: 'demo',
    isKeptForever: true,
  };
  const order = { packageId: offered.id, version: offered.version };
  const id = await beginCoinPurchase(ctx, order, key);
  await showCoinPurchase(ctx, id);
  if (refundedMinor !== null) await refundPart(ctx, id, refundedMinor);
}

/** As an operator does at the provider. */
async function refundPart(ctx: UserContext, id: string, amountMinor: number): Promise<void> {
  const payment = await load(ctx, paymentById, id);
  const { refunds } = await takeBacksOf(ctx.db, id);
  if (!payment?.providerId || refunds.length > 0) return;
  await ctx.ports.payments.refundPayment({
    paymentId: payment.providerId,
    amountMinor,
    currency: 'EUR',
    reason: 'REQUESTED_BY_CUSTOMER',
    reference: 'demo',
    idempotencyKey: `demo ${id}`,
  });
  await lookAtTakeBacks(ctx, id);
  await applyTakeBacks(ctx, id);
}

export const purchaseJob: JobHandler = handleJob(buyCoins, buy, { kind: 'payment' });
