import type { Post } from '../posts/posts.types.ts';

/** Why a post is in the explore feed of somebody. */
export type ExploreReason = 'POPULAR' | 'TRENDING_HASHTAG' | 'FOLLOWED_HASHTAG' | 'POPULAR_WITH_FOLLOWED';

/** A post with its place in the order that the page follows. */
export type ExplorePost = Post & { readonly rankingId: string; readonly rank: number };
