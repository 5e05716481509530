import { type RawBuilder, sql } from 'kysely';
import { visibleMessageSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { type Parameters, prepared } from '#platform/db/prepared.ts';
import { activeOnSql, isListedSql, movedSql } from '../conversations/activity.policy.ts';
import type { Inbox, InboxConversation } from './inbox.types.ts';

type InboxValues = {
  readonly userId: string;
  readonly inbox: Inbox;
  readonly pinned: number;
  readonly updatedAt: Date;
  readonly id: string;
  readonly limit: number;
};

/** `own`: the conversations that an inbox of a user holds, with their days. */
const ownSql = ({ userId, inbox }: Parameters<InboxValues>): RawBuilder<unknown> => sql`
  own as materialized (
    select me.conversation_id as id, me.pinned_at is not null as is_pinned, ${activeOnSql} as active_on
    from participants me
    where me.user_id = ${userId}::uuid and me.left_at is null and me.status in ('ACTIVE', 'INVITED')
      and case when me.archived_at is null then me.inbox else 'ARCHIVED' end = ${inbox} and ${isListedSql}
  )`;

/** The newest day of which a page can have conversations that are not pinned: that of the cursor. */
const newestDaySql = ({ pinned, updatedAt }: Parameters<InboxValues>): RawBuilder<string> => sql`
  case when ${pinned}::integer = 1 then 'infinity' else day_of(${updatedAt}::timestamptz) end`;

/** `oldest`: the day down to which there are conversations for a whole page without those of the newest one; none if there are too few. */
const oldestDaySql = (page: Parameters<InboxValues>): RawBuilder<unknown> => sql`
  oldest as materialized (
    select active_on from own where not is_pinned and active_on < ${newestDaySql(page)}
    order by active_on desc offset ${page.limit}::integer limit 1
  )`;

/**
 * Conversations of a user, one more than the limit. Their order follows from rows that others write, and a row for each member would
 * make each message write as many, so the participants have the days alone: of all conversations of the days of the page the newest message is
 * read and sorted. They are looked up by an array of ids, in one scan of the index, because a join looks each of them up by itself. Only what
 * the order needs is taken from each; `offset 0` computes it once.
 */
export const listInbox = prepared<InboxValues, InboxConversation>((db, page) =>
  sql<InboxConversation>`
    with ${movedSql}, ${ownSql(page)}, ${oldestDaySql(page)}
    select c.id, c.kind, c.title, c.description, c.avatar_media_id as "avatarMediaId",
      c.disappear_after_seconds as "disappearAfterSeconds", c.participant_count as "participantCount", c.created_at as "createdAt", c.updated_at as "updatedAt",
      c.members_version as "membersVersion", page.is_pinned as "isPinned"
    from (
      select id, updated_at, is_pinned from (
        select id, updated_at, id = any(array(select id from own where is_pinned)) as is_pinned
        from conversations where id = any(array(
          select id from own
          where is_pinned or active_on is null or active_on <= ${newestDaySql(page)}
            and active_on >= coalesce((select active_on from oldest), '-infinity'))) offset 0
      ) candidate
      where (is_pinned::integer, updated_at, id) < (${page.pinned}::integer, ${page.updatedAt}::timestamptz, ${page.id}::uuid)
      order by is_pinned desc, updated_at desc, id desc
      limit ${page.limit}::integer + 1
    ) page join conversations c on c.id = page.id
    order by page.is_pinned desc, page.updated_at desc, page.id desc`.compile(db),
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
