import { sql, type UpdateResult } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Marks all up to a time as seen; an earlier time than before changes nothing. */
export async function upsertSeen(tx: Tx, userId: string, upTo: Date): Promise<void> {
  await sql`insert into notification_marks as m (user_id, seen_at) values (${userId}::uuid, ${upTo}::timestamptz)
    on conflict (user_id) do update set seen_at = greatest(m.seen_at, excluded.seen_at)`.execute(tx);
}

type Marked = { readonly userId: string; readonly ids: readonly string[]; readonly now: Date };

/** Found by their ids alone: no index is used for the recipient, who may have many more unread ones than most people. */
export const updateRead = prepared<Marked, UpdateResult>((db, { userId, ids, now }) =>
  db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('id', '=', anyOf(ids))
    .where('recipient_id', 'is not distinct from', userId)
    .where('read_at', 'is', null)
    .compile(),
);

/** Marks up to a number of the notifications up to a time as read. @returns how many */
export async function updateReadUpTo(
  tx: Tx,
  { userId, upTo, now, limit }: { userId: string; upTo: Date; now: Date; limit: number },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notifications')
        .select('id')
        .where('recipient_id', '=', userId)
        .where('is_listed', '=', true)
        .where('read_at', 'is', null)
        .where('latest_at', '<=', upTo)
        .orderBy('latest_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** A group that another one has followed since it was read leaves the key to it, and takes no more acts. */
export async function updateUnread(tx: Tx, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notifications n set read_at = null, group_key = case when n.is_grouped and exists (
        select from notifications o where o.recipient_id = n.recipient_id and o.group_key = n.group_key and o.id <> n.id and o.read_at is null)
      then n.group_key || ':' || n.id else n.group_key end
    where n.recipient_id = ${userId}::uuid and n.id = ${id}::uuid and n.is_listed`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** @returns whether there was one */
export async function deleteOwn(tx: Tx, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('notifications')
    .where('recipient_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** @returns how many */
export async function deleteOld(
  tx: Tx,
  { before, readBefore, limit }: { before: Date; readBefore: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where id in (
      select id from notifications where latest_at < ${readBefore}::timestamptz
        and (read_at is not null or latest_at < ${before}::timestamptz)
      order by latest_at limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes groups of which all acts were taken back before a time. @returns how many */
export async function deleteEmptied(
  tx: Tx,
  { emptiedBefore, limit }: { emptiedBefore: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where id in (
      select n.id from notifications n where n.has_actor and n.actor_count = 0 and n.latest_at < ${emptiedBefore}::timestamptz
        and not exists (select from notification_actors a where a.notification_id = n.id
          and (a.retracted_at is null or a.retracted_at >= ${emptiedBefore}::timestamptz))
      order by n.latest_at limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes up to a number of the notifications of a user. @returns how many */
export async function deleteNotificationsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('notifications')
    .where('id', 'in', (eb) =>
      eb.selectFrom('notifications').select('id').where('recipient_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteMarksOf(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('notification_marks')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes the acts of an actor in up to a number of notifications, which count one less, or go where nobody else acted. @returns in how many */
export async function deleteActsOf(tx: Tx, actorId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    with touched as (
      select distinct notification_id as id from notification_actors where actor_id = ${actorId}::uuid order by 1 limit ${limit}
    ), locked as materialized (
      select n.id from notifications n join touched t on t.id = n.id order by n.id for update
    ), gone as (
      delete from notification_actors a using locked l where a.notification_id = l.id and a.actor_id = ${actorId}::uuid
      returning a.notification_id, a.retracted_at
    ), counted as (
      select g.notification_id as id, bool_or(g.retracted_at is null)::integer as live, exists (
        select from notification_actors a where a.notification_id = g.notification_id and a.actor_id <> ${actorId}::uuid) as is_left
      from gone g group by 1
    ), emptied as (
      delete from notifications n using counted c where n.id = c.id and not c.is_left
    ), updated as (
      update notifications n set actor_count = n.actor_count - c.live from counted c where n.id = c.id and c.is_left
    )
    select from counted`.execute(tx);
  return rows.length;
}
