import { postEarnings } from '#domains/money/ledger/earnings.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  addToTopTippers,
  addToTotals,
  type DueTip,
  listErased,
  lockDueTips,
  updateTipsPosted,
} from './settling.queries.ts';
import { tipsReceived } from './tips.events.ts';
import { feeOf, startOf } from './tips.policy.ts';

const BATCH_TIPS = 500;

/**
 * Settles tips that cannot be undone any more: one transfer for all of them, with what each receiver got, and one transaction for each tip,
 * because each has its sender and its fee. Tips of those whose accounts were erased meanwhile wait unclaimed.
 * @returns how many
 */
export async function settleTips(
  services: Pick<Services, 'clock' | 'ids' | 'limits'>,
  tx: Tx,
): Promise<number> {
  const now = services.clock.now();
  const due = await lockDueTips(tx, { now, limit: BATCH_TIPS });
  if (due.length === 0) return 0;
  const byReceiver = Map.groupBy(due, ({ receiverId }) => receiverId);
  const erased = await listErased(tx, [...byReceiver.keys()]);
  const transferId = await postEarnings(services, tx, {
    type: 'TIP_RECEIVED',
    from: 'TIPS_IN_FLIGHT',
    of: [...byReceiver].map(([userId, tips]) => ({
      userId,
      isUnclaimed: erased.has(userId),
      earnings: tips.map(earningOf),
    })),
  });
  await updateTipsPosted(tx, { ids: due.map(({ id }) => id), transferId });
  await addToSums(tx, due, now);
  for (const [receiverId, tips] of byReceiver) {
    if (!erased.has(receiverId)) tellReceiver(tx, receiverId, transferId, tips);
  }
  return due.length;
}

const earningOf = ({ id, amountCoins, feeBps, isAnonymous, senderId }: DueTip) => ({
  spendingId: id,
  payerId: senderId,
  amountCoins,
  feeCoins: feeOf(amountCoins, feeBps),
  counterpartyId: isAnonymous ? null : senderId,
});

/** Anonymous tips count for their target, and for no tipper. */
async function addToSums(tx: Tx, due: readonly DueTip[], now: Date): Promise<void> {
  const open = due.filter(({ isAnonymous }) => !isAnonymous);
  await addToTopTippers(
    tx,
    open.map(({ targetKind, targetId, senderId: tipperId, amountCoins: coins }) => ({
      targetKind,
      targetId,
      tipperId,
      coins,
    })),
    { dayOn: startOf('DAY', now), weekOn: startOf('WEEK', now), monthOn: startOf('MONTH', now) },
  );
  await addToTotals(
    tx,
    due.map(({ targetKind, targetId, amountCoins: coins }) => ({ targetKind, targetId, coins })),
  );
}

function tellReceiver(tx: Tx, receiverId: string, transferId: string, tips: readonly DueTip[]): void {
  const amountCoins = tips.reduce((sum, tip) => sum + tip.amountCoins, 0);
  const fees = tips.reduce((sum, tip) => sum + feeOf(tip.amountCoins, tip.feeBps), 0);
  tx.emit(
    tipsReceived,
    { receiverId, transferId, tipCount: tips.length, amountCoins, earnedCoins: amountCoins - fees },
    { userIds: [receiverId] },
  );
}
