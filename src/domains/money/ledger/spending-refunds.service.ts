import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { entryOf, noteTaken, takeFromEarners, takenOf } from './earners.service.ts';
import { hasAccount } from './ledger.queries.ts';
import { type Cause, forfeitCoins, openCoins, post } from './ledger.service.ts';
import type { CoinKind } from './ledger.types.ts';
import { traceSpending } from './lots.service.ts';
import { listOriginsOf } from './origins.queries.ts';

type Posting = Pick<Services, 'clock' | 'ids'>;

const KINDS: readonly CoinKind[] = ['COINS', 'PROMO'];

/**
 * Gives coins of a settled spending back to who spent them, from who earned them and from the fee, as coins of the kinds that were spent. What
 * a refund or a dispute has taken of it already does not come back. Locks the coins of the spender until the commit; those of an erased
 * account are forfeited at once.
 * @returns how many were given back, and the transfer; null when nothing of it is left
 * @throws AppError IDEMPOTENCY_KEY_REUSED | LIMIT_REACHED
 */
export async function refundSpending(
  ctx: Posting,
  tx: Tx,
  {
    userId,
    spendingId,
    coins,
    counterpartyId,
    ...cause
  }: Cause & {
    userId: string;
    /** The first transfer of the spending. */
    spendingId: string;
    coins: number;
    /** Who earned them, whom the transaction names. */
    counterpartyId: string;
  },
): Promise<{ readonly transferId: string; readonly coins: number } | null> {
  const hasOwner = await hasAccount(tx, userId);
  const locked = await openCoins(ctx, tx, userId);
  await traceSpending(tx, [userId]);
  const origins = await listOriginsOf(tx, spendingId);
  const takes = takenOf(origins, coins);
  if (takes.length === 0) return null;
  const lots = takes.map(({ lotId, coins: taken }) => {
    const origin = origins.find((one) => one.lotId === lotId);
    if (!origin) throw new Error('coins are taken of an origin that is not there');
    return { ...origin, coins: taken };
  });
  const earned = await takeFromEarners(ctx, tx, takes);
  const own = KINDS.flatMap((kind) =>
    entryOf(locked[kind].id, sumOf(lots.filter((lot) => lot.kind === kind))),
  );
  const returned = sumOf(lots);
  const { transferId } = await post(ctx, tx, {
    userId,
    locked,
    entries: [...own, ...earned.entries],
    direction: 'CREDIT',
    amountCoins: returned,
    counterpartyId,
    cause,
    promoExpiresAt: latest(
      lots.filter(({ kind }) => kind === 'PROMO').map(({ expiresAt }) => expiresAt),
      null,
    ),
    earningsClearAt: latest(
      lots.flatMap(({ earningsClearAt }) => earningsClearAt ?? []),
      null,
    ),
  });
  await noteTaken(ctx, tx, { transferId, takes, rows: earned.rows });
  if (!hasOwner) await forfeitCoins(ctx, tx, userId);
  return { transferId, coins: returned };
}

const sumOf = (of: readonly { readonly coins: number }[]): number =>
  of.reduce((sum, { coins }) => sum + coins, 0);

/** The latest of some times, where one that is null is never; `none` without any. */
const latest = (times: readonly (Date | null)[], none: Date | null): Date | null =>
  times.reduce<Date | null>(
    (last, at, index) => (index === 0 ? at : last === null || at === null ? null : last > at ? last : at),
    none,
  );
