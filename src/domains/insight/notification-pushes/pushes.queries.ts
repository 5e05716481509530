import { sql } from 'kysely';
import { notBlockedSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { NotificationAudience, NotificationType } from '../notification-settings/notification.types.ts';
import {
  inNotificationAudienceSql,
  wantedSql,
} from '../notification-settings/notification-settings.policy.ts';

/** Lists those of users who have a device. */
export async function listWithDevice(db: Db, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('push_devices')
    .select('user_id as userId')
    .distinct()
    .where('user_id', '=', anyOf(userIds))
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Lists what waits for devices of users, of notifications that they have seen, read or deleted. */
export async function listWaitingRead(
  db: Db,
  userIds: readonly string[],
): Promise<{ readonly userId: string; readonly collapseKey: string }[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ userId: string; collapseKey: string }>`
    select w.user_id as "userId", w.collapse_key as "collapseKey" from waiting_pushes w
    where w.user_id = ${anyOf(userIds)} and starts_with(w.collapse_key, 'notification:') and not exists (
      select from notifications n left join notification_marks k on k.user_id = n.recipient_id
      where n.id = substr(w.collapse_key, ${COLLAPSE_PREFIX_LENGTH + 1}::integer)::uuid and n.read_at is null
        and coalesce(n.latest_at > k.seen_at, true))`.execute(db);
  return rows;
}

const COLLAPSE_PREFIX_LENGTH = 'notification:'.length;

/** Members of a conversation with a device, after one, in the order of their ids. The fence leaves a probe for each. */
export async function listReachableMembers(
  db: Db,
  { conversationId, afterId, limit }: { conversationId: string; afterId: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select p.user_id as "userId" from participants p
    where p.conversation_id = ${conversationId}::uuid and p.left_at is null and p.status = 'ACTIVE'
      and p.user_id > ${afterId}::uuid and exists (select from push_devices d where d.user_id = p.user_id offset 0)
    order by p.user_id limit ${limit}`.execute(db);
  return rows.map(({ userId }) => userId);
}

type Pair = { readonly recipientId: string; readonly actorId: string | null };

type Standing = {
  /** Whether neither blocks the other. */
  readonly isOpen: boolean;
  /** Whether the recipient has muted the actor. */
  readonly isMuted: boolean;
  /** Whether the recipient wants pushes of the type from the actor. */
  readonly isWanted: boolean;
};

/** Finds what stands between a recipient and an actor. */
export async function findStanding(
  db: Db,
  { recipientId, actorId, type, now }: Pair & { readonly type: NotificationType; readonly now: Date },
): Promise<Standing> {
  const pair = {
    recipient: sql<string>`pair.recipient_id`,
    actor: sql<string | null>`pair.actor_id`,
    type: sql<string>`pair.type`,
  };
  const { rows } = await sql<Standing>`
    select pair.actor_id is null or ${notBlockedSql(pair.recipient, pair.actor)} as "isOpen",
      exists (select from mutes m where m.muter_id = pair.recipient_id and m.muted_id = pair.actor_id
        and 'NOTIFICATIONS' = any(m.scopes) and (m.expires_at is null or m.expires_at > ${now}::timestamptz)) as "isMuted",
      ${wantedSql('push', pair)} as "isWanted"
    from (values (${recipientId}::uuid, ${actorId}::uuid, ${type}::text)) as pair (recipient_id, actor_id, type)`.execute(
    db,
  );
  return rows[0] ?? { isOpen: false, isMuted: false, isWanted: false };
}

/** Whether an actor is among the people of an audience of the recipient. */
export async function isAmong(
  db: Db,
  { recipientId, actorId, audience }: Pair & { readonly audience: NotificationAudience },
): Promise<boolean> {
  const people = { recipient: sql<string>`pair.recipient_id`, actor: sql<string | null>`pair.actor_id` };
  const { rows } = await sql<{ isAmong: boolean }>`
    select ${inNotificationAudienceSql(sql`pair.audience`, people)} as "isAmong"
    from (values (${recipientId}::uuid, ${actorId}::uuid, ${audience}::text)) as pair (recipient_id, actor_id, audience)`.execute(
    db,
  );
  return rows[0]?.isAmong ?? false;
}

type Place = { readonly userId: string; readonly conversationId: string };

type Reading = {
  readonly mutedUntil: Date | null;
  readonly readSeq: number;
  readonly readAt: Date | null;
};

/** How a member has read a conversation; null for those who take part no more. */
export async function findReading(db: Db, { userId, conversationId }: Place): Promise<Reading | null> {
  const { rows } = await sql<Reading>`
    select p.muted_until as "mutedUntil", coalesce(k.read_seq, 0)::float8 as "readSeq", k.read_at as "readAt"
    from participants p left join participant_markers k using (conversation_id, user_id)
    where p.conversation_id = ${conversationId}::uuid and p.user_id = ${userId}::uuid and p.left_at is null
      and p.status in ('ACTIVE', 'INVITED')`.execute(db);
  return rows[0] ?? null;
}

/** Ids of the newest messages to a member that people have written, the newest first. */
export async function listNewestReceived(
  db: Db,
  { userId, conversationId, limit }: Place & { readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('sender_id', 'is not', null)
    .where('sender_id', '<>', userId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export type Ring = {
  readonly userId: string;
  readonly byId: string;
  readonly conversationId: string;
  readonly kind: string;
  readonly rungAt: Date;
  readonly ringingUntil: Date;
};

/** Lists those whom a call rings now, who have a device; a probe for each. */
export async function listRinging(db: Db, callId: string): Promise<Ring[]> {
  const { rows } = await sql<Ring>`
    select i.user_id as "userId", i.by_id as "byId", c.conversation_id as "conversationId", c.kind, i.rung_at as "rungAt",
      i.ringing_until as "ringingUntil"
    from call_invitees i join calls c on c.id = i.call_id
    where i.call_id = ${callId}::uuid and i.state = 'RINGING' and not i.is_silent and c.state <> 'ENDED'
      and exists (select from push_devices d where d.user_id = i.user_id offset 0)`.execute(db);
  return rows;
}

type Step = { readonly userId: string; readonly collapseKey: string; readonly step: number };

/** Claims a step of a collapse key; false when it or a later one was claimed before. */
export async function claimStep(
  tx: Tx,
  { userId, collapseKey, step, isSent, at }: Step & { readonly isSent: boolean; readonly at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into push_steps as s (user_id, collapse_key, step, is_sent, at)
    values (${userId}::uuid, ${collapseKey}, ${step}, ${isSent}, ${at}::timestamptz)
    on conflict (user_id, collapse_key) do update
      set step = excluded.step, is_sent = s.is_sent or excluded.is_sent, at = excluded.at
      where s.step < excluded.step`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Claims the end of what a device may show; false when none does. */
export async function claimRetraction(tx: Tx, { userId, collapseKey }: Omit<Step, 'step'>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('push_steps')
    .set({ is_sent: false })
    .where('user_id', '=', userId)
    .where('collapse_key', '=', collapseKey)
    .where('is_sent', '=', true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function upsertBadge(tx: Tx, userId: string, badge: number): Promise<void> {
  await tx
    .insertInto('pushed_badges')
    .values({ user_id: userId, badge })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ badge }))
    .execute();
}

/** Notes a badge that differs from the one that was sent last; false where it does not, or none was sent. */
export async function updateBadge(tx: Tx, userId: string, badge: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pushed_badges')
    .set({ badge })
    .where('user_id', '=', userId)
    .where('badge', '<>', badge)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Counts one more that is held. */
export async function upsertHeld(tx: Tx, userId: string, since: Date): Promise<void> {
  await sql`insert into push_held as h (user_id, since, count) values (${userId}::uuid, ${since}::timestamptz, 1)
    on conflict (user_id) do update set count = h.count + 1`.execute(tx);
}

/** Takes what is held of a user. @returns how many; null for none */
export async function deleteHeld(tx: Tx, userId: string): Promise<number | null> {
  const deleted = await tx
    .deleteFrom('push_held')
    .where('user_id', '=', userId)
    .returning('count')
    .executeTakeFirst();
  return deleted?.count ?? null;
}

/** Deletes at most `limit` steps of before a time. @returns how many */
export async function deleteOldSteps(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from push_steps where (user_id, collapse_key) in (
      select user_id, collapse_key from push_steps where at < ${before}::timestamptz limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Deletes what is known of the pushes of a user. @returns how many rows there were */
export async function deletePushesOf(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql`
    with steps as (delete from push_steps where user_id = ${userId}::uuid returning 1),
      badges as (delete from pushed_badges where user_id = ${userId}::uuid returning 1),
      held as (delete from push_held where user_id = ${userId}::uuid returning 1)
    select from steps union all select from badges union all select from held`.execute(tx);
  return rows.length;
}
