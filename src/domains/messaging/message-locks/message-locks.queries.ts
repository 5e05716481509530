import { type RawBuilder, sql } from 'kysely';
import { anyOf, idsWithRowSql } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { KeptMessage, MessageLock } from './message-locks.types.ts';

/** Messages among `ids` that a user has bought, however many they have bought. */
export const listBought = prepared<{ ids: readonly string[]; buyerId: string }, { readonly id: string }>(
  (db, { ids, buyerId }) =>
    idsWithRowSql(
      ids,
      sql`select from message_purchases p
        where p.message_id = wanted.id and p.buyer_id = ${buyerId}::uuid and p.state = 'PAID'`,
    ).compile(db),
);

/** Messages among `ids` that somebody has bought. */
export const listSold = prepared<{ ids: readonly string[] }, { readonly id: string }>((db, { ids }) =>
  sql<{ readonly id: string }>`
    select distinct message_id as id from message_purchases where message_id = ${anyOf(ids)} and state = 'PAID'`.compile(
    db,
  ),
);

/** Contents of deleted messages among `ids` that a user has bought and keeps at a time, by a probe for each. */
export const listKept = prepared<{ ids: readonly string[]; buyerId: string; now: Date }, KeptMessage>(
  (db, { ids, buyerId, now }) =>
    sql<KeptMessage>`
    select k.message_id as id, k.kind, k.text, k.entities, k.media_ids as "mediaIds" from kept_messages k
    where k.message_id = ${anyOf(ids)} and k.ends_at > ${now}::timestamptz and exists (
      select from message_purchases p where p.message_id = k.message_id and p.buyer_id = ${buyerId}::uuid and p.state = 'PAID' offset 0)`.compile(
      db,
    ),
);

type NewKept = Omit<KeptMessage, 'kind'> & {
  readonly kind: string;
  readonly senderId: string;
  readonly endsAt: Date;
};

/** Keeps the content of a locked message, if somebody has bought it. @returns whether it is kept */
export async function insertKept(tx: Tx, kept: NewKept): Promise<boolean> {
  const { rows } = await sql`
    insert into kept_messages (message_id, sender_id, kind, text, entities, media_ids, ends_at)
    select ${kept.id}::uuid, ${kept.senderId}::uuid, ${kept.kind}, ${kept.text}, ${JSON.stringify(kept.entities)}::jsonb,
      ${kept.mediaIds}::uuid[], ${kept.endsAt}::timestamptz
    where exists (select from message_purchases where message_id = ${kept.id}::uuid and state = 'PAID')
    returning message_id`.execute(tx);
  return rows.length > 0;
}

/** The media items of contents that are kept no more. */
type Dropped = readonly (readonly string[])[];

const droppedBy = async (tx: Tx, chosen: RawBuilder<unknown>): Promise<Dropped> => {
  const { rows } = await sql<{ mediaIds: readonly string[] }>`
    delete from kept_messages where message_id in (${chosen}) returning media_ids as "mediaIds"`.execute(tx);
  return rows.map(({ mediaIds }) => mediaIds);
};

export const deleteKept = (tx: Tx, messageId: string): Promise<Dropped> =>
  droppedBy(tx, sql`select ${messageId}::uuid`);

/** Deletes contents whose time is over, at most `limit`. */
export const deleteDueKept = (tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<Dropped> =>
  droppedBy(
    tx,
    sql`select message_id from kept_messages where ends_at <= ${now}::timestamptz order by ends_at limit ${limit} for update skip locked`,
  );

/** Deletes contents of a sender, at most `limit`. */
export const deleteKeptOf = (
  tx: Tx,
  { senderId, limit }: { senderId: string; limit: number },
): Promise<Dropped> =>
  droppedBy(tx, sql`select message_id from kept_messages where sender_id = ${senderId}::uuid limit ${limit}`);

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
