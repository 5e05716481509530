import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { ListRequest } from '#platform/db/keyset.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { loadMany } from '#platform/request/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import { listExplorePosts } from './explore.queries.ts';
import type { ExploreKey, ExplorePost } from './explore.types.ts';

/** Popular posts of users whom the caller does not follow, in the ranking that the list began in. */
export async function exploreFeed(
  ctx: RequestContext,
  page: ListRequest<ExploreKey>,
): Promise<ExplorePost[]> {
  const { id: viewerId, now } = viewerOf(ctx);
  const [rankingId, rank] = page.from;
  const rows = await listExplorePosts(ctx.db, { viewerId, now, rankingId, rank, limit: page.limit + 1 });
  const ranks = new Map(rows.map(({ id, ...ranked }) => [id, ranked]));
  const posts = await loadMany(ctx, visiblePostById, [...ranks.keys()]);
  return posts.flatMap((post): ExplorePost[] => {
    const ranked = ranks.get(post.id);
    return ranked ? [{ ...post, ...ranked }] : [];
  });
}
