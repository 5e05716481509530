import type { Post } from '../posts/posts.types.ts';

export type FeedReason = 'FOLLOWING' | 'OWN' | 'REPOST';

/** A post at its position in a feed. */
export type FeedPost = Post & {
  /** Id of the post, or of the repost that it is shown for. */
  readonly sortId: string;
  readonly reason: FeedReason;
};
