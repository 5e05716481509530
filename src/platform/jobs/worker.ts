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
import type { Services } from '../context.ts';
import type { EventDefinition } from '../events/definition.ts';
import { type Repeater, startRepeater } from '../events/repeater.ts';
import type { Logger } from '../logger.ts';
import { unlockJobsOfDeadWorkers } from './dead-workers.ts';
import { checkedJobName, type JobDefinition } from './definition.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';

/** What a worker does for the jobs of one name. */
export type JobHandler = {
  readonly name: string;
  readonly run: (services: Services, payload: never) => Promise<void>;
  /** When the job starts by itself, as a cron pattern in UTC. */
  readonly cron?: string;
  /** The event that starts it, if one does. */
  readonly event?: string;
  /** How often every worker does it; then it is in no queue. */
  readonly everyMs?: number;
};

/** Does the jobs that transactions enqueue. At least once each: `work` must bear repetition. */
export function handleJob<Payload extends object>(
  job: JobDefinition<Payload>,
  work: (services: Services, payload: Payload) => Promise<void>,
): JobHandler {
  return { name: job.name, run: work };
}

/** Does something later for every event of one definition, at least once. */
export function handleEvent<Payload extends object>(
  name: string,
  event: EventDefinition<Payload>,
  work: (services: Services, payload: Payload) => Promise<void>,
): JobHandler {
  return { name: checkedJobName(name), run: work, event: event.name };
}

/** Does something at the times of a cron pattern (UTC), once over all workers. */
export function handleCron(
  name: string,
  cron: string,
  work: (services: Services) => Promise<void>,
): JobHandler {
  return { name: checkedJobName(name), run: work, cron };
}

/**
 * Does something every few seconds, where a cron pattern with its minutes is too rare. Each worker does it, without a
 * queue: `work` must bear that others do it at the same time.
 */
export function handleRepeatedly(
  name: string,
  everyMs: number,
  work: (services: Services) => Promise<void>,
): JobHandler {
  return { name: checkedJobName(name), run: work, everyMs };
}

/** Which jobs each event starts, for the relay. */
export function listenerJobsOf(handlers: readonly JobHandler[]): ReadonlyMap<string, readonly string[]> {
  const jobs = new Map<string, string[]>();
  for (const { name, event } of handlers) {
    if (event !== undefined) jobs.set(event, [...(jobs.get(event) ?? []), name]);
  }
  return jobs;
}

const CONCURRENT_JOBS = 6;
/** A job whose time comes, or whose announcement is lost, starts at most this late. */
const POLL_MS = 2_000;
const RESTART_DELAY_MS = 1_000;
const SCHEMA = 'graphile_worker';
const WATCH: Watch = { beatMs: 10_000, lookMs: 30_000, graceMs: 60_000 };
/**
 * Batches that wait for nothing: only in batches does somebody handle the failure of the report that a job is done.
 * Otherwise it is a rejected promise of nobody's, which ends the process when the database goes away at that moment;
 * and only for batches does the end of the work wait.
 */
const REPORTING_IN_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

export type Worker = {
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>;
};

type RunOptions = {
  /** Has listeners for the errors of its connections, and connections for each job that runs at once. */
  readonly pool: Pool;
  readonly handlers: readonly JobHandler[];
};

export type WorkerOptions = RunOptions & {
  /** No other process can have a worker on this database, so whatever is locked at the start is a dead one's. */
  readonly isAlone?: boolean;
  /** Other times, for tests. */
  readonly watch?: Watch;
};

/** How often a worker says that it lives, how often it looks for the dead, and for how long a living one may be silent. */
type Watch = { readonly beatMs: number; readonly lookMs: number; readonly graceMs: number };

type RunningJobs = { readonly runner: Runner; readonly heartbeat: Heartbeat };

