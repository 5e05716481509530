import type { Post } from '../posts/posts.types.ts';

export type FeedReason = 'FOLLOWING' | 'OWN' | 'REPOST';

/** A post where it stands in somebody's feed. */
export type FeedPost = Post & {
  /** The id of the post, or of the repost that brought it. */
  readonly sortId: string;
  readonly reason: FeedReason;
};
