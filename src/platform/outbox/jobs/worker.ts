import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  runOnce,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { Services } from '#platform/outbox/services.ts';
import type { EventDefinition } from '#platform/outbox/events/definition.ts';
import { type BackgroundLoop, startBackgroundLoop } from '#platform/outbox/events/background-loop.ts';
import { type EventFollower, startFollowers } from '#platform/outbox/followers/event-followers.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { unlockJobsOfDeadWorkers } from './dead-workers.ts';
import { checkedJobName, type JobDefinition } from './definition.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';

/** Handler of the jobs of one name. */
type QueueHandler = {
  readonly name: string;
  readonly run: (services: Services, payload: never) => Promise<void>;
  /** Cron pattern in UTC that starts the job. */
  readonly cron?: string;
  /** Name of the event that starts the job, if any. */
  readonly event?: string;
  readonly everyMs?: undefined;
};

/** Handler that every worker runs at an interval; it is not queued. */
type IntervalHandler = {
  readonly name: string;
  readonly run: (services: Services) => Promise<void>;
  readonly everyMs: number;
  readonly cron?: undefined;
  readonly event?: undefined;
};

export type JobHandler = QueueHandler | IntervalHandler;

/** Handles jobs that transactions enqueue. Runs at least once each: `work` must be idempotent. */
export function handleJob<Payload extends object>(
  job: JobDefinition<Payload>,
  work: (services: Services, payload: Payload) => Promise<void>,
): JobHandler {
  return { name: job.name, run: work };
}

/** Handles every event of one definition later, at least once. */
export function handleEvent<Payload extends object>(
  name: string,
  event: EventDefinition<Payload>,
  work: (services: Services, payload: Payload) => Promise<void>,
): JobHandler {
  return { name: checkedJobName(name), run: work, event: event.name };
}

/** Runs at the times of a cron pattern (UTC), once over all workers. */
export function handleCron(
  name: string,
  cron: string,
  work: (services: Services) => Promise<void>,
): JobHandler {
  return { name: checkedJobName(name), run: work, cron };
}

/**
 * Runs every few seconds, where the minutes of a cron pattern are too coarse. Each worker runs it, without a
 * queue: `work` must tolerate concurrent runs.
 */
export function handleInterval(
  name: string,
  everyMs: number,
  work: (services: Services) => Promise<void>,
): JobHandler {
  return { name: checkedJobName(name), run: work, everyMs };
}

/** Names of the jobs that each event starts, for the relay. */
export function listenerJobsOf(handlers: readonly JobHandler[]): ReadonlyMap<string, readonly string[]> {
  const jobs = new Map<string, string[]>();
  for (const { name, event } of handlers) {
    if (event !== undefined) jobs.set(event, [...(jobs.get(event) ?? []), name]);
  }
  return jobs;
}

const CONCURRENT_JOBS = 6;
/** Maximum delay of a job that is due, or whose notification is lost. */
const POLL_MS = 2_000;
const RESTART_DELAY_MS = 1_000;
const SCHEMA = 'graphile_worker';
const WATCH: Watch = { beatMs: 10_000, lookMs: 30_000, graceMs: 60_000 };
/**
 * Batches without a delay: graphile-worker handles a failure to report a finished job only in batch mode.
 * Otherwise it is an unhandled rejection, which ends the process when the database goes down at that moment;
 * and only in batch mode does `stop` wait for the report.
 */
const REPORTING_IN_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

export type Worker = {
  /** False while the runner of jobs is down and being restarted. */
  isRunning(): boolean;
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>;
};

type RunOptions = {
  /** Handles the errors of its connections, and has one for each concurrent job. */
  readonly pool: Pool;
  readonly handlers: readonly JobHandler[];
  /** Called after each run of a queued job, for metrics. */
  readonly onJob?: (job: FinishedJob) => void;
};

export type FinishedJob = {
  readonly name: string;
  readonly isDone: boolean;
  readonly durationMs: number;
};

export type WorkerOptions = RunOptions & {
  readonly followers?: readonly EventFollower[];
  /** No other process can have a worker on this database, so every lock at the start is a dead worker's. */
  readonly isAlone?: boolean;
  /** Other intervals, for tests. */
  readonly watch?: Watch;
};

/** Intervals of heartbeats and of checks for dead workers, and the maximum age of a living worker's heartbeat. */
type Watch = { readonly beatMs: number; readonly lookMs: number; readonly graceMs: number };

type RunningJobs = { readonly runner: Runner; readonly heartbeat: Heartbeat };

