import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ProviderBalanceMove } from '#ports/payments.ts';
import { entriesOfMove, entriesOfPayout } from './cash.policy.ts';
import { findClosedUntil, insertCashTransfer, keepMonthsOpen, listBookedMoves } from './cash.queries.ts';
import type { Cash } from './cash.types.ts';

type Booking = Pick<Services, 'clock' | 'ids'>;

/** The moves at the provider that are not booked yet, of some. */
export async function unbookedOf(
  db: Db,
  provider: string,
  moves: readonly ProviderBalanceMove[],
): Promise<readonly ProviderBalanceMove[]> {
  if (moves.length === 0) return [];
  const booked = await listBookedMoves(db, { provider, moveIds: moves.map(({ id }) => id) });
  return moves.filter(({ id }) => !booked.has(id));
}

/**
 * Books what a payment, its refunds and its disputes have moved at the provider: each move once, however often it is told. Refunds
 * and disputes have to be stored.
 */
export async function bookMoves(
  ctx: Booking,
  tx: Tx,
  {
    paymentId,
    provider,
    moves,
  }: { paymentId: string; provider: string; moves: readonly ProviderBalanceMove[] },
): Promise<void> {
  if (moves.length === 0) return;
  await keepMonthsOpen(tx);
  const closedUntil = await findClosedUntil(tx);
  for (const move of moves) {
    const { id, kind, sourceId, chargedMinor, chargedCurrency, exchangeRate, movedAt } = move;
    const entries = entriesOfMove(move);
    // Nothing has moved where the amount and the fee are zero.
    if (entries.length === 0) continue;
    await insertCashTransfer(tx, {
      ...datesOf(ctx, movedAt, closedUntil),
      kind,
      paymentId,
      refundProviderId: kind.startsWith('REFUND') ? sourceId : null,
      disputeProviderId: kind.startsWith('DISPUTE') ? sourceId : null,
      payoutId: null,
      move: { provider, id, chargedMinor, chargedCurrency, exchangeRate },
      entries,
    });
  }
}

/** Books what was paid for the coins of a payout, or that it came back; each once. */
export async function bookPayout(
  ctx: Booking,
  tx: Tx,
  { payoutId, paid, isReturn }: { payoutId: string; paid: Cash; isReturn: boolean },
): Promise<void> {
  await keepMonthsOpen(tx);
  await insertCashTransfer(tx, {
    ...datesOf(ctx, ctx.clock.now(), await findClosedUntil(tx)),
    kind: isReturn ? 'PAYOUT_RETURN' : 'PAYOUT',
    paymentId: null,
    refundProviderId: null,
    disputeProviderId: null,
    payoutId,
    move: null,
    entries: entriesOfPayout(paid, isReturn),
  });
}

/** The date in the books is when it occurred, or now if that month is closed; not before the end of what is closed. */
function datesOf({ clock, ids }: Booking, occurredAt: Date, closedUntil: Date | null) {
  const now = clock.now();
  const isLate = closedUntil !== null && occurredAt < closedUntil;
  const open = closedUntil !== null && now < closedUntil ? closedUntil : now;
  return { id: ids.next(), occurredAt, bookedAt: isLate ? open : occurredAt, createdAt: now };
}
