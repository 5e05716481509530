import type { IncomingHttpHeaders } from 'node:http';
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
  readonly mailsPage: (() => Promise<{ readonly html: string; readonly policy: string }>) | null;
  /** Calls of vendors, which a proxy forwards here. */
  readonly callbacks: readonly Callback[];
};

export type Callback = {
  readonly path: `/callbacks/${string}`;
  /** @param rawBody the bytes that the signature covers. @returns false to refuse it, as wrongly signed */
  receive(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<boolean>;
};

const CALLBACK_BYTES_MAX = 256 * 1_024;

/**
 * The private listener: `/health`, `/ready`, `/metrics`, `/callbacks/*`, and `/mails` while no mail leaves the machine. It is not part
 * of the public API: only `/callbacks/*` may be forwarded to it.
 */
export function createOps({
  metrics,
  checks,
  isStopping,
  mailsPage,
  callbacks,
}: OpsOptions): FastifyInstance {
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
      const { html, policy } = await mailsPage();
      return reply
        .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(html);
    });
  ops.register(async (scope) => addCallbacks(scope, callbacks));
  return ops;
}

/** In a scope of its own: elsewhere the body is parsed, and the bytes are lost. */
function addCallbacks(scope: FastifyInstance, callbacks: readonly Callback[]): void {
  scope.removeAllContentTypeParsers();
  const parsing = { parseAs: 'buffer', bodyLimit: CALLBACK_BYTES_MAX } as const;
  scope.addContentTypeParser('*', parsing, (_request, body, done) => done(null, body));
  for (const { path, receive } of callbacks) {
    scope.post(path, { bodyLimit: CALLBACK_BYTES_MAX }, async ({ body, headers }, reply) => {
      const isTaken = Buffer.isBuffer(body) && (await receive(body, headers));
      return reply.code(isTaken ? 204 : 400).send();
    });
  }
}
