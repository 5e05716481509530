import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/loader.ts';
import { listAudiences } from './audience.queries.ts';
import { listPostCounters } from './counters.queries.ts';
import { listPinnedPosts, listVisiblePosts } from './posts.queries.ts';
import type { Post, PostCounters } from './posts.types.ts';
import { listQuotedPosts } from './quotes.queries.ts';

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

/** What a post quotes, by the id of the quoting post, as far as the caller is to see it there. */
export const quotedPostByQuote: Loader<Post> = {
  name: 'quotedPostByQuote',
  batch: async (ctx, quoteIds) => {
    const quoted = await listQuotedPosts(ctx.db, viewerOf(ctx), quoteIds);
    return new Map(quoted.map(({ quoteId, ...found }) => [quoteId, found]));
  },
};

/** What authors have pinned of what the caller may see, the latest pin first. */
export const pinnedPostsByAuthor: Loader<readonly Post[]> = {
  name: 'pinnedPostsByAuthor',
  batch: async (ctx, authorIds) => {
    const pinned = await listPinnedPosts(ctx.db, viewerOf(ctx), authorIds);
    return Map.groupBy(pinned, ({ authorId }) => authorId);
  },
};

/** The ids of the people whom posts name, for the author of the posts alone. */
export const audienceByPost: Loader<readonly string[]> = {
  name: 'audienceByPost',
  batch: async (ctx, postIds) => {
    const named = Map.groupBy(await listAudiences(ctx.db, postIds), ({ postId }) => postId);
    return new Map([...named].map(([postId, people]) => [postId, people.map(({ userId }) => userId)]));
  },
};
