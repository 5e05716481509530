import fc from 'fast-check';
import type {
  AccountState,
  ModerationState,
  PostVisibility,
} from '#domains/foundation/visibility/visibility.policy.ts';

/*
 * The rule of visibility as pure functions, which tests compare with its SQL and with the lists that use it.
 */

export type UserFacts = {
  readonly state: AccountState;
  readonly isSuspended: boolean;
  readonly isViewer: boolean;
  /** Whether either of the two has blocked the other. */
  readonly isBlocked: boolean;
  /** Whether the user is visible only to signed-in users. */
  readonly requiresSignIn: boolean;
  readonly isViewerSignedIn: boolean;
};

export type PostFacts = {
  readonly author: UserFacts;
  readonly isAuthorPrivate: boolean;
  readonly isAuthorFollowed: boolean;
  readonly visibility: PostVisibility;
  /** For SUBSCRIBERS: the lowest sufficient tier level; null for every subscriber. */
  readonly tierLevel: number | null;
  /** The level of the viewer's entitlement in force; null when there is none. */
  readonly paidLevel: number | null;
  /** For PRIVATE: whether the author has named the viewer. */
  readonly isNamed: boolean;
  readonly isDeleted: boolean;
  readonly moderation: ModerationState;
};

export type CommentFacts = {
  readonly post: PostFacts;
  readonly author: UserFacts;
  /** Whether the authors of the comment and of the post have blocked each other, in either direction. */
  readonly areAuthorsBlocked: boolean;
  /** Hidden by the author of the post. */
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
  readonly moderation: ModerationState;
};

export function canSeeUser(user: UserFacts): boolean {
  if (user.isViewer) return user.state !== 'DELETED';
  if (user.requiresSignIn && !user.isViewerSignedIn) return false;
  return user.state === 'ACTIVE' && !user.isSuspended && !user.isBlocked;
}

export function canSeePost(post: PostFacts): boolean {
  if (post.isDeleted || post.moderation === 'REMOVED' || !canSeeUser(post.author)) return false;
  if (post.author.isViewer) return true;
  if (post.moderation === 'HELD') return false;
  switch (post.visibility) {
    case 'PUBLIC':
      return !post.isAuthorPrivate || post.isAuthorFollowed;
    case 'FOLLOWERS':
      return post.isAuthorFollowed;
    case 'SUBSCRIBERS':
      return post.paidLevel !== null && post.paidLevel >= (post.tierLevel ?? post.paidLevel);
    case 'PRIVATE':
      return post.isNamed;
  }
}

export function canSeeComment(comment: CommentFacts): boolean {
  if (comment.isDeleted || !canSeePost(comment.post) || !canSeeUser(comment.author)) return false;
  if (comment.moderation === 'REMOVED' || comment.areAuthorsBlocked) return false;
  if (comment.moderation === 'HELD' && !comment.author.isViewer) return false;
  return !comment.isHidden || comment.author.isViewer || comment.post.author.isViewer;
}

/** A moderation state of a random world, VISIBLE two times in three. */
export const randomModeration: fc.Arbitrary<ModerationState> = fc.constantFrom(
  'VISIBLE',
  'VISIBLE',
  'VISIBLE',
  'VISIBLE',
  'HELD',
  'REMOVED',
);
