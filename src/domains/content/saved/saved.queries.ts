import { type RawBuilder, sql } from 'kysely';
import { visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Parameters } from '#platform/db/prepared.ts';
import { defineWrite, type WriteParts } from '#platform/outbox/write.ts';
import type { SavedPost } from './saved.types.ts';

const SAVED_POST_COLUMNS = ['s.id', 's.post_id as postId', 's.saved_at as savedAt'] as const;

const selectSavedPosts = (db: Db, userId: string) =>
  db.selectFrom('saved_posts as s').select(SAVED_POST_COLUMNS).where('s.user_id', '=', userId);

/** A user's saved posts, or those in one collection, newest first, one more than the page. */
export async function listSavedPosts(
  db: Db,
  { userId, collectionId }: { userId: string; collectionId: string | null },
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<SavedPost[]> {
  if (collectionId === null) {
    return selectSavedPosts(db, userId)
      .where('s.id', '<', beforeId)
      .orderBy('s.id', 'desc')
      .limit(limit + 1)
      .execute();
  }
  return selectSavedPosts(db, userId)
    .innerJoin('saved_collection_items as i', 'i.saved_post_id', 's.id')
    .where('i.collection_id', '=', collectionId)
    .where('i.saved_post_id', '<', beforeId)
    .orderBy('i.saved_post_id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function findSavedPost(
  db: Db,
  saved: { userId: string; id: string },
): Promise<SavedPost | null> {
  return (await selectSavedPosts(db, saved.userId).where('s.id', '=', saved.id).executeTakeFirst()) ?? null;
}

/** The posts among `postIds` that a user saved. */
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

/** The id of a user's saved post, by its post or by itself; null when there is none. */
export async function findSavedPostId(
  db: Db,
  userId: string,
  by: { postId: string } | { savedPostId: string },
): Promise<string | null> {
  const found = await db
    .selectFrom('saved_posts')
    .select('id')
    .where('user_id', '=', userId)
    .where((eb) => ('postId' in by ? eb('post_id', '=', by.postId) : eb('id', '=', by.savedPostId)))
    .executeTakeFirst();
  return found?.id ?? null;
}

export async function countSavedPosts(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('saved_posts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export type NewSavedPost = {
  readonly id: string;
  readonly userId: string;
  readonly postId: string;
  readonly limit: number;
  readonly now: Date;
};

type Chosen = {
  /** At least one, distinct. */
  readonly collectionIds: readonly string[];
};

/**
 * Saves a post that the user sees; one that is saved already stays as it is. The lock on the user serializes their writes, so that no
 * count exceeds its limit or misses an item. Refused also while the same post is saved by another device at the same time, which the
 * statement does not see: then it is to be repeated.
 */
export const writeSavedPost = defineWrite<NewSavedPost, SavedPost>((saving) =>
  partsOf(saving, { chosen: sql``, condition: sql``, added: sql``, written: sql`` }),
);

/** As `writeSavedPost`, and adds the post to collections of the user. Most people name none. */
export const writeCollectedPost = defineWrite<NewSavedPost & Chosen, SavedPost>((saving) => {
  const { collectionIds } = saving;
  return partsOf(saving, {
    chosen: sql`, chosen as materialized (
      select c.id from person join saved_collections c on c.user_id = person.id
      where c.id = any(${collectionIds}::uuid[])
      for key share of c
    )`,
    condition: sql`and (select count(*) from chosen) = cardinality(${collectionIds}::uuid[])`,
    added: sql`, added as (
      insert into saved_collection_items (collection_id, saved_post_id)
      select chosen.id, saved.id from saved, chosen
      on conflict do nothing
      returning collection_id
    ), counted as (
      update saved_collections c set item_count = c.item_count + 1 from added where c.id = added.collection_id
    )`,
    written: sql`union all select collection_id from added`,
  });
});

type CollectionParts = {
  /** Locks the collections. */
  readonly chosen: RawBuilder<unknown>;
  /** On which the post is saved. */
  readonly condition: RawBuilder<unknown>;
  readonly added: RawBuilder<unknown>;
  /** Further rows of `written`. */
  readonly written: RawBuilder<unknown>;
};

function partsOf(
  { id, userId, postId, limit, now }: Parameters<NewSavedPost>,
  collections: CollectionParts,
): WriteParts<SavedPost> {
  return {
    steps: sql`
      person as materialized (
        select id from users where id = ${userId}::uuid for no key update
      )${collections.chosen}, subject as materialized (
        select p.id from person cross join posts p join users u on u.id = p.author_id
        where p.id = ${postId}::uuid and ${visiblePostSql({ id: userId, now })} ${collections.condition}
        for key share of p
      ), inserted as (
        insert into saved_posts (id, user_id, post_id, saved_at)
        select ${id}::uuid, ${userId}::uuid, subject.id, ${now}::timestamptz from subject
        where count_saved_posts(${userId}::uuid) < ${limit}::integer
        on conflict do nothing
        returning id, post_id, saved_at
      ), known as materialized (
        select s.id, s.post_id, s.saved_at from saved_posts s
        where s.user_id = ${userId}::uuid and s.post_id = ${postId}::uuid
          and exists (select from subject) and not exists (select from inserted)
        for key share of s
      ), saved as (
        select id, post_id, saved_at from inserted union all select id, post_id, saved_at from known
      )${collections.added}, written as (
        select id from inserted ${collections.written}
      )`,
    events: [],
    row: sql`select id, post_id as "postId", saved_at as "savedAt" from saved`,
  };
}

export async function deleteSavedPost(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_posts').where('id', '=', id).execute();
}

/** Adds a saved post to collections of the same user; it stays in its present ones. */
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

/** Removes a saved post from one collection, or from all. */
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
