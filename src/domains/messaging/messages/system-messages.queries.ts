import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';
import { takeSeqSql } from '../conversations/conversations.service.ts';
import type { SystemChange } from './messages.types.ts';

/** Inserts a message of the system with the next number of a locked conversation. */
export async function insertSystemMessage(
  tx: Tx,
  message: { id: string; conversationId: string; content: SystemChange; createdAt: Date },
): Promise<{ seq: number; membersVersion: number }> {
  const { rows } = await sql<{ seq: number; membersVersion: number }>`
    with numbered as (
      ${takeSeqSql(sql`(select ${message.conversationId}::uuid as id) given where c.id = given.id`, sql`${message.createdAt}`)}
    ), written as (
      insert into messages (id, conversation_id, seq, kind, text, content, created_at)
      select ${message.id}::uuid, id, seq, 'SYSTEM', '', ${JSON.stringify(message.content)}::jsonb,
        ${message.createdAt}::timestamptz
      from numbered
    )
    select seq, members_version as "membersVersion" from numbered`.execute(tx);
  const [numbered] = rows;
  if (!numbered) throw new Error('a locked conversation has no row');
  return numbered;
}
