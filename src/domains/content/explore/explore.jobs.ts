import { HOUR_MS } from '#platform/clock.ts';
import { firstIdAt } from '#platform/ids.ts';
import { handleCron, type JobHandler } from '#platform/jobs/worker.ts';
import { rankPosts } from './ranking.ts';
import { deleteRankingsBefore, insertRanking } from './ranking.queries.ts';

/** For so long a page goes on in the order that it began in. */
const RANKINGS_KEPT_MS = HOUR_MS;

export const exploreJobs: readonly JobHandler[] = [
  handleCron(rankPosts.name, '*/5 * * * *', async ({ clock, ids, transaction }) => {
    const now = clock.now();
    await transaction(async (tx) => {
      await insertRanking(tx, { rankingId: ids.next(), now });
      await deleteRankingsBefore(tx, firstIdAt(new Date(now.getTime() - RANKINGS_KEPT_MS)));
    });
  }),
];
