import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  type CoinsOfKinds,
  holdCoins,
  releaseHeldCoins,
  returnTakenCoins,
  takeBackCoins,
} from '../ledger/take-backs.service.ts';
import { takeBacksOf } from '../payments/take-backs.service.ts';
import type { PaymentDispute, PaymentRefund } from '../payments/take-backs.types.ts';
import { lockPurchase } from './coin-purchases.queries.ts';
import type { CoinPurchase } from './coin-purchases.types.ts';
import { mailTakeBackJob } from './receipts.service.ts';
import { coinsToTake, takenMinor } from './take-backs.policy.ts';
import { type CoinTakeBack, listTakeBacks, readTakenCoins, upsertTakeBack } from './take-backs.queries.ts';

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
    // Parts of the price that stand and were worth no coins: those after them are worth more for it.
    let worthlessMinor = 0;
    const apply = async (part: Part, follow: typeof followRefund): Promise<void> => {
      const given = { ...(await stepsOf(tx, purchase, part)), purchase, part, worthlessMinor };
      const followed = await follow(posting, tx, given);
      const steps = isToTell(part, followed) ? { ...followed, toldAt: posting.clock.now() } : followed;
      if (steps.toldAt !== given.steps.toldAt)
        tx.enqueue(mailTakeBackJob, { purchaseId, takeBackId: part.id });
      if (steps !== given.steps) await upsertTakeBack(tx, purchase.id, steps);
      if (TAKING.has(part.state) && steps.takeTransferId === null) worthlessMinor += steps.amountMinor;
    };
    for (const refund of said.refunds) await apply(refund, followRefund);
    for (const dispute of said.disputes) await apply(partOf(purchase, dispute), followDispute);
  });
}

/** Whether money has gone back for good, which the buyer has not been told. */
const isToTell = ({ state }: Part, { toldAt }: CoinTakeBack): boolean =>
  toldAt === null && (state === 'SUCCEEDED' || state === 'LOST');

/** A refund or dispute, with its amount in the currency of the price. */
type Part = {
  readonly id: string;
  readonly amountMinor: number;
  readonly state: PaymentRefund['state'] | PaymentDispute['state'];
};

/** States in which the money is not with us, or will not be. */
const TAKING: ReadonlySet<Part['state']> = new Set(['PENDING', 'SUCCEEDED', 'LOST']);

/** In another currency it cannot be said what a dispute is a part of, and mostly it is about all. */
const partOf = ({ currency, priceMinor }: Credited, dispute: PaymentDispute): Part => ({
  id: dispute.id,
  state: dispute.state,
  amountMinor: dispute.currency === currency ? dispute.amountMinor : priceMinor,
});

const isCredited = (purchase: CoinPurchase | null): purchase is Credited =>
  purchase !== null && purchase.creditedTransferId !== null;

type Step = {
  readonly purchase: Credited;
  readonly part: Part;
  readonly steps: CoinTakeBack;
  readonly others: readonly CoinTakeBack[];
  /** The sum of the parts that stand and have taken no coins. */
  readonly worthlessMinor: number;
};

const followRefund = (ctx: Posting, tx: Tx, step: Step): Promise<CoinTakeBack> =>
  TAKING.has(step.part.state)
    ? taken(ctx, tx, { ...step, type: 'PURCHASE_REFUND' })
    : returned(ctx, tx, step);

async function followDispute(ctx: Posting, tx: Tx, given: Step): Promise<CoinTakeBack> {
  const { state } = given.part;
  let step = given;
  if (state === 'NEEDS_RESPONSE' || state === 'UNDER_REVIEW')
    step = { ...step, steps: await held(ctx, tx, step) };
  if (OVER.has(state)) step = { ...step, steps: await released(ctx, tx, step) };
  if (state === 'LOST') return taken(ctx, tx, { ...step, type: 'DISPUTE_LOSS' });
  return state === 'WON' ? returned(ctx, tx, step) : step.steps;
}

const OVER: ReadonlySet<Part['state']> = new Set(['WON', 'LOST', 'CLOSED']);

async function stepsOf(
  tx: Tx,
  purchase: Credited,
  { id, amountMinor }: Part,
): Promise<{ steps: CoinTakeBack; others: CoinTakeBack[] }> {
  const all = await listTakeBacks(tx, purchase.id);
  const none = {
    holdTransferId: null,
    releaseTransferId: null,
    takeTransferId: null,
    returnTransferId: null,
    toldAt: null,
  };
  const steps = all.find((each) => each.id === id) ?? { id, amountMinor, ...none };
  return { steps, others: all.filter((each) => each.id !== id) };
}

/** The coins that a part takes now. */
async function coinsOf(tx: Tx, { purchase, steps, others, worthlessMinor }: Step): Promise<CoinsOfKinds> {
  const standingMinor = takenMinor(others) + worthlessMinor + steps.amountMinor;
  return coinsToTake(purchase, { standingMinor, taken: await readTakenCoins(tx, purchase.id) });
}

async function taken(
  ctx: Posting,
  tx: Tx,
  { type, ...step }: Step & { type: 'PURCHASE_REFUND' | 'DISPUTE_LOSS' },
): Promise<CoinTakeBack> {
  const { purchase, steps } = step;
  if (steps.takeTransferId !== null) return steps;
  const coins = await coinsOf(tx, step);
  if (coins.COINS + coins.PROMO === 0) return steps;
  const { userId, creditedTransferId: sourceTransferId } = purchase;
  const posted = await takeBackCoins(ctx, tx, {
    userId,
    sourceTransferId,
    coins,
    type,
    initiatorId: userId,
    idempotencyKey: steps.id,
  });
  return { ...steps, takeTransferId: posted.transferId };
}

/** Gives back what a refund that failed, or a dispute that was won on appeal, has taken. */
async function returned(ctx: Posting, tx: Tx, { purchase, steps }: Step): Promise<CoinTakeBack> {
  const { userId, creditedTransferId: sourceTransferId } = purchase;
  const { id, takeTransferId: transferId } = steps;
  if (transferId === null || steps.returnTransferId !== null) return steps;
  const by = { initiatorId: userId, idempotencyKey: id };
  const posted = await returnTakenCoins(ctx, tx, { userId, sourceTransferId, transferId, ...by });
  return { ...steps, returnTransferId: posted.transferId };
}

async function held(ctx: Posting, tx: Tx, step: Step): Promise<CoinTakeBack> {
  const { purchase, steps } = step;
  if (steps.holdTransferId !== null || steps.takeTransferId !== null) return steps;
  const { userId, creditedTransferId: sourceTransferId } = purchase;
  const posted = await holdCoins(ctx, tx, {
    userId,
    sourceTransferId,
    initiatorId: userId,
    idempotencyKey: steps.id,
    atMost: await coinsOf(tx, step),
  });
  return posted ? { ...steps, holdTransferId: posted.transferId } : steps;
}

async function released(ctx: Posting, tx: Tx, { purchase, steps }: Step): Promise<CoinTakeBack> {
  const { userId, creditedTransferId: sourceTransferId } = purchase;
  const { id, holdTransferId } = steps;
  if (holdTransferId === null || steps.releaseTransferId !== null) return steps;
  const by = { initiatorId: userId, idempotencyKey: id };
  const posted = await releaseHeldCoins(ctx, tx, { holdTransferId, sourceTransferId, ...by });
  return { ...steps, releaseTransferId: posted.transferId };
}
