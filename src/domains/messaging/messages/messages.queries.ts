import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PageRequest } from '#platform/db/keyset.ts';
import type { Message } from './messages.types.ts';

const MESSAGE_COLUMNS = [
  'm.id',
  'm.conversation_id as conversationId',
  'm.seq',
  'm.sender_id as senderId',
  'm.text',
  'm.media_ids as mediaIds',
  'm.client_data as clientData',
  'm.created_at as createdAt',
] as const;

/** Messages of conversations that the user takes part in, sent since they joined. */
const selectMessagesFor = (db: Db, userId: string) =>
  db
    .selectFrom('messages as m')
    .innerJoin('participants as me', 'me.conversation_id', 'm.conversation_id')
    .select(MESSAGE_COLUMNS)
    .where('me.user_id', '=', userId)
    .where('me.left_at', 'is', null)
    .whereRef('m.seq', '>', 'me.joined_seq');

export async function listMessagesByIds(db: Db, userId: string, ids: readonly string[]): Promise<Message[]> {
  return selectMessagesFor(db, userId).where('m.id', '=', anyOf(ids)).execute();
}

/** A page of one conversation in the direction of the request, one more than its limit. Forward goes to older messages. */
export async function listMessages(
  db: Db,
  userId: string,
  conversationId: string,
  page: PageRequest<readonly [number]>,
): Promise<Message[]> {
  const isForward = page.direction === 'forward';
  return selectMessagesFor(db, userId)
    .where('m.conversation_id', '=', conversationId)
    .$if(page.from !== null, (query) => query.where('m.seq', isForward ? '<' : '>', page.from?.[0] ?? 0))
    .orderBy('m.seq', isForward ? 'desc' : 'asc')
    .limit(page.limit + 1)
    .execute();
}

export async function findMessage(db: Db, id: string): Promise<Message | null> {
  const row = await db
    .selectFrom('messages as m')
    .select(MESSAGE_COLUMNS)
    .where('m.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertMessage(tx: Tx, message: Message): Promise<void> {
  await tx
    .insertInto('messages')
    .values({
      id: message.id,
      conversation_id: message.conversationId,
      seq: message.seq,
      sender_id: message.senderId,
      text: message.text,
      media_ids: [...message.mediaIds],
      client_data: message.clientData == null ? null : JSON.stringify(message.clientData),
      created_at: message.createdAt,
    })
    .execute();
}

/** Everything that a person has sent, in the order of the ids, beyond `after`. */
export async function listSentMessages(
  db: Db,
  sent: { senderId: string; after: string | null; limit: number },
): Promise<Message[]> {
  return db
    .selectFrom('messages as m')
    .select(MESSAGE_COLUMNS)
    .where('m.sender_id', '=', sent.senderId)
    .$if(sent.after !== null, (query) => query.where('m.id', '>', sent.after ?? ''))
    .orderBy('m.id')
    .limit(sent.limit)
    .execute();
}

/** Takes files and data of the app out of what a person has sent, in at most `limit` messages. @returns how many */
export async function updateStripped(tx: Tx, senderId: string, limit: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ media_ids: [], client_data: null })
    .where('id', 'in', (sent) =>
      sent
        .selectFrom('messages')
        .select('id')
        .where('sender_id', '=', senderId)
        .where((where) =>
          where.or([where(sql`cardinality(media_ids)`, '>', 0), where('client_data', 'is not', null)]),
        )
        .orderBy('id')
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** @returns how many there were, at most `limit` */
export async function deleteMessages(tx: Tx, conversationId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('messages')
    .where('id', 'in', (said) =>
      said.selectFrom('messages').select('id').where('conversation_id', '=', conversationId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
