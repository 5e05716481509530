import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { MessageRevision } from '../messages/messages.types.ts';

/** The earlier texts of messages, newest first. */
export async function listRevisions(db: Db, messageIds: readonly string[]): Promise<MessageRevision[]> {
  return db
    .selectFrom('message_revisions')
    .select(['message_id as messageId', 'number', 'text', 'entities', 'replaced_at as replacedAt'])
    .where('message_id', '=', anyOf(messageIds))
    .orderBy('message_id')
    .orderBy('number', 'desc')
    .$narrowType<Pick<MessageRevision, 'entities'>>()
    .execute();
}

/** The members of conversations who joined, or emptied them for themselves, after messages with these numbers, by the ids of the messages. No statement for none. */
export async function listLaterMembers(
  db: Db,
  messages: readonly { readonly messageId: string; readonly conversationId: string; readonly seq: number }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (messages.length === 0) return new Map();
  const { rows } = await sql<{ id: string; userIds: readonly string[] }>`
    select m.id, array(
      select p.user_id from participants p where p.conversation_id = m.conversation_id and p.sees_after_seq >= m.seq
    ) as "userIds"
    from unnest(${messages.map(({ messageId }) => messageId)}::uuid[],
      ${messages.map(({ conversationId }) => conversationId)}::uuid[],
      ${messages.map(({ seq }) => seq)}::bigint[]) as m (id, conversation_id, seq)`.execute(db);
  return new Map(rows.map(({ id, userIds }) => [id, userIds]));
}
