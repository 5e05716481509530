import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { load, prime } from '#platform/request/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import { updatePostCounters } from '../posts/post-counters.service.ts';
import { requirePost } from '../posts/posts.service.ts';
import type { Post } from '../posts/posts.types.ts';
import { postReposted, repostUndone } from './reposts.events.ts';
import { canRepost, effectiveVisibility } from './reposts.policy.ts';
import {
  deleteRepost,
  findRepostedAuthorId,
  lockPostForRepost,
  insertRepost,
  listReposters,
} from './reposts.queries.ts';
import type { Reposter } from './reposts.types.ts';

/**
 * Reposts a post to the caller's followers. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND for an absent or invisible post, INVALID_STATE for one that is not public
 */
export async function repost(ctx: UserContext, { postId }: { postId: string }): Promise<Post> {
  const found = await requirePost(ctx, postId, ['postId']);
  const [userId, authorId] = [ctx.user.id, found.authorId];
  await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    // Deleting a post, going private and blocking lock the author's row too, so the facts hold until the commit.
    await lockUsers(tx, [authorId]);
    const facts = await lockPostForRepost(tx, { userId, postId, now });
    if (!facts) throw notFound('Post', ['postId']);
    if (facts.isReposted) return;
    if (!canRepost(facts)) {
      const current = facts.moderationState === 'HELD' ? 'HELD' : effectiveVisibility(facts);
      throw new AppError('INVALID_STATE', 'Only public posts can be reposted.', {
        path: ['postId'],
        details: { current, allowed: ['PUBLIC'] },
      });
    }
    const id = ctx.ids.next();
    await insertRepost(tx, { id, userId, postId, createdAt: now });
    tx.emit(postReposted, { repostId: id, postId, authorId, userId });
    await updatePostCounters(tx, postId, { repostCount: 1 });
  });
  return found;
}

/**
 * Undoes a repost of the caller, whether or not they can still see the post. Repeating it succeeds without a change.
 * @returns the post; null when the caller cannot see it
 */
export async function undoRepost(ctx: UserContext, { postId }: { postId: string }): Promise<Post | null> {
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    const authorId = await findRepostedAuthorId(tx, { userId, postId });
    if (authorId === null) return;
    await lockUsers(tx, [authorId]);
    const repostId = await deleteRepost(tx, { userId, postId });
    if (repostId === null) return;
    tx.emit(repostUndone, { repostId, postId, authorId, userId });
    await updatePostCounters(tx, postId, { repostCount: -1 });
  });
  return load(ctx, visiblePostById, postId);
}

/** Users who reposted a post, newest repost first; null when the caller cannot see the post. */
export async function postReposters(
  ctx: RequestContext,
  postId: string,
  page: ListRequest<IdKey>,
): Promise<Reposter[] | null> {
  const post = await load(ctx, visiblePostById, postId);
  if (!post) return null;
  const rows = await listReposters(ctx.db, viewerOf(ctx), post, page);
  prime(ctx, visibleUserById, rows);
  return rows;
}
