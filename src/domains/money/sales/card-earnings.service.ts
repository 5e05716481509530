import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { earningsHeldUntil } from '../coin-purchases/coin-purchases.service.ts';
import { issueEarnings } from '../ledger/earnings.service.ts';
import { assertAmount } from '../ledger/ledger.policy.ts';
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
  const { transferId, clearsAt } = await issueEarnings(ctx, tx, {
    type: 'SUBSCRIPTION_EARNED',
    userId,
    spendingId: paymentId,
    amountCoins,
    feeCoins,
    counterpartyId,
    heldUntil: await earningsHeldUntil(ctx, tx, paymentId),
  });
  const earnedCoins = amountCoins - feeCoins;
  const createdAt = ctx.clock.now();
  const earning = { paymentId, earnerId: userId, amountCoins, earnedCoins, clearsAt, transferId, createdAt };
  await insertCardEarning(tx, earning);
  tx.enqueue(followCardEarningJob, { paymentId }, { key: paymentId });
  return true;
}
