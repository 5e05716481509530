import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { OwnReaction } from './reactions.types.ts';

/** The reactions of a user, in the order of the messages and the emojis, starting after `after`. */
export async function listOwnReactions(
  db: Db,
  own: { userId: string; after: Pick<OwnReaction, 'messageId' | 'emoji'> | null; limit: number },
): Promise<OwnReaction[]> {
  const { userId, after, limit } = own;
  const { rows } = await sql<OwnReaction>`
    select message_id as "messageId", emoji, created_at as "reactedAt" from message_reactions
    where user_id = ${userId}::uuid and (${after?.messageId ?? null}::uuid is null
      or (message_id, emoji) > (${after?.messageId ?? null}::uuid, ${after?.emoji ?? ''}::text collate "C"))
    order by message_id, emoji limit ${limit}`.execute(db);
  return rows;
}

export type ErasedReaction = {
  readonly messageId: string;
  readonly conversationId: string;
  readonly emoji: string;
};

/** Deletes the reactions of a user to messages, which it locks in the order of their ids before it counts. */
export async function deleteOwnReactions(
  tx: Tx,
  { userId, messageIds }: { userId: string; messageIds: readonly string[] },
): Promise<ErasedReaction[]> {
  await tx
    .selectFrom('messages')
    .select('id')
    .where('id', '=', anyOf(messageIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql<ErasedReaction>`
    with deleted as (
      delete from message_reactions where user_id = ${userId}::uuid and message_id = ${anyOf(messageIds)}
      returning message_id, emoji
    ), lowered as (
      update message_reaction_counts k set count = k.count - 1 from deleted
      where k.message_id = deleted.message_id and k.emoji = deleted.emoji and k.count > 1
    ), dropped as (
      delete from message_reaction_counts k using deleted
      where k.message_id = deleted.message_id and k.emoji = deleted.emoji and k.count = 1
    )
    select m.id as "messageId", m.conversation_id as "conversationId", deleted.emoji
    from deleted join messages m on m.id = deleted.message_id`.execute(tx);
  return rows;
}
