import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Post } from './posts.types.ts';

/** Guards `deletePost` and answers `viewer.canDelete`. */
export const canDeletePost = (userId: string, post: Post): boolean => post.authorId === userId;

/** Guards `updatePost` and answers `viewer.canEdit`. */
export const canEditPost = (userId: string, post: Post): boolean => post.authorId === userId;

/** Whom a post admits, as far as its author decides it. */
export type Admission = Pick<Post, 'visibility' | 'tierLevel'>;

/** Subscribers need not follow, and followers need not pay: neither of the two is narrower than the other. */
const NARROWER: Readonly<Record<PostVisibility, readonly PostVisibility[]>> = {
  PUBLIC: ['FOLLOWERS', 'SUBSCRIBERS', 'PRIVATE'],
  FOLLOWERS: ['PRIVATE'],
  SUBSCRIBERS: ['PRIVATE'],
  PRIVATE: [],
};

/**
 * Whether everybody whom `to` admits is admitted by `from`. What people answered and quoted in a small circle must not
 * stand before a larger one that they did not speak to.
 */
export function isAsNarrow(from: Admission, to: Admission): boolean {
  if (from.visibility !== to.visibility) return NARROWER[from.visibility].includes(to.visibility);
  return from.tierLevel === null || (to.tierLevel !== null && to.tierLevel >= from.tierLevel);
}
