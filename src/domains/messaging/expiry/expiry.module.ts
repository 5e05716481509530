/**
 * Disappearing messages: nobody sees them after their time, and each minute a sweep frees rows and files.
 * Owns no table: the time is a column of `messages`, set when a message is written.
 * Begin with expiry.jobs.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import { expiryJobs } from './expiry.jobs.ts';

defineModule({ name: 'expiry', jobs: expiryJobs });
