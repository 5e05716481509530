import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { MoneyRef } from '#domains/money/coin-packages/coin-packages.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import type { RefundReason } from '#ports/payments.ts';
import { PaymentPurposeRef, PaymentStateRef } from '../payments/card-payments.schema.ts';
import { adminGetPayments, findAnyPayment } from '../payments/card-payments.service.ts';
import { filterOf } from '../payments/card-payments.policy.ts';
import type { Payment } from '../payments/card-payments.types.ts';
import { CardBrandRef, PaymentDeclineReasonRef } from '../payments/payments.schema.ts';
import { refundedMinor } from '../payments/refunds.policy.ts';
import { findAnyRefund } from '../payments/refunds.service.ts';
import { takeBacksByPayment } from '../payments/card-payments.loaders.ts';
import type { PaymentRefund } from '../payments/take-backs.types.ts';

const RefundStateRef = enumType<PaymentRefund['state']>('AdminRefundState', {
  description: 'State of a refund.',
  values: {
    PENDING: 'The provider has not made the refund yet, or the bank has not taken it.',
    SUCCEEDED: 'The money is on its way to the card. It can still come back: then it is FAILED.',
    FAILED: 'The provider refused the refund, or the bank sent the money back. Nothing was refunded.',
    CANCELED: 'The refund was canceled at the provider. Nothing was refunded.',
  },
});

export const AdminRefundKindRef = enumType<RefundReason>('AdminRefundKind', {
  description: 'Kind of a refund, as the provider is told.',
  values: {
    DUPLICATE: 'The user has paid twice.',
    FRAUDULENT: 'The cardholder has not paid: the provider holds the card for stolen from now on.',
    REQUESTED_BY_CUSTOMER: 'The user wants the money back.',
  },
});

export const AdminRefundRef = builder.objectRef<PaymentRefund>('AdminRefund').implement({
  description: 'A refund of a payment as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `paymentrefund_…`.',
      resolve: ({ id }) => toGlobalId('paymentrefund', id),
    }),
    providerId: t.exposeString('providerId', {
      nullable: true,
      description:
        "The provider's id of the refund. Null while the provider has not answered, and if it refused.",
    }),
    amountMinor: t.exposeInt('amountMinor', {
      description: 'The amount in the smallest unit of the currency of the payment.',
    }),
    state: t.field({
      type: RefundStateRef,
      description: 'State, as the provider said last.',
      resolve: ({ state }) => state,
    }),
    kind: t.field({
      type: AdminRefundKindRef,
      nullable: true,
      description: 'The kind. Null if it was made at the provider.',
      resolve: ({ kind }) => kind,
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason in words of the admin who requested it. Null if it was made at the provider.',
    }),
    requestedById: t.id({
      nullable: true,
      description: 'Global id of the admin who requested it. Null if it was made at the provider.',
      resolve: ({ requestedBy }) => requestedBy && toGlobalId('admin', requestedBy),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was requested, or was first heard of.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

adminNodeType(AdminRefundRef, 'paymentrefund', { permission: 'PAYMENTS_READ' }, findAnyRefund);

export const AdminPaymentRef = builder.objectRef<Payment>('AdminPayment').implement({
  description: 'A payment by card as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('payment', id),
    }),
    userId: t.id({
      description: 'Global id of the payer.',
      resolve: ({ userId }) => toGlobalId('user', userId),
    }),
    user: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the payer. Null without the permission `USERS_READ`.',
      resolve: ({ userId }, _args, ctx) => load(ctx, userAccountById, userId),
    }),
    purpose: t.field({
      type: PaymentPurposeRef,
      description: 'The purpose.',
      resolve: ({ purpose }) => purpose,
    }),
    provider: t.exposeString('provider', { description: 'Name of the provider, such as `stripe`.' }),
    providerId: t.exposeString('providerId', {
      nullable: true,
      description: "The provider's id of the payment. Null until the provider has answered.",
    }),
    amount: t.field({ type: MoneyRef, description: 'The amount.', resolve: (payment) => payment }),
    state: t.field({
      type: PaymentStateRef,
      description: 'State, as the provider said last.',
      resolve: ({ state }) => state,
    }),
    declineReason: t.field({
      type: PaymentDeclineReasonRef,
      nullable: true,
      description: 'Reason why the last card was declined. Null if none was.',
      resolve: ({ declineReason }) => declineReason,
    }),
    cardBrand: t.field({
      type: CardBrandRef,
      nullable: true,
      description: 'Brand of the charged card. Null until it is paid, and if the account is erased.',
      resolve: ({ cardBrand }) => cardBrand,
    }),
    cardLast4: t.exposeString('cardLast4', {
      nullable: true,
      description: 'Last four digits of the charged card. Null when `cardBrand` is null.',
    }),
    refundedAmount: t.field({
      type: MoneyRef,
      description: 'Amount that was refunded, or is to be; zero if none.',
      resolve: async ({ id, currency }, _args, ctx) => ({
        amountMinor: refundedMinor((await load(ctx, takeBacksByPayment, id))?.refunds ?? []),
        currency,
      }),
    }),
    refunds: t.field({
      type: [AdminRefundRef],
      description: 'The refunds, newest first, at most {refundsPerPayment}.',
      extensions: listSize('refundsPerPayment'),
      resolve: async ({ id }, _args, ctx) =>
        ((await load(ctx, takeBacksByPayment, id))?.refunds ?? [])
          .toReversed()
          .slice(0, ctx.limits.refundsPerPayment),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was begun.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

adminNodeType(AdminPaymentRef, 'payment', { permission: 'PAYMENTS_READ' }, findAnyPayment);

listField('adminGetPayments', {
  connection: connectionType('AdminPayment', AdminPaymentRef, {
    description: 'Payments by card, newest first.',
  }),
  description: 'Payments of users by card, newest first; also of those whose account is erased.',
  access: { permission: 'PAYMENTS_READ' },
  args: (t) => ({
    userId: t.idOf('user', { description: 'Only payments of this user.' }),
    state: t({ type: PaymentStateRef, description: 'Only payments in this state.' }),
    createdFrom: t({ type: 'DateTime', description: 'Only payments begun at this time or later.' }),
    createdBefore: t({ type: 'DateTime', description: 'Only payments begun before this time.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => adminGetPayments(ctx, filterOf(args), page),
});
