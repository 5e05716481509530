import { sql } from 'kysely';
import { notBlockedSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { containsMutedWordSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { selectVisiblePosts } from '../posts/post-rows.service.ts';
import type { Post } from '../posts/posts.types.ts';

/** Quotes of a post, visible to the viewer and not muted, newest first, one more than the page. */
export async function listQuotes(
  db: Db,
  viewer: { id: string | null; now: Date },
  quoted: Pick<Post, 'id' | 'authorId'>,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Post[]> {
  return selectVisiblePosts(db, viewer)
    .where('p.quoted_post_id', '=', quoted.id)
    .where(notBlockedSql(sql.ref('p.author_id'), sql`${quoted.authorId}::uuid`))
    .where(notMutedSql(viewer, sql.ref('p.author_id'), 'POSTS'))
    .where(({ not }) => not(containsMutedWordSql(viewer, sql.ref('p.text'), sql.ref('p.author_id'))))
    .where('p.id', '<', beforeId)
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute();
}
