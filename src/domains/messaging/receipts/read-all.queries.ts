import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';
import { isListedSql } from '../conversations/activity.policy.ts';
import { readToEndSql } from '../conversations/activity.service.ts';
import type { Inbox } from '../inbox/inbox.types.ts';
import { deleteReadMentionsSql } from '../messages/message-mentions.service.ts';
import { currentSql } from './receipts.policy.ts';
import type { ReadConversation } from './receipts.types.ts';

/**
 * Moves the markers of a user to the ends of conversations of an inbox that are not read or that they have marked as unread, at most
 * `limit`. The others are still to be told.
 */
export async function readToEnds(
  tx: Tx,
  { userId, inbox, now, limit }: { userId: string; inbox: Inbox; now: Date; limit: number },
): Promise<readonly ReadConversation[]> {
  const { rows } = await sql<ReadConversation>`
    with chosen as materialized (
      select c.id as conversation_id, me.user_id, c.last_seq as read_seq, c.members_version,
        me.marked_unread_at is not null as was_marked
      from participants me join conversations c on c.id = me.conversation_id
      left join participant_markers k on k.conversation_id = me.conversation_id and k.user_id = me.user_id
      where me.user_id = ${userId}::uuid and ${currentSql('me')} and ${isListedSql}
        and case when me.archived_at is null then me.inbox else 'ARCHIVED' end = ${inbox}
        and (c.last_seq > greatest(coalesce(k.read_seq, 0), me.sees_after_seq) or me.marked_unread_at is not null)
      order by c.id limit ${limit}
    ), moved as (
      insert into participant_markers as k (conversation_id, user_id, read_seq, read_at)
      select conversation_id, user_id, read_seq, ${now}::timestamptz from chosen where read_seq > 0 order by conversation_id
      on conflict (conversation_id, user_id) do update set read_seq = excluded.read_seq, read_at = excluded.read_at
      where k.read_seq < excluded.read_seq
    ), kept as (
      ${readToEndSql(sql`select conversation_id, user_id from chosen`)}
    ), noticed as (
      ${deleteReadMentionsSql(sql`chosen`)}
    )
    select conversation_id as "conversationId", read_seq as "readSeq", members_version as "membersVersion",
      was_marked as "wasMarked"
    from chosen`.execute(tx);
  return rows;
}
