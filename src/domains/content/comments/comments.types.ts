import type { TextEntity } from '#domains/foundation/entities/entities.types.ts';
import type { User } from '#domains/identity/users/users.types.ts';

/** What others did with a comment; the same for everybody who sees it. */
export type CommentCounters = {
  /** Direct replies, tombstones among them. */
  readonly replyCount: number;
  readonly likeCount: number;
  readonly loveCount: number;
  readonly hahaCount: number;
  readonly wowCount: number;
  readonly sadCount: number;
  readonly angryCount: number;
};

/**
 * A comment as a viewer finds it: with what it says, or as a tombstone, which holds its place in the thread while there
 * are replies below it. Tombstones are all alike, whether the comment is deleted or the viewer may not see it.
 */
export type Comment = CommentCounters & {
  readonly id: string;
  readonly postId: string;
  readonly postAuthorId: string;
  /** Null when it answers the post itself. */
  readonly parentId: string | null;
  /** 1 for an answer to the post itself. */
  readonly depth: number;
  /** Null in a tombstone. */
  readonly authorId: string | null;
  readonly text: string;
  readonly entities: readonly TextEntity[];
  readonly mediaIds: readonly string[];
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  /** By the author of the post. */
  readonly isHidden: boolean;
  readonly pinnedAt: Date | null;
  /** How high it stands among the best. */
  readonly score: number;
};

export type VisibleComment = Comment & { readonly authorId: string };

/** A comment with its author, whose row the statement has read anyhow; null beside a tombstone. */
export type AuthoredComment = { readonly comment: Comment; readonly author: User | null };

export type CommentSort = 'TOP' | 'NEWEST' | 'OLDEST';
