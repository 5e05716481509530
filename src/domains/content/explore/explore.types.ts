import type { Post } from '../posts/posts.types.ts';

/** Reason why a post is in an explore feed. */
export type ExploreReason = 'POPULAR' | 'TRENDING_HASHTAG' | 'FOLLOWED_HASHTAG' | 'POPULAR_WITH_FOLLOWED';

/** A post with its rank in the ranking that the page follows. */
export type ExplorePost = Post & { readonly rankingId: string; readonly rank: number };

/** The ranking that the list began in, and the rank in it. */
export type ExploreKey = [rankingId: string, rank: number];
