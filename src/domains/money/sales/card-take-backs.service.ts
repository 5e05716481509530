import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { returnIssued, takeIssued, type TakenOrigin } from '../ledger/earners.service.ts';
import { shareOf } from '../ledger/ledger.policy.ts';
import type { Payment } from '../payments/card-payments.types.ts';
import { refundedMinor } from '../payments/refunds.policy.ts';
import { findWithTakeBacks } from '../payments/take-backs.service.ts';
import type { PaymentDispute, PaymentRefund, TakeBacks } from '../payments/take-backs.types.ts';
import {
  addToTaken,
  type CardEarning,
  type CardTake,
  insertCardTake,
  listCardTakes,
  lockCardEarning,
  updateReturned,
} from './card-earnings.queries.ts';

type Posting = Pick<Services, 'clock' | 'ids'>;

/** A refund or dispute, with its amount in the currency of the payment. */
type Part = { readonly id: string; readonly amountMinor: number; readonly stands: boolean };

const STANDING: ReadonlySet<PaymentRefund['state'] | PaymentDispute['state']> = new Set([
  'PENDING',
  'SUCCEEDED',
  'LOST',
]);

/** The bank has the money of the payment, or had it for good. */
const DISPUTED: ReadonlySet<PaymentDispute['state']> = new Set(['NEEDS_RESPONSE', 'UNDER_REVIEW', 'LOST']);

/** Why the payment of a sale is gone: all of it was refunded, or its cardholder disputes it; null when it is not. */
export async function lossOf(db: Db, paymentId: string): Promise<'REFUNDED' | 'DISPUTED' | null> {
  const found = await findWithTakeBacks(db, paymentId);
  if (found?.disputes.some(({ state }) => DISPUTED.has(state))) return 'DISPUTED';
  return found && refundedMinor(found.refunds) >= found.payment.amountMinor ? 'REFUNDED' : null;
}

/** As for coins that were bought: in another currency it cannot be said what a dispute is a part of, and mostly it is about all. */
const partsOf = (payment: Payment, { refunds, disputes }: TakeBacks): Part[] => [
  ...refunds.map(({ id, amountMinor, state }) => ({ id, amountMinor, stands: STANDING.has(state) })),
  ...disputes.map(({ id, state, ...dispute }) => ({
    id,
    amountMinor: dispute.currency === payment.currency ? dispute.amountMinor : payment.amountMinor,
    // While it is open, payouts of its earner are refused.
    stands: STANDING.has(state),
  })),
];

/**
 * Lets the earnings of a payment follow its refunds and disputes: a refund and a lost dispute take them back, and what failed or was won
 * gives them back. Repeating it changes nothing.
 */
export async function followTakeBacks(services: Services, paymentId: string): Promise<void> {
  const { clock, ids, transaction } = services;
  await transaction(async (tx) => {
    let earning = await lockCardEarning(tx, paymentId);
    // Read under the lock, so that an older state is not applied after a newer one.
    const found = earning && (await findWithTakeBacks(tx, paymentId));
    if (!earning || !found) return;
    const { payment } = found;
    const takes = await listCardTakes(tx, paymentId);
    const parts = partsOf(payment, found).map((part) => ({
      ...part,
      take: takes.find(({ id }) => id === part.id) ?? null,
    }));
    // Parts that failed or were won give back before others take: the order in which facts are told does not matter.
    let takenMinor = 0;
    for (const { stands, take, amountMinor } of parts) {
      if (take === null || take.returnTransferId !== null) continue;
      if (stands) takenMinor += amountMinor;
      else earning = await giveBack({ clock, ids }, tx, { earning, take });
    }
    for (const { id, amountMinor } of parts.filter(({ stands, take }) => stands && take === null)) {
      takenMinor += amountMinor;
      const minor = Math.min(takenMinor, payment.amountMinor);
      const coins = shareOf(earning.amountCoins, minor, payment.amountMinor) - earning.takenCoins;
      if (coins > 0) earning = await takeBack({ clock, ids }, tx, { earning, id, coins });
    }
  });
}

const takenOf = (
  { paymentId, earnerId, clearsAt }: CardEarning,
  { coins, earnedCoins }: { coins: number; earnedCoins: number },
): TakenOrigin => ({
  spendingId: paymentId,
  lotId: '',
  earnerId,
  clearsAt,
  coins,
  earnedCoins,
});

/** Takes coins back: the share of the earner as far as it is there, the rest as a debt, and the fee. */
async function takeBack(
  ctx: Posting,
  tx: Tx,
  { earning, id, coins }: { earning: CardEarning; id: string; coins: number },
): Promise<CardEarning> {
  const through = shareOf(earning.earnedCoins, earning.takenCoins + coins, earning.amountCoins);
  const earnedCoins = through - earning.takenEarnedCoins;
  const take = takenOf(earning, { coins, earnedCoins });
  const takeTransferId = await takeIssued(ctx, tx, { take, key: id });
  await insertCardTake(tx, earning.paymentId, { id, coins, earnedCoins, takeTransferId });
  return added(tx, earning, { coins, earnedCoins });
}

async function giveBack(
  ctx: Posting,
  tx: Tx,
  { earning, take }: { earning: CardEarning; take: CardTake },
): Promise<CardEarning> {
  const { coins, earnedCoins, id } = take;
  const returnTransferId = await returnIssued(ctx, tx, {
    take: takenOf(earning, take),
    key: id,
    reversesId: take.takeTransferId,
  });
  await updateReturned(tx, { id, returnTransferId });
  return added(tx, earning, { coins: -coins, earnedCoins: -earnedCoins });
}

async function added(
  tx: Tx,
  earning: CardEarning,
  { coins, earnedCoins }: { coins: number; earnedCoins: number },
): Promise<CardEarning> {
  await addToTaken(tx, earning.paymentId, { coins, earnedCoins });
  return {
    ...earning,
    takenCoins: earning.takenCoins + coins,
    takenEarnedCoins: earning.takenEarnedCoins + earnedCoins,
  };
}
