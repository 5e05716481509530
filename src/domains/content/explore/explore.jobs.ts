import { HOUR_MS } from '#platform/kernel/clock.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { rankPostsJob } from './ranking.ts';
import { deleteRankingsBefore, insertRanking } from './ranking.queries.ts';

/** A list continues in the ranking that it began in for this long. */
const RANKINGS_KEPT_MS = HOUR_MS;

export const exploreJobs: readonly JobHandler[] = [
  handleCron(rankPostsJob.name, '*/5 * * * *', async ({ clock, ids, transaction }) => {
    const now = clock.now();
    await transaction(async (tx) => {
      await insertRanking(tx, { rankingId: ids.next(), now });
      await deleteRankingsBefore(tx, firstIdAt(new Date(now.getTime() - RANKINGS_KEPT_MS)));
    });
  }),
];
