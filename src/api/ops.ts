import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';
import { checkReadiness, type ReadinessChecks } from './readiness.ts';

export type OpsOptions = {
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly checks: ReadinessChecks;
  /** Whether the process was told to stop; it is then not ready, whatever it still serves. */
  readonly isStopping: () => boolean;
};

/** The private listener: `/health`, `/ready` and `/metrics`. It is not part of the public API. */
export function createOps({ metrics, checks, isStopping }: OpsOptions): FastifyInstance {
  const ops = Fastify();
  ops.get('/health', async () => ({ status: 'up' }));
  ops.get('/ready', async (_request, reply) => {
    const stopping = isStopping();
    const { missing, degraded } = await checkReadiness(stopping ? {} : checks);
    const ready = !stopping && missing.length === 0;
    return reply.code(ready ? 200 : 503).send({ ready, missing, degraded, stopping });
  });
  ops.get('/metrics', async (_request, reply) => {
    const text = await metrics.registry.metrics();
    return reply.header('content-type', metrics.registry.contentType).send(text);
  });
  return ops;
}
