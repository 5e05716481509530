import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { ownInvoiceById, subscriptionById } from './subscriptions.loaders.ts';
import { UserSubscriptionRef } from './subscriptions.schema.ts';
import { myInvoices } from './subscriptions.service.ts';
import type { Invoice, InvoiceReason, InvoiceState } from './subscriptions.types.ts';

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
    PAID: 'The invoice is paid; `refundedCoins` were given back since.',
    VOID: 'The invoice was not paid, and is not due any more.',
  },
});

const SubscriptionInvoiceRef = builder.objectRef<Invoice>('SubscriptionInvoice').implement({
  description:
    'Bill for a period of a subscription, or for the remainder of one. Visible to its payer alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `invoice_…`.',
      resolve: ({ id }) => toGlobalId('invoice', id),
    }),
    subscription: t.field({
      type: UserSubscriptionRef,
      nullable: true,
      description: 'The subscription. Never null for its payer.',
      varies: 'personal',
      resolve: ({ subscriptionId }, _args, ctx) => load(ctx, subscriptionById, subscriptionId),
    }),
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
    amountCoins: t.exposeFloat('amountCoins', { description: 'Price in coins.' }),
    refundedCoins: t.exposeFloat('refundedCoins', {
      description: 'Coins of them that were given back, or are about to be.',
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
  }),
});

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
