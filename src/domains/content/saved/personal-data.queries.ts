import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { SavedPost } from './saved.types.ts';

export type OwnSavedPost = SavedPost & { readonly collectionIds: readonly string[] };

/** Everything that a person saved, the oldest first, beyond `after`. */
export async function listOwnSavedPosts(
  db: Db,
  own: { userId: string; after: string | null; limit: number },
): Promise<OwnSavedPost[]> {
  return db
    .selectFrom('saved_posts as s')
    .select([
      's.id',
      's.post_id as postId',
      's.saved_at as savedAt',
      sql<string[]>`array(
        select collection_id from saved_collection_items where saved_post_id = s.id order by collection_id
      )`.as('collectionIds'),
    ])
    .where('s.user_id', '=', own.userId)
    .$if(own.after !== null, (query) => query.where('s.id', '>', own.after ?? ''))
    .orderBy('s.id')
    .limit(own.limit)
    .execute();
}

/** A person's collections, the oldest first. Each has at most a few hundred. */
export async function listOwnCollections(db: Db, userId: string) {
  return db
    .selectFrom('saved_collections')
    .select(['id', 'name', 'item_count as itemCount', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Deletes what an erased person saved, at most `limit`; what their collections count does not matter any more. @returns how many */
export async function deleteSavedPostsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_posts')
    .where('id', 'in', (eb) =>
      eb.selectFrom('saved_posts').select('id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteCollectionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('saved_collections').where('user_id', '=', userId).execute();
}
