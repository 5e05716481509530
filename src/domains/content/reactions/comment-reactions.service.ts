import type { RequestContext, UserContext } from '#platform/context.ts';
import { type Page, parsePage } from '#platform/db/keyset.ts';
import { forgetLoaded, load } from '#platform/loader.ts';
import { visibleCommentById } from '../comments/comments.loaders.ts';
import { existingComment, updateCommentCounters } from '../comments/comments.service.ts';
import type { Comment } from '../comments/comments.types.ts';
import { reactionList, reactionPage, type ReactionsArgs } from './reaction-lists.ts';
import { commentReacted, commentReactionRemoved } from './reactions.events.ts';
import { countersChanged } from './reactions.policy.ts';
import { deleteReaction } from './reactions.queries.ts';
import type { Reaction, ReactionType } from './reactions.types.ts';
import { writeReaction } from './writing.ts';

/**
 * Says what the caller feels about a comment, in place of what they said before; the same again is success.
 * @throws AppError NOT_FOUND for what is absent or invisible
 */
export async function reactToComment(
  ctx: UserContext,
  { commentId, type }: { commentId: string; type: ReactionType },
): Promise<Comment> {
  const { authorId } = await existingComment(ctx, commentId, ['commentId']);
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    const reaction = { subjectId: commentId, userId, type, reactedAt: ctx.clock.now() };
    const changes = await writeReaction(tx, 'comment', reaction);
    if (!changes) return;
    tx.emit(commentReacted, { commentId, userId, type, authorId });
    await updateCommentCounters(tx, commentId, changes);
  });
  forgetLoaded(ctx);
  return existingComment(ctx, commentId, ['commentId']);
}

/**
 * Takes back what the caller said; repeating it is success.
 * @throws AppError NOT_FOUND for what is absent or invisible
 */
export async function removeCommentReaction(
  ctx: UserContext,
  { commentId }: { commentId: string },
): Promise<Comment> {
  const { authorId } = await existingComment(ctx, commentId, ['commentId']);
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    const [removed] = await deleteReaction.comment(tx, { subjectId: commentId, userId });
    if (!removed) return;
    tx.emit(commentReactionRemoved, { commentId, userId, type: removed.type, authorId });
    await updateCommentCounters(tx, commentId, countersChanged(removed.type, null));
  });
  forgetLoaded(ctx);
  return existingComment(ctx, commentId, ['commentId']);
}

const commentReactionsList = reactionList('commentReactions');

/** Who reacted to a comment, newest first; null when the caller may not see the comment. */
export async function commentReactions(
  ctx: RequestContext,
  { commentId, type = null, ...args }: ReactionsArgs & { commentId: string },
): Promise<Page<Reaction> | null> {
  const page = parsePage(commentReactionsList, args, ctx.limits);
  if (!(await load(ctx, visibleCommentById, commentId))) return null;
  return reactionPage(ctx, commentReactionsList, page, { kind: 'comment', subjectId: commentId, type });
}
