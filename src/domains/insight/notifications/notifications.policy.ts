import { type RawBuilder, sql } from 'kysely';
import {
  availableMessageSql,
  notBlockedSql,
  visibleCommentSql,
  visibleMessageSql,
  visiblePostSql,
  type ViewerSql,
  visibleUserSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '../notification-settings/notification.types.ts';
import type { Told } from './notifications.types.ts';

export const NOTIFICATION_ACTORS_MAX = 8;
/** Counts go up to here. */
export const NOTIFICATION_COUNT_MAX = 100;

/** Acts of which the actors of a notification are read: one more than are shown; of comments more, since people write several. */
const ACTS_READ = NOTIFICATION_ACTORS_MAX + 1;
const COMMENTS_READ = 4 * NOTIFICATION_ACTORS_MAX;

/** An act that is taken back and done again within this time is told nobody anew. */
export const REPEATED_WITHIN_MS = 24 * HOUR_MS;
const GROUP_MS = 12 * HOUR_MS;

/** Acts with the same key share a row. */
export function groupKeyOf({ type, targetId, key, at }: Told): string {
  const { isGrouped }: NotificationKind = NOTIFICATION_KINDS[type];
  return isGrouped ? `${type}:${targetId ?? ''}:${Math.floor(at.getTime() / GROUP_MS)}` : `${type}:${key}`;
}

/** The recipient of the notification with the alias `n`, as the viewer of its parts. */
const recipient = (now: ViewerSql['now']): ViewerSql => ({ id: sql<string>`n.recipient_id`, now });

/** Whether the recipient of the notification `n` sees it: its target, and one of its actors if it has any, by a probe. */
export const visibleNotificationSql = (now: ViewerSql['now']): RawBuilder<boolean> =>
  sql`(${visibleTargetSql(now)} and (not n.has_actor or n.actor_count > 0 and exists (
    select from notification_actors a where a.notification_id = n.id and ${visibleActSql(now)} offset 0)))`;

/** Whether the recipient of `n` sees its target. What is their own alone, as a purchase, is never hidden from them. Each `exists` is a probe. */
export function visibleTargetSql(now: ViewerSql['now']): RawBuilder<boolean> {
  const viewer = recipient(now);
  const isParticipant = sql`me.user_id = n.recipient_id and me.left_at is null and me.status = 'ACTIVE'`;
  return sql`case n.target_type
    when 'post' then exists (
      select from posts p join users u on u.id = p.author_id
      where p.id = n.target_id and ${visiblePostSql(viewer)} offset 0)
    when 'comment' then exists (${visibleCommentOf(viewer, sql`n.target_id`)})
    when 'message' then exists (
      select from messages m join conversations c on c.id = m.conversation_id
      join participants me on me.conversation_id = m.conversation_id and me.user_id = n.recipient_id
      where m.id = n.target_id and ${visibleMessageSql(now)} and ${availableMessageSql(viewer)} offset 0)
    when 'conversation' then exists (
      select from participants me where me.conversation_id = n.target_id and me.user_id = n.recipient_id
        and me.left_at is null and me.status in ('ACTIVE', 'INVITED') offset 0)
    when 'call' then exists (
      select from calls k where k.id = n.target_id and (
        exists (select from participants me where me.conversation_id = k.conversation_id and ${isParticipant} offset 0)
        or exists (select from call_invitees i where i.call_id = k.id and i.user_id = n.recipient_id and i.is_guest offset 0))
      and not exists (
        select from call_members b where b.call_id = k.id and b.user_id = n.recipient_id and b.is_banned offset 0)
      offset 0)
    when 'user' then exists (select from users u where u.id = n.target_id and ${visibleUserSql(viewer)} offset 0)
    else true end`;
}

/** A row where the viewer sees the comment, and so its post; both are probes. */
const visibleCommentOf = (viewer: ViewerSql, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select from comments c join users u on u.id = c.author_id join posts p on p.id = c.post_id
  where c.id = ${id} and ${visibleCommentSql(viewer)} and exists (
    select from posts p join users u on u.id = p.author_id where p.id = c.post_id and ${visiblePostSql(viewer)} offset 0)
  offset 0`;

/** Whether the recipient of `n` sees the act of the alias `a`: it stands, they see its actor, have not muted them, and see what was written; by probes. */
const visibleActSql = (now: ViewerSql['now']): RawBuilder<boolean> => sql`a.retracted_at is null
  and exists (select from users u where u.id = a.actor_id and ${visibleUserSql(recipient(now))} offset 0)
  and ${notMutedSql(sql`n.recipient_id`, sql`a.actor_id`, now)}
  and case when n.type = 'POST_COMMENT' then exists (${visibleCommentOf(recipient(now), sql`a.act_id`)}) else true end`;

/** A probe for each pair, as recipients differ from row to row. */
const notMutedSql = (
  muter: RawBuilder<unknown>,
  muted: RawBuilder<unknown>,
  now: ViewerSql['now'],
): RawBuilder<boolean> => sql`not exists (
  select from mutes m where m.muter_id = ${muter} and m.muted_id = ${muted} and 'NOTIFICATIONS' = any(m.scopes)
    and (m.expires_at is null or m.expires_at > ${now}::timestamptz) offset 0)`;

/**
 * Visible actors of `n`, to be joined laterally as `shown`: `ids`, the latest first, and `is_all`, whether there are no others.
 * A group whose latest actors are hidden is filled up with earlier ones.
 */
export const shownActorsSql = (now: ViewerSql['now']): RawBuilder<unknown> => sql`
  select coalesce(array_agg(found.actor_id order by found.at desc, found.actor_id desc), '{}') as ids,
    coalesce(sum(found.acts), 0) < ${actsReadSql} as is_all
  from (
    select latest.actor_id, max(latest.at) as at, count(*) as acts from (
      select a.actor_id, a.at from notification_actors a
      where n.has_actor and a.notification_id = n.id and ${visibleActSql(now)}
      order by a.at desc, a.actor_id desc limit ${actsReadSql}
    ) latest group by latest.actor_id
  ) found`;

const actsReadSql = sql`case when n.type = 'POST_COMMENT' then ${sql.lit(COMMENTS_READ)} else ${sql.lit(ACTS_READ)} end`;

/** Whether the recipient wants to be told by the actor: neither of them blocks the other, and the recipient has not muted the actor. */
export const wantedActorSql = (
  recipientId: RawBuilder<unknown>,
  actorId: RawBuilder<unknown>,
  now: ViewerSql['now'],
): RawBuilder<boolean> => sql`(${actorId} is null or ${actorId} <> ${recipientId}
  and ${notBlockedSql(recipientId, actorId)} and ${notMutedSql(recipientId, actorId, now)})`;
