import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/loader.ts';
import { listPostCounters } from './counters.queries.ts';
import { listVisiblePosts } from './posts.queries.ts';
import type { Post, PostCounters } from './posts.types.ts';

/** Posts that the caller may see. */
export const visiblePostById: Loader<Post> = {
  name: 'visiblePostById',
  batch: async (ctx, ids) => {
    const posts = await listVisiblePosts(ctx.db, viewerOf(ctx), ids);
    return new Map(posts.map((post) => [post.id, post]));
  },
};

/** What others did with posts, whether the caller may see these posts or not. */
export const postCountersById: Loader<PostCounters> = {
  name: 'postCountersById',
  batch: async (ctx, ids) => {
    const counters = await listPostCounters(ctx.db, { ids });
    return new Map(counters.map(({ postId, ...found }) => [postId, found]));
  },
};
