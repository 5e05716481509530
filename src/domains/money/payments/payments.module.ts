/**
 * Payments by card and saved cards: each is a row of ours that jobs bring to the state that the provider says.
 * Owns `payments`, `payment_refunds`, `payment_disputes`, `payment_customers`, `payment_methods` and `payment_setups`.
 * Begin with card-payments.service.ts; payment-looks.service.ts asks the provider, setups.service.ts and methods.service.ts
 * save cards, refunds.service.ts and take-backs.service.ts are what goes back.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { erasePaymentsOf } from './card-payments.queries.ts';
import { eraseCustomersOf } from './customers.service.ts';
import { paymentJobs } from './payments.jobs.ts';
import {
  deleteMethodsOf,
  deleteSetupsOf,
  listOwnMethods,
  listOwnPayments,
  type OwnMethod,
  type OwnPayment,
} from './personal-data.queries.ts';
import type { PaymentDispute, PaymentRefund } from './take-backs.types.ts';
import './card-payments.schema.ts';
import './payments.schema.ts';

const BATCH_ROWS = 500;

const shownRefund = ({ amountMinor, state, createdAt }: PaymentRefund) => ({ amountMinor, state, createdAt });

const shownDispute = ({ amountMinor, currency, reason, state, createdAt }: PaymentDispute) => ({
  amountMinor,
  currency,
  reason,
  state,
  createdAt,
});

const paymentsLimits = {
  savedPaymentMethods: limit(10, 'Maximum saved payment methods of a user.'),
  openPaymentSetups: limit(5, 'Maximum payment setups of a user that are open at a time.'),
  openPayments: limit(5, 'Maximum payments of a user that are open at a time.'),
  refundsPerPayment: limit(50, 'Maximum refunds of a payment, failed ones included.'),
};

defineModule({
  name: 'payments',
  ids: ['payment', 'paymentmethod', 'paymentsetup', 'paymentrefund', 'paymentdispute'],
  limits: paymentsLimits,
  permissions: {
    PAYMENTS_READ: 'See the payments and purchases of users.',
    PAYMENTS_REFUND: 'Refund purchases of users.',
  },
  jobs: paymentJobs,
  personalData: {
    tables: {
      'public.payments': {
        erased: { user_id: 'the books account for it, and the id of an erased account names nobody' },
        exported: ['payments'],
      },
      'public.payment_methods': { erased: 'payments.eraseUser', exported: ['payment-methods'] },
      'public.payment_setups': {
        erased: 'payments.eraseUser',
        exported: 'the cards that came of them are exported; the rest are states, kept for 30 days',
      },
      'public.payment_customers': {
        erased: 'payments.eraseUser',
        exported: 'the id of an account at the provider of payments, without a word on the user',
      },
    },
    exports: [
      listExport<OwnPayment>({
        name: 'payments',
        description:
          'Your payments by card, with their refunds and the disputes that you opened at your bank.',
        list: ({ db }, { userId, after, limit }) =>
          listOwnPayments(db, { userId, afterId: after?.id ?? FIRST_ID, limit }),
        show: ({ id, purpose, amountMinor, currency, state, declineReason, ...payment }) => ({
          id: toGlobalId('payment', id),
          purpose,
          amountMinor,
          currency,
          state,
          declineReason,
          cardBrand: payment.cardBrand,
          cardLast4: payment.cardLast4,
          receiptUrl: payment.receiptUrl,
          createdAt: payment.createdAt,
          refunds: payment.refunds.map(shownRefund),
          disputes: payment.disputes.map(shownDispute),
        }),
      }),
      listExport<OwnMethod>({
        name: 'payment-methods',
        description: 'The cards that you have saved, without their numbers, which we do not have.',
        list: ({ db }, own) => listOwnMethods(db, own),
        show: ({ id, ...method }) => ({ id: toGlobalId('paymentmethod', id), ...method }),
      }),
    ],
    erasures: [
      {
        name: 'payments.eraseUser',
        batches: [
          (tx, { userId }) => deleteSetupsOf(tx, { userId, limit: BATCH_ROWS }),
          (tx, { userId }) => deleteMethodsOf(tx, userId),
          (tx, { userId }) => eraseCustomersOf(tx, userId),
          // After the customer, without whom no card is stored any more.
          (tx, { userId }) => erasePaymentsOf(tx, { userId, limit: BATCH_ROWS }),
        ],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    payment: true;
    paymentmethod: true;
    paymentsetup: true;
    paymentrefund: true;
    paymentdispute: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof paymentsLimits> {}
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    PAYMENTS_READ: true;
    PAYMENTS_REFUND: true;
  }
}
