import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { ListRequest } from '#platform/db/keyset.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load, prime } from '#platform/request/loader.ts';
import { messageContent } from '../messages/message-content.service.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import type { Message } from '../messages/messages.types.ts';
import { parseEmoji } from './emoji.ts';
import { emojiCountsByMessage } from './reactions.loaders.ts';
import { listReactors, writeReaction, writeReactionRemoved } from './reactions.queries.ts';
import type { EmojiCount, Reactor, ReactorKey } from './reactions.types.ts';

type ReactionInput = { readonly messageId: string; readonly emoji: string };

/**
 * Puts an emoji to a message, beside others of the caller. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND | INVALID_STATE | LIMIT_REACHED | RESTRICTED | VALIDATION_FAILED
 */
export async function reactToMessage(ctx: UserContext, input: ReactionInput): Promise<Message> {
  const { messageId } = input;
  const emoji = parseEmoji(input.emoji);
  const { messageReactionsPerUser, messageReactionKinds, requestMessages } = ctx.limits;
  const limits = { messageReactionsPerUser, messageReactionKinds, requestMessages };
  const values = { messageId, emoji, userId: ctx.user.id, now: ctx.clock.now(), eventId: ctx.ids.next() };
  await ctx.write(writeReaction, { ...values, ...limits });
  const found = await load(ctx, visibleMessageById, messageId);
  if (!found) throw notFound('Message', ['messageId']);
  return found;
}

/**
 * Removes an emoji of the caller, whether or not they can still see the message. Repeating it succeeds without a change.
 * @returns the message; null when the caller cannot see it
 */
export async function removeMessageReaction(ctx: UserContext, input: ReactionInput): Promise<Message | null> {
  const { messageId } = input;
  const key = { messageId, emoji: parseEmoji(input.emoji), userId: ctx.user.id };
  await ctx.write(writeReactionRemoved, { ...key, now: ctx.clock.now(), eventId: ctx.ids.next() });
  return load(ctx, visibleMessageById, messageId);
}

/** The emojis of a message, first used first; none of a message whose content the viewer does not get. */
export async function emojiCounts(ctx: RequestContext, message: Message): Promise<readonly EmojiCount[]> {
  if (message.deletedAt || message.kind === 'SYSTEM') return [];
  if ((await messageContent(ctx, message)).kind === 'UNAVAILABLE') return [];
  return (await load(ctx, emojiCountsByMessage, message.id)) ?? [];
}

/**
 * Users who reacted to a message, by one emoji or by any, newest first; null when the caller does not see the message or its content.
 * @throws AppError VALIDATION_FAILED
 */
export async function messageReactors(
  ctx: UserContext,
  { messageId, emoji }: { messageId: string; emoji?: string | null | undefined },
  { from: [beforeMs, beforeId, beforeEmoji], limit }: ListRequest<ReactorKey>,
): Promise<readonly Reactor[] | null> {
  const wanted = emoji == null ? null : parseEmoji(emoji);
  const message = await load(ctx, visibleMessageById, messageId);
  if (!message || (await messageContent(ctx, message)).kind === 'UNAVAILABLE') return null;
  const rows = await listReactors(ctx.db, {
    viewerId: ctx.user.id,
    now: ctx.clock.now(),
    messageId,
    emoji: wanted,
    before: new Date(beforeMs),
    beforeId,
    beforeEmoji,
    limit: limit + 1,
  });
  prime(ctx, visibleUserById, rows);
  return rows;
}
