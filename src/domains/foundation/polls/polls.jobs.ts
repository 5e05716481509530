import { handleJob, type JobHandler } from '#platform/outbox/jobs/worker.ts';
import { closeScheduledPoll, closePollJob } from './scheduled-close.ts';

export const pollJobs: readonly JobHandler[] = [handleJob(closePollJob, closeScheduledPoll)];
