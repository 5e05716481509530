import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/request/loader.ts';
import { listReposters } from './reposters.queries.ts';

/** Reposters shown with a post. */
export const REPOSTERS_MAX = 3;

/** Ids of the caller and followed users who reposted a post; none for anonymous callers. */
export const reposterIdsByPost: Loader<readonly string[]> = {
  name: 'reposterIdsByPost',
  batch: async (ctx, postIds) => {
    const { id: viewerId, now } = viewerOf(ctx);
    const reposts = viewerId
      ? await listReposters(ctx.db, { viewerId, now, postIds, limit: REPOSTERS_MAX })
      : [];
    const byPost = Map.groupBy(reposts, ({ postId }) => postId);
    return new Map([...byPost].map(([postId, of]) => [postId, of.map(({ userId }) => userId)]));
  },
};
