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
