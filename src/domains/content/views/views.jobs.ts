import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { handleCron, handleInterval, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { updatePostViewCounts } from '../posts/post-counters.service.ts';
import { viewsCounted } from './views.events.ts';
import { aggregateReports } from './views.policy.ts';
import {
  addToViewDays,
  deleteLastViews,
  listLastViews,
  tryLockAggregation,
  lockPosts,
  takeReports,
  upsertLastViews,
} from './views.queries.ts';

/** The longest range of statistics. A viewer who returns later counts as a new one. */
const VIEWERS_KEPT_MS = 90 * DAY_MS;
const BATCH_VIEWERS = 10_000;

const AGGREGATION_INTERVAL_MS = 2_000;

export const viewJobs: readonly JobHandler[] = [
  handleInterval('views.fold', AGGREGATION_INTERVAL_MS, aggregateViews),
  handleCron('views.sweepViewers', '37 2 * * *', async (services) => {
    const before = new Date(services.clock.now().getTime() - VIEWERS_KEPT_MS);
    await writeInBatches(services, (tx) => deleteLastViews(tx, before, BATCH_VIEWERS));
  }),
];

const BATCH_REPORTS = 5_000;

/**
 * Aggregates the reported views. A batch is deleted and counted in one transaction, one batch at a time over all processes:
 * if a worker dies at any point, each report has been counted once or is still stored.
 */
async function aggregateViews({ transaction }: Pick<Services, 'transaction'>): Promise<void> {
  while ((await transaction(aggregateBatch)) === BATCH_REPORTS);
}

/** @returns how many reports it took; zero while another process aggregates */
async function aggregateBatch(tx: Tx): Promise<number> {
  if (!(await tryLockAggregation(tx))) return 0;
  const taken = await takeReports(tx, BATCH_REPORTS);
  if (taken.length === 0) return 0;
  const posts = new Set(await lockPosts(tx, [...new Set(taken.map(({ postId }) => postId))]));
  const reports = taken.filter(({ postId }) => posts.has(postId));
  const { lastViews, days, viewCounts, hours } = aggregateReports(reports, await listLastViews(tx, reports));
  await upsertLastViews(tx, lastViews);
  await addToViewDays(tx, days);
  await updatePostViewCounts(tx, viewCounts);
  if (hours.length > 0) tx.emit(viewsCounted, { hours });
  return taken.length;
}
