import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { MessageLock } from './message-locks.types.ts';

/** Messages among `ids` that a user has bought. */
export const listBought = prepared<{ ids: readonly string[]; buyerId: string }, { readonly id: string }>(
  (db, { ids, buyerId }) =>
    sql<{ readonly id: string }>`
    select message_id as id from message_purchases
    where message_id = ${anyOf(ids)} and buyer_id = ${buyerId}::uuid and state = 'PAID'`.compile(db),
);

/** Messages among `ids` that somebody has bought. */
export const listSold = prepared<{ ids: readonly string[] }, { readonly id: string }>((db, { ids }) =>
  sql<{ readonly id: string }>`
    select distinct message_id as id from message_purchases where message_id = ${anyOf(ids)} and state = 'PAID'`.compile(
    db,
  ),
);

type NewLock = Pick<MessageLock, 'priceCoins' | 'teaser' | 'entities' | 'previewMediaIds'>;

type NewLocks = {
  readonly messageIds: readonly string[];
  readonly senderId: string;
  readonly lock: NewLock;
  readonly now: Date;
};

export async function insertLocks(tx: Tx, { messageIds, senderId, lock, now }: NewLocks): Promise<void> {
  await tx
    .insertInto('message_locks')
    .values(
      messageIds.map((messageId) => ({
        message_id: messageId,
        sender_id: senderId,
        price_coins: lock.priceCoins,
        teaser: lock.teaser,
        entities: JSON.stringify(lock.entities),
        preview_media_ids: [...lock.previewMediaIds],
        created_at: now,
      })),
    )
    .execute();
}

/** Sets the price of a locked message for later buyers. @returns false when it is the price already, or there is no lock */
export async function updatePrice(
  tx: Tx,
  { messageId, priceCoins }: { messageId: string; priceCoins: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('message_locks')
    .set({ price_coins: priceCoins, version: sql<number>`version + 1` })
    .where('message_id', '=', messageId)
    .where('price_coins', '<>', priceCoins)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
