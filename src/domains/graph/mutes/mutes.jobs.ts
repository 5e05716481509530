import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { DAY_MS } from '#platform/clock.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import { handleCron, handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { deleteEndedMutedWords } from './muted-words.queries.ts';
import { deleteEndedMutes } from './mutes.queries.ts';
import { deleteMutedWordsOf, deleteMutesOf } from './personal-data.queries.ts';

const ENDED_KEPT_MS = DAY_MS;
const BATCH_ROWS = 1_000;

/** Whether a mute lasts is read from its end, so the rows may go at any time after it. */
export const muteJobs: readonly JobHandler[] = [
  handleCron('mutes.sweepEnded', '53 4 * * *', async (services) => {
    const before = new Date(services.clock.now().getTime() - ENDED_KEPT_MS);
    await writeInBatches(services, (tx) => deleteEndedMutes(tx, before, BATCH_ROWS));
    await writeInBatches(services, (tx) => deleteEndedMutedWords(tx, before, BATCH_ROWS));
  }),
  handleEvent('mutes.eraseUser', accountErased, async (services, { userId }) => {
    await writeInBatches(services, (tx) => deleteMutesOf(tx, userId, BATCH_ROWS));
    await services.transaction((tx) => deleteMutedWordsOf(tx, userId));
  }),
];
