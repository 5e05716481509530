/**
 * Renewals of subscriptions: each period is billed once, however late, often or by how many workers the job runs.
 * Owns no tables; the steps of subscriptions write.
 * Begin with renewals.service.ts; paying.service.ts is what a subscriber does about a card.
 */
import { defineModule } from '#platform/request/module.ts';
import { renewalJobs } from './renewals.jobs.ts';
import './paying.schema.ts';

defineModule({ name: 'renewals', jobs: renewalJobs });
