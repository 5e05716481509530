import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { PushQueue, WaitingPush } from './push.types.ts';

type NewWaiting = PushQueue & {
  readonly id: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly sealedContent: string;
  readonly collapseKey: string | null;
  readonly dueAt: Date;
  readonly expiresAt: Date;
};

export async function insertWaiting(tx: Tx, rows: readonly NewWaiting[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('waiting_pushes')
    .values(
      rows.map((row) => ({
        id: row.id,
        provider: row.provider,
        is_bulk: row.isBulk,
        device_id: row.deviceId,
        user_id: row.userId,
        sealed_content: row.sealedContent,
        collapse_key: row.collapseKey,
        due_at: row.dueAt,
        expires_at: row.expiresAt,
      })),
    )
    .execute();
}

/**
 * Takes due rows of a queue until `leasedUntil`, past which another worker takes them again. Those that another worker has are
 * left to it.
 */
export async function leaseWaiting(
  tx: Tx,
  { provider, isBulk, now, leasedUntil, limit }: PushQueue & { now: Date; leasedUntil: Date; limit: number },
): Promise<WaitingPush[]> {
  const { rows } = await sql<WaitingPush>`
    with leased as (
      update waiting_pushes set attempts = attempts + 1, due_at = ${leasedUntil}
      where id = any(array(
        select id from waiting_pushes where provider = ${provider} and is_bulk = ${isBulk} and due_at <= ${now}
        order by due_at limit ${limit} for update skip locked
      ))
      returning id, user_id, device_id, sealed_content, attempts, expires_at
    )
    select w.id, w.user_id as "userId", w.sealed_content as "sealedContent", w.attempts, w.expires_at as "expiresAt",
      d.id as "deviceId", d.user_id as "ownerId", d.platform, d.token_hash as "tokenHash", d.sealed_token as "sealedToken",
      d.app_id as "appId", d.environment, d.registered_at as "registeredAt"
    from leased w join push_devices d on d.id = w.device_id
    order by w.id`.execute(tx);
  return rows;
}

export async function deleteWaiting(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('waiting_pushes').where('id', '=', anyOf(ids)).execute();
}

/** Sets the time of the next attempt of each row. */
export async function updateDue(
  tx: Tx,
  rows: readonly { readonly id: string; readonly dueAt: Date }[],
): Promise<void> {
  const [ids, times] = [rows.map(({ id }) => id), rows.map(({ dueAt }) => dueAt)];
  await sql`
    update waiting_pushes w set due_at = later.due_at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as later (id, due_at)
    where w.id = later.id`.execute(tx);
}

/** The time of the next attempt of a queue; null when nothing waits. */
export async function findNextDue(db: Db, { provider, isBulk }: PushQueue): Promise<Date | null> {
  const { dueAt } = await db
    .selectFrom('waiting_pushes')
    .select(({ fn }) => fn.min('due_at').as('dueAt'))
    .where('provider', '=', provider)
    .where('is_bulk', '=', isBulk)
    .executeTakeFirstOrThrow();
  return dueAt;
}

/** Queues in which something is due. */
export const listDueQueues = (db: Db, now: Date): Promise<PushQueue[]> =>
  db
    .selectFrom('waiting_pushes')
    .select(['provider', 'is_bulk as isBulk'])
    .distinct()
    .where('due_at', '<=', now)
    // A constraint holds the values.
    .$castTo<PushQueue>()
    .execute();

/** Deletes what waits for a device on behalf of somebody whose it is no more. */
export async function deleteWaitingOfOthers(
  tx: Tx,
  { deviceId, userId }: { deviceId: string; userId: string },
): Promise<void> {
  await tx
    .deleteFrom('waiting_pushes')
    .where('device_id', '=', deviceId)
    .where('user_id', '<>', userId)
    .execute();
}

/** Deletes what waits for users under a key for collapsing. @returns how many rows there were */
export async function deleteWaitingWith(
  tx: Tx,
  pushes: readonly { readonly userId: string; readonly collapseKey: string }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from waiting_pushes w
    using unnest(${pushes.map(({ userId }) => userId)}::uuid[], ${pushes.map(({ collapseKey }) => collapseKey)}::text[])
      as read (user_id, collapse_key)
    where w.user_id = read.user_id and w.collapse_key = read.collapse_key`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes at most `limit` rows that expired before a time, of providers that are configured no more. @returns how many */
export async function deleteExpired(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from waiting_pushes where id in (
      select id from waiting_pushes where expires_at < ${before} limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes at most `limit` rows of a user. @returns how many there were */
export async function deleteWaitingOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from waiting_pushes where id in (
      select id from waiting_pushes where user_id = ${userId}::uuid limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}
