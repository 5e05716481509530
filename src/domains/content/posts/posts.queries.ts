import {
  type ModerationState,
  presentSql,
  type ViewerSql,
  visiblePostSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Post } from './posts.types.ts';

/** The columns of a `Post`, from a row of `posts` with the alias `p`. */
export const POST_COLUMNS = [
  'p.id',
  'p.author_id as authorId',
  'p.text',
  'p.entities',
  'p.visibility',
  'p.tier_level as tierLevel',
  'p.comment_audience as commentAudience',
  'p.is_sensitive as isSensitive',
  'p.location',
  'p.media_ids as mediaIds',
  'p.is_quote as isQuote',
  'p.quoted_post_id as quotedPostId',
  'p.created_at as createdAt',
  'p.edited_at as editedAt',
  'p.pinned_at as pinnedAt',
  'p.version',
] as const;

/** JSON columns, whose generated type is `unknown`. */
type PostJson = Pick<Post, 'entities' | 'location'>;

export const selectVisiblePosts = (db: Db, viewer: ViewerSql) =>
  db
    .selectFrom('posts as p')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(POST_COLUMNS)
    .where(visiblePostSql(viewer))
    .$narrowType<PostJson>();

/** The posts among `ids` that are visible to the viewer. */
export async function listVisiblePosts(db: Db, viewer: ViewerSql, ids: readonly string[]): Promise<Post[]> {
  return selectVisiblePosts(db, viewer).where('p.id', '=', anyOf(ids)).execute();
}

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

/** Locks a post of an author against changes until the end of the transaction; null also when it is removed. */
export async function lockOwnPost(tx: Tx, own: { id: string; authorId: string }): Promise<Post | null> {
  const found = await tx
    .selectFrom('posts as p')
    .select(POST_COLUMNS)
    .where('p.id', '=', own.id)
    .where('p.author_id', '=', own.authorId)
    .where(presentSql('p'))
    .forNoKeyUpdate()
    .$narrowType<PostJson>()
    .executeTakeFirst();
  return found ?? null;
}

/** Columns of a post that its author can change. */
export type PostChanges = Partial<
  Pick<
    Post,
    | 'text'
    | 'entities'
    | 'editedAt'
    | 'visibility'
    | 'tierLevel'
    | 'commentAudience'
    | 'isSensitive'
    | 'location'
    | 'pinnedAt'
    | 'version'
  >
>;

/** Updates only the given columns of a locked post. */
export async function updatePostColumns(tx: Tx, id: string, changes: PostChanges): Promise<void> {
  const columns = {
    text: changes.text,
    entities: changes.entities && JSON.stringify(changes.entities),
    edited_at: changes.editedAt,
    visibility: changes.visibility,
    tier_level: changes.tierLevel,
    comment_audience: changes.commentAudience,
    is_sensitive: changes.isSensitive,
    location: changes.location && JSON.stringify(changes.location),
    pinned_at: changes.pinnedAt,
    version: changes.version,
  };
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  await tx.updateTable('posts').set(Object.fromEntries(given)).where('id', '=', id).execute();
}

/** The columns of a deleted post that decide what is cleaned up and counted. */
type LeavingPost = Pick<Post, 'id' | 'mediaIds' | 'quotedPostId'> & {
  /** Only VISIBLE posts are counted. */
  readonly moderationState: ModerationState;
};

const LEAVING_COLUMNS = [
  'id',
  'media_ids as mediaIds',
  'quoted_post_id as quotedPostId',
  'moderation_state as moderationState',
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
