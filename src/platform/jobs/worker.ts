import { Logger as WorkerLogger, parseCronItems, run, runOnce, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Services } from '../context.ts';
import type { EventDefinition } from '../events/definition.ts';
import type { Logger } from '../logger.ts';
import { checkedJobName, type JobDefinition } from './definition.ts';

/** What a worker does for the jobs of one name. */
export type JobHandler = {
  readonly name: string;
  readonly run: (services: Services, payload: never) => Promise<void>;
  /** When the job starts by itself, as a cron pattern in UTC. */
  readonly cron?: string;
  /** The event that starts it, if one does. */
  readonly event?: string;
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
const SCHEMA = 'graphile_worker';

export type Worker = {
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>;
};

export type WorkerOptions = {
  /** Has listeners for the errors of its connections, and connections for each job that runs at once. */
  readonly pool: Pool;
  readonly handlers: readonly JobHandler[];
};

export async function startWorker(services: Services, { pool, handlers }: WorkerOptions): Promise<Worker> {
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
  });
  return { stop: () => runner.stop() };
}

/** Runs every job that is due by the services' clock and returns when none is left; for tests. */
export async function runDueJobs(services: Services, { pool, handlers }: WorkerOptions): Promise<void> {
  const taskList = taskListOf(services, handlers);
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
  });
}

/** @throws Error when two handlers have one name: one of them would never run */
function taskListOf(services: Services, handlers: readonly JobHandler[]): TaskList {
  const tasks: TaskList = {};
  for (const handler of handlers) {
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
