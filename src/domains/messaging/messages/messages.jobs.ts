import { handleJob, type JobHandler } from '#platform/outbox/jobs/worker.ts';
import { emitMessageUpdated } from './message-changes.service.ts';
import { emitMessageUpdatedJob } from './change-notices.service.ts';

export const messageJobs: readonly JobHandler[] = [
  handleJob(emitMessageUpdatedJob, ({ clock, transaction }, change) =>
    transaction((tx) => emitMessageUpdated(tx, { ...change, now: clock.now() })),
  ),
];
