import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/loader.ts';
import { listVisiblePosts } from './posts.queries.ts';
import type { Post } from './posts.types.ts';

/** Posts that the caller may see. */
export const visiblePostById: Loader<Post> = {
  name: 'visiblePostById',
  batch: async (ctx, ids) => {
    const posts = await listVisiblePosts(ctx.db, viewerOf(ctx), ids);
    return new Map(posts.map((post) => [post.id, post]));
  },
};
