import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { heldUntil } from '../coin-purchases/coin-purchases.policy.ts';
import { readPayer } from '../coin-purchases/coin-purchases.queries.ts';
import { addClearings } from '../ledger/clearings.queries.ts';
import { entryOf } from '../ledger/earners.service.ts';
import { insertEarnings, listHolders, openEarnings } from '../ledger/earnings.queries.ts';
import { assertAmount, clearingTime, PLATFORM_ACCOUNT_IDS } from '../ledger/ledger.policy.ts';
import { insertCardEarning, lockCardEarning } from './card-earnings.queries.ts';

/** Lets earnings of a payment follow refunds and disputes that were told before they were posted. */
export const followCardEarningJob = defineJob<{ paymentId: string }>('sales.followCardEarning');

type Posting = Pick<Services, 'clock' | 'ids' | 'limits'>;

type PaidByCard = {
  /** The payment, which has succeeded. */
  readonly paymentId: string;
  /** The user who earns. */
  readonly userId: string;
  /** Before the fee. */
  readonly amountCoins: number;
  readonly feeCoins: number;
  /** The payer, whom the earner sees. */
  readonly counterpartyId: string;
};

/**
 * Posts what a payment by card brings to a user: coins that nobody has bought, of which the platform keeps the fee. It does so once for a
 * payment, whose row it locks until the commit. They clear as earnings of bought coins do: not before the time in which the payment may be
 * taken back. Those of an erased account wait unclaimed.
 * @returns false when they were posted before
 */
export async function postCardEarnings(
  ctx: Posting,
  tx: Tx,
  { paymentId, userId, amountCoins, feeCoins, counterpartyId }: PaidByCard,
): Promise<boolean> {
  assertAmount(amountCoins);
  // Two that post at once take turns.
  await tx.selectFrom('payments').select('id').where('id', '=', paymentId).forNoKeyUpdate().execute();
  if (await lockCardEarning(tx, paymentId)) return false;
  const { clock, ids, limits } = ctx;
  const now = clock.now();
  const earnedCoins = amountCoins - feeCoins;
  const soonest = clearingTime(now, limits.earningsClearingDays);
  const held = clearingTime(heldUntil(ctx, await readPayer(tx, paymentId)));
  const clearsAt = held > soonest ? held : soonest;
  const isHolder = (await listHolders(tx, [userId])).has(userId);
  const userIds = isHolder ? [userId] : [];
  const { ISSUED, PLATFORM_FEE, UNCLAIMED } = PLATFORM_ACCOUNT_IDS;
  const account =
    (await openEarnings(tx, ids, { kind: 'EARNINGS_PENDING', userIds })).get(userId) ?? UNCLAIMED;
  const transferId = ids.next();
  await insertEarnings(tx, {
    transferId,
    type: 'SUBSCRIPTION_EARNED',
    now,
    entries: [
      ...entryOf(ISSUED, -amountCoins),
      ...entryOf(account, earnedCoins),
      ...entryOf(PLATFORM_FEE, feeCoins),
    ],
    transactions: userIds.map((id) => ({
      id: ids.next(),
      userId: id,
      amountCoins,
      feeCoins,
      counterpartyId,
      spendingId: paymentId,
    })),
  });
  if (isHolder) await addClearings(tx, [{ userId, clearsAt, coins: earnedCoins }]);
  await insertCardEarning(tx, {
    paymentId,
    earnerId: userId,
    amountCoins,
    earnedCoins,
    clearsAt,
    transferId,
    createdAt: now,
  });
  tx.enqueue(followCardEarningJob, { paymentId }, { key: paymentId });
  return true;
}
