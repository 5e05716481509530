import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Posts of a segment before the next one begins: as many as one scan can read. */
const SEGMENT_POSTS = 16_384;

/**
 * Locks a post until the transaction ends, so that its document is never older than the post.
 * @returns false when it is deleted
 */
export async function lockLivePost(tx: Tx, postId: string): Promise<boolean> {
  const live = await tx
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return live !== undefined;
}

/** Inserts or replaces the search document of a post. */
export async function upsertDocument(tx: Tx, postId: string): Promise<void> {
  await sql`
    insert into post_search (post_id, document)
    select p.id, search_document(s.number, p.text, p.entities, p.author_id, p.media_ids <> '{}')
    from posts p
    cross join lateral (
      select number from search_segments where first_id <= p.id order by first_id desc limit 1
    ) s
    where p.id = ${postId}::uuid
    on conflict (post_id) do update set document = excluded.document`.execute(tx);
}

export async function deleteDocument(tx: Tx, postId: string): Promise<void> {
  await tx.deleteFrom('post_search').where('post_id', '=', postId).execute();
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
