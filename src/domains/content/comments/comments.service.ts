import { mentionedIdsOf } from '#domains/foundation/entities/entities.policy.ts';
import { parseContent } from '#domains/foundation/media/content.policy.ts';
import { attachMedia } from '#domains/foundation/media/media.service.ts';
import { resolveEntities } from '#domains/graph/mentions/mentions.service.ts';
import { canDo, isAdmitted } from '#domains/graph/privacy/privacy.service.ts';
import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { AppError, notFound, ValidationFailed } from '#platform/errors.ts';
import type { Limits } from '#platform/limits.ts';
import { forgetLoaded, load } from '#platform/loader.ts';
import { existingPost, updatePostCounters } from '../posts/posts.service.ts';
import type { Post } from '../posts/posts.types.ts';
import { commentAdded, commentUpdated } from './comments.events.ts';
import { placedCommentById, visibleCommentById } from './comments.loaders.ts';
import { canDeleteComment, isEditable, type Place, placeBelow } from './comments.policy.ts';
import {
  addToCommentCounters,
  insertComment,
  lockAnsweredComment,
  lockCommentedPost,
  lockOwnComment,
  updateAnswered,
  updateCommentText,
} from './comments.queries.ts';
import type { Comment, CommentCounters, VisibleComment } from './comments.types.ts';
import { removeComments } from './removal.ts';

type CommentInput = {
  readonly postId: string;
  readonly parentId?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly mediaIds?: readonly string[] | null | undefined;
};

/**
 * Answers a post, or a comment on it, by text, media or both.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED
 * @throws ValidationFailed with FORBIDDEN when the author of the post does not admit the caller
 */
export async function addComment(ctx: UserContext, input: CommentInput): Promise<Comment> {
  const { postId, parentId } = input;
  const { text, mediaIds } = parseContent(input, contentBounds(ctx.limits));
  const post = await existingPost(ctx, postId, ['postId']);
  const answered = parentId == null ? null : await answeredComment(ctx, postId, parentId);
  if (!(await canComment(ctx, post))) throw new ValidationFailed([notAdmitted()]);
  const place = placeBelow(answered);
  const commentId = await ctx.transaction(async (tx) => {
    const authorId = ctx.user.id;
    const entities = await resolveEntities(ctx, { text, path: ['text'], db: tx });
    await holdPlace(tx, { postId, ...place, mediaOwnerId: mediaIds.length > 0 ? authorId : null });
    await attachMedia(tx, { ownerId: authorId, ids: mediaIds, path: ['mediaIds'] });
    const id = ctx.ids.next();
    const createdAt = ctx.clock.now();
    await insertComment(tx, { ...place, id, postId, authorId, text, entities, mediaIds, createdAt });
    tx.emit(commentAdded, {
      commentId: id,
      postId,
      authorId,
      postAuthorId: post.authorId,
      parentAuthorId: answered?.authorId ?? null,
      mentionedIds: mentionedIdsOf(entities, authorId),
    });
    if (place.parentId !== null && !(await updateAnswered(tx, place.parentId))) throw parentGone();
    await updatePostCounters(tx, postId, { commentCount: 1 });
    return id;
  });
  forgetLoaded(ctx);
  // A repetition finds the first result, which may be gone by then.
  return existingComment(ctx, commentId, []);
}

const contentBounds = (limits: Limits) => ({
  what: 'A comment',
  textLengthMax: limits.commentTextLength,
  mediaMax: limits.commentMedia,
});

async function answeredComment(ctx: UserContext, postId: string, id: string): Promise<VisibleComment> {
  const found = await existingComment(ctx, id, ['parentId']);
  if (found.postId !== postId) throw parentGone();
  return found;
}

const parentGone = (): AppError => notFound('Comment', ['parentId']);

const notAdmitted = (): AppError =>
  new AppError('FORBIDDEN', 'The author of this post does not let you comment on it.', { path: ['postId'] });

