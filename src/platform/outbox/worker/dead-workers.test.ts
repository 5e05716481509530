import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Pool } from 'pg';
import { pino } from 'pino';
import { systemClock } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { testDatabase } from '#test/support/database.ts';
import { openTestDatabase, until } from '#test/support/processes.ts';
import { unlockJobsOfDeadWorkers } from './dead-workers.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleJob, startWorker } from './worker.ts';
import type { WorkerOptions } from './worker.ts';

const ENDLESS_JOB_WORKER = path.resolve(
  import.meta.dirname,
  '../../../../test/support/jobs/endless-job-worker.ts',
);
const MINUTE_MS = 60_000;

type Rows = Record<string, unknown>[];
type World = {
  connectionString: string;
  services: Services;
  pool: Pool;
  sql(text: string): Promise<Rows>;
  /** Runs before the connections are closed. */
  atEnd(end: () => Promise<void>): void;
  /** The warnings of all workers but the killed one. */
  warnings(): string[];
};

async function world(t: TestContext): Promise<World> {
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  // The workers stop before the connections close, and those before the database.
  const after = (end: unknown): void => void ends.push(end as () => unknown);
  const { connectionString } = await testDatabase({ after });
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const { db } = await openTestDatabase(t, connectionString);
  const ids = createIds(systemClock);
  const transaction = createTransactions({ db, ids, clock: systemClock, onCommit: () => undefined });
  const pool = new Pool({ connectionString, max: 8 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  after(() => pool.end());
  return {
    connectionString,
    // The services that the workers of these tests use.
    services: { log, db, transaction } as unknown as Services,
    pool,
    sql: async (text) => (await pool.query(text)).rows,
    atEnd: after,
    // Pino writes JSON with a message.
    warnings: () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
  };
}

/** A worker of this process whose `endless` jobs end when `finish` is called. */
async function startLiving(
  { services, pool, atEnd }: World,
  options: Omit<WorkerOptions, 'pool' | 'handlers'> = {},
): Promise<{ taken(): number; finish(): void; stop(): Promise<void> }> {
  const finished = Promise.withResolvers<void>();
  let taken = 0;
  const endless = handleJob(defineJob('endless'), () => {
    taken += 1;
    return finished.promise;
  });
  const worker = await startWorker(services, { pool, handlers: [endless], ...options });
  const stop = async (): Promise<void> => {
    finished.resolve();
    await worker.stop();
  };
  atEnd(stop);
  return { taken: () => taken, finish: () => finished.resolve(), stop };
}

/** Kills a worker process during a job, which stays locked. */
async function killWorkerAtWork(t: TestContext, { connectionString, sql }: World): Promise<void> {
  const child = spawn(process.execPath, [ENDLESS_JOB_WORKER, connectionString], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  await until(async () => (await sql('select from job_workers')).length === 1, 'it has been seen');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const addEndlessJob = `select graphile_worker.add_job('endless', queue_name => 'one at a time')`;
const LOCKED = 'select attempts from graphile_worker.jobs where locked_by is not null';
const GIVEN = 'jobs of dead workers were unlocked';

test('a job of a killed worker is run by another one after the grace period, and so are jobs of its named queue', async (t) => {
  const here = await world(t);
  await here.sql(addEndlessJob);
  await here.sql(addEndlessJob);
  await killWorkerAtWork(t, here);
  assert.deepEqual(await here.sql(LOCKED), [{ attempts: 1 }]);

  const watch = { beatMs: 100, lookMs: 100, graceMs: 1_000 };
  const living = await startLiving(here, { watch });
  const other = await startLiving(here, { watch });
  living.finish();
  other.finish();
  await until(async () => (await here.sql('select from graphile_worker.jobs')).length === 0, 'both are done');
  assert.equal(living.taken() + other.taken(), 2);
  assert.deepEqual(here.warnings(), [GIVEN]);
  assert.equal((await here.sql('select * from job_workers')).length, 2);
  await living.stop();
  await other.stop();
  assert.deepEqual(await here.sql('select * from job_workers'), []);
});

test('within the grace period a job of a killed worker stays locked, unless the new worker is alone', async (t) => {
  const here = await world(t);
  await here.sql(addEndlessJob);
  await killWorkerAtWork(t, here);
  await unlockJobsOfDeadWorkers(here.services, MINUTE_MS);
  assert.deepEqual(await here.sql(LOCKED), [{ attempts: 1 }]);

  const alone = await startLiving(here, { isAlone: true });
  await until(() => alone.taken() === 1, 'it has the job');
  assert.deepEqual(here.warnings(), [GIVEN]);
  assert.deepEqual(await here.sql(LOCKED), [{ attempts: 2 }]);
});

test('a slow job of a living worker is never unlocked', async (t) => {
  const here = await world(t);
  const living = await startLiving(here, { watch: { beatMs: 50, lookMs: MINUTE_MS, graceMs: MINUTE_MS } });
  await here.sql(addEndlessJob);
  const wasSeenWithin = async (seconds: number): Promise<boolean> =>
    (await here.sql(`select from job_workers where seen_at > now() - interval '${seconds} seconds'`))
      .length === 1;
  await until(() => living.taken() === 1, 'it has the job');
  await until(() => wasSeenWithin(60), 'the first heartbeat');
  // Within the grace period: the check at the start of the worker may run only now.
  await here.sql(`update job_workers set seen_at = now() - interval '50 seconds'`);
  await here.sql(`update graphile_worker._private_jobs set locked_at = now() - interval '3 hours'`);
  await until(() => wasSeenWithin(40), 'the next heartbeat');
  await unlockJobsOfDeadWorkers(here.services, MINUTE_MS);
  assert.deepEqual(await here.sql(LOCKED), [{ attempts: 1 }]);
  assert.deepEqual(here.warnings(), []);
});

test('only jobs locked longer than the grace period by a worker without a heartbeat are unlocked', async (t) => {
  const here = await world(t);
  await here.sql(`select graphile_worker.add_job('endless') from generate_series(1, 3)`);
  await here.sql(`
    update graphile_worker._private_jobs set attempts = 1, locked_by = 'pool-' || id,
      locked_at = now() - interval '50 seconds' * id
    where id < 3`);
  await unlockJobsOfDeadWorkers(here.services, MINUTE_MS);
  assert.deepEqual(
    await here.sql('select id::int, locked_by from graphile_worker._private_jobs order by id'),
    [
      { id: 1, locked_by: 'pool-1' },
      { id: 2, locked_by: null },
      { id: 3, locked_by: null },
    ],
  );
  assert.deepEqual(here.warnings(), [GIVEN]);
});

test('of ten concurrent checks for dead workers one unlocks the jobs', async (t) => {
  const here = await world(t);
  await here.sql(`select graphile_worker.add_job('endless')`);
  await here.sql(`
    update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now() - interval '2 minutes'`);
  const looks = Array.from({ length: 10 }, () => unlockJobsOfDeadWorkers(here.services, MINUTE_MS));
  await Promise.all(looks);
  assert.deepEqual(await here.sql(LOCKED), []);
  assert.deepEqual(here.warnings(), [GIVEN]);
});
