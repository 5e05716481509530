import { notFound } from '#platform/kernel/errors.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { load } from '#platform/request/loader.ts';
import type { RefundReason } from '#ports/payments.ts';
import { parseMoneyReason } from '../ledger/money-texts.policy.ts';
import { parseRefundAmount } from '../payments/refunds.policy.ts';
import { beginRefund, tryToFinishRefund } from '../payments/refunds.service.ts';
import type { PaymentRefund } from '../payments/take-backs.types.ts';
import { coinPurchaseById } from './coin-purchases.loaders.ts';
import { findPurchase } from './coin-purchases.queries.ts';
import type { CoinPurchase } from './coin-purchases.types.ts';
import { applyTakeBacks } from './take-backs.service.ts';

type Refunding = {
  readonly purchaseId: string;
  /** In the smallest unit of the currency; the rest when it is null. */
  readonly amountMinor?: number | null | undefined;
  readonly kind?: RefundReason | null | undefined;
  readonly reason: string;
};

/**
 * Writes a refund of a purchase down; `showRefund` then asks the provider.
 * @returns the id of the refund
 * @throws ValidationFailed | AppError NOT_FOUND | INVALID_STATE | LIMIT_REACHED
 */
export async function adminRefundPurchase(
  ctx: AdminContext,
  input: Refunding,
  key: IdempotencyKey,
): Promise<string> {
  const { purchaseId } = input;
  const [asked, reason] = [parseRefundAmount(input), parseMoneyReason(input)];
  const id = ctx.ids.next();
  return once(ctx, key, id, async (tx) => {
    if (!(await findPurchase(tx, purchaseId))) throw notFound('Coin purchase', ['purchaseId']);
    const kind = input.kind ?? 'REQUESTED_BY_CUSTOMER';
    const refund = { id, paymentId: purchaseId, amountMinor: asked, kind, reason };
    const { amountMinor, beforeMinor, currency } = await beginRefund(ctx, tx, refund);
    await writeAuditEntry(ctx, tx, {
      action: 'adminRefundPurchase',
      subject: { kind: 'coinpurchase', id: purchaseId },
      reason,
      before: { refundedMinor: beforeMinor, currency },
      after: { refundedMinor: beforeMinor + amountMinor, currency },
    });
  });
}

type ShownRefund = { readonly refund: PaymentRefund | null; readonly purchase: CoinPurchase | null };

/** A refund as the provider says now, which is asked for it where it has not been yet; the coins follow at once. */
export async function showRefund(ctx: AdminContext, refundId: string): Promise<ShownRefund> {
  const refund = await tryToFinishRefund(ctx, refundId);
  if (!refund) return { refund, purchase: null };
  await applyTakeBacks(ctx, refund.paymentId);
  return { refund, purchase: await load(ctx, coinPurchaseById, refund.paymentId) };
}
