import { MINUTE_MS } from '#platform/clock.ts';
import type { Limits } from '#platform/limits.ts';
import type { Comment, VisibleComment } from './comments.types.ts';

/** Levels of answers; the table holds the same. */
const DEPTH_MAX = 50;

/** Where a new comment stands. */
export type Place = Pick<Comment, 'parentId' | 'depth'>;

/** An answer to a comment that lies as deep as one may stands beside it. */
export function placeBelow(answered: Comment | null): Place {
  if (!answered) return { parentId: null, depth: 1 };
  if (answered.depth >= DEPTH_MAX) return { parentId: answered.parentId, depth: answered.depth };
  return { parentId: answered.id, depth: answered.depth + 1 };
}

export const isVisible = (comment: Comment): comment is VisibleComment => comment.authorId !== null;

/** Guards `deleteComment` and answers `viewer.canDelete`. */
export const canDeleteComment = (userId: string, comment: Comment): boolean => comment.authorId === userId;

/** Whether what others have answered meanwhile may still be put below another text. */
export function isEditable(comment: Pick<Comment, 'createdAt'>, now: Date, limits: Limits): boolean {
  return now.getTime() - comment.createdAt.getTime() < limits.commentEditMinutes * MINUTE_MS;
}

/** Answers `viewer.canEdit`; `updateComment` asks for both its parts, since they are refused differently. */
export const canEditComment = (userId: string, comment: Comment, now: Date, limits: Limits): boolean =>
  comment.authorId === userId && isEditable(comment, now, limits);

/** Guards `hideComment` and answers `viewer.canHide`. */
export const canHideComment = (userId: string, comment: Comment): boolean =>
  comment.postAuthorId === userId && isVisible(comment);

/** Guards `pinComment` and answers `viewer.canPin`. */
export const canPinComment = (userId: string, comment: Comment): boolean =>
  canHideComment(userId, comment) && isPinnable(comment);

/** Only what answers the post itself, and is shown to others, is shown first. */
export const isPinnable = (comment: Pick<Comment, 'parentId' | 'isHidden'>): boolean =>
  comment.parentId === null && !comment.isHidden;
