import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { deleteCollectionsOf, deleteSavedPostsOf } from './personal-data.queries.ts';

const BATCH_SAVED_POSTS = 500;

export const savedJobs: readonly JobHandler[] = [
  handleEvent('saved.eraseUser', accountErased, async (services, { userId }) => {
    await writeInBatches(services, (tx) => deleteSavedPostsOf(tx, userId, BATCH_SAVED_POSTS));
    await services.transaction((tx) => deleteCollectionsOf(tx, userId));
  }),
];
