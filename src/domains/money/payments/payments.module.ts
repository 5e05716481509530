import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { eraseCustomersOf } from './customers.service.ts';
import { paymentJobs } from './payments.jobs.ts';
import { deleteMethodsOf, deleteSetupsOf, listOwnMethods, type OwnMethod } from './personal-data.queries.ts';
import './payments.schema.ts';

const BATCH_SETUPS = 500;

const paymentsLimits = {
  savedPaymentMethods: limit(10, 'Maximum saved payment methods of a user.'),
  openPaymentSetups: limit(5, 'Maximum cards that a user can be saving at a time.'),
};

defineModule({
  name: 'payments',
  ids: ['paymentmethod', 'paymentsetup'],
  limits: paymentsLimits,
  jobs: paymentJobs,
  personalData: {
    tables: {
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
          (tx, { userId }) => deleteSetupsOf(tx, { userId, limit: BATCH_SETUPS }),
          (tx, { userId }) => deleteMethodsOf(tx, userId),
          (tx, { userId }) => eraseCustomersOf(tx, userId),
        ],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    paymentmethod: true;
    paymentsetup: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof paymentsLimits> {}
}
