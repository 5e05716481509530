import { sql } from 'kysely';
import { presentSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Posts of a segment before the next one begins: as many as one scan can read. */
const SEGMENT_POSTS = 16_384;

/**
 * Locks posts until the transaction ends, so that their documents are never older than they.
 * @returns the ids of those that are not deleted or removed
 */
export async function lockLivePosts(tx: Tx, postIds: readonly string[]): Promise<readonly string[]> {
  const live = await tx
    .selectFrom('posts')
    .select('id')
    .where('id', '=', anyOf(postIds))
    .where(presentSql('posts'))
    .orderBy('id')
    .forShare()
    .execute();
  return live.map((row) => row.id);
}

/** Inserts or replaces the search documents of posts. */
export async function upsertDocuments(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`
    insert into post_search (post_id, document)
    select p.id, search_document(s.number, p.text, p.entities, p.author_id, p.media_ids <> '{}')
    from posts p
    cross join lateral (
      select number from search_segments where first_id <= p.id order by first_id desc limit 1
    ) s
    where p.id = any(${postIds}::uuid[])
    on conflict (post_id) do update set document = excluded.document`.execute(tx);
}

export async function deleteDocuments(tx: Tx, postIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('post_search').where('post_id', '=', anyOf(postIds)).execute();
}

/** Begins a segment at an id above all posts, once the newest segment is full. */
export async function insertSegment(tx: Tx, firstId: string): Promise<void> {
  await sql`
    insert into search_segments (number, first_id)
    select newest.number + 1, ${firstId}::uuid
    from (select number, first_id from search_segments order by first_id desc limit 1) newest
    where newest.first_id < ${firstId}::uuid and ${SEGMENT_POSTS}::integer <= (
      select count(*) from (
        select from post_search where post_id >= newest.first_id limit ${SEGMENT_POSTS}::integer
      ) entered)
    on conflict do nothing`.execute(tx);
}