/** Rows are locked in the order in which all who write them do: people, posts, comments from below, counters. */
async function holdPlace(
  tx: Tx,
  { postId, parentId, mediaOwnerId }: Place & { postId: string; mediaOwnerId: string | null },
): Promise<void> {
  if (mediaOwnerId !== null) await lockUsers(tx, [mediaOwnerId]);
  if (!(await lockCommentedPost(tx, postId))) throw notFound('Post', ['postId']);
  if (parentId !== null && !(await lockAnsweredComment(tx, parentId))) throw parentGone();
}

/** Whether the author of a post, which the caller may see, lets them comment on it: what guards `addComment`. */
export async function canComment(ctx: RequestContext, post: Post): Promise<boolean> {
  if (!ctx.user) return false;
  const [byPost, byAuthor] = await Promise.all([
    isAdmitted(ctx, post.commentAudience, post.authorId),
    canDo(ctx, 'COMMENT', post.authorId),
  ]);
  return byPost && byAuthor;
}

/**
 * Replaces the text, as long as it was published lately.
 * @throws AppError NOT_FOUND for what is not the caller's, too | INVALID_STATE | VALIDATION_FAILED
 */
export async function updateComment(
  ctx: UserContext,
  { commentId, text: given }: { commentId: string; text: string },
): Promise<Comment> {
  const authorId = ctx.user.id;
  const known = await existingComment(ctx, commentId, ['commentId']);
  if (known.authorId !== authorId) throw notFound('Comment', ['commentId']);
  const { postId, mediaIds } = known;
  const { text } = parseContent({ text: given, mediaIds }, contentBounds(ctx.limits));
  await ctx.transaction(async (tx) => {
    const found = await lockOwnComment(tx, { id: commentId, authorId });
    if (!found) throw notFound('Comment', ['commentId']);
    if (text === found.text) return;
    const editedAt = ctx.clock.now();
    if (!isEditable(found, editedAt, ctx.limits)) throw tooOld(ctx.limits);
    const entities = await resolveEntities(ctx, { text, path: ['text'], db: tx });
    await updateCommentText(tx, commentId, { text, entities, editedAt });
    const mentionedBefore = new Set(mentionedIdsOf(found.entities, authorId));
    const mentionedIds = mentionedIdsOf(entities, authorId).filter((id) => !mentionedBefore.has(id));
    tx.emit(commentUpdated, { commentId, postId, authorId, mentionedIds });
  });
  forgetLoaded(ctx);
  return existingComment(ctx, commentId, ['commentId']);
}

const tooOld = ({ commentEditMinutes }: Limits): AppError =>
  new AppError('INVALID_STATE', `A comment can be changed for ${commentEditMinutes} minutes.`, {
    path: ['commentId'],
    details: { current: 'SETTLED', allowed: ['RECENT'] },
  });

/** Deletes a comment of the caller's; replies to it stay. @throws AppError NOT_FOUND for what is not theirs, too */
export async function deleteComment(ctx: UserContext, { commentId }: { commentId: string }): Promise<string> {
  const authorId = ctx.user.id;
  const found = await existingComment(ctx, commentId, ['commentId']);
  if (!canDeleteComment(authorId, found)) throw notFound('Comment', ['commentId']);
  await ctx.transaction(async (tx) => {
    if (found.mediaIds.length > 0) await lockUsers(tx, [authorId]);
    const removed = await removeComments(tx, { places: [found], authorId, deletedAt: ctx.clock.now() });
    if (removed === 0) throw notFound('Comment', ['commentId']);
  });
  return commentId;
}

/** A comment or its tombstone; null when there is neither or the caller may not see the post. */
export async function comment(ctx: RequestContext, id: string): Promise<Comment | null> {
  return load(ctx, placedCommentById, id);
}

/** @throws AppError NOT_FOUND for what the caller may not see, pointing at `path` */
export async function existingComment(
  ctx: RequestContext,
  id: string,
  path: readonly string[],
): Promise<VisibleComment> {
  const found = await load(ctx, visibleCommentById, id);
  if (!found) throw notFound('Comment', path);
  return found;
}

/** Adds to the counters of a comment: the one way to change them from outside. Called last in a transaction. */
export function updateCommentCounters(
  tx: Tx,
  commentId: string,
  changes: Partial<CommentCounters>,
): Promise<void> {
  return addToCommentCounters(tx, commentId, changes);
}
