import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { tellChange, tellChangeJob } from './told-changes.service.ts';

export const messageJobs: readonly JobHandler[] = [
  handleJob(tellChangeJob, ({ clock, transaction }, told) =>
    transaction((tx) => tellChange(tx, { ...told, now: clock.now() })),
  ),
];
