import { conversationViewerById } from '#domains/messaging/conversations/conversations.loaders.ts';
import { canSend } from '#domains/messaging/conversations/conversations.service.ts';
import { boughtMessageById } from '#domains/messaging/message-locks/message-locks.loaders.ts';
import { parseLockPrice } from '#domains/messaging/message-locks/message-locks.policy.ts';
import { updatePrice } from '#domains/messaging/message-locks/message-locks.service.ts';
import { emitUpdated } from '#domains/messaging/messages/change-notices.service.ts';
import { seesSender } from '#domains/messaging/messages/message-content.service.ts';
import { lockMessage } from '#domains/messaging/messages/message-rows.service.ts';
import { visibleMessageById } from '#domains/messaging/messages/messages.loaders.ts';
import type { Message } from '#domains/messaging/messages/messages.types.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, onceByWrite } from '#platform/request/idempotency.ts';
import { load } from '#platform/request/loader.ts';
import { isUnrestricted } from '#platform/request/restrictions.ts';
import { saleCountByMessage } from './paid-messages.loaders.ts';
import { notLocked } from './paid-messages.policy.ts';
import type { MessagePurchase } from './paid-messages.types.ts';
import { listPurchasesOf, listSalesOf } from './purchases.queries.ts';
import { writeUnlock } from './unlocking.queries.ts';

/**
 * Buys the content of a message for the caller, once: what they have bought costs nothing.
 * @returns the id of the message
 * @throws AppError NOT_FOUND | INVALID_STATE | RESTRICTED | PRICE_CHANGED | INSUFFICIENT_COINS | LIMIT_REACHED
 */
export function unlockMessage(
  ctx: UserContext,
  { messageId, expectedPriceCoins }: { messageId: string; expectedPriceCoins: number },
  key: IdempotencyKey,
): Promise<string> {
  const { paidMessageFeeBps, requestMessages } = ctx.limits;
  return onceByWrite(ctx, { key, result: messageId }, async (claim) => {
    const { row } = await ctx.write(writeUnlock, {
      buyerId: ctx.user.id,
      messageId,
      expectedPriceCoins,
      feeBps: paidMessageFeeBps,
      requestMessages,
      transferId: ctx.ids.next(),
      transactionId: ctx.ids.next(),
      key: key.key,
      now: ctx.clock.now(),
      unlockedEventId: ctx.ids.next(),
      updatedEventId: ctx.ids.next(),
      postedEventId: ctx.ids.next(),
      claim,
    });
    return row;
  });
}

/**
 * Changes the price of a paid message of the caller for later buyers; the price that it has changes nothing.
 * @throws AppError NOT_FOUND | INVALID_STATE | VALIDATION_FAILED
 */
export async function updateMessageLock(
  ctx: UserContext,
  { messageId, priceCoins: given }: { messageId: string; priceCoins: number },
): Promise<Message> {
  const priceCoins = parseLockPrice(ctx, given, ['priceCoins']);
  const known = await load(ctx, visibleMessageById, messageId);
  if (known?.senderId !== ctx.user.id) throw notFound('Message', ['messageId']);
  await ctx.transaction(async (tx) => {
    const found = await lockMessage(tx, { id: messageId, now: ctx.clock.now() });
    if (!found) throw notFound('Message', ['messageId']);
    if (!found.isLocked) throw notLocked();
    if (await updatePrice(tx, { messageId, priceCoins })) emitUpdated(tx, found, 'LOCK');
  });
  const changed = await load(ctx, visibleMessageById, messageId);
  if (!changed) throw notFound('Message', ['messageId']);
  return changed;
}

/** Whether the caller has the content of a paid message: they have bought or sent it. */
export const isUnlocked = async (ctx: UserContext, { id, senderId }: Message): Promise<boolean> =>
  senderId === ctx.user.id || (await load(ctx, boughtMessageById, id)) !== null;

/** Whether `unlockMessage` would sell it to the caller, if they have the coins. */
export async function canUnlock(ctx: UserContext, message: Message): Promise<boolean> {
  if (message.deletedAt || !message.lock || (await isUnlocked(ctx, message))) return false;
  if (!(await seesSender(ctx, message)) || !(await isUnrestricted(ctx, 'PURCHASING'))) return false;
  const viewer = await load(ctx, conversationViewerById, message.conversationId);
  return viewer !== null && canSend(ctx, viewer);
}

/** How often a message was bought and not refunded; null unless the viewer sent it. */
export async function saleCount(ctx: RequestContext, { id, senderId }: Message): Promise<number | null> {
  if (ctx.shared || senderId === null || senderId !== ctx.user?.id) return null;
  return (await load(ctx, saleCountByMessage, id))?.sales ?? 0;
}

/** Purchases of the caller, newest first. */
export const myUnlockedMessages = (ctx: UserContext, page: ListRequest<IdKey>): Promise<MessagePurchase[]> =>
  listPurchasesOf(ctx.db, ctx.user.id, page);

/** Sales of the caller, newest first. */
export const messageSales = (
  ctx: UserContext,
  { messageId }: { messageId?: string | null | undefined },
  page: ListRequest<IdKey>,
): Promise<MessagePurchase[]> =>
  listSalesOf(ctx.db, { sellerId: ctx.user.id, messageId: messageId ?? null }, page);
