import { writeAuditEntry } from '#platform/request/audit.ts';
import { emitMessageUpdatedTo } from '#domains/messaging/messages/change-notices.service.ts';
import { parseMoneyReason } from '#domains/money/ledger/money-texts.policy.ts';
import { refundSale } from '#domains/money/sales/sale-refunds.service.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { anyPurchaseById, ownPurchaseById } from './paid-messages.loaders.ts';
import type { MessagePurchase } from './paid-messages.types.ts';
import { lockPurchase, updateRefunded } from './purchases.queries.ts';

/**
 * Gives the coins of a sale of the caller back to its buyer, for whom the message is locked again. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND | INVALID_STATE
 */
export async function refundMessagePurchase(
  ctx: UserContext,
  { purchaseId }: { purchaseId: string },
): Promise<MessagePurchase | null> {
  await ctx.transaction(async (tx) => {
    const found = await lockPurchase(tx, purchaseId);
    if (found?.sellerId !== ctx.user.id) throw notFound('Message purchase', ['purchaseId']);
    await refund(ctx, tx, found);
  });
  return load(ctx, ownPurchaseById, purchaseId);
}

/** As `refundMessagePurchase`, of any sale. @throws AppError NOT_FOUND | INVALID_STATE | VALIDATION_FAILED */
export async function adminRefundMessagePurchase(
  ctx: AdminContext,
  input: { purchaseId: string; reason: string },
): Promise<MessagePurchase | null> {
  const { purchaseId } = input;
  const reason = parseMoneyReason(input);
  await ctx.transaction(async (tx) => {
    const found = await lockPurchase(tx, purchaseId);
    if (!found) throw notFound('Message purchase', ['purchaseId']);
    await refund(ctx, tx, found);
    await writeAuditEntry(ctx, tx, {
      action: 'adminRefundMessagePurchase',
      subject: { kind: 'messagepurchase', id: purchaseId },
      reason,
      before: { state: found.state },
      after: { state: 'REFUNDED', priceCoins: found.priceCoins },
    });
  });
  return load(ctx, anyPurchaseById, purchaseId);
}

/** Refunds a locked purchase: before it is settled and after it, when its seller gives back what it brought. */
async function refund(
  ctx: Pick<Services, 'clock' | 'ids' | 'limits'>,
  tx: Tx,
  { id: transferId, messageId, buyerId, sellerId, state, settledTransferId }: MessagePurchase,
): Promise<void> {
  if (state === 'REFUNDED') return;
  const now = ctx.clock.now();
  await updateRefunded(tx, transferId, now);
  // The message is locked before the coins, as where it is bought.
  await emitMessageUpdatedTo(tx, [buyerId, sellerId], { messageId, change: 'UNLOCKED', now });
  const parties = { payerId: buyerId, earnerId: sellerId };
  await refundSale(ctx, tx, { type: 'MESSAGE_REFUNDED', transferId, settledTransferId, ...parties });
}
