import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '#platform/db/tables.ts';
import type { InTransaction, RequestContext } from '#platform/request/context.ts';

/**
 * The one rule of visibility: which users, posts, comments and messages a viewer sees. Every read path applies it.
 * A test compares it with a pure function on random worlds.
 */

export type AccountState = 'ACTIVE' | 'DEACTIVATED' | 'PENDING_DELETION' | 'DELETED';
export type PostVisibility = 'PUBLIC' | 'FOLLOWERS' | 'SUBSCRIBERS' | 'PRIVATE';
/** Decision of moderation about content: HELD is visible to its author alone, REMOVED to nobody. */
export type ModerationState = 'VISIBLE' | 'HELD' | 'REMOVED';

/** The viewer and the time: values, or placeholders of a prepared statement. */
export type ViewerSql = {
  /** Null for an anonymous viewer. */
  readonly id: string | null | RawBuilder<string | null>;
  /** Compared with the end of suspensions, which expire without a write. */
  readonly now: Date | RawBuilder<Date>;
};

export const viewerOf = (
  ctx: InTransaction<RequestContext>,
): { readonly id: string | null; readonly now: Date } => ({
  id: ctx.user?.id ?? null,
  now: ctx.clock.now(),
});

/**
 * Whether the viewer sees the user whose row of `users` has the alias `u`.
 * @param isBlocked whether either of the two blocks the other, where a write has read it under a lock
 */
export function visibleUserSql(
  viewer: ViewerSql,
  isBlocked: RawBuilder<boolean> = blockedSql(sql.ref('u.id'), sql`${viewer.id}::uuid`),
): RawBuilder<boolean> {
  return sql`case when u.id = ${viewer.id}::uuid then u.state <> 'DELETED'
    else ${activeUserSql(viewer.now)}
      and (not u.requires_sign_in or ${viewer.id}::uuid is not null) and not ${isBlocked} end`;
}

/**
 * Whether the user of the alias `u` is visible to anybody else. A part of the rule, not the rule: used on its
 * own only for lists of users whom the viewer blocks, and so would see nowhere.
 */
export function activeUserSql(now: ViewerSql['now']): RawBuilder<boolean> {
  return sql`(u.state = 'ACTIVE'
    and (u.suspended_until is null or u.suspended_until <= ${now}::timestamptz))`;
}

/**
 * Whether lists may show the user of the alias `u` to people who do not follow them: by their own choice, and unless the restriction DISCOVERY is in
 * force. The choice is a part of its own, by which partial indexes are found.
 */
export function discoverableSql(now: ViewerSql['now']): RawBuilder<boolean> {
  return sql`(u.is_discoverable and (u.undiscoverable_until is null or u.undiscoverable_until <= ${now}::timestamptz))`;
}

/**
 * Whether the viewer sees the post whose row has the alias `p` and its author's row the alias `u`.
 * @param isAuthorVisible `visibleUserSql`, where a statement has asked it already
 */
export function visiblePostSql(
  viewer: ViewerSql,
  isAuthorVisible: RawBuilder<boolean> = visibleUserSql(viewer),
): RawBuilder<boolean> {
  return sql`${presentSql('p')} and ${notHeldSql('p.moderation_state', 'p.author_id', viewer.id)}
    and ${isAuthorVisible} and ${inPostAudienceSql(viewer)}`;
}

/**
 * Whether the viewer sees the comment whose row has the alias `c`, its author's row the alias `u` and its post's row the
 * alias `p`, given that the post is visible: a thread checks that once, and not for each of its comments. A post's author
 * who blocks a user no longer sees that user's comments, and so could not hide them: they are visible to nobody else either.
 */
export function visibleCommentSql(viewer: ViewerSql): RawBuilder<boolean> {
  return sql`${presentSql('c')} and ${notHeldSql('c.moderation_state', 'c.author_id', viewer.id)}
    and ${visibleUserSql(viewer)}
    and (c.hidden_at is null or c.author_id = ${viewer.id}::uuid or p.author_id = ${viewer.id}::uuid)
    and ${notBlockedSql(sql.ref('p.author_id'), sql.ref('c.author_id'))}`;
}

/**
 * The row of `participants` of a user in a conversation, to be joined laterally as `me`. A probe, as in `blockedSql`: a join of many
 * messages or conversations may read all rows of a user who takes part in many more than most.
 */
export const ownPartSql = (
  conversationId: string,
  userId: RawBuilder<string> | ViewerSql['id'],
): RawBuilder<Selectable<Tables['participants']>> => sql`(
  select * from participants where conversation_id = ${sql.ref(conversationId)} and user_id = ${userId}::uuid offset 0)`;

