import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FinishedOperation } from './execution.ts';

/** What the process counts about itself. */
export type Metrics = {
  readonly registry: Registry;
  /** @param endpoint `client` or `admin` */
  finished(endpoint: string, operation: FinishedOperation): void;
};

export type MetricsOptions = {
  /** Asked at each scrape. */
  readonly sockets: () => { sockets: number; subscriptions: number };
};

export type OpsOptions = {
  readonly metrics: Metrics;
  /** Names what is not ready, such as a database that does not answer; empty when everything is. */
  readonly notReady: () => Promise<readonly string[]>;
};

/** The private listener: `/health`, `/ready` and `/metrics`. It is not part of the public API. */
export function createOps({ metrics, notReady }: OpsOptions): FastifyInstance {
  const ops = Fastify();
  ops.get('/health', async () => ({ status: 'up' }));
  ops.get('/ready', async (_request, reply) => {
    const missing = await readiness(notReady);
    return reply.code(missing.length === 0 ? 200 : 503).send({ ready: missing.length === 0, missing });
  });
  ops.get('/metrics', async (_request, reply) => {
    const text = await metrics.registry.metrics();
    return reply.header('content-type', metrics.registry.contentType).send(text);
  });
  return ops;
}

const READINESS_TIMEOUT_MS = 2_000;
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics({ sockets }: MetricsOptions): Metrics {
  const registry = new Registry();
  // Brings the event loop's lag, memory and garbage collection.
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'graphql_operation_duration_seconds',
    help: 'Time from the admission of an operation to its result.',
    labelNames: ['endpoint', 'type'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const results = new Counter({
    name: 'graphql_operations_total',
    help: 'Finished operations by the code of their first error, OK without one.',
    labelNames: ['endpoint', 'type', 'code'],
    registers: [registry],
  });
  addGauge(registry, 'graphql_sockets', 'Open WebSocket connections.', () => sockets().sockets);
  addGauge(
    registry,
    'graphql_subscriptions',
    'Operations under way on sockets.',
    () => sockets().subscriptions,
  );
  return {
    registry,
    finished(endpoint, { type, code, durationMs }) {
      durations.observe({ endpoint, type }, durationMs / 1_000);
      results.inc({ endpoint, type, code });
    },
  };
}

function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/** A check that hangs or throws is as good as one that says no. */
async function readiness(notReady: OpsOptions['notReady']): Promise<readonly string[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => resolve(['checks did not answer']), READINESS_TIMEOUT_MS);
  try {
    return await Promise.race([notReady(), late]);
  } catch {
    // What failed is in the log of whoever owns it; the balancer only needs to know that it did.
    return ['checks failed'];
  } finally {
    clearTimeout(timer);
  }
}
