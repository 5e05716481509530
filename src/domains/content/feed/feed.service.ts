import type { UserContext } from '#platform/request/context.ts';
import type { FoundRows, IdKey, ListRequest } from '#platform/db/keyset.ts';
import { loadMany } from '#platform/request/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import type { Post } from '../posts/posts.types.ts';
import { findSkeleton } from './skeleton.ts';
import type { SkeletonEntry } from './skeleton.queries.ts';
import { hydrateFeed } from './hydration.ts';
import type { FeedPost } from './feed.types.ts';
import { enqueueTimelineBuild } from './timelines.ts';

/** Posts and reposts of the caller and the users they follow, newest first, each post once, at its first publication or repost. */
export async function feed(ctx: UserContext, page: ListRequest<IdKey>): Promise<FoundRows<FeedPost, IdKey>> {
  const { entries, reachedId, lacksTimeline } = await findSkeleton(ctx, page);
  if (lacksTimeline) await enqueueTimelineBuild(ctx, ctx.user.id);
  const shown = entries.slice(0, page.limit);
  await hydrateFeed(ctx, shown);
  const rows = await toFeedPosts(ctx, shown);
  // The last entry ends the page even if its post is deleted before it is read.
  const endId = reachedId ?? (entries.length > page.limit ? shown.at(-1)?.sortId : undefined);
  return endId === undefined ? rows : { rows, endKey: [endId] };
}

async function toFeedPosts(ctx: UserContext, entries: readonly SkeletonEntry[]): Promise<FeedPost[]> {
  const posts = await loadMany(
    ctx,
    visiblePostById,
    entries.map(({ postId }) => postId),
  );
  const sortIds = new Map(entries.map(({ postId, sortId }) => [postId, sortId]));
  return posts.map((post) => feedPostOf(ctx.user.id, post, sortIds.get(post.id) ?? post.id));
}

function feedPostOf(viewerId: string, post: Post, sortId: string): FeedPost {
  const reason = sortId !== post.id ? 'REPOST' : post.authorId === viewerId ? 'OWN' : 'FOLLOWING';
  return { ...post, sortId, reason };
}
