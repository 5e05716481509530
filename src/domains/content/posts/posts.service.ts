import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { changePostCount, lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { load } from '#platform/request/loader.ts';
import { updatePostCounters } from './post-counters.service.ts';
import { visiblePostById } from './posts.loaders.ts';
import { markPostDeleted } from './posts.queries.ts';
import { emitDeleted } from './states.service.ts';
import type { Post } from './posts.types.ts';

/** Deletes a post of the caller, also one that moderation hides. @throws AppError NOT_FOUND for posts of others, too */
export async function deletePost(ctx: UserContext, { postId }: { postId: string }): Promise<string> {
  const authorId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    // Pinning and erasing lock the author's row before their posts, too.
    await lockUsers(tx, [authorId]);
    const deleted = await markPostDeleted(tx, { id: postId, authorId, deletedAt: ctx.clock.now() });
    if (!deleted) throw notFound('Post', ['postId']);
    const { mediaIds, quotedPostId, moderationState } = deleted;
    const isCounted = moderationState === 'VISIBLE';
    if (isCounted) await changePostCount(tx, authorId, -1);
    await detachMedia(tx, { ids: mediaIds });
    emitDeleted(tx, authorId, deleted);
    if (isCounted && quotedPostId !== null) await updatePostCounters(tx, quotedPostId, { quoteCount: -1 });
  });
  return postId;
}

/** A post that the caller can see. @throws AppError NOT_FOUND that points at `path` */
export async function requirePost(ctx: RequestContext, id: string, path: readonly string[]): Promise<Post> {
  const found = await load(ctx, visiblePostById, id);
  if (!found) throw notFound('Post', path);
  return found;
}
