import { sql } from 'kysely';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

type LockedJob = { readonly id: number; readonly worker: string };

/**
 * Unlocks the jobs of dead workers; the queue alone would do it after hours.
 * A worker without a heartbeat for `graceMs` counts as dead: if it lives, its job runs twice.
 */
export async function unlockJobsOfDeadWorkers(
  { transaction, log }: Pick<Services, 'transaction' | 'log'>,
  graceMs: number,
): Promise<void> {
  const jobs = await transaction(async (tx) => {
    await waitForOthers(tx);
    await deleteDeadWorkers(tx, graceMs);
    const abandoned = await listAbandonedJobs(tx, graceMs);
    if (abandoned.length > 0) await unlock(tx, abandoned);
    return abandoned;
  });
  if (jobs.length === 0) return;
  const workers = [...new Set(jobs.map((job) => job.worker))];
  log.warn({ workers, jobs: jobs.map((job) => job.id) }, 'jobs of dead workers were unlocked');
}

/** Serializes concurrent checks, so that one finds the jobs. This lock does not block heartbeats. */
async function waitForOthers(tx: Tx): Promise<void> {
  await sql`lock table job_workers in share update exclusive mode`.execute(tx);
}

async function deleteDeadWorkers(tx: Tx, graceMs: number): Promise<void> {
  await tx.deleteFrom('job_workers').where('seen_at', '<=', ago(graceMs)).execute();
}

/** Includes jobs of workers that died before their first heartbeat. */
async function listAbandonedJobs(tx: Tx, graceMs: number): Promise<readonly LockedJob[]> {
  const { rows } = await sql<LockedJob>`
    select id, locked_by as worker from graphile_worker.jobs
    where locked_at <= ${ago(graceMs)}
      and not exists (select from job_workers where worker_id = locked_by)
    order by id`.execute(tx);
  return rows;
}

/** Unlocks the jobs, and the named queues of the workers. */
async function unlock(tx: Tx, jobs: readonly LockedJob[]): Promise<void> {
  const workers = jobs.map((job) => job.worker);
  await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(tx);
}

/** By the clock of the database, which wrote the compared timestamps. */
const ago = (ms: number) => sql<Date>`now() - ${ms} * interval '1 millisecond'`;
