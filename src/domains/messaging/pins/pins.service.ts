import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { AppError, notFound, ValidationFailed } from '#platform/kernel/errors.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { changedMeanwhile } from '#platform/outbox/write.ts';
import { load } from '#platform/request/loader.ts';
import { lockOwnConversation, type OwnConversation } from '../conversations/membership.service.ts';
import { emitMessageUpdated } from '../messages/change-notices.service.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import type { Message } from '../messages/messages.types.ts';
import { assertOpen } from '../messages/open-messages.service.ts';
import { addSystemMessage } from '../messages/system-messages.service.ts';
import { pinByMessage, pinsOf } from './pins.loaders.ts';
import { canPin } from './pins.policy.ts';
import { countPins, deletePin, deletePinsOfNobody, insertPin } from './pins.queries.ts';

/**
 * Pins a message for all participants. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND | FORBIDDEN | INVALID_STATE | LIMIT_REACHED
 */
export async function pinMessage(ctx: UserContext, messageId: string): Promise<Message> {
  const { conversationId } = await assertOpen(ctx, messageId);
  const { pinnedMessages, requestMessages } = ctx.limits;
  await ctx.transaction(async (tx) => {
    const { conversation } = await lockAsPinner(ctx, tx, conversationId);
    const pin = { messageId, userId: ctx.user.id, requestMessages, now: ctx.clock.now() };
    if (!(await insertPin(tx, pin))) return;
    await assertRoom(tx, { conversationId, now: pin.now, limit: pinnedMessages });
    await emitMessageUpdated(tx, { messageId, change: 'PIN', now: pin.now });
    if (conversation.kind === 'DIRECT') return;
    await addSystemMessage(ctx, tx, { conversationId, change: 'MESSAGE_PINNED', byId: ctx.user.id });
  });
  // Another caller has pinned it at the same time, or it is open no longer.
  if (!(await load(ctx, pinByMessage, messageId))) {
    await assertOpen(ctx, messageId);
    throw changedMeanwhile();
  }
  return requireMessage(ctx, messageId);
}

/** Checks the number of pins after one came in. Those that no member sees make room. */
async function assertRoom(
  tx: Tx,
  { conversationId, now, limit }: { conversationId: string; now: Date; limit: number },
): Promise<void> {
  if ((await countPins(tx, conversationId)) <= limit) return;
  await deletePinsOfNobody(tx, { conversationId, now });
  if ((await countPins(tx, conversationId)) <= limit) return;
  throw new AppError('LIMIT_REACHED', `Pin at most ${limit} messages: unpin another one.`, {
    path: ['messageId'],
    details: { limit },
  });
}

/** Unpins a message for all participants. Repeating it succeeds without a change. @throws AppError NOT_FOUND | FORBIDDEN */
export async function unpinMessage(ctx: UserContext, messageId: string): Promise<Message> {
  const { conversationId } = await requireMessage(ctx, messageId);
  await ctx.transaction(async (tx) => {
    await lockAsPinner(ctx, tx, conversationId);
    if (await deletePin(tx, messageId)) {
      await emitMessageUpdated(tx, { messageId, change: 'PIN', now: ctx.clock.now() });
    }
  });
  return requireMessage(ctx, messageId);
}

/** Locks a conversation in which the caller can pin. @throws AppError NOT_FOUND | FORBIDDEN */
async function lockAsPinner(
  ctx: Pick<InTransaction<UserContext>, 'user'>,
  tx: Tx,
  conversationId: string,
): Promise<OwnConversation> {
  const locked = await lockOwnConversation(ctx, tx, conversationId);
  const { conversation, own } = locked;
  if (own.status !== 'ACTIVE') throw notFound('Message', ['messageId']);
  if (canPin(conversation, own.role)) return locked;
  const message = 'Only the owner and admins of the group can do this.';
  throw new ValidationFailed([new AppError('FORBIDDEN', message, { path: ['messageId'] })]);
}

async function requireMessage(ctx: UserContext, messageId: string): Promise<Message> {
  const found = await load(ctx, visibleMessageById, messageId);
  if (!found) throw notFound('Message', ['messageId']);
  return found;
}

export type PinnedMessage = Message & { readonly pinnedAt: Date };

/** The pinned messages of a conversation that the viewer sees, newest pin first. */
export async function pinnedMessages(
  ctx: RequestContext,
  conversationId: string,
  page: ListRequest<TimeKey>,
): Promise<readonly PinnedMessage[]> {
  const pins = await pinsOf(ctx, conversationId, page);
  const found = await Promise.all(
    pins.map(async ({ messageId, pinnedAt }) => {
      const message = await load(ctx, visibleMessageById, messageId);
      return message && { ...message, pinnedAt };
    }),
  );
  return found.filter((message) => message !== null);
}
