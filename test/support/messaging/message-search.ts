import type { Actor, Untyped, Variables } from '#test/support/actor.ts';
import { runSql } from '#test/support/test-server.ts';
import type { World } from '#test/support/world.ts';

export const SEARCH_MESSAGES = `query ($query: String!, $conversationId: ID, $senderId: ID, $kind: AttachmentKind, $sentAfter: DateTime, $sentBefore: DateTime, $first: Int, $after: String) {
  searchMessages(query: $query, conversationId: $conversationId, senderId: $senderId, kind: $kind, sentAfter: $sentAfter, sentBefore: $sentBefore, first: $first, after: $after) {
    nodes { id content { text } conversation { id } } pageInfo { hasNextPage endCursor } } }`;

/** Texts of the messages that a user finds on the first page. */
export async function foundMessages(who: Actor, query: string, variables: Variables = {}): Promise<string[]> {
  const { searchMessages } = await who.do(SEARCH_MESSAGES, { query, first: 100, ...variables });
  return searchMessages.nodes.map(({ content }: Untyped) => content.text);
}

/** Texts by pages, to the end. */
export async function foundByPages(
  who: Actor,
  query: string,
  { between, ...variables }: Variables & { readonly between?: () => Promise<unknown> } = {},
): Promise<string[][]> {
  const pages: string[][] = [];
  let after: string | null = null;
  do {
    const { searchMessages } = await who.do(SEARCH_MESSAGES, { query, first: 100, ...variables, after });
    pages.push(searchMessages.nodes.map(({ content }: Untyped) => content.text));
    after = searchMessages.pageInfo.hasNextPage ? searchMessages.pageInfo.endCursor : null;
    await between?.();
  } while (after !== null);
  return pages;
}

/**
 * Inserts messages of a sender by SQL, with their words, in the given conversations (by uuid) in turns, one each millisecond before the time of
 * the world. @param text an expression in SQL of the number of the message, `n`, from 1, the oldest
 */
export async function insertFoundMessages(
  world: World,
  {
    conversationIds,
    senderId,
    count,
    text,
  }: { conversationIds: readonly string[]; senderId: string; count: number; text: string },
): Promise<void> {
  const now = `timestamptz '${world.clock.now().toISOString()}'`;
  const ids = `array[${conversationIds.map((id) => `'${id}'`).join()}]::uuid[]`;
  const total = conversationIds.length;
  await runSql(
    world.connectionString,
    `with made as (
       select n, (${ids})[1 + n % ${total}] as conversation_id, (n - 1) / ${total} + 1 as place,
         ${now} - (${count} - n + 1) * interval '1 millisecond' as at, ${text} as text
       from generate_series(1, ${count}) n
     ), written as (
       insert into messages (id, conversation_id, seq, sender_id, text, created_at)
       select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid,
         conversation_id, c.last_seq + row_number() over (partition by conversation_id order by n), '${senderId}', text, at
       from made join conversations c on c.id = made.conversation_id
       returning id, conversation_id, seq, text, created_at
     ), numbered as (
       update conversations c set last_seq = newest.seq, updated_at = newest.at
       from (select conversation_id, max(seq) as seq, max(created_at) as at from written group by 1) newest
       where c.id = newest.conversation_id
     )
     insert into message_search (message_id, conversation_id, seq, words)
     select id, conversation_id, seq, message_words(conversation_id, seq, text) from written`,
  );
}
