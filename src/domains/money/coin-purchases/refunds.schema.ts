import { idempotentMutationField } from '#platform/graphql/mutation.ts';
import { requireKey } from '#platform/request/idempotency.ts';
import { AdminRefundKindRef, AdminRefundRef } from '../admin-payments/admin-payments.schema.ts';
import { AdminCoinPurchaseRef } from './admin-coin-purchases.schema.ts';
import { adminRefundPurchase, showRefund } from './refunds.service.ts';

idempotentMutationField('adminRefundPurchase', {
  description:
    'Refunds a purchase, or a part of its price, to its card. The same part of its coins is taken back, also below zero where they are spent. A repetition with the same key tells how the refund stands.',
  refusals:
    'INVALID_STATE for a purchase that is not paid, is disputed or is refunded; VALIDATION_FAILED for more than is left; LIMIT_REACHED past {refundsPerPayment} refunds.',
  access: { permission: 'PAYMENTS_REFUND' },
  restriction: null,
  idempotencyKey: 'required',
  keepsKeysForever: true,
  input: (t) => ({
    purchaseId: t.idOf('coinpurchase', { required: true, description: 'The purchase.' }),
    amountMinor: t.int({
      description:
        'The amount in the smallest unit of the currency, above zero and at most what is not refunded yet. All of that when omitted or null.',
    }),
    kind: t.field({
      type: AdminRefundKindRef,
      description: 'The kind, which the provider is told; REQUESTED_BY_CUSTOMER when omitted.',
    }),
    reason: t.string({
      required: true,
      description:
        'Reason in words for the record and for other admins, 1 to 500 characters, without the number of a card. Users do not see it.',
    }),
  }),
  payload: {
    purchase: { type: AdminCoinPurchaseRef, description: 'The purchase, with all refunds of its payment.' },
    refund: {
      type: AdminRefundRef,
      description:
        'The refund, as the provider says now. PENDING while the provider is away, and made later; FAILED where it refuses.',
    },
  },
  act: (ctx, input, key) => adminRefundPurchase(ctx, input, requireKey(key)),
  show: (ctx, id: string) => showRefund(ctx, id),
});
