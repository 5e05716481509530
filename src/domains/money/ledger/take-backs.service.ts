import { AppError } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  entryOf,
  noteReturned,
  noteTaken,
  returnToEarners,
  takeFromEarners,
  type TakenOrigin,
  takenOf,
} from './earners.service.ts';
import { assertRoomFor, ORIGIN_OF, PLATFORM_ACCOUNT_IDS } from './ledger.policy.ts';
import { findTransfer, hasAccount, lockCoins, setMayBeNegative } from './ledger.queries.ts';
import { type Cause, forfeitCoins, move, openCoins, post, type Posted } from './ledger.service.ts';
import type { CoinKind } from './ledger.types.ts';
import { findLot, holdInLot, type LotShare, withdrawFromLot } from './lots.queries.ts';
import { releaseToLots, returnToLots, settleLots, sumOf } from './lots.service.ts';
import { listSpent, listTakes } from './origins.queries.ts';
import { listGroupEntries } from './transfers.queries.ts';

type Posting = Pick<Services, 'clock' | 'ids'>;

/** Coins of each kind. */
export type CoinsOfKinds = Readonly<Record<CoinKind, number>>;

/** The coins that one transfer has credited to a user. */
type Credit = { readonly userId: string; readonly sourceTransferId: string };

const KINDS: readonly CoinKind[] = ['COINS', 'PROMO'];

/**
 * Takes coins of a credit back to where they came from: those that are left of it; of those that were spent the newest, from who earned
 * them and from the fee; and for coins that are gone otherwise coins of the user that are there or still come, so that the account can
 * stand below zero. Nothing else takes it there. What nobody can pay is a loss of the platform. Locks the coins of the user until the
 * commit.
 * @throws AppError IDEMPOTENCY_KEY_REUSED
 */
export async function takeBackCoins(
  ctx: Posting,
  tx: Tx,
  { userId, sourceTransferId, coins, ...cause }: Cause & Credit & { coins: CoinsOfKinds },
): Promise<Pick<Posted, 'transferId'>> {
  const hasOwner = await hasAccount(tx, userId);
  const locked = await openCoins(ctx, tx, userId);
  const lots = await settledLots(tx, { userId, sourceTransferId });
  const own = { COINS: 0, PROMO: 0 };
  const takes: TakenOrigin[] = [];
  for (const kind of KINDS) {
    const lot = lots[kind];
    const left = Math.min(lot?.remaining ?? 0, coins[kind]);
    if (lot && left > 0) await withdrawFromLot(tx, lot.lotId, left);
    const spent = lot ? takenOf(await listSpent(tx, lot.lotId), coins[kind] - left) : [];
    takes.push(...spent);
    own[kind] = coins[kind] - sumOfCoins(spent);
    const { id, balance } = locked[kind];
    if (own[kind] > balance && own[kind] > 0) await setMayBeNegative(tx, id, true);
  }
  const earned = await takeFromEarners(ctx, tx, takes);
  const ownEntries = KINDS.flatMap((kind) =>
    move({ from: locked[kind].id, to: PLATFORM_ACCOUNT_IDS[ORIGIN_OF[kind]], amount: own[kind] }),
  );
  const origins = KINDS.flatMap((kind) =>
    entryOf(PLATFORM_ACCOUNT_IDS[ORIGIN_OF[kind]], coins[kind] - own[kind]),
  );
  const { transferId } = await post(ctx, tx, {
    userId,
    locked,
    entries: [...ownEntries, ...earned.entries, ...origins],
    direction: 'DEBIT',
    amountCoins: own.COINS + own.PROMO,
    cause,
  });
  await noteTaken(ctx, tx, { transferId, takes, rows: earned.rows });
  if (!hasOwner) await forfeitCoins(ctx, tx, userId);
  return { transferId };
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
  const lots = await settledLots(tx, { userId, sourceTransferId });
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
 * Gives back the coins that a refund which failed, or a dispute that was won on appeal, has taken, to its buyer and to who had earned them;
 * once. The coins of an erased account are forfeited at once.
 * @throws AppError INVALID_STATE | LIMIT_REACHED
 */
export async function returnTakenCoins(
  ctx: Posting,
  tx: Tx,
  { userId, sourceTransferId, transferId, ...by }: Omit<Cause, 'type'> & Credit & { transferId: string },
): Promise<Pick<Posted, 'transferId'>> {
  const hasOwner = await hasAccount(tx, userId);
  const locked = await openCoins(ctx, tx, userId);
  await settleLots(tx, userId);
  const taken = await listGroupEntries(tx, transferId);
  const own = KINDS.flatMap((kind) => entryOf(locked[kind].id, -sumOf(taken, locked[kind].id)));
  const origins = KINDS.flatMap((kind) => {
    const id = PLATFORM_ACCOUNT_IDS[ORIGIN_OF[kind]];
    return entryOf(id, -sumOf(taken, id));
  });
  const takes = await listTakes(tx, transferId);
  const earned = await returnToEarners(ctx, tx, takes);
  const amountCoins = own.reduce((sum, { amount }) => sum + amount, 0);
  assertRoomFor({ coins: locked.COINS.balance, promoCoins: locked.PROMO.balance }, amountCoins);
  const posted = await post(ctx, tx, {
    userId,
    locked,
    entries: [...own, ...earned.entries, ...origins],
    direction: 'CREDIT',
    amountCoins,
    reversesId: transferId,
    cause: { type: 'CORRECTION', ...by },
  });
  await returnToLots(ctx, tx, {
    userId,
    locked,
    entries: own,
    transferId: posted.transferId,
    sourceTransferId,
  });
  await noteReturned(ctx, tx, { transferId: posted.transferId, takes, rows: earned.rows });
  if (!hasOwner) await forfeitCoins(ctx, tx, userId);
  return posted;
}

const sumOfCoins = (takes: readonly { readonly coins: number }[]): number =>
  takes.reduce((sum, { coins }) => sum + coins, 0);

async function settledLots(tx: Tx, credit: Credit): Promise<Record<CoinKind, LotShare | null>> {
  await settleLots(tx, credit.userId);
  return {
    COINS: await findLot(tx, { ...credit, kind: 'COINS' }),
    PROMO: await findLot(tx, { ...credit, kind: 'PROMO' }),
  };
}
