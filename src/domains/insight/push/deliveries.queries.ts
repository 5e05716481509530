import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Delivery, RecordedPush } from './push.types.ts';

const COLUMNS = [
  'id',
  'recipient_id as recipientId',
  'device_id as deviceId',
  'platform',
  'type',
  'state',
  'reason',
  'detail',
  'at',
] as const;

const selectDeliveries = (db: Db) =>
  db
    .selectFrom('push_deliveries')
    .select(COLUMNS)
    // Constraints and the code that writes them hold the values.
    .$castTo<Delivery>();

/**
 * Idempotent: the id is that of the message, which a second attempt has as well.
 * @returns the states of those that were not there
 */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly Delivery[],
): Promise<Delivery['state'][]> {
  if (deliveries.length === 0) return [];
  const rows = await tx
    .insertInto('push_deliveries')
    .values(
      deliveries.map(({ recipientId, deviceId, ...delivery }) => ({
        ...delivery,
        recipient_id: recipientId,
        device_id: deviceId,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('state')
    // A constraint holds the values.
    .$castTo<Pick<Delivery, 'state'>>()
    .execute();
  return rows.map(({ state }) => state);
}

/** Newest first. */
export const listDeliveries = (
  db: Db,
  recipientId: string,
  { beforeId, limit }: { beforeId: string; limit: number },
): Promise<Delivery[]> =>
  selectDeliveries(db)
    .where('recipient_id', '=', recipientId)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function findDelivery(db: Db, recipientId: string, id: string): Promise<Delivery | null> {
  const found = await selectDeliveries(db)
    .where('recipient_id', '=', recipientId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

export async function findDeliveryById(db: Db, id: string): Promise<Delivery | null> {
  return (await selectDeliveries(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Deletes at most `limit` deliveries from before a time. @returns how many there were */
export async function deleteOldDeliveries(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from push_deliveries where id in (
      select id from push_deliveries where id < ${firstIdAt(before)}::uuid order by id limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/**
 * Deletes at most `limit` deliveries to a user, with what the embedded adapter has kept of them under the same ids.
 * @returns how many there were
 */
export async function deleteDeliveriesTo(tx: Tx, recipientId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from push_deliveries where id in (
      select id from push_deliveries where recipient_id = ${recipientId}::uuid limit ${limit})
    returning id`.execute(tx);
  await tx
    .deleteFrom('recorded_pushes')
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute();
  return rows.length;
}

/** The newest messages of the embedded adapter, newest first. */
export async function listRecordedPushes(db: Db, limit: number): Promise<RecordedPush[]> {
  return db
    .selectFrom('recorded_pushes')
    .select([
      'provider',
      'app_id as appId',
      'token_end as tokenEnd',
      'title',
      'body',
      'data',
      'sent_at as sentAt',
    ])
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Deletes recorded messages that were sent up to `before`, at most `limit`. @returns how many */
export async function deleteRecordedPushes(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from recorded_pushes where id in (
      select id from recorded_pushes where sent_at <= ${before} order by sent_at limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}
