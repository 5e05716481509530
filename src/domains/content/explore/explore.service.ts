import { z } from 'zod';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { RequestContext } from '#platform/context.ts';
import { type KeysetList, type Page, type PageArgs, pageOf, parsePage } from '#platform/db/keyset.ts';
import { loadMany } from '#platform/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import { listExplorePosts } from './explore.queries.ts';
import type { ExplorePost } from './explore.types.ts';

const RANK_MAX = 2_147_483_647;

/** The order that the list began in, and the place in it. */
const exploreKey = z.tuple([z.uuid(), z.int().min(0).max(RANK_MAX)]);
type ExploreKey = z.infer<typeof exploreKey>;

const exploreList: KeysetList<ExploreKey> = { name: 'exploreFeed', key: exploreKey };

/** What is popular of people whom the caller does not follow, in the order that the list began in. */
export async function exploreFeed(ctx: RequestContext, args: PageArgs): Promise<Page<ExplorePost>> {
  const page = parsePage(exploreList, args, ctx.limits);
  const { id: viewerId, now } = viewerOf(ctx);
  const [rankingId, rank] = page.from ?? [null, 0];
  const rows = await listExplorePosts(ctx.db, { viewerId, now, rankingId, rank, limit: page.limit + 1 });
  const places = new Map(rows.map(({ id, ...place }) => [id, place]));
  const posts = await loadMany(ctx, visiblePostById, [...places.keys()]);
  const ranked = posts.flatMap((post): ExplorePost[] => {
    const place = places.get(post.id);
    return place ? [{ ...post, ...place }] : [];
  });
  return pageOf(exploreList, page, ranked, (post): ExploreKey => [post.rankingId, post.rank]);
}
