import type { ViewerSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { selectVisiblePosts } from '../posts/post-rows.service.ts';
import type { Post } from '../posts/posts.types.ts';

/** Pinned posts of authors, latest pin first for each author. */
export async function listPinnedPosts(
  db: Db,
  viewer: ViewerSql,
  authorIds: readonly string[],
): Promise<Post[]> {
  return selectVisiblePosts(db, viewer)
    .where('p.author_id', '=', anyOf(authorIds))
    .where('p.pinned_at', 'is not', null)
    .orderBy('p.author_id')
    .orderBy('p.pinned_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute();
}

export async function countPinned(tx: Tx, authorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author_id', '=', authorId)
    .where('pinned_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
