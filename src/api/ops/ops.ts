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
  /** Pages of what was kept in place of being sent; none where it is sent, and in production. */
  readonly keptPages: readonly KeptPage[];
  /** Calls of vendors, which a proxy forwards here. */
  readonly callbacks: readonly Callback[];
};

export type KeptPage = {
  readonly path: '/mails' | '/pushes';
  render(): Promise<{ readonly html: string; readonly policy: string }>;
};

export type Callback = {
  readonly path: `/callbacks/${string}`;
  /** @param rawBody the bytes that the signature covers. @returns false to refuse it, as wrongly signed */
  receive(rawBody: Buffer, headers: IncomingHttpHeaders, query: CallbackQuery): Promise<boolean>;
  /** URL of the page for those who open the link; null when there is none. Opening it changes nothing. */
  pageOf?(query: CallbackQuery): string | null;
};

type CallbackQuery = Readonly<Record<string, string | string[] | undefined>>;

const CALLBACK_BYTES_MAX = 256 * 1_024;

/**
 * The private listener: `/health`, `/ready`, `/metrics`, `/callbacks/*`, and `/mails` and `/pushes` while none leaves the machine. It is not part
 * of the public API: only `/callbacks/*` may be forwarded to it.
 */
export function createOps({
  metrics,
  checks,
  isStopping,
  keptPages,
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
  for (const { path, render } of keptPages)
    ops.get(path, async (_request, reply) => {
      const { html, policy } = await render();
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
  for (const { path, receive, pageOf } of callbacks) {
    const options = { bodyLimit: CALLBACK_BYTES_MAX };
    scope.post<{ Querystring: CallbackQuery }>(path, options, async ({ body, headers, query }, reply) => {
      const isTaken = Buffer.isBuffer(body) && (await receive(body, headers, query));
      return reply.code(isTaken ? 204 : 400).send();
    });
    if (!pageOf) continue;
    scope.get<{ Querystring: CallbackQuery }>(path, async ({ query }, reply) => {
      const page = pageOf(query);
      return page === null ? reply.code(404).send() : reply.redirect(page, 303);
    });
  }
}
