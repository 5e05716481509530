import { handleJob, type JobHandler } from '#platform/jobs/worker.ts';
import { closeByItself, closeDuePoll } from './closing.ts';

export const pollJobs: readonly JobHandler[] = [handleJob(closeDuePoll, closeByItself)];
