import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';
import { checkReadiness, type ReadinessChecks } from './readiness.ts';

export type OpsOptions = {
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly checks: ReadinessChecks;
  /** Whether the process was told to stop; it is then not ready, whatever it still serves. */
  readonly isStopping: () => boolean;
  /** A page of the mails that were kept in place of being sent; null where mails are sent, and in production. */
  readonly mailsPage: (() => Promise<string>) | null;
};

/** Nothing but the page's own style. */
const MAILS_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** The private listener: `/health`, `/ready`, `/metrics`, and `/mails` while no mail leaves the machine. It is not part of the public API. */
export function createOps({ metrics, checks, isStopping, mailsPage }: OpsOptions): FastifyInstance {
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
  if (mailsPage)
    ops.get('/mails', async (_request, reply) => {
      const headers = { 'content-security-policy': MAILS_PAGE_POLICY, 'cache-control': 'no-store' };
      return reply
        .headers(headers)
        .type('text/html; charset=utf-8')
        .send(await mailsPage());
    });
  return ops;
}
