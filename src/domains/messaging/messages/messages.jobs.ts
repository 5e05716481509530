import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { emitMessageUpdated, emitMessageUpdatedJob } from './change-notices.service.ts';

export const messageJobs: readonly JobHandler[] = [
  handleJob(emitMessageUpdatedJob, ({ clock, transaction }, change) =>
    transaction((tx) => emitMessageUpdated(tx, { ...change, now: clock.now() })),
  ),
];
