import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { SavedCollection } from './saved.types.ts';

const COLLECTION_COLUMNS = [
  'c.id',
  'c.name',
  'c.item_count as itemCount',
  'c.created_at as createdAt',
] as const;

const selectCollections = (db: Db, userId: string) =>
  db.selectFrom('saved_collections as c').select(COLLECTION_COLUMNS).where('c.user_id', '=', userId);

/** The collections of a user, newest first, one more than the page. */
export async function listCollections(
  db: Db,
  userId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<SavedCollection[]> {
  return selectCollections(db, userId)
    .where('c.id', '<', beforeId)
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function findCollection(
  db: Db,
  collection: { userId: string; id: string },
): Promise<SavedCollection | null> {
  const { userId, id } = collection;
  return (await selectCollections(db, userId).where('c.id', '=', id).executeTakeFirst()) ?? null;
}

export type CollectionOfItem = SavedCollection & { readonly savedPostId: string };

/** The collections that contain saved posts of a user, newest first. */
export async function listCollectionsOfItems(
  db: Db,
  userId: string,
  savedPostIds: readonly string[],
): Promise<CollectionOfItem[]> {
  return selectCollections(db, userId)
    .innerJoin('saved_collection_items as i', 'i.collection_id', 'c.id')
    .select('i.saved_post_id as savedPostId')
    .where('i.saved_post_id', '=', anyOf(savedPostIds))
    .orderBy('c.id', 'desc')
    .execute();
}

/** Counts a user's collections, or those among `ids`, which are distinct. */
export async function countCollections(
  db: Db,
  userId: string,
  ids: readonly string[] | null,
): Promise<number> {
  const { count } = await db
    .selectFrom('saved_collections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .$if(ids !== null, (query) => query.where('id', '=', anyOf(ids ?? [])))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertCollection(
  tx: Tx,
  collection: { id: string; userId: string; name: string; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('saved_collections')
    .values({
      id: collection.id,
      user_id: collection.userId,
      name: collection.name,
      created_at: collection.createdAt,
    })
    .execute();
}

/** @returns false when the user has no such collection */
export async function updateCollectionName(
  tx: Tx,
  collection: { id: string; userId: string; name: string },
): Promise<void> {
  await tx
    .updateTable('saved_collections')
    .set({ name: collection.name })
    .where('id', '=', collection.id)
    .where('user_id', '=', collection.userId)
    .where('name', '<>', collection.name)
    .execute();
}

/** Deletes a collection; its posts stay saved. @returns false when the user has no such collection */
export async function deleteCollection(tx: Tx, collection: { id: string; userId: string }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_collections')
    .where('id', '=', collection.id)
    .where('user_id', '=', collection.userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
