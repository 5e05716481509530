import { parseContent } from '#domains/foundation/media/content.policy.ts';
import { attachMedia, detachMedia } from '#domains/foundation/media/media.service.ts';
import { type PostVisibility, viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { updatePostCount } from '#domains/identity/users/users.service.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  idKey,
  type IdKey,
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
} from '#platform/db/keyset.ts';
import { notFound } from '#platform/errors.ts';
import { load } from '#platform/loader.ts';
import { addToPostCounters } from './counters.queries.ts';
import { postCreated, postDeleted } from './posts.events.ts';
import { visiblePostById } from './posts.loaders.ts';
import { canDeletePost } from './posts.policy.ts';
import { insertPost, listAuthorPosts, updatePostDeleted } from './posts.queries.ts';
import type { Post, PostCounters } from './posts.types.ts';

type PostInput = {
  readonly text?: string | null | undefined;
  readonly mediaIds?: readonly string[] | null | undefined;
  readonly visibility?: PostVisibility | null | undefined;
};

/** Publishes a post of text, media or both. */
export async function createPost(ctx: UserContext, input: PostInput): Promise<Post> {
  const { limits } = ctx;
  const { text, mediaIds } = parseContent(input, {
    what: 'A post',
    textLengthMax: limits.postTextLength,
    mediaMax: limits.postMedia,
  });
  const postId = await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    const id = ctx.ids.next();
    const authorId = ctx.user.id;
    // The author's row is locked before their media, here as wherever something shown is replaced or deleted.
    await updatePostCount(tx, authorId, 1);
    await attachMedia(tx, { ownerId: authorId, ids: mediaIds, path: ['mediaIds'] });
    await insertPost(tx, {
      id,
      authorId,
      text,
      entities: [],
      visibility: input.visibility ?? 'PUBLIC',
      tierLevel: null,
      commentAudience: 'EVERYONE',
      isSensitive: false,
      location: null,
      mediaIds,
      isQuote: false,
      quotedPostId: null,
      createdAt: now,
    });
    tx.emit(postCreated, { postId: id, authorId, hashtags: [], mentionedIds: [], quotedPostId: null });
    return id;
  });
  // A repetition finds the first result, which may be gone by then.
  return existingPost(ctx, postId, []);
}

/** Deletes the caller's post. @throws AppError NOT_FOUND for what is not theirs, too */
export async function deletePost(ctx: UserContext, input: { postId: string }): Promise<string> {
  const found = await existingPost(ctx, input.postId, ['postId']);
  if (!canDeletePost(ctx.user.id, found)) throw notFound('Post', ['postId']);
  await ctx.transaction(async (tx) => {
    const change = { id: found.id, authorId: found.authorId, deletedAt: ctx.clock.now() };
    if (!(await updatePostDeleted(tx, change))) throw notFound('Post', ['postId']);
    await updatePostCount(tx, found.authorId, -1);
    await detachMedia(tx, { ids: found.mediaIds });
    tx.emit(postDeleted, { postId: found.id, authorId: found.authorId });
  });
  return found.id;
}

/** Null when there is no such post or the caller may not see it. */
export async function post(ctx: RequestContext, id: string): Promise<Post | null> {
  return load(ctx, visiblePostById, id);
}

const userPostsList: KeysetList<IdKey> = { name: 'userPosts', key: idKey };

/** One person's posts, newest first; null when the caller may not see the person. */
export async function userPosts(
  ctx: RequestContext,
  args: PageArgs & { userId: string },
): Promise<Page<Post> | null> {
  const page = parsePage(userPostsList, args, ctx.limits);
  if (!(await load(ctx, visibleUserById, args.userId))) return null;
  const rows = await listAuthorPosts(ctx.db, viewerOf(ctx), args.userId, page);
  return pageOf(userPostsList, page, rows, (found) => [found.id]);
}

/**
 * Adds to the counters of a post: the one way to change them. Called last in a transaction, so that others wait for the
 * row of a popular post as shortly as possible; for several posts in the order of their ids.
 */
export function updatePostCounters(tx: Tx, postId: string, changes: Partial<PostCounters>): Promise<void> {
  return addToPostCounters(tx, postId, changes);
}

async function existingPost(ctx: RequestContext, id: string, path: readonly string[]): Promise<Post> {
  const found = await load(ctx, visiblePostById, id);
  if (!found) throw notFound('Post', path);
  return found;
}
