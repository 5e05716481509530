import { AppError, notFound } from '#platform/kernel/errors.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import { livePositionByMessage } from './live-locations.loaders.ts';
import { writePosition, writeStop } from './live-locations.queries.ts';
import type { LivePosition, PositionInput } from './live-locations.types.ts';
import type { ContentOf } from '../messages/message-content.types.ts';
import { positionInput } from './positions.policy.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import type { Message } from '../messages/messages.types.ts';
import { assertOpen } from '../messages/open-messages.service.ts';

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
  await untilWritten(
    async () => {
      const own = { messageId, userId: ctx.user.id, now: ctx.clock.now(), eventId: ctx.ids.next() };
      return (await ctx.write(writePosition, { ...own, ...position, requestMessages })).row;
    },
    async () => {
      await assertUnrestricted(ctx, 'MESSAGING');
      await assertActive(ctx, messageId);
    },
  );
  const found = await load(ctx, visibleMessageById, messageId);
  if (!found) throw notFound('Message', ['messageId']);
  return found;
}

/** @throws AppError NOT_FOUND | INVALID_STATE */
async function assertActive(ctx: UserContext, messageId: string): Promise<void> {
  const found = await load(ctx, visibleMessageById, messageId);
  if (found?.senderId !== ctx.user.id) throw notFound('Message', ['messageId']);
  await assertOpen(ctx, messageId);
  const { kind } = found;
  if (kind !== 'LIVE_LOCATION') throw refused('Choose a message with a live location.', kind);
  if (!(await load(ctx, livePositionByMessage, messageId)))
    throw refused('Send a new live location.', 'ENDED');
}

const refused = (message: string, current: string): AppError =>
  new AppError('INVALID_STATE', message, {
    path: ['messageId'],
    details: { current, allowed: ['ACTIVE'] },
  });

/**
 * Ends a live location of the caller, whether or not they see the message still. Repeating it succeeds without a change.
 * @returns the message; null when the caller cannot see it
 * @throws AppError NOT_FOUND
 */
export async function stopLiveLocation(ctx: UserContext, messageId: string): Promise<Message | null> {
  const own = { messageId, userId: ctx.user.id, now: ctx.clock.now(), eventId: ctx.ids.next() };
  const { row } = await ctx.write(writeStop, own);
  if (!row) throw notFound('Message', ['messageId']);
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
