import { MoneyRef } from '#domains/money/coin-packages/coin-packages.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { AdminPaymentRef } from './admin-payments.schema.ts';
import { paymentById } from '../payments/card-payments.loaders.ts';
import { adminGetDisputes, findAnyDispute } from '../payments/refunds.service.ts';
import { takeBacksByPayment } from '../payments/card-payments.loaders.ts';
import type { PaymentDispute } from '../payments/take-backs.types.ts';

const DisputeStateRef = enumType<PaymentDispute['state']>('AdminDisputeState', {
  description: 'State of a dispute. INQUIRY, NEEDS_RESPONSE and UNDER_REVIEW are open.',
  values: {
    INQUIRY: 'The bank asks, and has taken no money yet.',
    NEEDS_RESPONSE: 'The bank has taken the money, and waits for evidence until `dueAt`.',
    UNDER_REVIEW: 'The bank looks at the evidence.',
    WON: 'The bank has given the money back.',
    LOST: 'The cardholder keeps the money. An appeal can still win it.',
    CLOSED: 'The dispute ended before the bank took any money.',
  },
});

const AdminDisputeRef = builder.objectRef<PaymentDispute>('AdminDispute').implement({
  description: 'A dispute of a payment, which a cardholder has opened at their bank, as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `paymentdispute_…`.',
      resolve: ({ id }) => toGlobalId('paymentdispute', id),
    }),
    providerId: t.exposeString('providerId', { description: "The provider's id of the dispute." }),
    amount: t.field({
      type: MoneyRef,
      description: 'The amount. It can be more than was paid, and in another currency.',
      resolve: (dispute) => dispute,
    }),
    reason: t.exposeString('reason', {
      description: "The provider's word for the reason, such as `fraudulent`.",
    }),
    state: t.field({
      type: DisputeStateRef,
      description: 'State, as the provider said last.',
      resolve: ({ state }) => state,
    }),
    dueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time until which the provider takes evidence. Null when it takes none.',
      resolve: ({ dueAt }) => dueAt,
    }),
    payment: t.field({
      type: AdminPaymentRef,
      nullable: true,
      description: 'The payment, with its payer. Every dispute has one.',
      resolve: ({ paymentId }, _args, ctx) => load(ctx, paymentById, paymentId),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was first heard of.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

adminNodeType(AdminDisputeRef, 'paymentdispute', { permission: 'PAYMENTS_READ' }, findAnyDispute);

const DISPUTES_SIZE = 100;

builder.objectField(AdminPaymentRef, 'disputes', (t) =>
  t.field({
    type: [AdminDisputeRef],
    description: `The disputes, newest first, at most ${DISPUTES_SIZE}.`,
    extensions: listSize(DISPUTES_SIZE),
    resolve: async ({ id }, _args, ctx) =>
      ((await load(ctx, takeBacksByPayment, id))?.disputes ?? []).toReversed().slice(0, DISPUTES_SIZE),
  }),
);

listField('adminGetDisputes', {
  connection: connectionType('AdminDispute', AdminDisputeRef, {
    description: 'Disputes of payments, newest first.',
  }),
  description: 'Disputes of all payments, newest first; also of users whose account is erased.',
  access: { permission: 'PAYMENTS_READ' },
  args: (t) => ({
    isOpen: t({
      type: 'Boolean',
      description: 'Only disputes that are not decided; with false only decided ones.',
    }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, { isOpen }, page) => adminGetDisputes(ctx, isOpen ?? null, page),
});
