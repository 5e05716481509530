import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Db } from '#platform/db/database.ts';
import { wantedSql } from '../notification-settings/notification-settings.policy.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';
import { wantedActorSql } from './notifications.policy.ts';
import type { Told } from './notifications.types.ts';

type Pair = Pick<Told, 'recipientId' | 'type' | 'actorId'>;

/** Pairs whose recipient is told, by their index, for the list or for their devices alone. One statement for a batch, with a fence before the filter. */
export async function judgePairs(
  tx: Tx,
  { pairs, now }: { pairs: readonly Pair[]; now: Date },
): Promise<Map<number, { readonly isListed: boolean }>> {
  const pair = {
    recipient: sql<string>`pair.recipient_id`,
    type: sql<string>`pair.type`,
    actor: sql<string | null>`pair.actor_id`,
  };
  const { rows } = await sql<{ index: number; isListed: boolean }>`
    select * from (
      select (pair.ordinal - 1)::integer as index, ${wantedSql('inApp', pair)} as "isListed",
        ${wantedSql('push', pair)} as "isPushed"
      from unnest(${pairs.map(({ recipientId }) => recipientId)}::uuid[], ${pairs.map(({ actorId }) => actorId)}::uuid[],
      ${pairs.map(({ type }) => type)}::text[]) with ordinality as pair (recipient_id, actor_id, type, ordinal)
    join users r on r.id = pair.recipient_id
      where r.state <> 'DELETED' and ${wantedActorSql(pair.recipient, pair.actor, now)} offset 0
    ) judged where "isListed" or "isPushed"`.execute(tx);
  return new Map(rows.map(({ index, isListed }) => [index, { isListed }]));
}

/** An act that is known, with the notification that tells of it. */
export type KnownAct = {
  readonly notificationId: string;
  readonly recipientId: string;
  readonly type: NotificationType;
  readonly actorId: string;
  readonly actId: string;
  readonly at: Date;
  readonly retractedAt: Date | null;
  /** Whether another act could join its notification. */
  readonly isOpen: boolean;
};

export async function listActs(
  tx: Tx,
  acts: readonly { readonly actorId: string; readonly actId: string }[],
): Promise<KnownAct[]> {
  const { rows } = await sql<KnownAct>`
    select n.id as "notificationId", n.recipient_id as "recipientId", n.type, a.actor_id as "actorId", a.act_id as "actId",
      a.at, a.retracted_at as "retractedAt", n.read_at is null or not n.is_grouped as "isOpen"
    from (select distinct * from unnest(${acts.map(({ actorId }) => actorId)}::uuid[], ${acts.map(({ actId }) => actId)}::uuid[])) given (actor_id, act_id)
    join notification_actors a on a.actor_id = given.actor_id and a.act_id = given.act_id
    join notifications n on n.id = a.notification_id`.execute(tx);
  return rows;
}

