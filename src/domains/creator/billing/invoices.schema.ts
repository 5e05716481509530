import { MoneyRef } from '#domains/money/coin-packages/coin-packages.schema.ts';
import { paymentById } from '#domains/money/payments/card-payments.loaders.ts';
import { PaymentRef } from '#domains/money/payments/card-payments.schema.ts';
import { PaymentDeclineReasonRef } from '#domains/money/payments/payments.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import type { Attempt, Invoice, InvoiceReason, InvoiceState } from './billing.types.ts';
import { ATTEMPTS_SHOWN, lastAttempts, moneyOf, refundedOf } from './invoices.policy.ts';
import { attemptsByInvoice, invoiceByPayment, ownInvoiceById } from './invoices.loaders.ts';
import { myInvoices } from './invoices.service.ts';

const InvoiceReasonRef = enumType<InvoiceReason>('SubscriptionInvoiceReason', {
  description: 'Reason of an invoice.',
  values: {
    CREATE: 'The first period.',
    CYCLE: 'A further period.',
    UPGRADE: 'A change to a dearer tier within a period.',
  },
});

const InvoiceStateRef = enumType<InvoiceState>('SubscriptionInvoiceState', {
  description: 'State of an invoice.',
  values: {
    OPEN: 'The invoice is due.',
    PAID: 'The invoice is paid; `refundedCoins` or `refundedAmount` was given back since.',
    VOID: 'The invoice was not paid, and is not due any more.',
  },
});

const SubscriptionAttemptRef = builder.objectRef<Attempt>('SubscriptionAttempt').implement({
  description: 'A payment by card for an invoice of a subscription. Visible to its payer alone.',
  fields: (t) => ({
    payment: t.field({
      type: PaymentRef,
      nullable: true,
      description: 'The payment. Never null for its payer.',
      varies: 'personal',
      resolve: ({ paymentId }, _args, ctx) => load(ctx, paymentById, paymentId),
    }),
    declineReason: t.field({
      type: PaymentDeclineReasonRef,
      nullable: true,
      description:
        'Reason why the card was declined: after AUTHENTICATION_REQUIRED the payer pays by `confirmSubscriptionPayment`. Null if it was not.',
      resolve: ({ declineReason }) => declineReason,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was begun.',
      resolve: ({ at }) => at,
    }),
  }),
});

/** Fields of an invoice that its payer and admins read in the same words. */
export const invoiceFields = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Invoice>) => ({
  reason: t.field({
    type: InvoiceReasonRef,
    description: 'Reason of the invoice.',
    resolve: ({ reason }) => reason,
  }),
  state: t.field({
    type: InvoiceStateRef,
    description: 'State of the invoice.',
    resolve: ({ state }) => state,
  }),
  amountCoins: t.exposeFloat('amountCoins', {
    description: 'Price in coins; of one that is paid by card the coins that it brings to the creator.',
  }),
  refundedCoins: t.exposeFloat('refundedCoins', {
    description: 'Coins of them that were given back, or are about to be.',
  }),
  amount: t.field({
    type: MoneyRef,
    nullable: true,
    description: 'Price by card. Null of one that is paid in coins.',
    resolve: moneyOf,
  }),
  refundedAmount: t.field({
    type: MoneyRef,
    nullable: true,
    description:
      'Amount of it that was refunded to the card, or is to be. Null of one that is paid in coins.',
    resolve: refundedOf,
  }),
  periodStartsAt: t.field({
    type: 'DateTime',
    description: 'Time from which it is for.',
    resolve: ({ periodStart }) => periodStart,
  }),
  periodEndsAt: t.field({
    type: 'DateTime',
    description: 'Time until which it is for.',
    resolve: ({ periodEnd }) => periodEnd,
  }),
  createdAt: t.field({
    type: 'DateTime',
    description: 'Time at which it was due.',
    resolve: ({ createdAt }) => createdAt,
  }),
  paidAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time at which it was paid. Null for one that is not.',
    resolve: ({ paidAt }) => paidAt,
  }),
});

export const SubscriptionInvoiceRef = builder.objectRef<Invoice>('SubscriptionInvoice').implement({
  description:
    'Bill for a period of a subscription, or for the remainder of one. Visible to its payer alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `invoice_…`.',
      resolve: ({ id }) => toGlobalId('invoice', id),
    }),
    ...invoiceFields(t),
    attempts: t.field({
      type: [SubscriptionAttemptRef],
      description: `Payments by card for it, oldest first; of more than ${ATTEMPTS_SHOWN} the last ones.`,
      extensions: listSize(ATTEMPTS_SHOWN),
      varies: 'personal',
      resolve: async ({ id }, _args, ctx) => lastAttempts(await load(ctx, attemptsByInvoice, id)),
    }),
  }),
});

builder.objectField(PaymentRef, 'invoice', (t) =>
  t.field({
    type: SubscriptionInvoiceRef,
    nullable: true,
    description: 'The invoice of a subscription that it pays. Null for another purpose.',
    varies: 'personal',
    resolve: ({ id, purpose }, _args, ctx) =>
      purpose === 'SUBSCRIPTION' ? load(ctx, invoiceByPayment, id) : null,
  }),
);

nodeType(SubscriptionInvoiceRef, 'invoice', (ctx, id) => (ctx.user ? load(ctx, ownInvoiceById, id) : null));

listField('myInvoices', {
  connection: connectionType('SubscriptionInvoice', SubscriptionInvoiceRef, {
    description: 'Invoices of subscriptions, newest first.',
  }),
  description: 'Invoices of the subscriptions of the caller, newest first.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myInvoices(ctx, page),
});
