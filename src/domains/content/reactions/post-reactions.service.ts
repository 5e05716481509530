import type { RequestContext, UserContext } from '#platform/context.ts';
import { type Page, parsePage } from '#platform/db/keyset.ts';
import { forgetLoaded, load } from '#platform/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import { existingPost, updatePostCounters } from '../posts/posts.service.ts';
import type { Post } from '../posts/posts.types.ts';
import { reactionList, reactionPage, type ReactionsArgs } from './reaction-lists.ts';
import { postReacted, postReactionRemoved } from './reactions.events.ts';
import { countersChanged } from './reactions.policy.ts';
import { deleteReaction } from './reactions.queries.ts';
import type { Reaction, ReactionType } from './reactions.types.ts';
import { writeReaction } from './writing.ts';

/**
 * Says what the caller feels about a post, in place of what they said before; the same again is success.
 * @throws AppError NOT_FOUND for what is absent or invisible
 */
export async function reactToPost(
  ctx: UserContext,
  { postId, type }: { postId: string; type: ReactionType },
): Promise<Post> {
  const found = await existingPost(ctx, postId, ['postId']);
  const [userId, authorId] = [ctx.user.id, found.authorId];
  const isWritten = await ctx.transaction(async (tx) => {
    const reaction = { subjectId: postId, userId, type, reactedAt: ctx.clock.now() };
    const changes = await writeReaction(tx, 'post', reaction);
    if (!changes) return false;
    tx.emit(postReacted, { postId, userId, type, authorId });
    await updatePostCounters(tx, postId, changes);
    return true;
  });
  return isWritten ? found : postAgain(ctx, postId);
}

/**
 * Takes back what the caller said; repeating it is success.
 * @throws AppError NOT_FOUND for what is absent or invisible
 */
export async function removePostReaction(ctx: UserContext, { postId }: { postId: string }): Promise<Post> {
  const found = await existingPost(ctx, postId, ['postId']);
  const [userId, authorId] = [ctx.user.id, found.authorId];
  const isRemoved = await ctx.transaction(async (tx) => {
    const [removed] = await deleteReaction.post(tx, { subjectId: postId, userId });
    if (!removed) return false;
    tx.emit(postReactionRemoved, { postId, userId, type: removed.type, authorId });
    await updatePostCounters(tx, postId, countersChanged(removed.type, null));
    return true;
  });
  return isRemoved ? found : postAgain(ctx, postId);
}

/** There was nothing to write: because it was said already, or because the post went in that moment. */
function postAgain(ctx: RequestContext, id: string): Promise<Post> {
  forgetLoaded(ctx);
  return existingPost(ctx, id, ['postId']);
}

const postReactionsList = reactionList('postReactions');

/** Who reacted to a post, newest first; null when the caller may not see the post. */
export async function postReactions(
  ctx: RequestContext,
  { postId, type = null, ...args }: ReactionsArgs & { postId: string },
): Promise<Page<Reaction> | null> {
  const page = parsePage(postReactionsList, args, ctx.limits);
  if (!(await load(ctx, visiblePostById, postId))) return null;
  return reactionPage(ctx, postReactionsList, page, { kind: 'post', subjectId: postId, type });
}