/** The queue's runner stops when it cannot report a job because the database is down; then another one is started. */
export async function startWorker(services: Services, options: WorkerOptions): Promise<Worker> {
  const stopping = new AbortController();
  if (options.isAlone) await unlockJobsOfDeadWorkers(services, 0);
  let jobs = await startRunner(services, options);
  let isRunning = true;
  const { lookMs, graceMs } = options.watch ?? WATCH;
  const looking = startBackgroundLoop({
    name: 'dead worker check',
    work: () => unlockJobsOfDeadWorkers(services, graceMs),
    pollMs: lookMs,
    log: services.log,
  });
  looking.request();
  const followers = startFollowers(services, options.followers ?? []);
  const repeaters = [looking, followers, ...startRepeaters(services, options.handlers)];

  async function keepRunning(): Promise<void> {
    for (;;) {
      // The runner has logged its error.
      await jobs.runner.promise.catch(() => undefined);
      isRunning = false;
      await jobs.heartbeat.stop();
      if (stopping.signal.aborted) return;
      services.log.warn('the job runner stopped unexpectedly and is restarted');
      const next = await startAgain(services, options, stopping.signal);
      if (!next) return;
      jobs = next;
      isRunning = true;
      if (stopping.signal.aborted) await jobs.runner.stop();
    }
  }

  const kept = keepRunning();
  return {
    isRunning: () => isRunning,
    async stop() {
      stopping.abort();
      await Promise.all(repeaters.map((repeater) => repeater.close()));
      // It rejects when the runner has just stopped by itself.
      await jobs.runner.stop().catch(() => undefined);
      await kept;
    },
  };
}

function startRepeaters(services: Services, handlers: readonly JobHandler[]): BackgroundLoop[] {
  const { log } = services;
  return handlers.flatMap((handler) => {
    if (handler.everyMs === undefined) return [];
    const { name, everyMs: pollMs, run } = handler;
    return [startBackgroundLoop({ name, work: () => run(services), pollMs, log })];
  });
}

/** @returns null when `stopping` aborts before the database is available */
async function startAgain(
  services: Services,
  options: WorkerOptions,
  stopping: AbortSignal,
): Promise<RunningJobs | null> {
  for (;;) {
    // Stopping ends the pause by an abort error without information.
    await sleep(RESTART_DELAY_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    if (stopping.aborted) return null;
    const jobs = await startRunner(services, options).catch(() => null);
    if (jobs) return jobs;
  }
}

async function startRunner(
  services: Services,
  { pool, handlers, onJob, watch = WATCH }: WorkerOptions,
): Promise<RunningJobs> {
  const events: WorkerEvents = new EventEmitter();
  // The value that graphile-worker writes to `locked_by`; a runner has one pool.
  let workerId = '';
  events.once('pool:create', ({ workerPool }) => (workerId = workerPool.id));
  const runner = await run({
    pgPool: pool,
    schema: SCHEMA,
    taskList: taskListOf(services, handlers, onJob),
    parsedCronItems: parseCronItems(
      handlers.flatMap(({ name, cron }) => (cron === undefined ? [] : [{ task: name, match: cron }])),
    ),
    concurrency: CONCURRENT_JOBS,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: workerLogger(services.log),
    preset: REPORTING_IN_BATCHES,
    events,
  });
  return { runner, heartbeat: startHeartbeat({ pool, workerId, beatMs: watch.beatMs, log: services.log }) };
}

/** Runs every job that is due by the services' clock until none is left; for tests. */
export async function runDueJobs(services: Services, { pool, handlers, onJob }: RunOptions): Promise<void> {
  const taskList = taskListOf(services, handlers, onJob);
  for (const handler of handlers) if (handler.everyMs !== undefined) await handler.run(services);
  // The queue uses the time of the database, which a test cannot advance.
  await pool.query(
    `select count(*) from ${SCHEMA}.reschedule_jobs(
      array(select id from ${SCHEMA}.jobs where run_at > now() and run_at <= $1), now())`,
    [services.clock.now()],
  );
  await runOnce({
    pgPool: pool,
    schema: SCHEMA,
    taskList,
    noHandleSignals: true,
    logger: workerLogger(services.log),
    preset: REPORTING_IN_BATCHES,
  });
}

/** @throws Error when two handlers have one name: one of them would never run */
function taskListOf(
  services: Services,
  handlers: readonly JobHandler[],
  onJob: RunOptions['onJob'] = () => undefined,
): TaskList {
  const tasks: TaskList = {};
  for (const handler of handlers) {
    if (handler.everyMs !== undefined) continue;
    if (tasks[handler.name]) throw new Error(`Two jobs are called "${handler.name}".`);
    tasks[handler.name] = async (payload: unknown) => {
      const startedMs = performance.now();
      let isDone = false;
      try {
        // The payload was stored by an `enqueue` or `emit` of the same definition, which gave it its type.
        await handler.run(services, payload as never);
        isDone = true;
      } finally {
        onJob({ name: handler.name, isDone, durationMs: performance.now() - startedMs });
      }
    };
  }
  return tasks;
}

/** Payloads stay out of the log: they may contain personal data. */
function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const facts = { err: meta?.['error'], job: jobIdOf(meta?.['job']) };
    if (level === 'error' || level === 'warning') log.warn(facts, message);
    else log.debug(facts, message);
  });
}

const jobIdOf = (job: unknown): unknown =>
  typeof job === 'object' && job !== null && 'id' in job ? job.id : undefined;
