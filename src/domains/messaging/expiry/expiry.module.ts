import { defineModule } from '#platform/request/module.ts';
import { expiryJobs } from './expiry.jobs.ts';

defineModule({ name: 'expiry', jobs: expiryJobs });
