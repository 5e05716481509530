import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/loader.ts';
import { listReposters } from './reposters.queries.ts';

/** The people who are named where a post was passed on. */
export const REPOSTERS_MAX = 3;

/** The ids of those who passed posts on to the caller, whom the caller sees; none for anonymous callers. */
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
