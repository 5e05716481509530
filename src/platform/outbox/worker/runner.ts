import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CronItem,
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type Runner as QueueRunner,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { faultsOf } from '#platform/faults/faults.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { reportDatabaseFault } from '#platform/db/database-fault.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';

/** Maximum delay of a job that is due, or whose notification is lost. */
const POLL_MS = 2_000;
const RESTART_DELAY_MS = 1_000;
export const QUEUE_SCHEMA = 'graphile_worker';
/**
 * Batches without a delay: graphile-worker handles a failure to report a finished job only in batch mode.
 * Otherwise it is an unhandled rejection, which ends the process when the database goes down at that moment;
 * and only in batch mode does `stop` wait for the report.
 */
const REPORTING_IN_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** Runs the jobs of a task list until it is stopped. */
export type Runner = {
  /** False while the queue's runner is down and being restarted. */
  isRunning(): boolean;
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>;
};

export type RunnerOptions = {
  readonly pool: Pool;
  readonly tasks: TaskList;
  readonly crons: readonly CronItem[];
  /** Maximum number of jobs at a time. */
  readonly concurrency: number;
  readonly beatMs: number;
  readonly log: Logger;
};

type RunningJobs = { readonly runner: QueueRunner; readonly heartbeat: Heartbeat };

/** The queue's runner stops when it cannot report a job because the database is down; then another one is started. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const stopping = new AbortController();
  let jobs = await startJobs(options);
  let isRunning = true;

  async function keepRunning(): Promise<void> {
    for (;;) {
      const error: unknown = await jobs.runner.promise.catch((thrown: unknown) => thrown);
      isRunning = false;
      await jobs.heartbeat.stop();
      if (stopping.signal.aborted) return;
      const err = reportDatabaseFault(options.log, error);
      options.log.warn({ err }, 'the job runner stopped unexpectedly and is restarted');
      const next = await startAgain(options, stopping.signal);
      if (!next) return;
      jobs = next;
      isRunning = true;
      // Stopping rejects, as in stop(), when the runner has just stopped by itself.
      if (stopping.signal.aborted) await jobs.runner.stop().catch(() => undefined);
    }
  }

  const kept = keepRunning();
  return {
    isRunning: () => isRunning,
    async stop() {
      stopping.abort();
      // Stopping rejects when the runner has just stopped by itself.
      await jobs.runner.stop().catch(() => undefined);
      await kept;
    },
  };
}

/** @returns null when `stopping` aborts before the database is available */
async function startAgain(options: RunnerOptions, stopping: AbortSignal): Promise<RunningJobs | null> {
  for (;;) {
    // Stopping ends the pause by an abort error without information.
    await sleep(RESTART_DELAY_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    if (stopping.aborted) return null;
    const jobs = await startJobs(options).catch(() => null);
    if (jobs) return jobs;
  }
}

async function startJobs({
  pool,
  tasks,
  crons,
  concurrency,
  beatMs,
  log,
}: RunnerOptions): Promise<RunningJobs> {
  const events: WorkerEvents = new EventEmitter();
  // The value that graphile-worker writes to `locked_by`; a runner has one pool.
  let workerId = '';
  events.once('pool:create', ({ workerPool }) => (workerId = workerPool.id));
  const runner = await run({
    ...queueOptions(pool, tasks, log),
    parsedCronItems: parseCronItems([...crons]),
    concurrency,
    pollInterval: POLL_MS,
    events,
  });
  return { runner, heartbeat: startHeartbeat({ pool, workerId, beatMs, log }) };
}

/** Runs every job that is due by the clock of the database until none is left, for tests. */
export async function runOnceAll({
  pool,
  tasks,
  log,
}: Pick<RunnerOptions, 'pool' | 'tasks' | 'log'>): Promise<void> {
  await runOnce(queueOptions(pool, tasks, log));
}

const queueOptions = (pgPool: Pool, taskList: TaskList, log: Logger) => ({
  pgPool,
  taskList,
  schema: QUEUE_SCHEMA,
  noHandleSignals: true,
  logger: workerLogger(log),
  preset: REPORTING_IN_BATCHES,
});

/** Payloads stay out of the log: they may contain personal data. */
function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const job = jobIdOf(meta?.['job']);
    const error = meta?.['error'];
    // Without a job it is an error of the queue itself, which is in the database.
    const facts = { err: job === undefined ? reportDatabaseFault(log, error) : error, job };
    // A database that fails has a line of its own.
    const isKnown = job === undefined && faultsOf(log).has('database');
    if ((level === 'error' || level === 'warning') && !isKnown) log.warn(facts, message);
    else log.debug(facts, message);
  });
}

const jobIdOf = (job: unknown): unknown =>
  typeof job === 'object' && job !== null && 'id' in job ? job.id : undefined;
