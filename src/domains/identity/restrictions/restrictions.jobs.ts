import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { endSuspension, endSuspensionJob } from './restrictions.service.ts';

export const restrictionJobs: readonly JobHandler[] = [
  handleJob(endSuspensionJob, ({ clock, transaction }, { userId }) =>
    transaction((tx) => endSuspension(tx, userId, clock.now())),
  ),
];
