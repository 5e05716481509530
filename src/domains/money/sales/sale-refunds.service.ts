import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  entryOf,
  noteRefunded,
  showTaken,
  takeFromEarners,
  type TakenOrigin,
} from '../ledger/earners.service.ts';
import { assertRoomFor, clearingTime, PLATFORM_ID, shareOf } from '../ledger/ledger.policy.ts';
import { forfeitCoins, isHolder, openCoins, post } from '../ledger/ledger.service.ts';
import type { CoinKind } from '../ledger/ledger.types.ts';
import { returnToLots, settleLots } from '../ledger/lots.service.ts';
import { reverseSpending, spentBy } from '../ledger/reversals.service.ts';
import { findEarned, listSold, type SoldOrigin } from './sale-refunds.queries.ts';

type Posting = Pick<Services, 'clock' | 'ids' | 'limits'>;
type LockedCoins = Awaited<ReturnType<typeof openCoins>>;

/** A sale that was paid with coins. */
export type Sale = {
  readonly type: 'SUBSCRIPTION_REFUNDED' | 'MESSAGE_REFUNDED';
  /** The transfer by which the payer spent the coins. */
  readonly transferId: string;
  readonly payerId: string;
  readonly earnerId: string;
  /** The transfer that brought the coins to the earner; null while they are on their way. */
  readonly settledTransferId: string | null;
  /** A part of the coins, of a sale that is settled; all of them where it is undefined. */
  readonly amountCoins?: number;
};

const KINDS: readonly CoinKind[] = ['COINS', 'PROMO'];

/**
 * Gives coins of a sale back to their payer, into the lots from which they were spent, once. Of one that is settled the earner gives their share
 * back: what is pending of it, then what is available, the rest as a debt; and the platform its fee. Coins that a refund or dispute of their
 * purchase has taken back stay taken; coins that have expired meanwhile expire; those of an erased account are forfeited. Locks the
 * coins of the payer until the commit; the caller holds the lock on the sale, and knows that nothing of it has been refunded.
 * @returns the coins that were given back; zero when none are left of it
 * @throws AppError LIMIT_REACHED | INVALID_STATE
 */
export async function refundSale(ctx: Posting, tx: Tx, sale: Sale): Promise<number> {
  const { payerId: userId, settledTransferId, amountCoins } = sale;
  const hasOwner = await isHolder(tx, userId);
  if (settledTransferId === null && amountCoins !== undefined)
    throw new Error('a part of a sale is refunded once it is settled');
  const locked = await openCoins(ctx, tx, userId);
  const coins =
    settledTransferId === null
      ? await undo(ctx, tx, sale, locked)
      : await refund(ctx, tx, { ...sale, settledTransferId }, locked);
  if (!hasOwner) await forfeitCoins(ctx, tx, userId);
  return coins;
}

async function undo(
  ctx: Posting,
  tx: Tx,
  { type, payerId: userId, transferId }: Sale,
  locked: LockedCoins,
): Promise<number> {
  const spent = await spentBy(tx, transferId, locked);
  await reverseSpending(ctx, tx, { type, userId, transferId });
  return coinsOf(spent);
}

type Settled = Sale & { readonly settledTransferId: string };

async function refund(ctx: Posting, tx: Tx, sale: Settled, locked: LockedCoins): Promise<number> {
  const { type, transferId, payerId: userId, earnerId } = sale;
  await settleLots(tx, userId);
  const spent = await spentBy(tx, transferId, locked);
  const origins = await listSold(tx, transferId);
  const untraced = await untracedOf(ctx, tx, sale, { spent, origins });
  const parts = partsOf(origins, untraced, sale.amountCoins ?? Number.MAX_SAFE_INTEGER);
  const amountCoins = coinsOf(parts);
  if (amountCoins === 0) return 0;
  assertRoomFor({ coins: locked.COINS.balance, promoCoins: locked.PROMO.balance }, amountCoins);
  const earned = await takeFromEarners(
    ctx,
    tx,
    parts.map((part) => ({ ...part, spendingId: transferId, lotId: part.lotId ?? '' })),
  );
  const entries = [
    ...KINDS.flatMap((kind) => entryOf(locked[kind].id, coinsOf(parts.filter((part) => part.kind === kind)))),
    ...earned.entries,
  ];
  const isWhole = amountCoins === coinsOf(spent);
  const posted = await post(ctx, tx, {
    userId,
    locked,
    entries,
    direction: 'CREDIT',
    amountCoins,
    counterpartyId: earnerId,
    isReturned: true,
    cause: { type, initiatorId: PLATFORM_ID, idempotencyKey: transferId },
    ...(isWhole && { reversesId: transferId }),
  });
  const traced = parts.flatMap(({ lotId, ...part }) => (lotId === null ? [] : [{ ...part, lotId }]));
  await noteRefunded(tx, transferId, traced);
  await returnToLots(ctx, tx, { userId, locked, entries, transferId: posted.transferId, parts: traced });
  await showTaken(ctx, tx, { transferId: posted.transferId, rows: earned.rows });
  return amountCoins;
}

/** Coins of a sale, and what of them was earned; without a lot where their origin is not known. */
type Part = Omit<TakenOrigin, 'lotId' | 'spendingId'> & {
  readonly kind: CoinKind;
  readonly lotId: string | null;
};

const coinsOf = (of: readonly { readonly coins: number }[]): number =>
  of.reduce((sum, { coins }) => sum + coins, 0);

/** The coins of a sale that have no origin, of each kind; they cleared when they were settled. */
async function untracedOf(
  { limits }: Posting,
  tx: Tx,
  { transferId: spendingId, earnerId, settledTransferId: transferId }: Settled,
  { spent, origins }: { spent: readonly { kind: CoinKind; coins: number }[]; origins: readonly SoldOrigin[] },
): Promise<Part[]> {
  const rest = spent.map(({ kind, coins }) => ({
    kind,
    coins: coins - coinsOf(origins.filter((origin) => origin.kind === kind)),
  }));
  const all = coinsOf(rest);
  if (all === 0) return [];
  const shown = await findEarned(tx, { transferId, earnerId, spendingId });
  const earnedCoins = shown
    ? shown.earnedCoins - origins.reduce((sum, origin) => sum + origin.earnedCoins, 0)
    : all;
  const clearsAt = shown && clearingTime(shown.createdAt, limits.earningsClearingDays);
  let through = 0;
  return rest.flatMap(({ kind, coins }) => {
    const before = shareOf(earnedCoins, through, all);
    through += coins;
    const share = shareOf(earnedCoins, through, all) - before;
    return coins === 0
      ? []
      : [{ kind, lotId: null, earnerId, clearsAt: clearsAt ?? new Date(0), coins, earnedCoins: share }];
  });
}

/** The first coins of some origins, as many as are wanted and were not taken back. */
function partsOf(origins: readonly SoldOrigin[], untraced: readonly Part[], wanted: number): Part[] {
  const left: Part[] = [
    ...origins.map(({ takenCoins, takenEarnedCoins, ...origin }) => ({
      ...origin,
      coins: origin.coins - takenCoins,
      earnedCoins: origin.earnedCoins - takenEarnedCoins,
    })),
    ...untraced,
  ];
  let rest = wanted;
  return left.flatMap((part) => {
    const coins = Math.min(part.coins, rest);
    rest -= coins;
    return coins === 0 ? [] : [{ ...part, coins, earnedCoins: shareOf(part.earnedCoins, coins, part.coins) }];
  });
}
