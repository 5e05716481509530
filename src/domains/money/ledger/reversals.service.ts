import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { coinsPosted } from './ledger.events.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { assertRoomFor, idAfter, totalOf } from './ledger.policy.ts';
import { findNewestTransactionId, type LockedCoins, lockCoins } from './ledger.queries.ts';
import type { CoinKind, CoinTransactionType } from './ledger.types.ts';
import { returnToLots, settleLots, sumOf } from './lots.service.ts';
import { isAnyTaken } from './origins.queries.ts';
import { insertReversals, listGroupEntries } from './transfers.queries.ts';

/** Locks the coins of a user until the commit, where rows that their spending locks after them are judged first. */
export async function lockSpending(tx: Tx, userId: string): Promise<void> {
  await lockCoins(tx, userId);
}

/** The coins of each kind that a spending took from its user. */
export async function spentBy(
  tx: Tx,
  transferId: string,
  locked: LockedCoins,
): Promise<{ kind: CoinKind; coins: number }[]> {
  const entries = await listGroupEntries(tx, transferId);
  return (['COINS', 'PROMO'] as const).map((kind) => ({ kind, coins: -sumOf(entries, locked[kind].id) }));
}

/**
 * Gives back all that a spending of a user took, in one transfer or in several that were added up, to the accounts from which it came. The
 * caller holds the lock on the coins of the user, and knows that nothing of it has been reversed. Coins that have expired meanwhile
 * expire.
 * @returns the id of the transaction
 * @throws AppError INVALID_STATE when a refund or a dispute has taken coins of it back
 */
export async function reverseSpending(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  { type, userId, transferId }: { type: CoinTransactionType; userId: string; transferId: string },
): Promise<string> {
  const locked = await lockCoins(tx, userId);
  const spent = await listGroupEntries(tx, transferId);
  if (!locked || spent.length === 0) throw new Error('a spending without coins cannot be reversed');
  const balance = { coins: locked.COINS.balance, promoCoins: locked.PROMO.balance };
  const own = new Set([locked.COINS.id, locked.PROMO.id]);
  const amountCoins = spent.reduce(
    (sum, { accountId, amount }) => sum - (own.has(accountId) ? amount : 0),
    0,
  );
  assertRoomFor(balance, amountCoins);
  await settleLots(tx, userId);
  if (await isAnyTaken(tx, transferId)) throw takenBack();
  const transactionId = idAfter(await findNewestTransactionId(tx, userId), ids.next());
  const reversed = [...new Set(spent.map((entry) => entry.transferId))].map((id) => ({
    transferId: ids.next(),
    reversesId: id,
  }));
  await insertReversals(tx, {
    type,
    userId,
    amountCoins,
    transactionId,
    reversed,
    balanceAfterCoins: totalOf(balance) + amountCoins,
    now: clock.now(),
  });
  await returnToLots({ clock, ids }, tx, {
    userId,
    locked,
    transferId: reversed[0]?.transferId ?? transferId,
    spendingId: transferId,
    entries: spent.map(({ accountId, amount }) => ({ accountId, amount: -amount })),
  });
  tx.emit(coinsPosted, { transactionId }, { userIds: [userId] });
  return transactionId;
}

const takenBack = (): AppError =>
  new AppError('INVALID_STATE', 'A refund or dispute has taken these coins back: they cannot return.', {
    details: { current: 'TAKEN_BACK', allowed: ['PENDING'] },
  });
