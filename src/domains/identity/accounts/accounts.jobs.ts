import { eraseMedia } from '#domains/foundation/media/media.service.ts';
import { eraseVotes } from '#domains/foundation/polls/polls.service.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import type { Tx } from '#platform/db/database.ts';
import { forgetRecipient } from '#platform/events/log.ts';
import { forgetCaller } from '#platform/idempotency.ts';
import { handleCron, handleEvent, handleJob, type JobHandler } from '#platform/jobs/worker.ts';
import { lockUsers } from '../users/users.service.ts';
import { accountErased } from './accounts.events.ts';
import {
  beginErasure,
  endErasure,
  eraseAccount,
  eraseIdentity,
  finishErasure,
  forgetAtProvider,
  startErasures,
} from './erasure.ts';

const BATCH_ROWS = 500;

export const accountJobs: readonly JobHandler[] = [
  handleCron('accounts.startErasures', '*/10 * * * *', startErasures),
  handleJob(eraseAccount, beginErasure),
  handleJob(eraseIdentity, forgetAtProvider),
  handleJob(finishErasure, endErasure),
  // Media, polls and the platform know no accounts, so what they keep of a person goes from here.
  eraseEach('accounts.eraseMedia', async (tx, ownerId) => {
    // The owner's row comes before their media, as wherever something shown is deleted.
    await lockUsers(tx, [ownerId]);
    return eraseMedia(tx, { ownerId, limit: BATCH_ROWS });
  }),
  eraseEach('accounts.eraseVotes', (tx, voterId) => eraseVotes(tx, { voterId, limit: BATCH_ROWS })),
  eraseEach('accounts.eraseKeys', (tx, callerId) => forgetCaller(tx, { callerId, limit: BATCH_ROWS })),
  eraseEach('accounts.eraseDeliveries', (tx, userId) => forgetRecipient(tx, { userId, limit: BATCH_ROWS })),
];

/** @param eraseBatch erases up to a batch of what is the user's. @returns how many */
function eraseEach(name: string, eraseBatch: (tx: Tx, userId: string) => Promise<number>): JobHandler {
  return handleEvent(name, accountErased, (services, { userId }) =>
    writeInBatches(services, (tx) => eraseBatch(tx, userId)),
  );
}
