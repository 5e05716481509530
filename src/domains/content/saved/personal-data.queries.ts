import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { SavedPost } from './saved.types.ts';

export type OwnSavedPost = SavedPost & { readonly collectionIds: readonly string[] };

/** A batch of a user's saved posts, oldest first, starting after `after`. */
export async function listOwnSavedPosts(
  db: Db,
  own: { userId: string; after: { id: string } | null; limit: number },
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
    .where('s.id', '>', own.after?.id ?? FIRST_ID)
    .orderBy('s.id')
    .limit(own.limit)
    .execute();
}

/** A user's collections, oldest first; `savedCollections` bounds them. */
export async function listOwnCollections(db: Db, userId: string) {
  return db
    .selectFrom('saved_collections')
    .select(['id', 'name', 'item_count as itemCount', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Deletes at most `limit` saved posts of an erased user, whose collections are deleted next. @returns how many */
export async function deleteSavedPostsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_posts')
    .where('id', 'in', (eb) =>
      eb.selectFrom('saved_posts').select('id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteCollectionsOf(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_collections')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
