import { DAY_MS } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import type { Tx } from '#platform/db/database.ts';
import { handleCron, handleRepeatedly, type JobHandler } from '#platform/jobs/worker.ts';
import { updatePostViewCounts } from '../posts/posts.service.ts';
import { foldReports } from './views.policy.ts';
import {
  addToDays,
  deleteLastViews,
  listLastViews,
  lockFolding,
  lockPosts,
  takeReports,
  upsertLastViews,
} from './views.queries.ts';

/** No statistics reach further back, and whoever returns after it counts as somebody new. */
const VIEWERS_KEPT_MS = 90 * DAY_MS;
const BATCH_VIEWERS = 10_000;

const FOLDING_MS = 2_000;

export const viewJobs: readonly JobHandler[] = [
  handleRepeatedly('views.fold', FOLDING_MS, foldViews),
  handleCron('views.sweepViewers', '37 2 * * *', async (services) => {
    const before = new Date(services.clock.now().getTime() - VIEWERS_KEPT_MS);
    await writeInBatches(services, (tx) => deleteLastViews(tx, before, BATCH_VIEWERS));
  }),
];

const BATCH_REPORTS = 5_000;

/**
 * Counts the views that have been reported. A batch is taken away and counted in one transaction, one batch at a time over
 * all processes: wherever a worker dies, each report has been counted once or still waits.
 */
async function foldViews({ transaction }: Pick<Services, 'transaction'>): Promise<void> {
  while ((await transaction(foldBatch)) === BATCH_REPORTS);
}

/** @returns how many reports it took; none while another process folds */
async function foldBatch(tx: Tx): Promise<number> {
  if (!(await lockFolding(tx))) return 0;
  const taken = await takeReports(tx, BATCH_REPORTS);
  if (taken.length === 0) return 0;
  const posts = new Set(await lockPosts(tx, [...new Set(taken.map(({ postId }) => postId))]));
  const reports = taken.filter(({ postId }) => posts.has(postId));
  const { lastViews, days, viewCounts } = foldReports(reports, await listLastViews(tx, reports));
  await upsertLastViews(tx, lastViews);
  await addToDays(tx, days);
  await updatePostViewCounts(tx, viewCounts);
  return taken.length;
}