/** Reactions to messages that stand by another emoji, as `actor message`. */
export async function listStandingReactions(
  tx: Tx,
  acts: readonly { readonly actorId: string; readonly actId: string }[],
): Promise<Set<string>> {
  if (acts.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select distinct r.user_id || ' ' || r.message_id as key
    from unnest(${acts.map(({ actorId }) => actorId)}::uuid[], ${acts.map(({ actId }) => actId)}::uuid[]) given (user_id, message_id)
    join message_reactions r on r.message_id = given.message_id and r.user_id = given.user_id`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}

export type LockedNotification = {
  readonly id: string;
  readonly recipientId: string;
  readonly groupKey: string;
  readonly isGrouped: boolean;
};

/** Locks the notifications that acts of some groups join, and those with the ids, in the order of their ids. */
export async function lockNotifications(
  tx: Tx,
  { groups, ids }: { groups: readonly { recipientId: string; groupKey: string }[]; ids: readonly string[] },
): Promise<LockedNotification[]> {
  const { rows } = await sql<LockedNotification>`
    with wanted as (
      select n.id from unnest(${groups.map(({ recipientId }) => recipientId)}::uuid[], ${groups.map(({ groupKey }) => groupKey)}::text[])
        as given (recipient_id, group_key)
      join notifications n on n.recipient_id = given.recipient_id and n.group_key = given.group_key
        and (n.read_at is null or not n.is_grouped)
      union select unnest(${ids}::uuid[])
    )
    select id, recipient_id as "recipientId", group_key as "groupKey", is_grouped as "isGrouped"
    from notifications where id in (select id from wanted) order by id for update`.execute(tx);
  return rows;
}

export type NewNotification = Pick<
  Told,
  'recipientId' | 'type' | 'targetType' | 'targetId' | 'parentId' | 'facts'
> & {
  readonly id: string;
  readonly groupKey: string;
  readonly isGrouped: boolean;
  readonly hasActor: boolean;
  readonly isListed: boolean;
  readonly at: Date;
};

/** @returns the ids of those that were inserted: another transaction may have told the same */
export async function insertNotifications(tx: Tx, rows: readonly NewNotification[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const { rows: inserted } = await sql<{ id: string }>`
    insert into notifications (id, recipient_id, type, group_key, is_grouped, has_actor, is_listed, target_type, target_id, parent_id,
      facts, created_at, latest_at)
    select id, "recipientId", type, "groupKey", "isGrouped", "hasActor", "isListed", "targetType", "targetId", "parentId", facts, at, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, "recipientId" uuid, type text, "groupKey" text,
      "isGrouped" boolean, "hasActor" boolean, "isListed" boolean, "targetType" text, "targetId" uuid, "parentId" uuid, facts jsonb,
      at timestamptz)
    on conflict (recipient_id, group_key) where read_at is null or not is_grouped do nothing returning id`.execute(
    tx,
  );
  return new Set(inserted.map(({ id }) => id));
}

export type ActChange = {
  readonly notificationId: string;
  readonly actorId: string;
  readonly actId: string;
  readonly at: Date;
  readonly retractedAt: Date | null;
  /** Whether it moves its notification up, as an act does that is not repeated. */
  readonly isNews: boolean;
};

export type ChangedNotification = {
  readonly id: string;
  readonly recipientId: string;
  readonly type: NotificationType;
  readonly groupKey: string;
  readonly actorCount: number;
  readonly formerActorCount: number;
  readonly highestActorCount: number;
  readonly formerHighestActorCount: number;
};

/**
 * Writes acts and those taken back, and counts the actors of their locked notifications: an actor counts once, however many acts
 * of theirs stand, by probes. One update for each notification. What is told anew is unread again.
 */
export async function changeActs(tx: Tx, acts: readonly ActChange[]): Promise<ChangedNotification[]> {
  if (acts.length === 0) return [];
  const { rows } = await sql<ChangedNotification>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) as given ("notificationId" uuid, "actorId" uuid, "actId" uuid,
        at timestamptz, "retractedAt" timestamptz, "isNews" boolean)
    ), written as (
      insert into notification_actors as a (notification_id, actor_id, act_id, at, retracted_at)
      select "notificationId", "actorId", "actId", at, "retractedAt" from given
      on conflict (notification_id, actor_id, act_id) do update set retracted_at = excluded.retracted_at,
        at = case when excluded.retracted_at is null then excluded.at else a.at end
    ), pairs as (
      -- The table is read as it was before.
      select pair.*, (exists (
          select from notification_actors a where a.notification_id = pair."notificationId" and a.actor_id = pair."actorId"
            and a.retracted_at is null offset 0))::integer as before,
        (pair.adds or exists (
          select from notification_actors a where a.notification_id = pair."notificationId" and a.actor_id = pair."actorId"
            and a.retracted_at is null and not exists (
              select from given g where g."notificationId" = a.notification_id and g."actorId" = a.actor_id and g."actId" = a.act_id)
          offset 0))::integer as after
      from (
        select "notificationId", "actorId", bool_or("retractedAt" is null) as adds, max(at) filter (where "isNews") as news_at
        from given group by 1, 2
      ) pair
    ), counted as (
      select "notificationId", sum(after - before)::integer as delta, max(news_at) as news_at from pairs group by 1
    ), former as (
      select n.id, n.actor_count, case when n.read_at is not null and c.news_at is not null then 0 else n.highest_actor_count end as highest
      from counted c join notifications n on n.id = c."notificationId"
    )
    update notifications n set actor_count = f.actor_count + c.delta,
      highest_actor_count = greatest(f.highest, f.actor_count + c.delta),
      latest_at = greatest(n.latest_at, c.news_at),
      read_at = case when c.news_at is null then n.read_at end
    from counted c join former f on f.id = c."notificationId"
    where n.id = f.id and (c.delta <> 0 or c.news_at is not null)
    returning n.id, n.recipient_id as "recipientId", n.type, n.group_key as "groupKey", n.actor_count as "actorCount",
      f.actor_count as "formerActorCount", n.highest_actor_count as "highestActorCount", f.highest as "formerHighestActorCount"`.execute(
    tx,
  );
  return rows;
}

export type DeletedNotification = Pick<
  ChangedNotification,
  'id' | 'recipientId' | 'type' | 'groupKey' | 'highestActorCount'
> & {
  readonly targetId: string;
};

/** Deletes up to a number of the notifications about some targets. */
export async function deleteAbout(
  tx: Tx,
  { targetIds, limit }: { targetIds: readonly string[]; limit: number },
): Promise<DeletedNotification[]> {
  const { rows } = await sql<DeletedNotification>`
    delete from notifications where id in (
      select id from notifications where target_id = ${anyOf(targetIds)} order by id limit ${limit} for update)
    returning id, recipient_id as "recipientId", type, group_key as "groupKey", highest_actor_count as "highestActorCount",
      target_id as "targetId"`.execute(tx);
  return rows;
}

/** Recipients of the events at some positions of the log. */
export async function listRecipients(
  tx: Tx,
  positions: readonly number[],
): Promise<Map<number, readonly string[]>> {
  if (positions.length === 0) return new Map();
  const { rows } = await sql<{ position: number; recipients: readonly string[] }>`
    select position, recipients from event_log where position = any(${positions}::bigint[])`.execute(tx);
  return new Map(rows.map(({ position, recipients }) => [position, recipients]));
}

/** Members of a conversation after one, in the order of their ids. */
export const listMembersAfter = async (
  db: Db,
  { conversationId, afterId, limit }: { conversationId: string; afterId: string; limit: number },
): Promise<string[]> =>
  (
    await db
      .selectFrom('participants')
      .select('user_id as id')
      .where('conversation_id', '=', conversationId)
      .where('status', '=', 'ACTIVE')
      .where('user_id', '>', afterId)
      .orderBy('user_id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/** Reports of users that a decision has closed, after one, in the order of their ids. */
export const listClosedReports = (
  db: Db,
  { decisionId, afterId, limit }: { decisionId: string; afterId: string; limit: number },
): Promise<{ id: string; reporterId: string | null; outcome: string | null }[]> =>
  db
    .selectFrom('content_reports')
    .select(['id', 'reporter_id as reporterId', 'outcome'])
    .where('decision_id', '=', decisionId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
