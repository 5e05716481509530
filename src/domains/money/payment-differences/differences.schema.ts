import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { AdminPaymentRef } from '../admin-payments/admin-payments.schema.ts';
import { paymentById } from '../payments/card-payments.loaders.ts';
import { adminGetPaymentDifferences, findAnyDifference } from './differences.service.ts';
import type { DifferenceKind, PaymentDifference } from './payment-differences.types.ts';

const DifferenceKindRef = enumType<DifferenceKind>('AdminPaymentDifferenceKind', {
  description: 'Kind of a difference between a payment here and at the provider.',
  values: {
    REFUND:
      'A refund, or the state of one, of which the provider had not told. It is stored since, and the coins follow.',
    DISPUTE:
      'A dispute, or the state of one, of which the provider had not told. It is stored since, and the coins follow.',
    AMOUNT: 'The refunds do not sum up to what the provider says is refunded: look at the payment there.',
    MISSING: 'The provider does not have the payment: its account is another one, or has lost it.',
  },
});

const DifferenceRef = builder.objectRef<PaymentDifference>('AdminPaymentDifference').implement({
  description: 'A finding of a comparison of a paid payment with the provider.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `paymentdifference_…`.',
      resolve: ({ id }) => toGlobalId('paymentdifference', id),
    }),
    kind: t.field({ type: DifferenceKindRef, description: 'The kind.', resolve: ({ kind }) => kind }),
    detail: t.exposeString('detail', {
      description:
        "The provider's id of the refund or dispute with its state; the refunded amount here, then there; empty for MISSING.",
    }),
    payment: t.field({
      type: AdminPaymentRef,
      nullable: true,
      description: 'The payment. Every difference has one.',
      resolve: ({ paymentId }, _args, ctx) => load(ctx, paymentById, paymentId),
    }),
    foundAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was found first.',
      resolve: ({ foundAt }) => foundAt,
    }),
  }),
});

adminNodeType(DifferenceRef, 'paymentdifference', { permission: 'PAYMENTS_READ' }, findAnyDifference);

listField('adminGetPaymentDifferences', {
  connection: connectionType('AdminPaymentDifference', DifferenceRef, {
    description: 'Differences between payments here and at the provider, newest first.',
  }),
  description:
    'Differences that comparisons with the provider have found, newest first. Each paid payment is compared once a week for 180 days.',
  access: { permission: 'PAYMENTS_READ' },
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => adminGetPaymentDifferences(ctx, page),
});
