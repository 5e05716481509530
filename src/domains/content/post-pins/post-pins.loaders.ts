import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/request/loader.ts';
import type { Post } from '../posts/posts.types.ts';
import { listPinnedPosts } from './post-pins.queries.ts';

/** Pinned posts of authors that are visible to the caller, latest pin first. */
export const pinnedPostsByAuthor: Loader<readonly Post[]> = {
  name: 'pinnedPostsByAuthor',
  batch: async (ctx, authorIds) => {
    const pinned = await listPinnedPosts(ctx.db, viewerOf(ctx), authorIds);
    return Map.groupBy(pinned, ({ authorId }) => authorId);
  },
};
