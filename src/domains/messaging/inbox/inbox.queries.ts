import { sql } from 'kysely';
import { visibleMessageSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Inbox, InboxConversation } from './inbox.types.ts';

type InboxValues = {
  readonly userId: string;
  readonly inbox: Inbox;
  readonly pinned: number;
  readonly updatedAt: Date;
  readonly id: string;
  readonly limit: number;
};

/**
 * Conversations of a user, one more than the limit. All of the user's are read and sorted: their order follows from rows that
 * others write, and a row for each member would make each message write as many. They are looked up by an array of ids, in one scan
 * of the index, because a join looks each of them up by itself.
 */
export const listInbox = prepared<InboxValues, InboxConversation>(
  (db, { userId, inbox, pinned, updatedAt, id, limit }) =>
    sql<InboxConversation>`
    with own as materialized (
      select me.conversation_id, me.pinned_at is not null as is_pinned from participants me
      where me.user_id = ${userId}::uuid and me.left_at is null and me.status in ('ACTIVE', 'INVITED')
        and case when me.archived_at is null then me.inbox else 'ARCHIVED' end = ${inbox}
    )
    select c.id, c.kind, c.title, c.description, c.avatar_media_id as "avatarMediaId",
      c.disappear_after_seconds as "disappearAfterSeconds", c.participant_count as "participantCount", c.created_at as "createdAt", c.updated_at as "updatedAt",
      c.members_version as "membersVersion", c.is_pinned as "isPinned"
    from (
      select *, id = any(array(select conversation_id from own where is_pinned)) as is_pinned
      from conversations where id = any(array(select conversation_id from own))
    ) c
    where (c.is_pinned::integer, c.updated_at, c.id) < (${pinned}::integer, ${updatedAt}::timestamptz, ${id}::uuid)
    order by c.is_pinned desc, c.updated_at desc, c.id desc
    limit ${limit}::integer + 1`.compile(db),
);

/** The ids of the newest messages that a user sees in conversations. */
export async function listLastMessageIds(
  db: Db,
  { userId, now, conversationIds }: { userId: string; now: Date; conversationIds: readonly string[] },
): Promise<{ conversationId: string; messageId: string }[]> {
  const { rows } = await sql<{ conversationId: string; messageId: string }>`
    select me.conversation_id as "conversationId", newest.id as "messageId"
    from participants me
    cross join lateral (
      select m.id from messages m
      where m.conversation_id = me.conversation_id and ${visibleMessageSql(now)}
      order by m.seq desc limit 1
    ) newest
    where me.user_id = ${userId}::uuid and me.conversation_id = ${anyOf(conversationIds)}`.execute(db);
  return rows;
}
