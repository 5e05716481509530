import { coinPackages } from '#domains/money/coin-packages/coin-packages.service.ts';
import { beginCoinPurchase, showCoinPurchase } from '#domains/money/coin-purchases/coin-purchases.service.ts';
import { myPaymentMethods } from '#domains/money/payments/methods.service.ts';
import { confirmPaymentSetup, createPaymentSetup } from '#domains/money/payments/setups.service.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleJob, type JobHandler } from '#platform/outbox/jobs/worker.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { localUserContext } from '#platform/request/local-context.ts';

/** A package that somebody buys by a test card, by its place among those on offer. */
export type DemoPurchase = { readonly place: number; readonly card: string };

/** Of the first two people. */
export const PURCHASES: readonly DemoPurchase[] = [
  { place: 1, card: 'pm_card_visa' },
  { place: 0, card: 'pm_card_mastercard' },
];

type Buying = DemoPurchase & { readonly userId: string };

const buyCoins = defineJob<Buying>('demo.purchase');

/** Outside of the transaction in which somebody arrives, since the provider is asked. */
export function enqueuePurchase(tx: Tx, buying: Buying): void {
  tx.enqueue(buyCoins, buying, { key: `demo.purchase ${buying.userId}` });
}

async function buy(services: Services, { userId, place, card }: Buying): Promise<void> {
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
    ...{ callerId: userId, mutation: 'purchaseCoins', key: 'demo', inputHash: 'demo' },
    isKeptForever: true,
  };
  const order = { packageId: offered.id, version: offered.version };
  await showCoinPurchase(ctx, await beginCoinPurchase(ctx, order, key));
}

export const purchaseJob: JobHandler = handleJob(buyCoins, buy, { kind: 'payment' });
