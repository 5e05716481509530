import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { z } from 'zod';

const DONE_WITHIN_MS = 120_000;
const jobRows = z.array(z.object({ lastError: z.string().nullable() }));

/** Runs a job immediately in a running worker. @returns its duration @throws Error when it fails, or takes too long */
export async function runJobNow(client: Client, name: string, withinMs = DONE_WITHIN_MS): Promise<number> {
  const startedMs = performance.now();
  await client.query(`select graphile_worker.add_job($1, '{}'::json)`, [name]);
  for (;;) {
    const { rows } = await client.query(
      'select last_error as "lastError" from graphile_worker.jobs where task_identifier = $1',
      [name],
    );
    const [job] = jobRows.parse(rows);
    if (!job) return performance.now() - startedMs;
    if (job.lastError !== null) throw new Error(`The job ${name} failed: ${job.lastError}`);
    if (performance.now() - startedMs > withinMs) throw new Error(`The job ${name} does not end.`);
    await sleep(10);
  }
}

const WORK = `select (select count(*) from graphile_worker.jobs where run_at <= now())
  + (select count(*) from outbox)
  + (select count(*) from event_followers f, event_head h where f.position < h.position) as count`;
const workRows = z.tuple([z.object({ count: z.coerce.number() })]);

/** Waits until a running worker has nothing left to do: what writes leave to it would count as a cost of what is measured next. */
export async function untilIdle(client: Client, withinMs = DONE_WITHIN_MS): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    const [{ count }] = workRows.parse((await client.query(WORK)).rows);
    if (count === 0) return;
    if (performance.now() - startedMs > withinMs)
      throw new Error(`The worker has ${count} things left to do.`);
    await sleep(50);
  }
}
