import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { setMayBeNegative } from './ledger.queries.ts';
import type { LockedCoins, NewEntry } from './ledger.queries.ts';
import type { CoinKind } from './ledger.types.ts';
import {
  assignSpending,
  fillLot,
  findLot,
  holdInLot,
  insertLot,
  refillLots,
  sumRemaining,
  withdrawFromLot,
} from './lots.queries.ts';
import { assignOrigins, lockAssignments, returnOrigins } from './origins.queries.ts';

type Credited = {
  readonly userId: string;
  /** As it was before the transfer. */
  readonly locked: LockedCoins;
  readonly entries: readonly NewEntry[];
};

const KINDS: readonly CoinKind[] = ['COINS', 'PROMO'];

/** Assigns to lots what a user has spent, under the lock of the account; until the commit nobody else changes the lots. */
export async function settleLots(tx: Tx, userId: string): Promise<void> {
  await traceSpending(tx, [userId]);
  await assignSpending(tx, userId);
}

/** Assigns to lots what users have spent on what is on its way, and notes its origins; until the commit nobody else changes the lots. */
export async function traceSpending(tx: Tx, userIds: readonly string[]): Promise<void> {
  await lockAssignments(tx, userIds);
  await assignOrigins(tx, userIds);
}

/** Assigns what was spent before a credit, so that nothing of it is taken from the new coins. */
export async function settleBeforeCredit(tx: Tx, credited: Credited): Promise<void> {
  if (gains(credited).length > 0) await settleLots(tx, credited.userId);
}

/** Makes a lot of the coins of each kind that a transfer has credited. Promotional ones expire at a time; with null never. */
export async function openLots(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  {
    transferId,
    promoExpiresAt,
    earningsClearAt,
    ...credited
  }: Credited & { transferId: string; promoExpiresAt: Date | null; earningsClearAt: Date | null },
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
      earningsClearAt,
      createdAt: clock.now(),
    });
  }
}

/** Former use of coins that come back. */
type Undone = {
  /** A spending that its owner has undone: its coins go to the lots of their origins. */
  readonly spendingId?: string;
  /** The parts of a spending that are refunded, to whose lots they go. */
  readonly parts?: readonly { readonly lotId: string; readonly kind: CoinKind; readonly coins: number }[];
  /** The credit of which they were taken back, to whose lot they go. */
  readonly sourceTransferId?: string;
};

/**
 * Gives coins that a transfer has brought back to the lots from which they were spent or taken, as if they never had been. What comes
 * from lots that have expired meanwhile makes one that does not expire, unless their owner has undone the spending: then it expires.
 * The lots have to be settled before the transfer.
 */
export async function returnToLots(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  {
    transferId,
    spendingId,
    parts = [],
    sourceTransferId,
    ...returned
  }: Credited & Undone & { transferId: string },
): Promise<void> {
  const { userId, locked } = returned;
  const now = clock.now();
  for (const { kind, coins } of gains(returned)) {
    await closeHole(tx, returned, { kind, coins });
    const spendable = Math.max(locked[kind].balance + coins, 0);
    // Coins that are spent and not assigned yet need no lot.
    let rest = Math.max(spendable - (await sumRemaining(tx, { userId, kind })), 0);
    const unexpiredAt = spendingId === undefined ? now : null;
    // Done also where nothing is to be returned: the spending has no origins any more.
    if (spendingId !== undefined)
      rest -= await returnOrigins(tx, { spendingId, kind, coins: rest, unexpiredAt });
    for (const part of parts.filter((of) => of.kind === kind)) {
      const filled = Math.min(part.coins, rest);
      if (filled > 0) await fillLot(tx, part.lotId, filled);
      rest -= filled;
    }
    if (sourceTransferId !== undefined && rest > 0)
      rest -= await reopenLot(tx, { userId, kind, sourceTransferId, coins: rest, now });
    if (rest > 0) rest -= await refillLots(tx, { userId, kind, coins: rest, unexpiredAt });
    if (rest === 0) continue;
    const lot = { id: ids.next(), userId, kind, sourceTransferId: transferId, coins: rest };
    await insertLot(tx, { ...lot, expiresAt: null, earningsClearAt: null, createdAt: now });
  }
}

/** Gives coins back to the lot from which they were withdrawn, unless it has expired. @returns how many it took */
async function reopenLot(
  tx: Tx,
  {
    coins,
    now,
    ...credit
  }: { userId: string; kind: CoinKind; sourceTransferId: string; coins: number; now: Date },
): Promise<number> {
  const lot = await findLot(tx, credit);
  if (!lot || (lot.expiresAt !== null && lot.expiresAt <= now)) return 0;
  const reopened = Math.min(lot.withdrawn, coins);
  if (reopened > 0) await withdrawFromLot(tx, lot.lotId, -reopened);
  return reopened;
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
