import { sql } from 'kysely';
import type { Services } from '../context.ts';
import type { Tx } from '../db/database.ts';

type LockedJob = { readonly id: number; readonly worker: string };

/**
 * Gives the jobs of workers that have died to those that live; the queue alone would do it after hours.
 * Dead is who has not been seen for `graceMs`: the job of somebody who only could not say that he lives is done twice.
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
  log.warn(
    { workers, jobs: jobs.map((job) => job.id) },
    'jobs of workers that have died are given to others',
  );
}

/** Of several that look at the same time, one finds the jobs. This lock stops no heartbeat. */
async function waitForOthers(tx: Tx): Promise<void> {
  await sql`lock table job_workers in share update exclusive mode`.execute(tx);
}

async function deleteDeadWorkers(tx: Tx, graceMs: number): Promise<void> {
  await tx.deleteFrom('job_workers').where('seen_at', '<=', ago(graceMs)).execute();
}

/** Also those of workers that died before they were seen for the first time. */
async function listAbandonedJobs(tx: Tx, graceMs: number): Promise<readonly LockedJob[]> {
  const { rows } = await sql<LockedJob>`
    select id, locked_by as worker from graphile_worker.jobs
    where locked_at <= ${ago(graceMs)}
      and not exists (select from job_workers where worker_id = locked_by)
    order by id`.execute(tx);
  return rows;
}

/** With the named queues that their workers hold. */
async function unlock(tx: Tx, jobs: readonly LockedJob[]): Promise<void> {
  const workers = jobs.map((job) => job.worker);
  await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(tx);
}

/** By the clock of the database, which has stamped what is compared with it. */
const ago = (ms: number) => sql<Date>`now() - ${ms} * interval '1 millisecond'`;
