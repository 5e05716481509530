import { MoneyRef } from '#domains/money/coin-packages/coin-packages.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { findOwnPayment, myPayments } from './card-payments.service.ts';
import type { Payment, PaymentPurpose, PaymentState } from './card-payments.types.ts';
import { CardBrandRef, PaymentDeclineReasonRef } from './payments.schema.ts';
import { isDisputed, refundedMinor } from './refunds.policy.ts';
import { takeBacksByPayment } from './card-payments.loaders.ts';

export const PaymentStateRef = enumType<PaymentState>('PaymentState', {
  description:
    'State of a payment. CREATED, REQUIRES_ACTION, PROCESSING and FAILED follow each other in any order, for an hour. CANCELED, EXPIRED and SUCCEEDED stay, except that money which did move turns CANCELED or EXPIRED into SUCCEEDED.',
  values: {
    CREATED: 'The payment waits for a card.',
    REQUIRES_ACTION: 'The bank wants the cardholder to prove who they are: see `nextAction` of the payload.',
    PROCESSING: 'The provider needs some more time.',
    FAILED: 'The card was declined, for `declineReason`: another one can be tried.',
    CANCELED: 'The payment was canceled, and nothing was charged.',
    EXPIRED: 'The payment was not made within an hour, and nothing was charged.',
    SUCCEEDED: 'The payment is made.',
  },
});

export const PaymentPurposeRef = enumType<PaymentPurpose>('PaymentPurpose', {
  description: 'Purpose of a payment.',
  values: {
    COIN_PURCHASE: 'A package of coins: `CoinPurchase` tells of it.',
    SUBSCRIPTION: 'A period of a subscription to a tier, or a part of one after a change of tier.',
  },
});

export const PaymentRef = builder.objectRef<Payment>('Payment').implement({
  description: 'A payment by card. Visible to its payer alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `payment_…`.',
      resolve: ({ id }) => toGlobalId('payment', id),
    }),
    purpose: t.field({
      type: PaymentPurposeRef,
      description: 'The purpose.',
      resolve: ({ purpose }) => purpose,
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
      description: 'Brand of the charged card. Null until it is paid.',
      resolve: ({ cardBrand }) => cardBrand,
    }),
    cardLast4: t.exposeString('cardLast4', {
      nullable: true,
      description: 'Last four digits of the charged card. Null until it is paid.',
    }),
    receiptUrl: t.exposeString('receiptUrl', {
      nullable: true,
      description: "Address of the provider's receipt, for anybody who has it. Null until it is paid.",
    }),
    refundedAmount: t.field({
      type: MoneyRef,
      description: 'Amount that was refunded to the card, or is to be; zero if none.',
      varies: 'personal',
      resolve: async ({ id, currency }, _args, ctx) => ({
        amountMinor: refundedMinor((await load(ctx, takeBacksByPayment, id))?.refunds ?? []),
        currency,
      }),
    }),
    isDisputed: t.boolean({
      description:
        'Whether the cardholder has disputed it at the bank, which has not decided yet or has given the money back.',
      varies: 'personal',
      resolve: async ({ id }, _args, ctx) =>
        isDisputed((await load(ctx, takeBacksByPayment, id))?.disputes ?? []),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was begun.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

nodeType(PaymentRef, 'payment', findOwnPayment);

listField('myPayments', {
  connection: connectionType('Payment', PaymentRef, { description: 'Payments by card, newest first.' }),
  description: 'Payments of the caller by card, those that were not paid among them, newest first.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myPayments(ctx, page),
});
