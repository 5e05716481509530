/**
 * Months of the books, of coins and of cash: an admin closes one that is over, and its trial balance is written down.
 * Owns `book_months` and `trial_balances`.
 * Begin with months.service.ts; trial-balances.service.ts sums up what a closed month has.
 */
import { defineModule } from '#platform/request/module.ts';
import { monthJobs } from './months.jobs.ts';
import './months.schema.ts';

defineModule({ name: 'months', jobs: monthJobs });
