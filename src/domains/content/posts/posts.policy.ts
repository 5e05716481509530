import type { Post } from './posts.types.ts';

/** Guards `deletePost` and answers `viewer.canDelete`. */
export const canDeletePost = (userId: string, post: Post): boolean => post.authorId === userId;
