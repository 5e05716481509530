import type { Post } from '../posts/posts.types.ts';

/** Contents of a list of a user's posts and reposts. */
export type UserTimelineFilter = 'ALL' | 'POSTS' | 'MEDIA' | 'REPOSTS';

/** A post of a user, or one that they reposted. */
export type UserPost = Post & {
  /** The id of the post or of the repost, which orders them by time. */
  readonly sortId: string;
  /** Null for a post of the user. */
  readonly repostedAt: Date | null;
};
