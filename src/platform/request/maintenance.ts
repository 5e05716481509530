import { sql } from 'kysely';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { trimLog } from '#platform/outbox/event-log/log.ts';
import { deleteTrimmed, keepPartitions } from '#platform/outbox/event-log/log-partitions.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';

const EVENTS_KEPT_MS = 7 * DAY_MS;
/** Time for which events are kept for a follower that is behind. */
const FOLLOWERS_AWAITED_MS = 14 * DAY_MS;
/** Time for which a partition that is not full yet keeps its trimmed events. */
const TRIMMED_KEPT_MS = EVENTS_KEPT_MS + DAY_MS;
/** Short enough not to block others, even when every event has a hundred recipients. */
const BATCH_POSITIONS = 1_000;
const BATCH_EXPIRED = 5_000;
const FAILED_JOBS_KEPT_MS = 14 * DAY_MS;
const BATCH_JOBS = 200;

/** Trims the platform's own tables. Each batch is a transaction, so a shutdown loses one at most. */
export const maintenanceJobs: readonly JobHandler[] = [
  handleCron('platform.trimEventLog', '*/10 * * * *', trimEventLog),
  handleCron('platform.keepPartitions', '13 * * * *', keepEventPartitions),
  handleCron('platform.deleteIdempotencyKeys', '23 * * * *', deleteExpired('idempotency_keys')),
  handleCron('platform.deleteBudgetCounts', '33 * * * *', deleteExpired('budget_counts')),
  handleCron('platform.sweepFailedJobs', '41 3 * * *', sweepFailedJobs),
];

async function trimEventLog({ clock, transaction }: Services): Promise<void> {
  const now = clock.now();
  const bounds = {
    before: ago(now, EVENTS_KEPT_MS),
    beforeAnyway: ago(now, FOLLOWERS_AWAITED_MS),
    positionsMax: BATCH_POSITIONS,
  };
  while ((await transaction((tx) => trimLog(tx, bounds))) > 0);
}

async function keepEventPartitions(services: Services): Promise<void> {
  await keepPartitions(services);
  const before = ago(services.clock.now(), TRIMMED_KEPT_MS);
  await writeInBatches(services, (tx) => deleteTrimmed(tx, { before, limit: BATCH_POSITIONS }));
}

function deleteExpired(table: 'idempotency_keys' | 'budget_counts') {
  return async (services: Services): Promise<void> => {
    const now = services.clock.now();
    await writeInBatches(services, async (tx) => {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where expires_at <= ${now} order by expires_at limit ${BATCH_EXPIRED}
          for update skip locked
        ))`.execute(tx);
      return Number(numAffectedRows);
    });
  };
}

/** Jobs that failed permanently stay two weeks for inspection; then only their log line is left. */
async function sweepFailedJobs({ clock, log, transaction }: Services): Promise<void> {
  const before = ago(clock.now(), FAILED_JOBS_KEPT_MS);
  const sweepBatch = async (): Promise<number> => {
    const jobs = await transaction((tx) => deleteFailedJobs(tx, before));
    for (const job of jobs) log.error({ job }, 'a job that failed permanently was deleted');
    return jobs.length;
  };
  while ((await sweepBatch()) === BATCH_JOBS);
}

type FailedJob = { readonly id: number; readonly name: string; readonly lastError: string | null };

async function deleteFailedJobs(tx: Tx, before: Date): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, task_identifier as name, last_error as "lastError" from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before}
    order by id limit ${BATCH_JOBS}`.execute(tx);
  const ids = rows.map((job) => job.id);
  await sql`select count(*) from graphile_worker.complete_jobs(${ids}::bigint[])`.execute(tx);
  return rows;
}

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
