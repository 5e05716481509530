import { LAST_ID } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import { handleCron, handleEvent, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { PaymentPurpose } from '../payments/card-payments.types.ts';
import { paymentChanged } from '../payments/payments.events.ts';
import { purchaseChanged, purchaseSettled } from './coin-purchases.events.ts';
import { listUncredited } from './coin-purchases.queries.ts';
import { creditIfPaid } from './coin-purchases.service.ts';
import { mailReceipt, mailTakeBack, mailTakeBackJob } from './receipts.service.ts';
import { listUnfollowed } from './take-backs.queries.ts';
import { applyTakeBacks } from './take-backs.service.ts';

const SWEPT_MS = 7 * DAY_MS;
const BATCH_PURCHASES = 500;

export const coinPurchaseJobs: readonly JobHandler[] = [
  handleEvent('coin-purchases.credit', paymentChanged, credit),
  handleEvent('coin-purchases.mailReceipt', purchaseSettled, (services, { purchaseId, outcome }) =>
    outcome === 'SUCCEEDED' ? mailReceipt(services, purchaseId) : Promise.resolve(),
  ),
  handleJob(mailTakeBackJob, mailTakeBack),
  handleCron('coin-purchases.sweep', '17 * * * *', sweep),
];

const BATCH_EVENTS = 500;

export const coinPurchaseFollowers: readonly EventFollower[] = [
  followEvents('coin-purchases.tellChanges', [paymentChanged], {
    batch: BATCH_EVENTS,
    async work(_services, tx, events) {
      for (const { payload } of events) {
        const { paymentId: purchaseId, userId, purpose } = payload;
        if (purpose === 'COIN_PURCHASE')
          tx.emit(purchaseChanged, { userId, purchaseId }, { userIds: [userId] });
      }
    },
  }),
  // A payment ends unpaid once at most, and a follower sees each event once.
  followEvents('coin-purchases.tellUnpaid', [paymentChanged], {
    batch: BATCH_EVENTS,
    async work(_services, tx, events) {
      for (const { payload } of events) {
        const { paymentId: purchaseId, userId, purpose, state } = payload;
        if (purpose !== 'COIN_PURCHASE' || (state !== 'CANCELED' && state !== 'EXPIRED')) continue;
        tx.emit(purchaseSettled, { userId, purchaseId, outcome: state });
      }
    },
  }),
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

/** Credits purchases, and lets coins follow refunds and disputes, where every attempt of the job has failed. */
async function sweep(services: Services): Promise<void> {
  const { clock, db } = services;
  const batch = { since: new Date(clock.now().getTime() - SWEPT_MS), limit: BATCH_PURCHASES };
  for (const id of await listUncredited(db, batch)) await tryToFollow(services, id);
  for (let beforeId: string | undefined = LAST_ID; beforeId !== undefined;) {
    const ids: string[] = await listUnfollowed(db, { ...batch, beforeId });
    for (const id of ids) await tryToFollow(services, id);
    beforeId = ids.length < BATCH_PURCHASES ? undefined : ids.at(-1);
  }
}

async function tryToFollow(services: Services, id: string): Promise<void> {
  try {
    await creditIfPaid(services, id);
    await applyTakeBacks(services, id);
  } catch (error) {
    services.log.error({ err: error, purchaseId: id }, 'the coins of a purchase cannot follow its payment');
  }
}
