import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/request/loader.ts';
import { listExploreReasons } from './explore.queries.ts';
import type { ExploreReason } from './explore.types.ts';

/** Reasons why posts are in the explore feed of the caller. */
export const exploreReasonByPost: Loader<ExploreReason> = {
  name: 'exploreReasonByPost',
  batch: async (ctx, postIds) => {
    const { id: viewerId, now } = viewerOf(ctx);
    const reasons = await listExploreReasons(ctx.db, { postIds, viewerId, now });
    return new Map(reasons.map(({ postId, reason }) => [postId, reason]));
  },
};
