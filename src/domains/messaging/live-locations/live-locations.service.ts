import { notFound } from '#platform/kernel/errors.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { livePositionByMessage } from './live-locations.loaders.ts';
import { writePosition, writeStop } from './live-locations.queries.ts';
import type { LivePosition, PositionInput } from './live-locations.types.ts';
import type { ContentOf } from '../messages/message-content.types.ts';
import { positionInput } from './positions.policy.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import type { Message } from '../messages/messages.types.ts';

/**
 * Replaces the position of a live location of the caller, which the members are told of soon.
 * @throws AppError NOT_FOUND | INVALID_STATE | RESTRICTED | VALIDATION_FAILED
 */
export async function updateLiveLocation(
  ctx: UserContext,
  { messageId, ...given }: PositionInput & { readonly messageId: string },
): Promise<Message> {
  const position = parseInput(positionInput, given);
  const { requestMessages } = ctx.limits;
  // The location may end while the statement waits for its row.
  await untilWritten(async () => {
    const own = { messageId, userId: ctx.user.id, now: ctx.clock.now(), eventId: ctx.ids.next() };
    return (await ctx.write(writePosition, { ...own, ...position, requestMessages })).row;
  });
  const found = await load(ctx, visibleMessageById, messageId);
  if (!found) throw notFound('Message', ['messageId']);
  return found;
}

/**
 * Ends a live location of the caller, whether or not they see the message still. Repeating it succeeds without a change.
 * @returns the message; null when the caller cannot see it
 * @throws AppError NOT_FOUND
 */
export async function stopLiveLocation(ctx: UserContext, messageId: string): Promise<Message | null> {
  const own = { messageId, userId: ctx.user.id, now: ctx.clock.now(), eventId: ctx.ids.next() };
  await ctx.write(writeStop, own);
  return load(ctx, visibleMessageById, messageId);
}

/** The newest position of a content; null when its time is over. The clock is asked again, since an operation may last. */
export async function livePosition(
  ctx: RequestContext,
  { messageId, endsAt }: ContentOf<'LIVE_LOCATION'>,
): Promise<LivePosition | null> {
  const position = await load(ctx, livePositionByMessage, messageId);
  return endsAt > ctx.clock.now() ? position : null;
}
