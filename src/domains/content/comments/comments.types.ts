import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { TextEntity } from '#domains/graph/entities/entities.types.ts';
import type { User } from '#domains/identity/users/users.types.ts';

/** Counters of a comment, the same for every viewer. */
export type CommentCounters = {
  /** Direct replies, including tombstones. */
  readonly replyCount: number;
  /** Direct replies that moderation holds from their beginning on, which nobody but their authors knows of. */
  readonly unpublishedReplyCount: number;
  readonly likeCount: number;
  readonly loveCount: number;
  readonly hahaCount: number;
  readonly wowCount: number;
  readonly sadCount: number;
  readonly angryCount: number;
};

/**
 * A comment for one viewer: visible, or a tombstone, which holds its place in the thread while it has replies. A tombstone
 * is the same whether the comment is deleted or invisible to the viewer.
 */
export type Comment = CommentCounters & {
  readonly id: string;
  readonly postId: string;
  readonly postAuthorId: string;
  /** Null for a comment on the post itself. */
  readonly parentId: string | null;
  /** 1 for a comment on the post itself. */
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
  /** VISIBLE in a tombstone. */
  readonly moderationState: ModerationState;
  /** Whether it is HELD only until its media are scanned; false in a tombstone. */
  readonly isAwaitingScan: boolean;
  /** Sort key of TOP: reactions and replies, rounded above 16. */
  readonly score: number;
};

export type VisibleComment = Comment & { readonly authorId: string };

/** A comment with the row of its author, which the statement joins in any case; null for a tombstone. */
export type AuthoredComment = { readonly comment: Comment; readonly author: User | null };

export type CommentSort = 'TOP' | 'NEWEST' | 'OLDEST';
