import { AppError, type ErrorCode } from '#platform/kernel/errors.ts';
import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import { sendScheduled, tellSender } from './scheduled-sending.service.ts';
import { findWaiting, updateFailed } from './scheduled.queries.ts';
import { sendScheduledJob } from './scheduled.service.ts';

export const scheduledJobs: readonly JobHandler[] = [
  handleJob(sendScheduledJob, async (services, { id }) => {
    const found = await findWaiting(services.db, id);
    // A message that has another time meanwhile has another job, too.
    if (!found || found.sendAt > services.clock.now()) return;
    try {
      const { isSenderActive, ...message } = found;
      if (!isSenderActive) throw new AppError('FORBIDDEN', 'The account is not active.');
      await sendScheduled(localUserContext(services, message.senderId), message);
    } catch (error) {
      if (!(error instanceof AppError) || PASSING.has(error.code)) throw error;
      const { code } = error;
      await services.transaction(async (tx) => {
        if (await updateFailed(tx, found, code)) tellSender(tx, found);
      });
    }
  }),
];

/** Errors after which the job tries again. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['CONFLICT', 'SERVICE_UNAVAILABLE', 'TIMEOUT', 'INTERNAL']);
