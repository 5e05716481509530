import { AdminPaymentRef } from '#domains/money/admin-payments/admin-payments.schema.ts';
import { PaymentDeclineReasonRef } from '#domains/money/payments/payments.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import type { Attempt, Invoice } from './billing.types.ts';
import { attemptsByInvoice, invoiceByPayment } from './invoices.loaders.ts';
import { ATTEMPTS_SHOWN, lastAttempts } from './invoices.policy.ts';
import { invoiceFields } from './invoices.schema.ts';
import { adminGetSubscriptionInvoices, findAnyInvoice } from './invoices.service.ts';

const AdminSubscriptionAttemptRef = builder.objectRef<Attempt>('AdminSubscriptionAttempt').implement({
  description: 'A payment by card for an invoice of a subscription as admins see it.',
  fields: (t) => ({
    paymentId: t.id({
      description: 'Global id of the payment.',
      resolve: ({ paymentId }) => toGlobalId('payment', paymentId),
    }),
    declineReason: t.field({
      type: PaymentDeclineReasonRef,
      nullable: true,
      description: 'Reason why the card was declined. Null if it was not.',
      resolve: ({ declineReason }) => declineReason,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was begun.',
      resolve: ({ at }) => at,
    }),
  }),
});

const AdminSubscriptionInvoiceRef = builder.objectRef<Invoice>('AdminSubscriptionInvoice').implement({
  description: 'Bill for a period of a subscription, or for the remainder of one, as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('invoice', id),
    }),
    subscriptionId: t.id({
      description: 'Global id of the subscription.',
      resolve: ({ subscriptionId }) => toGlobalId('subscription', subscriptionId),
    }),
    subscriberId: t.id({
      description: 'Global id of the user who pays.',
      resolve: ({ subscriberId }) => toGlobalId('user', subscriberId),
    }),
    creatorId: t.id({
      description: 'Global id of the user who is paid.',
      resolve: ({ creatorId }) => toGlobalId('user', creatorId),
    }),
    ...invoiceFields(t),
    attempts: t.field({
      type: [AdminSubscriptionAttemptRef],
      description: `Payments by card for it, oldest first; of more than ${ATTEMPTS_SHOWN} the last ones.`,
      extensions: listSize(ATTEMPTS_SHOWN),
      resolve: async ({ id }, _args, ctx) => lastAttempts(await load(ctx, attemptsByInvoice, id)),
    }),
  }),
});

builder.objectField(AdminPaymentRef, 'invoice', (t) =>
  t.field({
    type: AdminSubscriptionInvoiceRef,
    nullable: true,
    description: 'The invoice of a subscription that it pays. Null for another purpose.',
    resolve: ({ id, purpose }, _args, ctx) =>
      purpose === 'SUBSCRIPTION' ? load(ctx, invoiceByPayment, id) : null,
  }),
);

adminNodeType(AdminSubscriptionInvoiceRef, 'invoice', { permission: 'SUBSCRIPTIONS_READ' }, findAnyInvoice);

listField('adminGetSubscriptionInvoices', {
  connection: connectionType('AdminSubscriptionInvoice', AdminSubscriptionInvoiceRef, {
    description: 'Invoices of subscriptions, newest first.',
  }),
  description: 'Invoices of the subscriptions of all users, newest first.',
  access: { permission: 'SUBSCRIPTIONS_READ' },
  args: (t) => ({
    subscriptionId: t.idOf('subscription', { description: 'Only invoices of this subscription.' }),
    subscriberId: t.idOf('user', { description: 'Only invoices of this user.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => adminGetSubscriptionInvoices(ctx, args, page),
});
