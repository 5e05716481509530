import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Adjustment, AdjustmentState } from './adjustments.types.ts';

const selectAdjustments = (db: Db) =>
  db
    .selectFrom('coin_adjustments')
    .select([
      'id',
      'user_id as userId',
      'amount_coins as amountCoins',
      'reason',
      'reverses_id as reversesId',
      'state',
      'requested_by as requestedBy',
      'idempotency_key as idempotencyKey',
      'decided_by as decidedBy',
      'decided_at as decidedAt',
      'transfer_id as transferId',
      'created_at as createdAt',
    ])
    // A constraint holds the states.
    .$narrowType<{ state: AdjustmentState }>();

/** Adjustments that wait for another admin since a time, newest first, one more than the page. */
export async function listPending(
  db: Db,
  since: Date,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Adjustment[]> {
  return selectAdjustments(db)
    .where('state', '=', 'PENDING')
    .where('created_at', '>', since)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function listAdjustmentsByIds(db: Db, ids: readonly string[]): Promise<Adjustment[]> {
  return selectAdjustments(db).where('id', '=', anyOf(ids)).execute();
}

/** Locks an adjustment until the commit; null when there is none. */
export async function lockAdjustment(tx: Tx, id: string): Promise<Adjustment | null> {
  return (await selectAdjustments(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Serializes what an admin requests, so that sums and counts of it stay true until the commit. */
export async function lockRequester(tx: Tx, adminId: string): Promise<void> {
  await tx.selectFrom('admins').select('id').where('id', '=', adminId).forNoKeyUpdate().execute();
}

/** Coins that an admin has moved alone since a time, given and taken together, and the number of requests that wait since another one. */
export async function readRequested(
  tx: Tx,
  { adminId, aloneSince, pendingSince }: { adminId: string; aloneSince: Date; pendingSince: Date },
): Promise<{ aloneCoins: number; pending: number }> {
  const { rows } = await sql<{ aloneCoins: number; pending: number }>`
    select
      (select coalesce(sum(abs(amount_coins)), 0)::bigint from coin_adjustments
       where requested_by = ${adminId} and state = 'POSTED' and decided_by is null and created_at > ${aloneSince}) as "aloneCoins",
      (select count(*)::integer from coin_adjustments where requested_by = ${adminId} and state = 'PENDING' and created_at > ${pendingSince}) as pending`.execute(
    tx,
  );
  return rows[0] ?? { aloneCoins: 0, pending: 0 };
}

/** @returns false when another adjustment reverses, or is to reverse, the same one */
export async function insertAdjustment(tx: Tx, adjustment: Adjustment): Promise<boolean> {
  const inserted = await tx
    .insertInto('coin_adjustments')
    .values({
      id: adjustment.id,
      user_id: adjustment.userId,
      amount_coins: adjustment.amountCoins,
      reason: adjustment.reason,
      reverses_id: adjustment.reversesId,
      state: adjustment.state,
      requested_by: adjustment.requestedBy,
      idempotency_key: adjustment.idempotencyKey,
      decided_by: adjustment.decidedBy,
      decided_at: adjustment.decidedAt,
      transfer_id: adjustment.transferId,
      created_at: adjustment.createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .column('reverses_id')
        .where(sql<boolean>`state not in ('REJECTED', 'EXPIRED')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Ends what waited since before a time to reverse an adjustment, which can then be reversed by another one. */
export async function updateExpired(
  tx: Tx,
  { reversesId, since }: { reversesId: string; since: Date },
): Promise<void> {
  await tx
    .updateTable('coin_adjustments')
    .set({ state: 'EXPIRED' })
    .where('reverses_id', '=', reversesId)
    .where('state', '=', 'PENDING')
    .where('created_at', '<=', since)
    .execute();
}

export async function updateDecided(
  tx: Tx,
  id: string,
  decision: { state: AdjustmentState; transferId: string | null; decidedBy: string; decidedAt: Date },
): Promise<void> {
  await tx
    .updateTable('coin_adjustments')
    .set({
      state: decision.state,
      transfer_id: decision.transferId,
      decided_by: decision.decidedBy,
      decided_at: decision.decidedAt,
    })
    .where('id', '=', id)
    .execute();
}
