import { DAY_MS } from '#platform/kernel/clock.ts';
import { handleCron, handleEvent, type JobHandler } from '#platform/outbox/jobs/worker.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { PaymentPurpose } from '../payments/card-payments.types.ts';
import { paymentChanged } from '../payments/payments.events.ts';
import { listUncredited } from './coin-purchases.queries.ts';
import { creditIfPaid } from './coin-purchases.service.ts';
import { applyTakeBacks } from './take-backs.service.ts';

const SWEPT_MS = 7 * DAY_MS;
const BATCH_PURCHASES = 500;

export const coinPurchaseJobs: readonly JobHandler[] = [
  handleEvent('coin-purchases.credit', paymentChanged, credit),
  handleCron('coin-purchases.sweep', '17 * * * *', sweep),
];

/** The buyer may never come back. */
async function credit(
  services: Services,
  { paymentId, purpose }: { paymentId: string; purpose: PaymentPurpose },
): Promise<void> {
  if (purpose !== 'COIN_PURCHASE') return;
  await creditIfPaid(services, paymentId);
  await applyTakeBacks(services, paymentId);
}

/** Credits purchases for which every attempt of their job has failed. */
async function sweep(services: Services): Promise<void> {
  const since = new Date(services.clock.now().getTime() - SWEPT_MS);
  for (const id of await listUncredited(services.db, { since, limit: BATCH_PURCHASES })) {
    try {
      await creditIfPaid(services, id);
    } catch (error) {
      services.log.error({ err: error, purchaseId: id }, 'a purchase that is paid cannot be credited');
    }
  }
}
