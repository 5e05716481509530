import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { IdKey, PageRequest } from '#platform/db/keyset.ts';
import type { SavedPost } from './saved.types.ts';

const SAVED_POST_COLUMNS = ['s.id', 's.post_id as postId', 's.saved_at as savedAt'] as const;

const selectSavedPosts = (db: Db, userId: string) =>
  db.selectFrom('saved_posts as s').select(SAVED_POST_COLUMNS).where('s.user_id', '=', userId);

/** What a person saved, or of it what is in one collection, newest first, one more than the page. */
export async function listSavedPosts(
  db: Db,
  saved: { userId: string; collectionId: string | null },
  page: PageRequest<IdKey>,
): Promise<SavedPost[]> {
  const { userId, collectionId } = saved;
  const before = page.from?.[0];
  if (collectionId === null) {
    return selectSavedPosts(db, userId)
      .$if(before !== undefined, (query) => query.where('s.id', '<', before ?? ''))
      .orderBy('s.id', 'desc')
      .limit(page.limit + 1)
      .execute();
  }
  return selectSavedPosts(db, userId)
    .innerJoin('saved_collection_items as i', 'i.saved_post_id', 's.id')
    .where('i.collection_id', '=', collectionId)
    .$if(before !== undefined, (query) => query.where('i.saved_post_id', '<', before ?? ''))
    .orderBy('i.saved_post_id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export async function findSavedPost(
  db: Db,
  saved: { userId: string; id: string },
): Promise<SavedPost | null> {
  return (await selectSavedPosts(db, saved.userId).where('s.id', '=', saved.id).executeTakeFirst()) ?? null;
}

/** Of the posts among `postIds` those that a person saved. */
export async function listSavedPostIds(
  db: Db,
  userId: string,
  postIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('saved_posts')
    .select('post_id as postId')
    .where('user_id', '=', userId)
    .where('post_id', '=', anyOf(postIds))
    .$narrowType<{ postId: string }>()
    .execute();
  return rows.map(({ postId }) => postId);
}

/** The key of a person's saved post, by what it is of or by itself; null when there is none. */
export async function findSavedPostId(
  tx: Tx,
  userId: string,
  by: { postId: string } | { savedPostId: string },
): Promise<string | null> {
  const found = await tx
    .selectFrom('saved_posts')
    .select('id')
    .where('user_id', '=', userId)
    .where((eb) => ('postId' in by ? eb('post_id', '=', by.postId) : eb('id', '=', by.savedPostId)))
    .executeTakeFirst();
  return found?.id ?? null;
}

export async function countSavedPosts(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_posts')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns false when the post is erased */
export async function insertSavedPost(
  tx: Tx,
  saved: { id: string; userId: string; postId: string; savedAt: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into saved_posts (id, user_id, post_id, saved_at)
    select ${saved.id}::uuid, ${saved.userId}::uuid, id, ${saved.savedAt}::timestamptz
    from posts where id = ${saved.postId}::uuid for key share`.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteSavedPost(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_posts').where('id', '=', id).execute();
}

/** Puts a saved post into collections of the same person; it stays in those that it is in. */
export async function insertItems(
  tx: Tx,
  item: { savedPostId: string; collectionIds: readonly string[] },
): Promise<void> {
  await sql`
    with added as (
      insert into saved_collection_items (collection_id, saved_post_id)
      select collection_id, ${item.savedPostId}::uuid from unnest(${item.collectionIds}::uuid[]) as collection_id
      on conflict do nothing
      returning collection_id
    )
    update saved_collections set item_count = item_count + 1
    where id in (select collection_id from added)`.execute(tx);
}

/** Takes a saved post out of one collection, or out of all. */
export async function deleteItems(
  tx: Tx,
  item: { savedPostId: string; collectionId: string | null },
): Promise<void> {
  const { savedPostId, collectionId } = item;
  await sql`
    with removed as (
      delete from saved_collection_items where saved_post_id = ${savedPostId}::uuid
        and (${collectionId}::uuid is null or collection_id = ${collectionId}::uuid)
      returning collection_id
    )
    update saved_collections set item_count = item_count - 1
    where id in (select collection_id from removed)`.execute(tx);
}
