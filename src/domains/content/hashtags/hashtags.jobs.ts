import { privacyChanged } from '#domains/graph/privacy/privacy.events.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleCron, handleEvent, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { postCreated, postDeleted, postHidden, postRestored, postUpdated } from '../posts/posts.events.ts';
import { indexPostHashtags } from './indexing.ts';
import { deleteExpiredTrends, deleteOldUses, upsertTrends } from './trends.queries.ts';
import { deleteUnusedHashtags, updateUsesPublic } from './uses.queries.ts';

const HOURS_KEPT_MS = 8 * DAY_MS;
const ACCOUNTS_KEPT_MS = 2 * DAY_MS;
const UNUSED_KEPT_MS = DAY_MS;
const BATCH_ROWS = 1_000;

export const hashtagJobs: readonly JobHandler[] = [
  handleEvent('hashtags.recordCreated', postCreated, async (services, event) => {
    if (event.hashtags.length > 0) await indexPostHashtags(services, event);
  }),
  handleEvent('hashtags.recordUpdated', postUpdated, indexPostHashtags),
  handleEvent('hashtags.recordDeleted', postDeleted, indexPostHashtags),
  handleEvent('hashtags.recordHidden', postHidden, indexPostHashtags),
  handleEvent('hashtags.recordRestored', postRestored, indexPostHashtags),
  handleEvent('hashtags.updateOpenness', privacyChanged, async (services, { userId }) => {
    await writeInBatches(services, async (tx) => {
      await lockUsers(tx, [userId]);
      return updateUsesPublic(tx, userId, BATCH_ROWS);
    });
  }),
  handleCron('hashtags.findTrends', '*/5 * * * *', async ({ clock, transaction }) => {
    await transaction(async (tx) => {
      await upsertTrends(tx, clock.now());
      await deleteExpiredTrends(tx, clock.now());
    });
  }),
  handleCron('hashtags.sweep', '19 5 * * *', sweep),
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
