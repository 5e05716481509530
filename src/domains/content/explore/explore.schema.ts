import { z } from 'zod';
import { FIRST_ID, LAST_ID, type Order } from '#platform/db/keyset.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { load } from '#platform/request/loader.ts';
import { PostRef } from '../posts/posts.schema.ts';
import { exploreReasonByPost } from './explore.loaders.ts';
import { exploreFeed } from './explore.service.ts';
import type { ExploreKey, ExplorePost, ExploreReason } from './explore.types.ts';

const ExploreReasonRef = enumType<ExploreReason>('ExploreReason', {
  description: 'Reason why a post is in the explore feed.',
  values: {
    FOLLOWED_HASHTAG: 'The post has a hashtag that the caller follows. Named before every other reason.',
    POPULAR_WITH_FOLLOWED:
      'At least 2 of the 100 users whom the caller followed most recently reacted to the post or reposted it. Named unless FOLLOWED_HASHTAG is.',
    TRENDING_HASHTAG:
      'The post has a trending hashtag. Named if neither FOLLOWED_HASHTAG nor POPULAR_WITH_FOLLOWED is.',
    POPULAR: 'The post is popular, and no other reason holds.',
  },
});

const ExploreConnectionRef = connectionType<typeof PostRef.$inferType, ExplorePost>('Explore', PostRef, {
  description:
    'Popular posts. All pages follow the ranking of the first page; after an hour they continue in the newest ranking, at the same rank.',
  edgeFields: (t) => ({
    reason: t.field({
      type: ExploreReasonRef,
      description: 'Reason why the post is in the explore feed.',
      resolve: async ({ node }, _args, ctx) => (await load(ctx, exploreReasonByPost, node.id)) ?? 'POPULAR',
    }),
  }),
});

const RANK_MAX = 2_147_483_647;

/** By the rank, within one ranking. */
const BY_RANK: Order<ExplorePost, ExploreKey> = {
  key: z.tuple([z.uuid(), z.int().min(0).max(RANK_MAX)]),
  keyOf: ({ rankingId, rank }) => [rankingId, rank],
  // No ranking has this id: the first page is one of the newest ranking.
  start: [FIRST_ID, 0],
  end: [LAST_ID, RANK_MAX],
};

listField('exploreFeed', {
  connection: ExploreConnectionRef,
  description:
    'Popular public posts of discoverable users whom the caller does not follow, visible to the caller and not muted; no posts of the caller, and no sensitive ones for anonymous callers. At most 1000, and at most 2 of each author, ranked every 5 minutes: see `docs/guides/search.md`.',
  access: 'anyone',
  order: BY_RANK,
  rows: (ctx, _args, page) => exploreFeed(ctx, page),
});
