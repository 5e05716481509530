import { privacyChanged } from '#domains/graph/privacy/privacy.events.ts';
import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { lockUsers } from '#domains/identity/users/users.service.ts';
import { DAY_MS } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import type { Tx } from '#platform/db/database.ts';
import { handleCron, handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { postCreated, postDeleted, postUpdated } from '../posts/posts.events.ts';
import {
  deleteAccountUses,
  deleteHashtagFollowsOf,
  updateFollowerCounts,
} from './hashtag-follows.queries.ts';
import { recordPost } from './recording.ts';
import { deleteForgottenTrends, deleteOldUses, upsertTrends } from './trends.queries.ts';
import { deleteUnusedHashtags, updateOpenness } from './uses.queries.ts';

const HOURS_KEPT_MS = 8 * DAY_MS;
const ACCOUNTS_KEPT_MS = 2 * DAY_MS;
const UNUSED_KEPT_MS = DAY_MS;
const BATCH_ROWS = 1_000;

export const hashtagJobs: readonly JobHandler[] = [
  handleEvent('hashtags.recordCreated', postCreated, async (services, event) => {
    if (event.hashtags.length > 0) await recordPost(services, event);
  }),
  handleEvent('hashtags.recordUpdated', postUpdated, recordPost),
  handleEvent('hashtags.recordDeleted', postDeleted, recordPost),
  handleEvent('hashtags.updateOpenness', privacyChanged, async (services, { userId }) => {
    await writeInBatches(services, async (tx) => {
      await lockUsers(tx, [userId]);
      return updateOpenness(tx, userId, BATCH_ROWS);
    });
  }),
  handleCron('hashtags.findTrends', '*/5 * * * *', async ({ clock, transaction }) => {
    await transaction(async (tx) => {
      await upsertTrends(tx, clock.now());
      await deleteForgottenTrends(tx, clock.now());
    });
  }),
  handleCron('hashtags.sweep', '19 5 * * *', sweep),
  handleEvent('hashtags.eraseUser', accountErased, async (services, { userId }) => {
    await writeInBatches(services, (tx) => eraseFollows(tx, userId));
    await writeInBatches(services, (tx) => deleteAccountUses(tx, userId, BATCH_ROWS));
  }),
];

async function sweep(services: Services): Promise<void> {
  const ago = (ms: number): Date => new Date(services.clock.now().getTime() - ms);
  const bounds = {
    hoursBefore: ago(HOURS_KEPT_MS),
    accountsBefore: ago(ACCOUNTS_KEPT_MS),
    limit: BATCH_ROWS,
  };
  await writeInBatches(services, (tx) => deleteOldUses(tx, bounds));
  await writeInBatches(services, (tx) => deleteUnusedHashtags(tx, ago(UNUSED_KEPT_MS), BATCH_ROWS));
}

/** @returns how many there were */
async function eraseFollows(tx: Tx, userId: string): Promise<number> {
  const hashtagIds = await deleteHashtagFollowsOf(tx, userId, BATCH_ROWS);
  await updateFollowerCounts(tx, hashtagIds, -1);
  return hashtagIds.length;
}
