import { clearLater } from '#domains/money/earnings/earnings.service.ts';
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
import type { TipperPeriod } from './tips.types.ts';

const BATCH_TIPS = 500;
const PERIODS: readonly TipperPeriod[] = ['DAY', 'WEEK', 'MONTH', 'ALL'];

/**
 * Settles tips that cannot be undone any more: one transfer for each receiver, however many gave, and one transaction for each tip, because
 * each has its sender and its fee. Tips of those whose accounts were erased meanwhile wait unclaimed.
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
  const transfers = await postEarnings(services, tx, {
    type: 'TIP_RECEIVED',
    from: 'TIPS_IN_FLIGHT',
    of: [...byReceiver].map(([userId, tips]) => ({
      userId,
      isUnclaimed: erased.has(userId),
      earnings: tips.map(earningOf),
    })),
  });
  await clearLater(services, tx, earnedOf(byReceiver, erased));
  await updateTipsPosted(
    tx,
    due.map(({ id, receiverId }) => ({ id, transferId: transferOf(transfers, receiverId) })),
  );
  await addToSums(tx, due, now);
  for (const [receiverId, tips] of byReceiver) {
    if (!erased.has(receiverId)) tellReceiver(tx, receiverId, transferOf(transfers, receiverId), tips);
  }
  return due.length;
}

const earnedOf = (byReceiver: ReadonlyMap<string, readonly DueTip[]>, erased: ReadonlySet<string>) =>
  [...byReceiver]
    .map(([userId, tips]) => ({
      userId,
      amountCoins: tips.reduce(
        (sum, { amountCoins, feeBps }) => sum + amountCoins - feeOf(amountCoins, feeBps),
        0,
      ),
    }))
    .filter(({ userId, amountCoins }) => amountCoins > 0 && !erased.has(userId));

const earningOf = ({ amountCoins, feeBps, isAnonymous, senderId }: DueTip) => ({
  amountCoins,
  feeCoins: feeOf(amountCoins, feeBps),
  counterpartyId: isAnonymous ? null : senderId,
});

function transferOf(transfers: ReadonlyMap<string, string>, receiverId: string): string {
  const id = transfers.get(receiverId);
  if (id === undefined) throw new Error('a receiver has no transfer');
  return id;
}

/** Anonymous tips count for their target, and for no tipper. */
async function addToSums(tx: Tx, due: readonly DueTip[], now: Date): Promise<void> {
  const open = due.filter(({ isAnonymous }) => !isAnonymous);
  await addToTopTippers(
    tx,
    open.flatMap(({ targetKind, targetId, senderId: tipperId, amountCoins: coins }) =>
      PERIODS.map((period) => ({
        ...{ targetKind, targetId, tipperId, coins, period, startsOn: startOf(period, now) },
      })),
    ),
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
