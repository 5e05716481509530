import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import {
  idKey,
  type IdKey,
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
} from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { load, loadMany, prime } from '#platform/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import { existingPost, updatePostCounters } from '../posts/posts.service.ts';
import type { Post } from '../posts/posts.types.ts';
import { postReposted, repostUndone } from './reposts.events.ts';
import { canRepost, reachOf } from './reposts.policy.ts';
import {
  deleteRepost,
  lockStanding,
  insertRepost,
  listReposters,
  listUserReposts,
} from './reposts.queries.ts';
import type { RepostedPost, Reposter } from './reposts.types.ts';

/**
 * Passes a post on to the caller's followers; repeating it is success.
 * @throws AppError NOT_FOUND for what is absent or invisible, INVALID_STATE for what is not there for everybody
 */
export async function repost(ctx: UserContext, { postId }: { postId: string }): Promise<Post> {
  const found = await existingPost(ctx, postId, ['postId']);
  const [userId, authorId] = [ctx.user.id, found.authorId];
  await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    // Who deletes a post, goes private or blocks holds the author's row too, so what is read then holds until the commit.
    await lockUsers(tx, [authorId]);
    const standing = await lockStanding(tx, { userId, postId, now });
    if (!standing) throw notFound('Post', ['postId']);
    if (standing.isReposted) return;
    if (!canRepost(standing)) {
      throw new AppError('INVALID_STATE', 'Only what is there for everybody can be reposted.', {
        path: ['postId'],
        details: { current: reachOf(standing), allowed: ['PUBLIC'] },
      });
    }
    const id = ctx.ids.next();
    await insertRepost(tx, { id, userId, postId, createdAt: now });
    tx.emit(postReposted, { repostId: id, postId, authorId, userId });
    await updatePostCounters(tx, postId, { repostCount: 1 });
  });
  return found;
}

/** Takes a repost of the caller back; repeating it is success. @throws AppError NOT_FOUND for what is absent or invisible */
export async function undoRepost(ctx: UserContext, { postId }: { postId: string }): Promise<Post> {
  const found = await existingPost(ctx, postId, ['postId']);
  const [userId, authorId] = [ctx.user.id, found.authorId];
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [authorId]);
    const repostId = await deleteRepost(tx, { userId, postId });
    if (repostId === null) return;
    tx.emit(repostUndone, { repostId, postId, authorId, userId });
    await updatePostCounters(tx, postId, { repostCount: -1 });
  });
  return found;
}

const userRepostsList: KeysetList<IdKey> = { name: 'userReposts', key: idKey };

/** What a person reposted, newest repost first; null when the caller may not see the person. */
export async function userReposts(
  ctx: RequestContext,
  args: PageArgs & { userId: string },
): Promise<Page<RepostedPost> | null> {
  const page = parsePage(userRepostsList, args, ctx.limits);
  if (!(await load(ctx, visibleUserById, args.userId))) return null;
  const rows = await listUserReposts(ctx.db, viewerOf(ctx), args.userId, page);
  const listed = pageOf(userRepostsList, page, rows, keyOf);
  const posts = await loadMany(
    ctx,
    visiblePostById,
    listed.nodes.map(({ postId }) => postId),
  );
  const postOf = new Map(posts.map((found) => [found.id, found]));
  // A post that was hidden between the two statements leaves a gap; the page ends where it would have.
  const nodes = listed.nodes.flatMap(({ postId, repostId, repostedAt }) => {
    const found = postOf.get(postId);
    return found ? [{ ...found, repostId, repostedAt }] : [];
  });
  return { ...listed, nodes, keyOf };
}

const keyOf = ({ repostId }: { repostId: string }): IdKey => [repostId];

const postRepostersList: KeysetList<IdKey> = { name: 'postReposters', key: idKey };

/** Who reposted a post, newest first; null when the caller may not see the post. */
export async function postReposters(
  ctx: RequestContext,
  args: PageArgs & { postId: string },
): Promise<Page<Reposter> | null> {
  const page = parsePage(postRepostersList, args, ctx.limits);
  if (!(await load(ctx, visiblePostById, args.postId))) return null;
  const rows = await listReposters(ctx.db, viewerOf(ctx), args.postId, page);
  for (const row of rows) prime(ctx, visibleUserById, row.id, row);
  return pageOf(postRepostersList, page, rows, keyOf);
}
