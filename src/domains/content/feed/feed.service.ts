import type { UserContext } from '#platform/request/context.ts';
import type { FoundRows, IdKey, ListRequest } from '#platform/db/keyset.ts';
import { loadMany } from '#platform/request/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import type { Post } from '../posts/posts.types.ts';
import { findSkeleton } from './skeleton.ts';
import { hydrateFeed } from './hydration.ts';
import { enqueueTimelineBuild } from './timelines.ts';

/**
 * Posts and reposts of the caller and the users they follow, newest first, each post once, at its first publication or repost. The
 * key of a post is its id, or that of the repost that it is shown for.
 */
export async function feed(ctx: UserContext, page: ListRequest<IdKey>): Promise<FoundRows<Post, IdKey>> {
  const { entries, reachedId, lacksTimeline } = await findSkeleton(ctx, page);
  if (lacksTimeline) await enqueueTimelineBuild(ctx, ctx.user.id);
  const shown = entries.slice(0, page.limit);
  await hydrateFeed(ctx, shown);
  const postIds = shown.map(({ postId }) => postId);
  const rows = await loadMany(ctx, visiblePostById, postIds);
  const sortIds = new Map(shown.map(({ postId, sortId }) => [postId, sortId]));
  // The last entry ends the page even if its post is deleted before it is read.
  const endId = reachedId ?? (entries.length > page.limit ? shown.at(-1)?.sortId : undefined);
  return {
    rows,
    endKey: endId === undefined ? undefined : [endId],
    keyOf: ({ id }) => [sortIds.get(id) ?? id],
  };
}
