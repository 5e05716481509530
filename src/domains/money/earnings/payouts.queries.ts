import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { referenceKey } from './earnings.policy.ts';
import type { Payout, PayoutMethod } from './earnings.types.ts';

const selectPayouts = (db: Db) =>
  db
    .selectFrom('coin_payouts')
    .select([
      'id',
      'user_id as userId',
      'amount_coins as amountCoins',
      'method',
      'reference',
      'recorded_by as recordedBy',
      'transfer_id as transferId',
      'paid_minor as paidMinor',
      'paid_currency as paidCurrency',
      'created_at as createdAt',
      'reversed_by as reversedBy',
      'reversed_at as reversedAt',
    ])
    // A constraint holds the methods.
    .$narrowType<{ method: PayoutMethod }>();

/** Payouts of a user, newest first, one more than the page. */
export async function listPayouts(
  db: Db,
  { userId, beforeId, limit }: { userId: string; beforeId: string; limit: number },
): Promise<Payout[]> {
  return selectPayouts(db)
    .where('user_id', '=', userId)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function listPayoutsByIds(db: Db, ids: readonly string[]): Promise<Payout[]> {
  return selectPayouts(db).where('id', '=', anyOf(ids)).execute();
}

export async function listPayoutsByTransfers(db: Db, transferIds: readonly string[]): Promise<Payout[]> {
  return selectPayouts(db).where('transfer_id', '=', anyOf(transferIds)).execute();
}

/** A user's payouts for the export, oldest first, after `afterId`. */
export async function listOwnPayouts(
  db: Db,
  { userId, afterId, limit }: { userId: string; afterId: string; limit: number },
): Promise<Payout[]> {
  return selectPayouts(db)
    .where('user_id', '=', userId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Locks a payout until the commit; null when there is none. */
export async function lockPayout(tx: Tx, id: string): Promise<Payout | null> {
  return (await selectPayouts(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Whether a payment of coins that a user has earned, and that were not taken back, is disputed. */
export async function isEarnedInDispute(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment_disputes d
      join coin_purchases c on c.id = d.payment_id
      join coin_lots l on l.source_transfer_id = c.credited_transfer_id
      join coin_origins o on o.lot_id = l.id
    where d.state in ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW')
      and o.earner_id = ${userId}::uuid and o.taken_coins < o.coins
    union all
    select from payment_disputes d join card_earnings c on c.payment_id = d.payment_id
    where d.state in ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW')
      and c.earner_id = ${userId}::uuid and c.taken_coins < c.amount_coins
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** @returns false when a payout that holds has the same method and reference */
export async function insertPayout(
  tx: Tx,
  payout: Omit<Payout, 'reversedBy' | 'reversedAt'>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('coin_payouts')
    .values({
      id: payout.id,
      user_id: payout.userId,
      amount_coins: payout.amountCoins,
      method: payout.method,
      reference: payout.reference,
      reference_key: referenceKey(payout.reference),
      recorded_by: payout.recordedBy,
      transfer_id: payout.transferId,
      paid_minor: payout.paidMinor,
      paid_currency: payout.paidCurrency,
      created_at: payout.createdAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['method', 'reference_key']).where('reversed_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The payout that holds with a method and a reference; null when there is none. */
export async function findPayoutByReference(
  tx: Tx,
  { method, reference }: Pick<Payout, 'method' | 'reference'>,
): Promise<Payout | null> {
  const found = await selectPayouts(tx)
    .where('method', '=', method)
    .where('reference_key', '=', referenceKey(reference))
    .where('reversed_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

export async function updateReversed(
  tx: Tx,
  id: string,
  { reversedBy, reversedAt }: { reversedBy: string; reversedAt: Date },
): Promise<void> {
  await tx
    .updateTable('coin_payouts')
    .set({ reversed_by: reversedBy, reversed_at: reversedAt })
    .where('id', '=', id)
    .execute();
}

/** The sums of payouts that are not reversed, of some users. */
export async function listPaidOut(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; coins: number }[]> {
  return db
    .selectFrom('coin_payouts')
    .select(['user_id as userId', sql<number>`sum(amount_coins)::bigint`.as('coins')])
    .where('user_id', '=', anyOf(userIds))
    .where('reversed_at', 'is', null)
    .groupBy('user_id')
    .execute();
}
