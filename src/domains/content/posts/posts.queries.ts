import { sql } from 'kysely';
import type { ModerationState, ViewerSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { POST_COLUMNS, type PostJson, selectVisiblePosts } from './post-rows.service.ts';
import type { Post } from './posts.types.ts';

/** The posts among `ids` that are visible to the viewer. */
export async function listVisiblePosts(db: Db, viewer: ViewerSql, ids: readonly string[]): Promise<Post[]> {
  return selectVisiblePosts(db, viewer).where('p.id', '=', anyOf(ids)).execute();
}

/** The columns of a deleted post that decide what is cleaned up and counted. */
type LeavingPost = Pick<Post, 'id' | 'mediaIds' | 'quotedPostId'> & {
  /** Null without a quoted post. */
  readonly quotedAuthorId: string | null;
  /** Only VISIBLE posts are counted. */
  readonly moderationState: ModerationState;
  /** Whether others could see it, or could before. */
  readonly isPublished: boolean;
};

const LEAVING_COLUMNS = [
  'id',
  'media_ids as mediaIds',
  'quoted_post_id as quotedPostId',
  sql<string | null>`(select quoted.author_id from posts quoted where quoted.id = posts.quoted_post_id)`.as(
    'quotedAuthorId',
  ),
  'moderation_state as moderationState',
  sql<boolean>`posts.published_at is not null`.as('isPublished'),
] as const;

/** Marks a post as deleted, whoever can see it. @returns null when the author has no such post */
export async function markPostDeleted(
  tx: Tx,
  post: { id: string; authorId: string; deletedAt: Date },
): Promise<LeavingPost | null> {
  const deleted = await tx
    .updateTable('posts')
    .set({ deleted_at: post.deletedAt, pinned_at: null })
    .where('id', '=', post.id)
    .where('author_id', '=', post.authorId)
    .where('deleted_at', 'is', null)
    .returning(LEAVING_COLUMNS)
    .executeTakeFirst();
  return deleted ?? null;
}

/** Deletes rows of posts that an author has not deleted, at most `limit`. @returns the references to clean up */
export async function deletePosts(tx: Tx, authorId: string, limit: number): Promise<LeavingPost[]> {
  return tx
    .deleteFrom('posts')
    .where('id', 'in', (live) =>
      live
        .selectFrom('posts')
        .select('id')
        .where('author_id', '=', authorId)
        .where('deleted_at', 'is', null)
        .limit(limit)
        .forUpdate(),
    )
    .returning(LEAVING_COLUMNS)
    .execute();
}

/** Deletes rows of posts that an author had deleted, at most `limit`. @returns how many */
export async function purgeDeletedPosts(tx: Tx, authorId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('posts')
    .where('id', 'in', (deleted) =>
      deleted
        .selectFrom('posts')
        .select('id')
        .where('author_id', '=', authorId)
        .where('deleted_at', 'is not', null)
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deleted or other posts of an author, by `isDeleted`, in the order of the ids, starting after `after`. */
export async function listOwnPosts(
  db: Db,
  own: { authorId: string; isDeleted: boolean; after: string | null; limit: number },
): Promise<(Post & { deletedAt: Date | null })[]> {
  return db
    .selectFrom('posts as p')
    .select(POST_COLUMNS)
    .select('p.deleted_at as deletedAt')
    .where('p.author_id', '=', own.authorId)
    .where('p.deleted_at', own.isDeleted ? 'is not' : 'is', null)
    .$if(own.after !== null, (query) => query.where('p.id', '>', own.after ?? ''))
    .orderBy('p.id')
    .limit(own.limit)
    .$narrowType<PostJson>()
    .execute();
}
