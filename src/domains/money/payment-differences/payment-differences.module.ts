/**
 * Compares paid payments with the provider, slowly and for half a year, since facts of refunds and disputes can be lost.
 * Owns `payment_differences`, what that has found.
 * Begin with `comparePayments` in differences.service.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import { differenceJobs } from './differences.jobs.ts';
import './differences.schema.ts';

defineModule({ name: 'payment-differences', ids: ['paymentdifference'], jobs: differenceJobs });

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    paymentdifference: true;
  }
}
