import { MINUTE_MS } from '#platform/kernel/clock.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Comment, VisibleComment } from './comments.types.ts';

/** Levels of a thread; a constraint of the table has the same bound. */
export const DEPTH_MAX = 50;
/** Parents of a comment on the lowest level. */
export const ANCESTORS_MAX = DEPTH_MAX - 1;

export const isVisible = (comment: Comment): comment is VisibleComment => comment.authorId !== null;

/** Guards `deleteComment` and answers `viewer.canDelete`. */
export const canDeleteComment = (userId: string, comment: Pick<Comment, 'authorId'>): boolean =>
  comment.authorId === userId;

/** Whether the text can still be edited: later edits would change what existing replies refer to. */
export function isEditable(comment: Pick<Comment, 'createdAt'>, now: Date, limits: Limits): boolean {
  return now.getTime() - comment.createdAt.getTime() < limits.commentEditMinutes * MINUTE_MS;
}

/** Answers `viewer.canEdit`; `updateComment` checks its two parts separately, since their errors differ. */
export const canEditComment = (userId: string, comment: Comment, now: Date, limits: Limits): boolean =>
  comment.authorId === userId && isEditable(comment, now, limits);

/** Answers `viewer.isHeld`: it is nobody else's business. */
export const isHeldByModeration = (userId: string, comment: Comment): boolean =>
  comment.authorId === userId && comment.moderationState === 'HELD';

/** Answers `viewer.isAwaitingScan`. */
export const isHeldForScan = (userId: string, comment: Comment): boolean =>
  isHeldByModeration(userId, comment) && comment.isAwaitingScan;

/** Guards `hideComment` and answers `viewer.canHide`. */
export const canHideComment = (userId: string, comment: Comment): boolean =>
  comment.postAuthorId === userId && isVisible(comment);

/** Guards `pinComment` and answers `viewer.canPin`. */
export const canPinComment = (userId: string, comment: Comment): boolean =>
  canHideComment(userId, comment) && isPinnable(comment);

/** Whether the comment is top-level and not hidden. */
export const isPinnable = (comment: Pick<Comment, 'parentId' | 'isHidden'>): boolean =>
  comment.parentId === null && !comment.isHidden;
