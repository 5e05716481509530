import type { UserContext } from '#platform/context.ts';
import {
  idKey,
  type KeysetList,
  type IdKey,
  type Page,
  type PageArgs,
  parsePage,
} from '#platform/db/keyset.ts';
import { loadMany } from '#platform/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import type { Post } from '../posts/posts.types.ts';
import { findArrivals } from './arrivals.ts';
import type { Arrival } from './arrivals.queries.ts';
import { primeFeedRows } from './feed-rows.ts';
import type { FeedPost } from './feed.types.ts';
import { orderTimeline } from './timelines.ts';

const feedList: KeysetList<IdKey> = { name: 'feed', key: idKey };

/** What the caller and the people they follow published or passed on, newest first, each post where it came first. */
export async function feed(ctx: UserContext, args: PageArgs): Promise<Page<FeedPost>> {
  const page = parsePage(feedList, args, ctx.limits);
  const { arrivals, reachedId, lacksTimeline } = await findArrivals(ctx, page);
  if (lacksTimeline) await orderTimeline(ctx, ctx.user.id);
  const kept = arrivals.slice(0, page.limit);
  await primeFeedRows(ctx, kept);
  const endId = reachedId ?? kept.at(-1)?.sortId;
  return {
    list: feedList,
    nodes: await feedPosts(ctx, kept),
    keyOf: ({ sortId }) => [sortId],
    hasNextPage: arrivals.length > page.limit || reachedId !== null,
    hasPreviousPage: page.from !== null,
    // What disappears at this moment is no edge, and may be the last.
    ...(endId === undefined ? {} : { endKey: [endId] }),
  };
}

async function feedPosts(ctx: UserContext, arrivals: readonly Arrival[]): Promise<FeedPost[]> {
  const posts = await loadMany(
    ctx,
    visiblePostById,
    arrivals.map(({ postId }) => postId),
  );
  const sortIds = new Map(arrivals.map(({ postId, sortId }) => [postId, sortId]));
  return posts.map((post) => feedPostOf(ctx.user.id, post, sortIds.get(post.id) ?? post.id));
}

function feedPostOf(viewerId: string, post: Post, sortId: string): FeedPost {
  const reason = sortId !== post.id ? 'REPOST' : post.authorId === viewerId ? 'OWN' : 'FOLLOWING';
  return { ...post, sortId, reason };
}
