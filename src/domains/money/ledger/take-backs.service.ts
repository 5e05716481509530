import { AppError } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { ORIGIN_OF, PLATFORM_ACCOUNT_IDS } from './ledger.policy.ts';
import { findTransfer, hasAccount, lockCoins, type LockedCoins, setMayBeNegative } from './ledger.queries.ts';
import {
  type Cause,
  forfeitCoins,
  move,
  openCoins,
  post,
  type Posted,
  reverseTransfer,
} from './ledger.service.ts';
import type { CoinKind } from './ledger.types.ts';
import { findLot, holdInLot, type LotShare, withdrawFromLot } from './lots.queries.ts';
import { releaseToLots, settleLots } from './lots.service.ts';

type Posting = Pick<Services, 'clock' | 'ids'>;

/** Coins of each kind. */
export type CoinsOfKinds = Readonly<Record<CoinKind, number>>;

/** The coins that one transfer has credited to a user. */
type Credit = { readonly userId: string; readonly sourceTransferId: string };

const KINDS: readonly CoinKind[] = ['COINS', 'PROMO'];

/**
 * Takes coins of a credit back to where they came from: those that are left of it, and for the others coins of the user that are
 * there or still come, so that the account can stand below zero. Nothing else takes it there. Locks the coins of the user until
 * the commit.
 * @throws AppError IDEMPOTENCY_KEY_REUSED
 */
export async function takeBackCoins(
  ctx: Posting,
  tx: Tx,
  { userId, sourceTransferId, coins, ...cause }: Cause & Credit & { coins: CoinsOfKinds },
): Promise<Posted> {
  const locked = await openCoins(ctx, tx, userId);
  const lots = await settledLots(tx, { userId, sourceTransferId }, locked);
  for (const kind of KINDS) {
    const { id, balance } = locked[kind];
    if (coins[kind] > balance && coins[kind] > 0) await setMayBeNegative(tx, id, true);
    const lot = lots[kind];
    const left = Math.min(lot?.remaining ?? 0, coins[kind]);
    if (lot && left > 0) await withdrawFromLot(tx, lot.lotId, left);
  }
  const entries = KINDS.flatMap((kind) =>
    move({ from: locked[kind].id, to: PLATFORM_ACCOUNT_IDS[ORIGIN_OF[kind]], amount: coins[kind] }),
  );
  const amountCoins = coins.COINS + coins.PROMO;
  return post(ctx, tx, { userId, locked, entries, direction: 'DEBIT', amountCoins, cause });
}

type Held = Posted & { readonly coins: CoinsOfKinds };

/**
 * Holds coins of a credit while its payment is disputed, as far as they are there. Locks the coins of the user until the commit.
 * @param atMost coins of each kind that are in dispute
 * @returns null when nothing is left of the credit
 * @throws AppError IDEMPOTENCY_KEY_REUSED
 */
export async function holdCoins(
  ctx: Posting,
  tx: Tx,
  { userId, sourceTransferId, atMost, ...cause }: Omit<Cause, 'type'> & Credit & { atMost: CoinsOfKinds },
): Promise<Held | null> {
  const locked = await lockCoins(tx, userId);
  if (!locked) return null;
  const lots = await settledLots(tx, { userId, sourceTransferId }, locked);
  const heldOf = (kind: CoinKind): number => Math.min(lots[kind]?.remaining ?? 0, atMost[kind]);
  const coins = { COINS: heldOf('COINS'), PROMO: heldOf('PROMO') };
  const amountCoins = coins.COINS + coins.PROMO;
  if (amountCoins === 0) return null;
  for (const kind of KINDS) {
    const lot = lots[kind];
    if (lot && coins[kind] > 0) await holdInLot(tx, lot.lotId, coins[kind]);
  }
  const entries = KINDS.flatMap((kind) =>
    move({ from: locked[kind].id, to: PLATFORM_ACCOUNT_IDS.DISPUTED, amount: coins[kind] }),
  );
  const posted = await post(ctx, tx, {
    userId,
    locked,
    entries,
    direction: 'DEBIT',
    amountCoins,
    cause: { type: 'DISPUTE_HOLD', ...cause },
  });
  return { ...posted, coins };
}

/**
 * Gives held coins back, once. After a lost dispute `takeBackCoins` follows in the same transaction, with all that the dispute
 * took. The coins of an erased account are forfeited at once.
 * @throws AppError NOT_FOUND | INVALID_STATE | LIMIT_REACHED
 */
export async function releaseHeldCoins(
  ctx: Posting,
  tx: Tx,
  {
    holdTransferId,
    sourceTransferId,
    ...by
  }: Omit<Cause, 'type'> & { holdTransferId: string; sourceTransferId: string },
): Promise<Posted> {
  const hold = await findTransfer(tx, holdTransferId);
  if (!hold) throw new AppError('NOT_FOUND', 'Transfer not found.');
  const { userId, amountCoins } = hold;
  const hasOwner = await hasAccount(tx, userId);
  const locked = await openCoins(ctx, tx, userId);
  const entries = hold.entries.map(({ accountId, amount }) => ({ accountId, amount: -amount }));
  const posted = await post(ctx, tx, {
    userId,
    locked,
    entries,
    direction: 'CREDIT',
    amountCoins,
    reversesId: holdTransferId,
    cause: { type: 'DISPUTE_RELEASE', ...by },
  });
  await releaseToLots(tx, { userId, locked, entries, sourceTransferId });
  if (!hasOwner) await forfeitCoins(ctx, tx, userId);
  return posted;
}

/**
 * Gives back the coins that a refund which failed, or a dispute that was won on appeal, has taken; once. The coins of an erased
 * account are forfeited at once.
 * @throws AppError NOT_FOUND | INVALID_STATE | LIMIT_REACHED
 */
export async function returnTakenCoins(
  ctx: Posting,
  tx: Tx,
  { userId, ...by }: Omit<Cause, 'type'> & { userId: string; transferId: string },
): Promise<Posted> {
  const hasOwner = await hasAccount(tx, userId);
  const posted = await reverseTransfer(ctx, tx, by);
  if (!hasOwner) await forfeitCoins(ctx, tx, userId);
  return posted;
}

async function settledLots(
  tx: Tx,
  credit: Credit,
  locked: LockedCoins,
): Promise<Record<CoinKind, LotShare | null>> {
  const { userId } = credit;
  for (const kind of KINDS) await settleLots(tx, { userId, kind, balance: locked[kind].balance });
  return {
    COINS: await findLot(tx, { ...credit, kind: 'COINS' }),
    PROMO: await findLot(tx, { ...credit, kind: 'PROMO' }),
  };
}
