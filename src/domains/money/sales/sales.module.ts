/**
 * Money of sales: what payments by card earn, and what goes back of sales, whether they were paid with coins or by card.
 * Owns `card_earnings` and `card_earning_takes`.
 * Begin with `refundSale` in sale-refunds.service.ts and `postCardEarnings` in card-earnings.service.ts; subscriptions and paid messages
 * call them.
 */
import { defineModule } from '#platform/request/module.ts';
import { salesJobs } from './sales.jobs.ts';

defineModule({
  name: 'sales',
  jobs: salesJobs,
  personalData: {
    tables: {
      'public.card_earnings': {
        erased: { earner_id: 'the books must add up, and the id of an erased account names nobody' },
        exported: 'earnings, which are among the coin transactions',
      },
    },
  },
});
