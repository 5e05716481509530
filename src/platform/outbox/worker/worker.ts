import type { CronItem, TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Services } from '#platform/outbox/services.ts';
import type { EventDefinition } from '#platform/outbox/events/definition.ts';
import { type BackgroundLoop, startBackgroundLoop } from '#platform/outbox/event-log/background-loop.ts';
import { type EventFollower, startFollowers } from '#platform/outbox/followers/event-followers.ts';
import { unlockJobsOfDeadWorkers } from './dead-workers.ts';
import { checkedJobName, type JobDefinition } from '#platform/outbox/jobs/definition.ts';
import { JOB_CONCURRENCY, type JobConcurrency, type JobKind } from '#platform/outbox/jobs/kinds.ts';
import { QUEUE_SCHEMA, type Runner, runOnceAll, startRunner } from './runner.ts';

/** Handler of the jobs of one name. */
type QueueHandler = {
  readonly name: string;
  readonly kind: JobKind;
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

type HandlerOptions = {
  /** Jobs of one kind wait for each other alone. */
  readonly kind?: JobKind;
};

/** Handles jobs that transactions enqueue. Runs at least once each: `work` must be idempotent. */
export function handleJob<Payload extends object>(
  job: JobDefinition<Payload>,
  work: (services: Services, payload: Payload) => Promise<void>,
  { kind = 'default' }: HandlerOptions = {},
): JobHandler {
  return { name: job.name, kind, run: work };
}

/** Handles every event of one definition later, at least once. */
export function handleEvent<Payload extends object>(
  name: string,
  event: EventDefinition<Payload>,
  work: (services: Services, payload: Payload) => Promise<void>,
): JobHandler {
  return { name: checkedJobName(name), kind: 'default', run: work, event: event.name };
}

/** Runs at the times of a cron pattern (UTC), once over all workers. */
export function handleCron(
  name: string,
  cron: string,
  work: (services: Services) => Promise<void>,
): JobHandler {
  return { name: checkedJobName(name), kind: 'default', run: work, cron };
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

const WATCH: Watch = { beatMs: 10_000, lookMs: 30_000, graceMs: 60_000 };
export type Worker = Runner;

type RunOptions = {
  /** Handles the errors of its connections, and has one for each concurrent job and for each kind. */
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
  /** Jobs of each kind at a time; kinds with zero are left to other workers. */
  readonly concurrency?: JobConcurrency;
  /** No other process can have a worker on this database, so every lock at the start is a dead worker's. */
  readonly isAlone?: boolean;
  /** Other intervals, for tests. */
  readonly watch?: Watch;
};

/** Intervals of heartbeats and of checks for dead workers, and the maximum age of a living worker's heartbeat. */
type Watch = { readonly beatMs: number; readonly lookMs: number; readonly graceMs: number };

export async function startWorker(services: Services, options: WorkerOptions): Promise<Worker> {
  const { lookMs, graceMs } = options.watch ?? WATCH;
  if (options.isAlone) await unlockJobsOfDeadWorkers(services, 0);
  const runners = await startRunners(services, options);
  const looking = startBackgroundLoop({
    name: 'dead worker check',
    work: () => unlockJobsOfDeadWorkers(services, graceMs),
    pollMs: lookMs,
    log: services.log,
  });
  looking.request();
  const followers = startFollowers(services, options.followers ?? []);
  const repeaters = [looking, followers, ...startRepeaters(services, options.handlers)];
  return {
    isRunning: () => runners.every((runner) => runner.isRunning()),
    async stop() {
      await Promise.all([
        ...runners.map((runner) => runner.stop()),
        ...repeaters.map((repeater) => repeater.close()),
      ]);
    },
  };
}

/** Starts a runner for each kind that has handlers. */
async function startRunners(
  services: Services,
  { pool, handlers, onJob, concurrency = JOB_CONCURRENCY, watch = WATCH }: WorkerOptions,
): Promise<readonly Runner[]> {
  const tasks = taskListOf(services, handlers, onJob);
  const queued = handlers.filter((handler) => handler.everyMs === undefined);
  const kinds = [...new Set(queued.map(({ kind }) => kind))].filter((kind) => concurrency[kind] > 0);
  const runners: Runner[] = [];
  try {
    for (const kind of kinds) {
      const own = queued.filter((handler) => handler.kind === kind);
      runners.push(
        await startRunner({
          pool,
          tasks: Object.fromEntries(own.map(({ name }) => [name, tasks[name]])),
          crons: own.flatMap(({ name, cron }): CronItem[] =>
            cron === undefined ? [] : [{ task: name, match: cron }],
          ),
          concurrency: concurrency[kind],
          beatMs: watch.beatMs,
          log: services.log,
        }),
      );
    }
    return runners;
  } catch (error) {
    await Promise.all(runners.map((runner) => runner.stop()));
    throw error;
  }
}

function startRepeaters(services: Services, handlers: readonly JobHandler[]): BackgroundLoop[] {
  const { log } = services;
  return handlers.flatMap((handler) => {
    if (handler.everyMs === undefined) return [];
    const { name, everyMs: pollMs, run } = handler;
    return [startBackgroundLoop({ name, work: () => run(services), pollMs, log })];
  });
}

/**
 * Runs every job that is due by the services' clock until none is left; for tests.
 * @param options.relay puts into the queue what the jobs themselves have enqueued
 */
export async function runDueJobs(
  services: Services,
  { pool, handlers, onJob, relay }: RunOptions & { readonly relay?: () => Promise<void> },
): Promise<void> {
  const tasks = taskListOf(services, handlers, onJob);
  for (const handler of handlers) if (handler.everyMs !== undefined) await handler.run(services);
  // The queue uses the time of the database, which a test cannot advance.
  await pool.query(
    `select count(*) from ${QUEUE_SCHEMA}.reschedule_jobs(
      array(select id from ${QUEUE_SCHEMA}.jobs where run_at > now() and run_at <= $1), now())`,
    [services.clock.now()],
  );
  do {
    await runOnceAll({ pool, tasks, log: services.log });
    await relay?.();
  } while (relay && (await hasDueJob(pool, Object.keys(tasks))));
}

async function hasDueJob(pool: Pool, names: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ isDue: boolean }>(
    `select exists (select from ${QUEUE_SCHEMA}.jobs where task_identifier = any($1)
      and run_at <= now() and locked_at is null and attempts < max_attempts) as "isDue"`,
    [names],
  );
  return rows[0]?.isDue === true;
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