/** The queue's runner gives up when it could not report a job because the database was away; then another one is started. */
export async function startWorker(services: Services, options: WorkerOptions): Promise<Worker> {
  const stopping = new AbortController();
  if (options.isAlone) await unlockJobsOfDeadWorkers(services, 0);
  let jobs = await startRunner(services, options);
  const { lookMs, graceMs } = options.watch ?? WATCH;
  const looking = startRepeater({
    name: 'looking for workers that have died',
    work: () => unlockJobsOfDeadWorkers(services, graceMs),
    pollMs: lookMs,
    log: services.log,
  });
  looking.request();
  const repeaters = [looking, ...startRepeaters(services, options.handlers)];

  async function keepRunning(): Promise<void> {
    for (;;) {
      // What ended it is in the log.
      await jobs.runner.promise.catch(() => undefined);
      await jobs.heartbeat.stop();
      if (stopping.signal.aborted) return;
      services.log.warn('the worker of jobs has ended by itself and is started again');
      const next = await startAgain(services, options, stopping.signal);
      if (!next) return;
      jobs = next;
      if (stopping.signal.aborted) await jobs.runner.stop();
    }
  }

  const kept = keepRunning();
  return {
    async stop() {
      stopping.abort();
      await Promise.all(repeaters.map((repeater) => repeater.close()));
      // It refuses when it has just ended by itself.
      await jobs.runner.stop().catch(() => undefined);
      await kept;
    },
  };
}

function startRepeaters(services: Services, handlers: readonly JobHandler[]): Repeater[] {
  return handlers.flatMap(({ name, everyMs, run }) =>
    everyMs === undefined
      ? []
      : [startRepeater({ name, work: () => runBare(run, services), pollMs: everyMs, log: services.log })],
  );
}

/** Of a handler that takes no payload. */
const runBare = (run: JobHandler['run'], services: Services): Promise<void> =>
  // Only `handleRepeatedly` makes a handler with a period, and its work takes the services alone.
  run(services, undefined as never);

/** @returns null when `stopping` aborts before the database is back */
async function startAgain(
  services: Services,
  options: WorkerOptions,
  stopping: AbortSignal,
): Promise<RunningJobs | null> {
  for (;;) {
    // Stopping ends the pause, by an error that says nothing else.
    await sleep(RESTART_DELAY_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    if (stopping.aborted) return null;
    const jobs = await startRunner(services, options).catch(() => null);
    if (jobs) return jobs;
  }
}

async function startRunner(
  services: Services,
  { pool, handlers, watch = WATCH }: WorkerOptions,
): Promise<RunningJobs> {
  const events: WorkerEvents = new EventEmitter();
  // What the queue writes to `locked_by`; a runner has one pool.
  let workerId = '';
  events.once('pool:create', ({ workerPool }) => (workerId = workerPool.id));
  const runner = await run({
    pgPool: pool,
    schema: SCHEMA,
    taskList: taskListOf(services, handlers),
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

/** Runs every job that is due by the services' clock and returns when none is left; for tests. */
export async function runDueJobs(services: Services, { pool, handlers }: RunOptions): Promise<void> {
  const taskList = taskListOf(services, handlers);
  for (const { everyMs, run } of handlers) if (everyMs !== undefined) await runBare(run, services);
  // The queue goes by the time of the database, which a test cannot move.
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
function taskListOf(services: Services, handlers: readonly JobHandler[]): TaskList {
  const tasks: TaskList = {};
  for (const handler of handlers) {
    if (handler.everyMs !== undefined) continue;
    if (tasks[handler.name]) throw new Error(`Two jobs are called "${handler.name}".`);
    // The payload was stored by an `enqueue` or `emit` of the same definition, which gave it its type.
    tasks[handler.name] = (payload: unknown) => handler.run(services, payload as never);
  }
  return tasks;
}

/** Payloads stay out of the log: they may hold what is nobody else's business. */
function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const facts = { err: meta?.['error'], job: jobIdOf(meta?.['job']) };
    if (level === 'error' || level === 'warning') log.warn(facts, message);
    else log.debug(facts, message);
  });
}

const jobIdOf = (job: unknown): unknown =>
  typeof job === 'object' && job !== null && 'id' in job ? job.id : undefined;
