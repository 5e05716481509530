import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';

/** The text of the message `m` that its readers find it by: of a locked one the teaser, whoever has bought it. */
const searchedTextSql = sql<string>`(
  case when m.is_locked then coalesce((select l.teaser from message_locks l where l.message_id = m.id), '') else m.text end)`;

/**
 * Inserts or replaces the words of messages as they are now. Their rows are locked until the transaction ends, so that words are never
 * older than their message: whatever changes it later deletes them. An empty text has none.
 */
export async function indexMessages(tx: Tx, messageIds: readonly string[]): Promise<void> {
  await sql`
    with written as materialized (
      select id, conversation_id, seq, ${searchedTextSql} as text from messages m
      where id = any(${messageIds}::uuid[]) and ${searchedTextSql} <> '' order by id for share of m
    )
    insert into message_search (message_id, conversation_id, seq, words)
    select id, conversation_id, seq, message_words(conversation_id, seq, text) from written
    on conflict (message_id) do update set words = excluded.words`.execute(tx);
}

/** Indexes the next messages by id, at most `limit`. @returns the id of the last one; null when there are none */
export async function indexMessagesAfter(tx: Tx, afterId: string, limit: number): Promise<string | null> {
  const next = await tx
    .selectFrom('messages')
    .select('id')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  const ids = next.map(({ id }) => id);
  if (ids.length > 0) await indexMessages(tx, ids);
  return ids.at(-1) ?? null;
}
