import { type RawBuilder, sql } from 'kysely';
import {
  availableMessageSql,
  type ViewerSql,
  visibleMessageSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { prepared } from '#platform/db/prepared.ts';
import { isListedSql, mayBeUnreadSql, movedSql } from '../conversations/activity.policy.ts';
import { currentSql } from './receipts.policy.ts';
import type { InboxCounts, OwnReading, UnreadMentions } from './receipts.types.ts';

/** Messages of a conversation that are looked at, newest first. */
const LOOKED_AT_MAX = 100;
/** Markers that are looked up one by one. */
const LOOKED_UP_MAX = 1_000;
export const UNREAD_MAX = 99;
export const UNREAD_CONVERSATIONS_MAX = 100;

/** The seq up to which the viewer has read in the conversation of the participant `me` and their marker `k`, if there is one. */
const readSeqSql = sql`greatest(coalesce(k.read_seq, 0), me.sees_after_seq)`;

/** The newest messages `m` of the conversation of `me` after a seq, some of which may not count. */
const newestSql = (readSeq: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select * from messages where conversation_id = me.conversation_id and seq > ${readSeq}
  order by seq desc limit ${sql.lit(LOOKED_AT_MAX)}) m`;

/** Whether the message `m` of the conversation `c` counts as unread for the participant `me`: it is of somebody else, and they get its content. */
const countsSql = (viewer: ViewerSql): RawBuilder<boolean> =>
  sql`${visibleMessageSql(viewer.now)} and m.sender_id <> me.user_id and ${availableMessageSql(viewer)}`;

/** The newest mentions of the participant `me` after a seq, some of which may not count, with their messages `m`, which `offset 0` looks up one by one. */
const mentionsSql = (readSeq: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select conversation_id, seq from message_mentions
  where user_id = me.user_id and conversation_id = me.conversation_id and seq > ${readSeq}
  order by seq desc limit ${sql.lit(LOOKED_AT_MAX)}) mention
  cross join lateral (
    select * from messages where conversation_id = mention.conversation_id and seq = mention.seq offset 0) m`;

/** Whether the message `m` of the conversation `c`, which mentions the participant `me`, counts as an unread mention. */
const mentionCountsSql = (viewer: ViewerSql): RawBuilder<boolean> =>
  sql`${visibleMessageSql(viewer.now)} and ${availableMessageSql(viewer)}`;

/** The unread mentions of the viewer in conversations among `ids` in which they take part. */
export const listUnreadMentions = prepared<
  { ids: readonly string[]; viewerId: string; now: Date },
  UnreadMentions
>((db, { ids, viewerId, now }) =>
  sql<UnreadMentions>`
    select c.id, unread.count, unread."nextSeq" from participants me join conversations c on c.id = me.conversation_id
    left join participant_markers k on k.conversation_id = me.conversation_id and k.user_id = me.user_id
    cross join lateral (
      select least(count(*), ${sql.lit(UNREAD_MAX)})::integer as count, min(m.seq) as "nextSeq" from ${mentionsSql(readSeqSql)}
      where ${mentionCountsSql({ id: viewerId, now })}
    ) unread
    where me.user_id = ${viewerId}::uuid and me.conversation_id = any(${ids}::uuid[]) and ${currentSql('me')}`.compile(
    db,
  ),
);

/**
 * The number of conversations with unread mentions in the inbox PRIMARY of a viewer, muted or not, up to `UNREAD_CONVERSATIONS_MAX`. Begins
 * at the mentions, of which only those that are not read have rows: steps from one conversation to the next in their index.
 */
export const countMentionConversations = prepared<{ viewerId: string; now: Date }, { count: number }>(
  (db, { viewerId, now }) =>
    sql<{ count: number }>`
    with recursive mentioned as (
      select (
        select conversation_id from message_mentions where user_id = ${viewerId}::uuid order by conversation_id limit 1
      ) as id
      union all
      select (
        select conversation_id from message_mentions
        where user_id = ${viewerId}::uuid and conversation_id > mentioned.id order by conversation_id limit 1)
      from mentioned where mentioned.id is not null
    )
    select count(*)::integer as count from (
      -- A look-up for each conversation, by the fence.
      select from mentioned
      cross join lateral (
        select me.*, ${readSeqSql} as read_seq, c.kind from participants me
        join conversations c on c.id = me.conversation_id
        left join participant_markers k on k.conversation_id = me.conversation_id and k.user_id = me.user_id
        where me.conversation_id = mentioned.id and me.user_id = ${viewerId}::uuid and ${currentSql('me')}
          and me.inbox = 'PRIMARY' and me.archived_at is null offset 0
      ) me
      cross join lateral (select me.kind) c
      where exists (select from ${mentionsSql(sql`me.read_seq`)} where ${mentionCountsSql({ id: viewerId, now })})
      limit ${sql.lit(UNREAD_CONVERSATIONS_MAX)}
    ) unread`.compile(db),
);

/** The numbers of conversations in the other inboxes of a viewer, each up to `UNREAD_CONVERSATIONS_MAX`. */
export const countOtherInboxes = prepared<{ viewerId: string }, InboxCounts>((db, { viewerId }) => {
  const countSql = (where: RawBuilder<boolean>): RawBuilder<number> => sql`(
    select count(*)::integer from (
      select from participants me
      where me.user_id = ${viewerId}::uuid and me.left_at is null and me.status in ('ACTIVE', 'INVITED')
        and ${where} and ${isListedSql}
      limit ${sql.lit(UNREAD_CONVERSATIONS_MAX)}) found)`;
  return sql<InboxCounts>`
    select ${countSql(sql`me.inbox = 'REQUESTS' and me.archived_at is null`)} as "requestCount",
      ${countSql(sql`me.archived_at is not null`)} as "archivedCount"`.compile(db);
});

/** How far the viewer has read in conversations among `ids` in which they take part. */
export const listOwnReadings = prepared<{ ids: readonly string[]; viewerId: string; now: Date }, OwnReading>(
  (db, { ids, viewerId, now }) =>
    sql<OwnReading>`
    select c.id, coalesce(k.read_seq, 0) as "readSeq", unread.count as "unreadCount"
    from participants me join conversations c on c.id = me.conversation_id
    left join participant_markers k on k.conversation_id = me.conversation_id and k.user_id = me.user_id
    cross join lateral (
      select least(count(*), ${sql.lit(UNREAD_MAX)})::integer as count from ${newestSql(readSeqSql)}
      where ${countsSql({ id: viewerId, now })}
    ) unread
    where me.user_id = ${viewerId}::uuid and me.conversation_id = any(${ids}::uuid[]) and ${currentSql('me')}`.compile(
      db,
    ),
);

/** Whether so few conversations may have unread messages that their markers are looked up one by one; else all of the viewer are read. */
const isFewSql = sql`(select count(*) <= ${sql.lit(LOOKED_UP_MAX)} from own)`;

/**
 * The number of conversations with unread messages, or marked as unread, in the inbox PRIMARY of a viewer and not muted, up to `UNREAD_CONVERSATIONS_MAX`. Of those that
 * may have some the rows of two tables are read in one scan each and grouped, because joins look each of thousands of conversations up by itself. Messages
 * are looked for, behind a fence, in those alone that are not read to their end.
 */
export const countUnreadConversations = prepared<{ viewerId: string; now: Date }, { count: number }>(
  (db, { viewerId, now }) =>
    sql<{ count: number }>`
    with ${movedSql}, own as materialized (
      select me.conversation_id, me.sees_after_seq, me.marked_unread_at is not null as is_marked from participants me
      where me.user_id = ${viewerId}::uuid and ${currentSql('me')} and me.inbox = 'PRIMARY'
        and me.archived_at is null and (me.muted_until is null or me.muted_until <= ${now}::timestamptz)
        and (me.marked_unread_at is not null or ${mayBeUnreadSql}) and ${isListedSql}
    ), part as (
      select conversation_id, sees_after_seq, is_marked, null as kind, null::bigint as last_seq, null::bigint as marker_seq from own
      union all
      select id, null, false, kind, last_seq, null from conversations
      where id = any(array(select conversation_id from own))
      union all
      select conversation_id, null, false, null, null, read_seq from participant_markers
      where ${isFewSql} and user_id = ${viewerId}::uuid and conversation_id = any(array(select conversation_id from own))
      union all
      select conversation_id, null, false, null, null, read_seq from participant_markers
      where not ${isFewSql} and user_id = ${viewerId}::uuid
    )
    select count(*)::integer as count from (
      select from (
        select conversation_id, ${viewerId}::uuid as user_id, null::timestamptz as left_at, 'ACTIVE' as status,
          max(sees_after_seq) as sees_after_seq, greatest(max(marker_seq), max(sees_after_seq)) as read_seq, bool_or(is_marked) as is_marked, max(kind) as kind
        from part group by conversation_id
        having max(last_seq) > greatest(max(marker_seq), max(sees_after_seq)) or bool_or(is_marked)
        offset 0
      ) me
      cross join lateral (select me.kind) c
      where me.is_marked or exists (
        select from ${newestSql(sql`me.read_seq`)} where ${countsSql({ id: viewerId, now })})
      limit ${sql.lit(UNREAD_CONVERSATIONS_MAX)}
    ) unread`.compile(db),
);
