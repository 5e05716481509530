import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { forgetLoaded } from '#platform/loader.ts';
import { countPinned, lockOwnPost, updatePostColumns } from './posts.queries.ts';
import { existingPost } from './posts.service.ts';
import type { Post } from './posts.types.ts';

/**
 * Shows a post of the caller's first in their profile; one that is pinned is success without a change.
 * @throws AppError NOT_FOUND for what is not theirs, too | LIMIT_REACHED
 */
export async function pinPost(ctx: UserContext, input: { postId: string }): Promise<Post> {
  const { pinnedPosts } = ctx.limits;
  return changeOwn(ctx, input.postId, async (tx, found) => {
    if (found.pinnedAt) return;
    if ((await countPinned(tx, found.authorId)) >= pinnedPosts) {
      throw new AppError(
        'LIMIT_REACHED',
        `At most ${pinnedPosts} posts are pinned: unpin another one first.`,
      );
    }
    await updatePostColumns(tx, found.id, { pinnedAt: ctx.clock.now() });
  });
}

/** One that is not pinned is success without a change. @throws AppError NOT_FOUND for what is not the caller's, too */
export async function unpinPost(ctx: UserContext, input: { postId: string }): Promise<Post> {
  return changeOwn(ctx, input.postId, async (tx, found) => {
    if (found.pinnedAt) await updatePostColumns(tx, found.id, { pinnedAt: null });
  });
}

/** The author's row is locked first, so that what is pinned at once is counted one after the other. */
async function changeOwn(
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
  forgetLoaded(ctx);
  return existingPost(ctx, postId, ['postId']);
}
