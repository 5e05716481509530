import { sql } from 'kysely';
import { visibleMessageSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { lockOfMessageSql } from '../message-locks/message-locks.policy.ts';
import type { Message } from '../messages/messages.types.ts';

export type ForwardedMessage = Pick<
  Message,
  'kind' | 'text' | 'entities' | 'mediaIds' | 'content' | 'isLocked' | 'lock'
> & {
  /** The user who sent it first. */
  readonly originId: string;
};

/**
 * Locks a message whose content a user sees, so that it is not deleted or edited before it is forwarded. What is held is forwarded by
 * nobody, what is locked by its sender alone, and messages of the system have no sender.
 */
export async function lockForwarded(
  tx: Tx,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<ForwardedMessage | undefined> {
  const { rows } = await sql<ForwardedMessage>`
    select m.kind, m.text, m.entities, m.media_ids as "mediaIds", m.content,
      m.is_locked as "isLocked", ${lockOfMessageSql} as lock,
      coalesce(m.forwarded_from_id, m.sender_id) as "originId"
    from messages m join conversations c on c.id = m.conversation_id
    join participants me on me.conversation_id = c.id and me.user_id = ${userId}::uuid
    join users u on u.id = m.sender_id
    where m.id = ${id}::uuid and ${visibleMessageSql(now)} and m.moderation_state = 'VISIBLE' and m.deleted_at is null
      and (c.kind = 'DIRECT' or u.state = 'DELETED' or ${visibleUserSql({ id: userId, now })})
      and (not m.is_locked or m.sender_id = ${userId}::uuid)
    for share of m`.execute(tx);
  return rows[0];
}
