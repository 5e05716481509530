import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FinishedOperation, RefusedOperation } from '#api/execution/execution.ts';
import type { LiveExecution } from '#api/live/live-execution.ts';

/** Metrics of the process. */
export type Metrics = {
  readonly registry: Registry;
  /** @param endpoint `client` or `admin` */
  finished(endpoint: string, operation: Pick<FinishedOperation, 'type' | 'code' | 'durationMs'>): void;
  refused(endpoint: string, operation: RefusedOperation): void;
  socketClosed(code: number): void;
  liveExecuted(kind: LiveExecution): void;
  jobFinished(job: { readonly name: string; readonly isDone: boolean; readonly durationMs: number }): void;
  readonly mails: Counter<'result'>;
  readonly media: Counter<'kind' | 'result'>;
  readonly fileScans: Counter<'result'>;
  readonly moderationCalls: Counter<'result'>;
  readonly paymentCalls: Counter<'operation' | 'result'>;
  readonly storageFailures: Counter<'operation'>;
  readonly callServerCalls: Counter<'operation' | 'result'>;
  readonly pushes: Counter<'provider' | 'result'>;
  /** Adds a gauge that is read at each scrape. */
  gauge(options: GaugeOptions): void;
};

type Sample = { readonly value: number; readonly labels?: Readonly<Record<string, string>> };

type GaugeOptions = {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Null when the value cannot be read now: the gauge is then absent. */
  readonly read: () => Promise<readonly Sample[] | null> | readonly Sample[] | number;
};

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Registers event loop lag, memory and garbage collection.
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'graphql_operation_duration_seconds',
    help: 'Time from the admission of an operation to its result; of a subscription to its start.',
    labelNames: ['endpoint', 'type'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const results = new Counter({
    name: 'graphql_operations_total',
    help: 'Operations by the code of their first error or refusal, OK without one; type unknown without a document.',
    labelNames: ['endpoint', 'type', 'code'],
    registers,
  });
  const jobDurations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Runs of jobs in this process by their result, done or failed.',
    labelNames: ['job', 'result'],
    buckets: JOB_BUCKETS_SECONDS,
    registers,
  });
  const socketsClosed = new Counter({
    name: 'graphql_sockets_closed_total',
    help: 'Closed WebSocket connections by their close code; other for the codes that clients make up.',
    labelNames: ['code'],
    registers,
  });
  const liveExecutions = new Counter({
    name: 'graphql_live_executions_total',
    help: 'Executions of events of subscriptions: shared by many users, single for one, or a fallback from shared to single.',
    labelNames: ['kind'],
    registers,
  });
  return {
    registry,
    finished(endpoint, { type, code, durationMs }) {
      durations.observe({ endpoint, type }, durationMs / 1_000);
      results.inc({ endpoint, type, code });
    },
    refused: (endpoint, { type, code }) => results.inc({ endpoint, type, code }),
    socketClosed: (code) => socketsClosed.inc({ code: CLOSE_CODES.has(code) ? String(code) : 'other' }),
    liveExecuted: (kind) => liveExecutions.inc({ kind }),
    jobFinished({ name, isDone, durationMs }) {
      jobDurations.observe({ job: name, result: isDone ? 'done' : 'failed' }, durationMs / 1_000);
    },
    ...portCounters(registry),
    gauge: (options) => addGauge(registry, options),
  };
}

/** Codes that the server and common clients close with; a client can send any of thousands. */
const CLOSE_CODES = new Set([
  1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 1012, 1013, 4004, 4005, 4400, 4401, 4403, 4406,
  4408, 4409, 4429, 4499, 4500, 4504,
]);

function portCounters(
  registry: Registry,
): Pick<
  Metrics,
  | 'mails'
  | 'media'
  | 'fileScans'
  | 'moderationCalls'
  | 'paymentCalls'
  | 'storageFailures'
  | 'callServerCalls'
  | 'pushes'
> {
  const registers = [registry];
  return {
    mails: new Counter({
      name: 'mails_total',
      help: 'Attempts to send a mail: sent, refused permanently, or failed and retried.',
      labelNames: ['result'],
      registers,
    }),
    media: new Counter({
      name: 'media_rendered_total',
      help: 'Decoded images and recordings: done, refused because of the file, or failed.',
      labelNames: ['kind', 'result'],
      registers,
    }),
    fileScans: new Counter({
      name: 'file_scans_total',
      help: 'Scans of files for malware: clean, infected, or failed and retried.',
      labelNames: ['result'],
      registers,
    }),
    moderationCalls: new Counter({
      name: 'moderation_calls_total',
      help: 'Calls of the provider of moderation: done, rejected since it takes none of ours, or failed since it was away or slow.',
      labelNames: ['result'],
      registers,
    }),
    paymentCalls: new Counter({
      name: 'payment_provider_calls_total',
      help: 'Calls of the provider of payments: done, refused, or failed since it was away or rejects all of ours.',
      labelNames: ['operation', 'result'],
      registers,
    }),
    storageFailures: new Counter({
      name: 'storage_failures_total',
      help: 'Failed operations of the file storage.',
      labelNames: ['operation'],
      registers,
    }),
    callServerCalls: new Counter({
      name: 'call_server_calls_total',
      help: 'Uses of the call server: done, refused, or failed since it was away.',
      labelNames: ['operation', 'result'],
      registers,
    }),
    pushes: new Counter({
      name: 'pushes_total',
      help: 'Answers of providers of notifications for a device: ok, gone, throttled, refused, or unavailable and retried.',
      labelNames: ['provider', 'result'],
      registers,
    }),
  };
}

function addGauge(registry: Registry, { name, help, labelNames = [], read }: GaugeOptions): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const reading = await read();
      const samples = typeof reading === 'number' ? [{ value: reading }] : reading;
      this.reset();
      // `reset` leaves a 0 where there are no labels.
      if (samples === null) return this.remove();
      for (const { labels = {}, value } of samples) this.set(labels, value);
    },
  });
}
