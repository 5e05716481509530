import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { closeScheduledPoll, closePollJob } from './scheduled-close.ts';

export const pollJobs: readonly JobHandler[] = [handleJob(closePollJob, closeScheduledPoll)];
