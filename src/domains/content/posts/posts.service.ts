import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { lockUsers, updatePostCount } from '#domains/identity/users/users.service.ts';
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
import { addToPostCounters, addToViewCounts } from './counters.queries.ts';
import { parsePictures, type PictureInput, storePictures } from './pictures.ts';
import { parsePost, type PostInput } from './post-input.ts';
import { postDeleted } from './posts.events.ts';
import { visiblePostById } from './posts.loaders.ts';
import { canDeletePost } from './posts.policy.ts';
import { listAuthorPosts, updatePostDeleted } from './posts.queries.ts';
import type { Post, PostCounters } from './posts.types.ts';
import { publishPost } from './publishing.ts';

/** Publishes a post of text, media or both. Files are stored before anything is written, and come after `mediaIds`. */
export async function createPost(ctx: UserContext, input: PostInput & PictureInput): Promise<Post> {
  const pictures = parsePictures(input);
  const content = parsePost(input, { limits: ctx.limits, fileCount: pictures.length });
  const mediaIds = [...content.mediaIds, ...(await storePictures(ctx, pictures))];
  const postId = await ctx.transaction((tx) => publishPost(ctx, tx, { ...content, mediaIds }));
  // A repetition finds the first result, which may be gone by then.
  return existingPost(ctx, postId, []);
}

/** Deletes the caller's post. @throws AppError NOT_FOUND for what is not theirs, too */
export async function deletePost(ctx: UserContext, input: { postId: string }): Promise<string> {
  const found = await existingPost(ctx, input.postId, ['postId']);
  if (!canDeletePost(ctx.user.id, found)) throw notFound('Post', ['postId']);
  const { id, authorId, mediaIds, quotedPostId } = found;
  await ctx.transaction(async (tx) => {
    // The author's row is locked before their posts, here as in pinning and in erasing them.
    await lockUsers(tx, [authorId]);
    const isDeleted = await updatePostDeleted(tx, { id, authorId, deletedAt: ctx.clock.now() });
    if (!isDeleted) throw notFound('Post', ['postId']);
    await updatePostCount(tx, authorId, -1);
    await detachMedia(tx, { ids: mediaIds });
    tx.emit(postDeleted, { postId: id, authorId });
    if (quotedPostId !== null) await addToPostCounters(tx, quotedPostId, { quoteCount: -1 });
  });
  return id;
}

/** Null when there is no such post or the caller may not see it. */
export async function post(ctx: RequestContext, id: string): Promise<Post | null> {
  return load(ctx, visiblePostById, id);
}

/** As `post`. @throws AppError NOT_FOUND in place of null, pointing at `path` */
export async function existingPost(ctx: RequestContext, id: string, path: readonly string[]): Promise<Post> {
  const found = await post(ctx, id);
  if (!found) throw notFound('Post', path);
  return found;
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

/** As `updatePostCounters`, for the views of many posts, by their ids. */
export function updatePostViewCounts(tx: Tx, viewCounts: ReadonlyMap<string, number>): Promise<void> {
  return addToViewCounts(tx, viewCounts);
}
