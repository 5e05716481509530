import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { updateGroupsLeft } from './conversations.queries.ts';

const BATCH_GROUPS = 100;

export const conversationJobs: readonly JobHandler[] = [
  // A direct conversation keeps both its places: like this it reads as with anybody who cannot be seen.
  handleEvent('conversations.eraseParticipant', accountErased, (services, { userId }) =>
    writeInBatches(services, (tx) =>
      updateGroupsLeft(tx, { userId, leftAt: services.clock.now(), limit: BATCH_GROUPS }),
    ),
  ),
];
