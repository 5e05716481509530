import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { load } from '#platform/loader.ts';
import { PostRef } from '../posts/posts.schema.ts';
import { exploreReasonByPost } from './explore.loaders.ts';
import { exploreFeed } from './explore.service.ts';
import type { ExplorePost, ExploreReason } from './explore.types.ts';

const ExploreReasonRef = enumOf<ExploreReason>('ExploreReason', {
  description: 'Why a post is in the explore feed; of several reasons the first of these.',
  values: {
    FOLLOWED_HASHTAG: 'It has a hashtag that the caller follows.',
    POPULAR_WITH_FOLLOWED:
      'At least two of the 100 people whom the caller followed last reacted to it or reposted it.',
    TRENDING_HASHTAG: 'It has a hashtag that is trending.',
    POPULAR: 'People do much with it.',
  },
});

const ExploreConnectionRef = connectionOf<typeof PostRef, ExplorePost>('Explore', PostRef, {
  description:
    'Popular posts. All pages follow the order in which the list began; after an hour they go on in the newest one, at the same place.',
  edgeFields: (t) => ({
    reason: t.field({
      type: ExploreReasonRef,
      description: 'Why the post is there.',
      resolve: async ({ node }, _args, ctx) => (await load(ctx, exploreReasonByPost, node.id)) ?? 'POPULAR',
    }),
  }),
});

builder.queryField('exploreFeed', (t) =>
  t.field({
    type: ExploreConnectionRef,
    nullable: true,
    description:
      'Public posts that people do much with, of people who let themselves be found and whom the caller does not follow, as far as the caller may see them and has not muted them; none of the caller, and no sensitive ones for anonymous callers. At most 1000, and at most two of each author. Ordered anew every 5 minutes by the square root of 1 + reactions + 2 for everybody who commented + 3 for each repost, all without the author, half as much again with a trending hashtag, divided by (age in hours + 2) to the power of 1.5.',
    access: 'anyone',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => exploreFeed(ctx, args),
  }),
);
