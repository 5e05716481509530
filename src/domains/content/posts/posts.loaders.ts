import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/request/loader.ts';
import { listAudiences } from './audience.queries.ts';
import { listPostCounters } from './post-counters.service.ts';
import { listVisiblePosts } from './posts.queries.ts';
import type { Post, PostCountersRow } from './posts.types.ts';
import { listQuotedPosts } from './quoted-posts.queries.ts';

/** Posts visible to the caller. */
export const visiblePostById: Loader<Post> = {
  name: 'visiblePostById',
  batch: async (ctx, ids) => {
    const posts = await listVisiblePosts(ctx.db, viewerOf(ctx), ids);
    return new Map(posts.map((post) => [post.id, post]));
  },
};

/** Counters of posts, whether or not the caller can see the posts. */
export const postCountersById: Loader<PostCountersRow> = {
  name: 'postCountersById',
  batch: async (ctx, ids) => {
    const counters = await listPostCounters(ctx.db, { ids });
    return new Map(counters.map((found) => [found.id, found]));
  },
};

/** Quoted posts by the id of the quote, if visible to the caller in it. */
export const quotedPostByQuote: Loader<Post> = {
  name: 'quotedPostByQuote',
  batch: async (ctx, quoteIds) => {
    const quoted = await listQuotedPosts(ctx.db, viewerOf(ctx), quoteIds);
    return new Map(quoted.map(({ quoteId, ...found }) => [quoteId, found]));
  },
};

/** Ids of the users in the audiences of posts, for the author of the posts alone. */
export const audienceByPost: Loader<readonly string[]> = {
  name: 'audienceByPost',
  batch: async (ctx, postIds) => {
    const named = Map.groupBy(await listAudiences(ctx.db, viewerOf(ctx), postIds), ({ postId }) => postId);
    return new Map([...named].map(([postId, people]) => [postId, people.map(({ userId }) => userId)]));
  },
};
