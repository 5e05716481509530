import { setCommentState } from '#domains/content/comments/states.service.ts';
import { setPostState } from '#domains/content/posts/states.service.ts';
import { setMessageState } from '#domains/messaging/messages/message-rows.service.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { World } from '#test/support/world.ts';

/** Sets the moderation state of a post. @throws AppError NOT_FOUND for a deleted post */
export async function moderatePost(
  { app: { services } }: World,
  id: string,
  state: ModerationState,
): Promise<void> {
  const change = { postId: uuidOf(id), state, reason: 'A test.', changedAt: services.clock.now() };
  await services.transaction((tx) => setPostState(tx, change));
}

/** Sets the moderation state of all quotes and comments of a user. */
export async function moderateWritten(
  world: World,
  { id }: { readonly id: string },
  state: ModerationState,
): Promise<void> {
  const { db } = world.app.services;
  const quotes = db.selectFrom('posts').select('id').where('is_quote', '=', true);
  for (const quote of await quotes.where('author_id', '=', uuidOf(id)).execute())
    await moderatePost(world, toGlobalId('post', quote.id), state);
  const comments = db.selectFrom('comments').select('id').where('author_id', '=', uuidOf(id));
  for (const comment of await comments.execute())
    await moderateComment(world, toGlobalId('comment', comment.id), state);
}

/** Sets the moderation state of a comment. @throws AppError NOT_FOUND for a deleted comment */
export async function moderateComment(
  { app: { services } }: World,
  id: string,
  state: ModerationState,
): Promise<void> {
  const change = { commentId: uuidOf(id), state, reason: 'A test.', changedAt: services.clock.now() };
  await services.transaction((tx) => setCommentState(tx, change));
}

/** Sets the moderation state of a message. @throws AppError NOT_FOUND for one of the system, and for one that is deleted or has expired */
export async function moderateMessage(
  { app: { services } }: World,
  id: string,
  state: ModerationState,
): Promise<ModerationState> {
  const change = { messageId: uuidOf(id), state, changedAt: services.clock.now() };
  return services.transaction((tx) => setMessageState(tx, change));
}
