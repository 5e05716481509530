import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { listUnbalanced } from './months.queries.ts';
import { writeTrialBalance, writeTrialBalanceJob } from './trial-balances.service.ts';

export const monthJobs: readonly JobHandler[] = [
  handleJob(writeTrialBalanceJob, writeTrialBalance),
  handleCron('months.sweep', '57 * * * *', sweep),
];

/** Begins the jobs of trial balances again that no job has finished. */
async function sweep({ db, transaction }: Services): Promise<void> {
  const months = await listUnbalanced(db);
  if (months.length === 0) return;
  await transaction(async (tx) => {
    for (const month of months) tx.enqueue(writeTrialBalanceJob, { month }, { key: month });
  });
}
