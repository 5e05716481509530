import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import type { ErrorCode } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ScheduledMessage } from './scheduled.types.ts';

const selectScheduled = (db: Db) =>
  db
    .selectFrom('scheduled_messages as s')
    .select([
      's.id',
      's.sender_id as senderId',
      's.conversation_id as conversationId',
      's.kind',
      's.text',
      's.media_ids as mediaIds',
      's.content',
      's.reply_to_id as replyToId',
      's.client_data as clientData',
      's.send_at as sendAt',
      's.created_at as createdAt',
      's.failure_code as failureCode',
    ])
    .$castTo<ScheduledMessage>();

export async function insertScheduled(tx: Tx, message: Omit<ScheduledMessage, 'failureCode'>): Promise<void> {
  await tx
    .insertInto('scheduled_messages')
    .values({
      id: message.id,
      sender_id: message.senderId,
      conversation_id: message.conversationId,
      kind: message.kind,
      text: message.text,
      media_ids: [...message.mediaIds],
      content: message.content && JSON.stringify(message.content),
      reply_to_id: message.replyToId,
      client_data: message.clientData == null ? null : JSON.stringify(message.clientData),
      send_at: message.sendAt,
      created_at: message.createdAt,
    })
    .execute();
}

export async function countScheduled(tx: Tx, senderId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('scheduled_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sender_id', '=', senderId)
    .executeTakeFirstOrThrow();
  return count;
}

export const findOwnScheduled = async (
  db: Db,
  own: { id: string; senderId: string },
): Promise<ScheduledMessage | null> =>
  (await selectScheduled(db)
    .where('s.id', '=', own.id)
    .where('s.sender_id', '=', own.senderId)
    .executeTakeFirst()) ?? null;

/** Finds a scheduled message that waits, and whether its sender has an account that can send. */
export const findWaiting = async (
  db: Db,
  id: string,
): Promise<(ScheduledMessage & { readonly isSenderActive: boolean }) | null> =>
  (await selectScheduled(db)
    .innerJoin('users as u', 'u.id', 's.sender_id')
    .select(sql<boolean>`u.state = 'ACTIVE'`.as('isSenderActive'))
    .where('s.id', '=', id)
    .where('s.failure_code', 'is', null)
    .executeTakeFirst()) ?? null;

/** Whether it is there as it was read; then it is locked until the commit. */
export async function isUnchanged(
  tx: Tx,
  { id, text, sendAt, failureCode }: Pick<ScheduledMessage, 'id' | 'text' | 'sendAt' | 'failureCode'>,
): Promise<boolean> {
  const found = tx
    .selectFrom('scheduled_messages')
    .select('id')
    .where('id', '=', id)
    .where('text', '=', text)
    .where('send_at', '=', sendAt)
    .where('failure_code', 'is not distinct from', failureCode);
  return (await found.forUpdate().execute()).length > 0;
}

/** Changes a message, which waits again if it could not be sent. @returns false when it is gone */
export async function updateScheduled(
  tx: Tx,
  { id, senderId, text, sendAt }: Pick<ScheduledMessage, 'id' | 'senderId' | 'text' | 'sendAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('scheduled_messages')
    .set({ text, send_at: sendAt, failure_code: null })
    .where('id', '=', id)
    .where('sender_id', '=', senderId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes one. @returns where it was to be sent with which media items; null when it is not there */
export async function deleteScheduled(
  tx: Tx,
  own: { id: string; senderId: string },
): Promise<Pick<ScheduledMessage, 'conversationId' | 'mediaIds'> | null> {
  const deleted = await tx
    .deleteFrom('scheduled_messages')
    .where('id', '=', own.id)
    .where('sender_id', '=', own.senderId)
    .returning(['conversation_id as conversationId', 'media_ids as mediaIds'])
    .executeTakeFirst();
  return deleted ?? null;
}

/** @returns false when it was changed or cancelled meanwhile */
export async function updateFailed(
  tx: Tx,
  { id, text, sendAt }: Pick<ScheduledMessage, 'id' | 'text' | 'sendAt'>,
  failureCode: ErrorCode,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('scheduled_messages')
    .set({ failure_code: failureCode })
    .where('id', '=', id)
    .where('text', '=', text)
    .where('send_at', '=', sendAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Lists the scheduled messages of a sender, the next one first, one more than the page. */
export const listScheduled = (
  db: Db,
  senderId: string,
  { from: [afterMs, afterId], limit }: ListRequest<TimeKey>,
): Promise<ScheduledMessage[]> =>
  selectScheduled(db)
    .where('s.sender_id', '=', senderId)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('s.send_at', 's.id'), '>', tuple(new Date(afterMs), afterId)),
    )
    .orderBy('s.send_at')
    .orderBy('s.id')
    .limit(limit + 1)
    .execute();

/** Lists the scheduled messages of a sender in the order of their ids, starting after `after`. */
export const listOwnScheduled = (
  db: Db,
  own: { senderId: string; after: string | null; limit: number },
): Promise<ScheduledMessage[]> =>
  selectScheduled(db)
    .where('s.sender_id', '=', own.senderId)
    .$if(own.after !== null, (query) => query.where('s.id', '>', own.after))
    .orderBy('s.id')
    .limit(own.limit)
    .execute();

/** Deletes those of a sender, at most `limit`. @returns the media items of each */
export async function deleteScheduledOf(
  tx: Tx,
  senderId: string,
  limit: number,
): Promise<(readonly string[])[]> {
  const { rows } = await sql<{ mediaIds: readonly string[] }>`
    delete from scheduled_messages where id in (
      select id from scheduled_messages where sender_id = ${senderId}::uuid limit ${limit} for update)
    returning media_ids as "mediaIds"`.execute(tx);
  return rows.map(({ mediaIds }) => mediaIds);
}
