import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  holdCoins,
  releaseHeldCoins,
  returnTakenCoins,
  takeBackCoins,
} from '../ledger/take-backs.service.ts';
import { takeBacksOf } from '../payments/take-backs.service.ts';
import type { PaymentDispute, PaymentRefund } from '../payments/take-backs.types.ts';
import { lockPurchase } from './coin-purchases.queries.ts';
import type { CoinPurchase } from './coin-purchases.types.ts';
import { coinsOfPart, takenMinor } from './take-backs.policy.ts';
import { type CoinTakeBack, listTakeBacks, upsertTakeBack } from './take-backs.queries.ts';

type Posting = Pick<Services, 'clock' | 'ids'>;

/** A purchase whose row is locked and whose coins are credited. */
type Credited = CoinPurchase & { readonly creditedTransferId: string };

/**
 * Lets the coins of a purchase follow the refunds and disputes of its payment: a refund takes them back, an open dispute holds
 * what is left of them, a lost one takes them, and one that is won gives them back. Repeating it changes nothing.
 */
export async function applyTakeBacks(services: Services, purchaseId: string): Promise<void> {
  const { refunds, disputes } = await takeBacksOf(services.db, purchaseId);
  if (refunds.length === 0 && disputes.length === 0) return;
  const posting: Posting = { clock: services.clock, ids: services.ids };
  await services.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    if (!isCredited(purchase)) return;
    // Read again under the lock, so that an older state is not applied after a newer one.
    const said = await takeBacksOf(tx, purchaseId);
    for (const refund of said.refunds) await applyRefund(posting, tx, { purchase, refund });
    for (const dispute of said.disputes) await applyDispute(posting, tx, { purchase, dispute });
  });
}

const isCredited = (purchase: CoinPurchase | null): purchase is Credited =>
  purchase !== null && purchase.creditedTransferId !== null;

async function applyRefund(
  ctx: Posting,
  tx: Tx,
  { purchase, refund }: { purchase: Credited; refund: PaymentRefund },
): Promise<void> {
  const known = await stepsOf(tx, purchase, refund);
  const isDone = refund.state === 'PENDING' || refund.state === 'SUCCEEDED';
  const steps = isDone
    ? await taken(ctx, tx, {
        purchase,
        steps: known.steps,
        others: known.others,
        type: 'PURCHASE_REFUND',
      })
    : await returned(ctx, tx, purchase, known.steps);
  if (steps !== known.steps) await upsertTakeBack(tx, purchase.id, steps);
}

async function applyDispute(
  ctx: Posting,
  tx: Tx,
  { purchase, dispute }: { purchase: Credited; dispute: PaymentDispute },
): Promise<void> {
  const { steps: known, others } = await stepsOf(tx, purchase, dispute);
  let steps = known;
  if (dispute.state === 'NEEDS_RESPONSE' || dispute.state === 'UNDER_REVIEW')
    steps = await held(ctx, tx, { purchase, steps, others });
  if (OVER.has(dispute.state)) steps = await released(ctx, tx, purchase, steps);
  if (dispute.state === 'LOST')
    steps = await taken(ctx, tx, { purchase, steps, others, type: 'DISPUTE_LOSS' });
  if (dispute.state === 'WON') steps = await returned(ctx, tx, purchase, steps);
  if (steps !== known) await upsertTakeBack(tx, purchase.id, steps);
}

const OVER: ReadonlySet<PaymentDispute['state']> = new Set(['WON', 'LOST', 'CLOSED']);

async function stepsOf(
  tx: Tx,
  purchase: Credited,
  { id, amountMinor }: PaymentRefund | PaymentDispute,
): Promise<{ steps: CoinTakeBack; others: CoinTakeBack[] }> {
  const all = await listTakeBacks(tx, purchase.id);
  const none = {
    holdTransferId: null,
    releaseTransferId: null,
    takeTransferId: null,
    returnTransferId: null,
  };
  const steps = all.find((each) => each.id === id) ?? { id, amountMinor, ...none };
  return { steps, others: all.filter((each) => each.id !== id) };
}

type Step = {
  readonly purchase: Credited;
  readonly steps: CoinTakeBack;
  readonly others: readonly CoinTakeBack[];
};

async function taken(
  ctx: Posting,
  tx: Tx,
  { purchase, steps, others, type }: Step & { type: 'PURCHASE_REFUND' | 'DISPUTE_LOSS' },
): Promise<CoinTakeBack> {
  if (steps.takeTransferId !== null) return steps;
  const { amountMinor } = steps;
  const coins = coinsOfPart(purchase, { before: takenMinor(others), amountMinor });
  if (coins.COINS + coins.PROMO === 0) return steps;
  const { userId, creditedTransferId: sourceTransferId } = purchase;
  const posted = await takeBackCoins(ctx, tx, {
    ...{ userId, sourceTransferId, coins, type },
    ...{ initiatorId: userId, idempotencyKey: steps.id },
  });
  return { ...steps, takeTransferId: posted.transferId };
}

/** Gives back what a refund that failed, or a dispute that was won on appeal, has taken. */
async function returned(
  ctx: Posting,
  tx: Tx,
  { userId }: Credited,
  steps: CoinTakeBack,
): Promise<CoinTakeBack> {
  const { id, takeTransferId: transferId } = steps;
  if (transferId === null || steps.returnTransferId !== null) return steps;
  const by = { initiatorId: userId, idempotencyKey: id };
  const posted = await returnTakenCoins(ctx, tx, { userId, transferId, ...by });
  return { ...steps, returnTransferId: posted.transferId };
}

async function held(ctx: Posting, tx: Tx, { purchase, steps, others }: Step): Promise<CoinTakeBack> {
  if (steps.holdTransferId !== null || steps.takeTransferId !== null) return steps;
  const { amountMinor } = steps;
  const { userId, creditedTransferId: sourceTransferId } = purchase;
  const posted = await holdCoins(ctx, tx, {
    ...{ userId, sourceTransferId, initiatorId: userId, idempotencyKey: steps.id },
    atMost: coinsOfPart(purchase, { before: takenMinor(others), amountMinor }),
  });
  return posted ? { ...steps, holdTransferId: posted.transferId } : steps;
}

async function released(
  ctx: Posting,
  tx: Tx,
  { userId, creditedTransferId: sourceTransferId }: Credited,
  steps: CoinTakeBack,
): Promise<CoinTakeBack> {
  const { id, holdTransferId } = steps;
  if (holdTransferId === null || steps.releaseTransferId !== null) return steps;
  const by = { initiatorId: userId, idempotencyKey: id };
  const posted = await releaseHeldCoins(ctx, tx, { holdTransferId, sourceTransferId, ...by });
  return { ...steps, releaseTransferId: posted.transferId };
}
