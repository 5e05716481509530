import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { setMayBeNegative } from './ledger.queries.ts';
import type { LockedCoins, NewEntry } from './ledger.queries.ts';
import type { CoinKind } from './ledger.types.ts';
import { assignSpending, findLot, holdInLot, insertLot, refillLots, sumRemaining } from './lots.queries.ts';

type Credited = {
  readonly userId: string;
  /** As it was before the transfer. */
  readonly locked: LockedCoins;
  readonly entries: readonly NewEntry[];
};

const KINDS: readonly CoinKind[] = ['COINS', 'PROMO'];

/** Assigns to lots what a user has spent, under the lock of the account. @param balance the coins of this kind */
export const settleLots = (
  tx: Tx,
  { userId, kind, balance }: { userId: string; kind: CoinKind; balance: number },
): Promise<void> => assignSpending(tx, { userId, kind, spendable: Math.max(balance, 0) });

/** Assigns what was spent before a credit, so that nothing of it is taken from the new coins. */
export async function settleBeforeCredit(tx: Tx, credited: Credited): Promise<void> {
  const { userId, locked } = credited;
  for (const { kind } of gains(credited))
    await settleLots(tx, { userId, kind, balance: locked[kind].balance });
}

/** Makes a lot of the coins of each kind that a transfer has credited. Promotional ones expire at a time; with null never. */
export async function openLots(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  { transferId, promoExpiresAt, ...credited }: Credited & { transferId: string; promoExpiresAt: Date | null },
): Promise<void> {
  const { userId } = credited;
  for (const { kind, coins } of gains(credited)) {
    await closeHole(tx, credited, { kind, coins });
    await insertLot(tx, {
      id: ids.next(),
      userId,
      kind,
      sourceTransferId: transferId,
      coins,
      expiresAt: kind === 'PROMO' ? promoExpiresAt : null,
      createdAt: clock.now(),
    });
  }
}

/**
 * Gives coins that a transfer has brought back to the lots from which they were spent, as if they never had been. What comes from
 * lots that have expired meanwhile makes one that does not expire, unless their owner has undone the spending: then it expires.
 */
export async function returnToLots(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  { transferId, isUndone = false, ...returned }: Credited & { transferId: string; isUndone?: boolean },
): Promise<void> {
  const { userId, locked } = returned;
  const now = clock.now();
  for (const { kind, coins } of gains(returned)) {
    await closeHole(tx, returned, { kind, coins });
    const spendable = Math.max(locked[kind].balance + coins, 0);
    // Coins that are spent and not assigned yet need no lot.
    const missing = spendable - (await sumRemaining(tx, { userId, kind }));
    if (missing <= 0) continue;
    const rest =
      missing - (await refillLots(tx, { userId, kind, coins: missing, unexpiredAt: isUndone ? null : now }));
    if (rest === 0) continue;
    const lot = { id: ids.next(), userId, kind, sourceTransferId: transferId, coins: rest };
    await insertLot(tx, { ...lot, expiresAt: null, createdAt: now });
  }
}

/** Gives released coins back to the lots of the credit in which they were held. */
export async function releaseToLots(
  tx: Tx,
  { sourceTransferId, ...released }: Credited & { sourceTransferId: string },
): Promise<void> {
  const { userId } = released;
  for (const { kind, coins } of gains(released)) {
    await closeHole(tx, released, { kind, coins });
    const lot = await findLot(tx, { userId, kind, sourceTransferId });
    if (!lot) throw new Error('coins are held of a credit without a lot');
    await holdInLot(tx, lot.lotId, -coins);
  }
}

/** An account that a credit brings out of the red may not go there again by itself. */
async function closeHole(
  tx: Tx,
  { locked }: Credited,
  { kind, coins }: { kind: CoinKind; coins: number },
): Promise<void> {
  const { id, balance } = locked[kind];
  if (balance < 0 && balance + coins >= 0) await setMayBeNegative(tx, id, false);
}

function gains({ locked, entries }: Credited): { kind: CoinKind; coins: number }[] {
  return KINDS.flatMap((kind) => {
    const coins = sumOf(entries, locked[kind].id);
    return coins > 0 ? [{ kind, coins }] : [];
  });
}

/** The sum of the entries of one account. */
export const sumOf = (entries: readonly NewEntry[], accountId: string): number =>
  entries.reduce((sum, entry) => sum + (entry.accountId === accountId ? entry.amount : 0), 0);
