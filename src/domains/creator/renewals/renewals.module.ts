/**
 * Renewals of subscriptions: each period is billed once, however late, often or by how many workers the job runs.
 * Owns no tables; the steps of subscriptions write.
 * Begin with renewals.service.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import { renewalJobs } from './renewals.jobs.ts';

defineModule({ name: 'renewals', jobs: renewalJobs });
