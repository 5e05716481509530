import { Logger as WorkerLogger, parseCronItems, run, runOnce, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Services } from '../context.ts';
import type { EventDefinition } from '../events/definition.ts';
import type { Logger } from '../logger.ts';
import type { JobDefinition } from './definition.ts';

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
  return { name, run: work, event: event.name };
}

/** Does something at the times of a cron pattern (UTC), once over all workers. */
export function handleCron(
  name: string,
  cron: string,
  work: (services: Services) => Promise<void>,
): JobHandler {
  return { name, run: work, cron };
}

/** Which jobs each event starts, for the relay. */
export function listenerJobsOf(handlers: readonly JobHandler[]): ReadonlyMap<string, readonly string[]> {
  const listening = handlers.filter((handler) => handler.event !== undefined);
  return new Map(
    listening.map(({ event }) => [
      event ?? '',
      listening.filter((handler) => handler.event === event).map((handler) => handler.name),
    ]),
  );
}

const CONCURRENT_JOBS = 8;
const POLL_MS = 2_000;

export type Worker = { stop(): Promise<void> };

export async function startWorker(
  services: Services,
  options: { pool: Pool; handlers: readonly JobHandler[] },
): Promise<Worker> {
  const runner = await run({
    pgPool: options.pool,
    taskList: taskListOf(services, options.handlers),
    parsedCronItems: parseCronItems(
      options.handlers.flatMap(({ name, cron }) => (cron === undefined ? [] : [{ task: name, match: cron }])),
    ),
    concurrency: CONCURRENT_JOBS,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: workerLogger(services.log),
  });
  return { stop: () => runner.stop() };
}

/** Runs every job that is due and returns when none is left; for tests. */
export async function runDueJobs(
  services: Services,
  options: { pool: Pool; handlers: readonly JobHandler[] },
): Promise<void> {
  await runOnce({
    pgPool: options.pool,
    taskList: taskListOf(services, options.handlers),
    noHandleSignals: true,
    logger: workerLogger(services.log),
  });
}

function taskListOf(services: Services, handlers: readonly JobHandler[]): TaskList {
  return Object.fromEntries(
    // The payload was stored by an `enqueue` or `emit` of the same definition, which gave it its type.
    handlers.map((handler) => [handler.name, (payload: unknown) => handler.run(services, payload as never)]),
  );
}

function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning') log.warn({ meta }, message);
    else log.debug({ meta }, message);
  });
}