/** Whether the user of the participant row with the alias `me` sees the message whose row has the alias `m`. Hidden messages are probed, too. */
export const visibleMessageSql = (
  now: ViewerSql['now'],
): RawBuilder<boolean> => sql`me.left_at is null and me.status = 'ACTIVE'
  and m.seq > me.sees_after_seq and m.moderation_state <> 'REMOVED' and ${notExpiredSql(now)}
  and not exists (select from hidden_messages h where h.user_id = me.user_id and h.message_id = m.id offset 0)
  and ${notHeldSql('m.moderation_state', 'm.sender_id', sql.ref('me.user_id'))}`;

/** Whether the message of the alias `m` has not disappeared. A part of the rule: used on its own where the viewers are not asked for. */
export const notExpiredSql = (now: ViewerSql['now']): RawBuilder<boolean> =>
  sql`(m.expires_at is null or m.expires_at > ${now}::timestamptz)`;

/**
 * Whether the viewer gets the content of the message `m` of the conversation `c`, which they see and which is not deleted: in a group,
 * only if they see its sender, unless the account of the sender is deleted.
 * @param isSenderAvailable whether the sender is deleted or seen, where a statement has asked it already
 */
export const availableMessageSql = (
  viewer: ViewerSql,
  isSenderAvailable: RawBuilder<boolean> = availableSenderSql(viewer),
): RawBuilder<boolean> => sql`(m.deleted_at is null and (c.kind = 'DIRECT' or ${isSenderAvailable}))`;

/** `offset 0` keeps the planner from reading all users into a hash table. */
const availableSenderSql = (viewer: ViewerSql): RawBuilder<boolean> => sql`exists (
  select from users u where u.id = m.sender_id and (u.state = 'DELETED' or ${visibleUserSql(viewer)}) offset 0)`;

/**
 * Whether the post or comment of an alias is neither deleted nor removed, and so exists for its author. A part of the rule:
 * used on its own where only authors read or write, and where a lock repeats what was visible before it. Compares by `<>`,
 * because the planner takes `= 'VISIBLE'` for rare until it has statistics.
 */
export function presentSql(alias: string): RawBuilder<boolean> {
  return sql`(${sql.ref(`${alias}.deleted_at`)} is null and ${sql.ref(`${alias}.moderation_state`)} <> 'REMOVED')`;
}

/** Whether the post or comment of an alias counts: it exists for others than its author, too. */
export function countedSql(alias: string): RawBuilder<boolean> {
  return sql`(${sql.ref(`${alias}.deleted_at`)} is null and ${sql.ref(`${alias}.moderation_state`)} = 'VISIBLE')`;
}

/** Content that is held is visible to its author alone. */
function notHeldSql(
  state: string,
  authorId: string,
  viewerId: ViewerSql['id'] | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`(${sql.ref(state)} <> 'HELD' or ${sql.ref(authorId)} = ${viewerId}::uuid)`;
}

/** The part of the rule that depends on the post's own visibility and its audience. Each `exists` is a probe, as in `blockedSql`. */
function inPostAudienceSql(viewer: ViewerSql): RawBuilder<boolean> {
  return sql`(p.visibility = 'PUBLIC' and not u.is_private or u.id = ${viewer.id}::uuid
    or p.visibility in ('PUBLIC', 'FOLLOWERS') and exists (
      select from follows f where f.follower_id = ${viewer.id}::uuid and f.followee_id = u.id offset 0)
    or p.visibility = 'SUBSCRIBERS' and exists (
      select from entitlements e where e.subscriber_id = ${viewer.id}::uuid and e.creator_id = u.id
        and e.valid_until > ${viewer.now}::timestamptz and (p.tier_level is null or e.tier_level >= p.tier_level) offset 0)
    or p.visibility = 'PRIVATE' and exists (
      select from post_audience a where a.post_id = p.id and a.user_id = ${viewer.id}::uuid offset 0))`;
}

/**
 * Whether neither of two users blocks the other. A quote or repost of one by the other shows nobody what they do side by
 * side.
 */
export const notBlockedSql = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not ${blockedSql(one, other)}`;

/**
 * Whether either of two users blocks the other, by two `exists` instead of one with `or`, each of which is one probe of an index. Without
 * `offset 0` the planner may read all blocks of one of them, even for one row, because most users have few.
 */
function blockedSql(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(
    exists (select from blocks b where b.blocker_id = ${one} and b.blocked_id = ${other} offset 0)
    or exists (select from blocks b where b.blocker_id = ${other} and b.blocked_id = ${one} offset 0))`;
}
