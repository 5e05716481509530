import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { lockOwnPost, updatePostColumns } from '../posts/post-rows.service.ts';
import { requirePost } from '../posts/posts.service.ts';
import type { Post } from '../posts/posts.types.ts';
import { countPinned } from './post-pins.queries.ts';

/**
 * Pins a post of the caller to their profile. Pinning a pinned post succeeds without a change.
 * @throws AppError NOT_FOUND for posts of others, too | LIMIT_REACHED
 */
export async function pinPost(ctx: UserContext, input: { postId: string }): Promise<Post> {
  const { pinnedPosts } = ctx.limits;
  return updateOwnPost(ctx, input.postId, async (tx, found) => {
    if (found.pinnedAt) return;
    if ((await countPinned(tx, found.authorId)) >= pinnedPosts) {
      throw new AppError('LIMIT_REACHED', `At most ${pinnedPosts} posts can be pinned. Unpin one first.`);
    }
    await updatePostColumns(tx, found.id, { pinnedAt: ctx.clock.now() });
  });
}

/** Unpinning a post that is not pinned succeeds without a change. @throws AppError NOT_FOUND for posts of others, too */
export async function unpinPost(ctx: UserContext, input: { postId: string }): Promise<Post> {
  return updateOwnPost(ctx, input.postId, async (tx, found) => {
    if (found.pinnedAt) await updatePostColumns(tx, found.id, { pinnedAt: null });
  });
}

/** Locks the author's row first: that serializes pins, so that their number cannot exceed the limit. */
async function updateOwnPost(
  ctx: UserContext,
  postId: string,
  change: (tx: Tx, found: Post) => Promise<void>,
): Promise<Post> {
  const authorId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [authorId]);
    const found = await lockOwnPost(tx, { id: postId, authorId });
    if (!found) throw notFound('Post', ['postId']);
    await change(tx, found);
  });
  return requirePost(ctx, postId, ['postId']);
}
