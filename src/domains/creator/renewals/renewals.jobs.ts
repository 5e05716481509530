import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { renewDue } from './renewals.service.ts';

export const renewalJobs: readonly JobHandler[] = [handleCron('renewals.renew', '* * * * *', renewDue)];
