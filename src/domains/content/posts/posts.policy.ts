import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Post } from './posts.types.ts';

/** Answers `viewer.canDelete`; the statement of `deletePost` has the same condition. */
export const canDeletePost = (userId: string, post: Post): boolean => post.authorId === userId;

/** Guards `updatePost` and answers `viewer.canEdit`. */
export const canEditPost = (userId: string, post: Post): boolean => post.authorId === userId;

/** Answers `viewer.isHeld`: it is nobody else's business. */
export const isHeldByModeration = (userId: string, post: Post): boolean =>
  post.authorId === userId && post.moderationState === 'HELD';

/** Answers `viewer.isAwaitingScan`. */
export const isHeldForScan = (userId: string, post: Post): boolean =>
  isHeldByModeration(userId, post) && post.isAwaitingScan;

/** The author's settings that decide who can see a post. */
export type PostVisibilitySettings = Pick<Post, 'visibility' | 'tierLevel'>;

/** FOLLOWERS and SUBSCRIBERS are not comparable: subscribers need not follow, and followers need not pay. */
const NARROWER: Readonly<Record<PostVisibility, readonly PostVisibility[]>> = {
  PUBLIC: ['FOLLOWERS', 'SUBSCRIBERS', 'PRIVATE'],
  FOLLOWERS: ['PRIVATE'],
  SUBSCRIBERS: ['PRIVATE'],
  PRIVATE: [],
};

/**
 * Whether every viewer allowed by `to` is allowed by `from`. Comments and quotes were written for the audience at their
 * time, and must not become visible to a wider one.
 */
export function isNarrowerOrEqual(from: PostVisibilitySettings, to: PostVisibilitySettings): boolean {
  if (from.visibility !== to.visibility) return NARROWER[from.visibility].includes(to.visibility);
  return from.tierLevel === null || (to.tierLevel !== null && to.tierLevel >= from.tierLevel);
}

/** Greater than the number of every revision. */
export const LAST_REVISION = 2 ** 31 - 1;
