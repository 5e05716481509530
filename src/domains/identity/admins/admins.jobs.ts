import { DAY_MS } from '#platform/kernel/clock.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { deleteEndedSessions } from './admins.queries.ts';

/** Time for which ended sessions stay, to be looked at after an incident. */
const ENDED_KEPT_MS = 90 * DAY_MS;
const BATCH_SESSIONS = 500;

export const adminJobs: readonly JobHandler[] = [
  handleCron('admins.sweepSessions', '37 3 * * *', async (services) => {
    const endedBefore = new Date(services.clock.now().getTime() - ENDED_KEPT_MS);
    await writeInBatches(services, (tx) => deleteEndedSessions(tx, endedBefore, BATCH_SESSIONS));
  }),
];
