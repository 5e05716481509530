import { type RawBuilder, sql } from 'kysely';
import { visibleMessageSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { prepared } from '#platform/db/prepared.ts';
import { currentSql } from './receipts.policy.ts';
import type { OwnReading } from './receipts.types.ts';

/** Messages of a conversation that are looked at, newest first. */
const LOOKED_AT_MAX = 100;
export const UNREAD_MAX = 99;
export const UNREAD_CONVERSATIONS_MAX = 100;

/** The seq up to which the viewer has read in the conversation of the participant `me` and their marker `k`, if there is one. */
const readSeqSql = sql`greatest(coalesce(k.read_seq, 0), me.joined_seq)`;

/** The newest messages `m` of the conversation of `me` after a seq, some of which may not count. */
const newestSql = (readSeq: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select * from messages where conversation_id = me.conversation_id and seq > ${readSeq}
  order by seq desc limit ${sql.lit(LOOKED_AT_MAX)}) m`;

/**
 * Whether the message `m` counts as unread for the participant `me`: it is visible and of somebody else. One whose content is not
 * available to them counts as well, whatever the reason: it has its place in the conversation, and the reason would have to be looked
 * for sender by sender.
 */
const countsSql = sql`${visibleMessageSql} and m.sender_id <> me.user_id`;

/** The newest mentions of the participant `me` after a seq, some of which may not count, with their messages `m`, which `offset 0` looks up one by one. */
const mentionsSql = (readSeq: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select conversation_id, seq from message_mentions
  where user_id = me.user_id and conversation_id = me.conversation_id and seq > ${readSeq}
  order by seq desc limit ${sql.lit(LOOKED_AT_MAX)}) mention
  cross join lateral (
    select * from messages where conversation_id = mention.conversation_id and seq = mention.seq offset 0) m`;

/** Whether the message `m`, which mentions the participant `me`, counts as an unread mention. */
const mentionCountsSql = sql`${visibleMessageSql} and m.deleted_at is null`;

/** The numbers of unread mentions of the viewer in conversations among `ids` in which they take part. */
export const listUnreadMentions = prepared<
  { ids: readonly string[]; viewerId: string },
  { id: string; count: number }
>((db, { ids, viewerId }) =>
  sql<{ id: string; count: number }>`
    select me.conversation_id as id, unread.count from participants me
    left join participant_markers k on k.conversation_id = me.conversation_id and k.user_id = me.user_id
    cross join lateral (
      select least(count(*), ${sql.lit(UNREAD_MAX)})::integer as count from ${mentionsSql(readSeqSql)}
      where ${mentionCountsSql}
    ) unread
    where me.user_id = ${viewerId}::uuid and me.conversation_id = any(${ids}::uuid[]) and ${currentSql('me')}`.compile(
    db,
  ),
);

/**
 * The number of conversations with unread mentions in the inbox PRIMARY of a viewer, muted or not, up to `UNREAD_CONVERSATIONS_MAX`. Those that are
 * read to their end are left out by `offset 0`, as below.
 */
export const countMentionConversations = prepared<{ viewerId: string }, { count: number }>(
  (db, { viewerId }) =>
    sql<{ count: number }>`
    select count(*)::integer as count from (
      select from (
        select me.*, ${readSeqSql} as read_seq from participants me join conversations c on c.id = me.conversation_id
        left join participant_markers k on k.conversation_id = me.conversation_id and k.user_id = me.user_id
        where me.user_id = ${viewerId}::uuid and ${currentSql('me')} and me.inbox = 'PRIMARY'
          and me.archived_at is null and c.last_seq > ${readSeqSql} offset 0
      ) me
      where exists (select from ${mentionsSql(sql`me.read_seq`)} where ${mentionCountsSql})
      limit ${sql.lit(UNREAD_CONVERSATIONS_MAX)}
    ) unread`.compile(db),
);

/** How far the viewer has read in conversations among `ids` in which they take part. */
export const listOwnReadings = prepared<{ ids: readonly string[]; viewerId: string }, OwnReading>(
  (db, { ids, viewerId }) =>
    sql<OwnReading>`
    select c.id, coalesce(k.read_seq, 0) as "readSeq", unread.count as "unreadCount"
    from participants me join conversations c on c.id = me.conversation_id
    left join participant_markers k on k.conversation_id = me.conversation_id and k.user_id = me.user_id
    cross join lateral (
      select least(count(*), ${sql.lit(UNREAD_MAX)})::integer as count from ${newestSql(readSeqSql)}
      where ${countsSql}
    ) unread
    where me.user_id = ${viewerId}::uuid and me.conversation_id = any(${ids}::uuid[]) and ${currentSql('me')}`.compile(
      db,
    ),
);

/**
 * The number of conversations with unread messages, or marked as unread, in the inbox PRIMARY of a viewer and not muted, up to `UNREAD_CONVERSATIONS_MAX`. `offset 0` keeps the planner from
 * looking for messages in conversations that are read to their end.
 */
export const countUnreadConversations = prepared<{ viewerId: string; now: Date }, { count: number }>(
  (db, { viewerId, now }) =>
    sql<{ count: number }>`
    select count(*)::integer as count from (
      select from (
        select me.*, ${readSeqSql} as read_seq from participants me join conversations c on c.id = me.conversation_id
        left join participant_markers k on k.conversation_id = me.conversation_id and k.user_id = me.user_id
        where me.user_id = ${viewerId}::uuid and ${currentSql('me')} and me.inbox = 'PRIMARY'
          and me.archived_at is null and (me.muted_until is null or me.muted_until <= ${now}::timestamptz)
          and (c.last_seq > ${readSeqSql} or me.marked_unread_at is not null) offset 0
      ) me
      where me.marked_unread_at is not null or exists (select from ${newestSql(sql`me.read_seq`)} where ${countsSql})
      limit ${sql.lit(UNREAD_CONVERSATIONS_MAX)}
    ) unread`.compile(db),
);
