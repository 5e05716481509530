import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import type { TestContext } from 'node:test';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createExecution } from '#api/execution/execution.ts';
import type { Execution } from '#api/execution/execution.ts';
import { registerGraphql } from '#api/http/graphql-route.ts';
import type { GraphqlRouteOptions } from '#api/http/graphql-route.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { ReserveCost } from '#platform/request/cost-budget.ts';
import { defaultLimits } from '#domains/modules.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { toySchema } from './toy-schema.ts';

export type ToyServer = {
  readonly url: string;
  readonly fastify: FastifyInstance;
  readonly execution: Execution;
};

type ToyContext = Pick<RequestContext, 'signal'> & Partial<RequestContext>;

export type ToyOptions = {
  /** The toy schema if omitted. */
  schema?: GraphQLSchema;
  limits?: Partial<Limits>;
  exposeDetails?: boolean;
  reserveCost?: ReserveCost;
  contextOf?: (signal: AbortSignal) => Promise<ToyContext>;
  explorer?: GraphqlRouteOptions['explorer'];
  temporaryDirectory?: string;
};

export function toyExecution(options: ToyOptions = {}): Execution {
  return createExecution({
    schema: options.schema ?? toySchema(),
    limits: { ...defaultLimits, ...options.limits },
    log: silentLog,
    exposeDetails: options.exposeDetails ?? false,
    reserveCost: options.reserveCost ?? (async () => () => {}),
  });
}

/** The toy schema's resolvers read only the signal and the user of a context. */
export function toyContext(context: ToyContext): RequestContext {
  return { user: null, ...context } as unknown as RequestContext;
}

export const silentLog = createLogger({ level: 'silent' });

/** Serves the toy schema on a loopback port until the test ends. */
export async function startToyServer(
  t: Pick<TestContext, 'after'>,
  options: ToyOptions = {},
): Promise<ToyServer> {
  const fastify = Fastify();
  const execution = toyExecution(options);
  registerGraphql(fastify, {
    path: '/web/graphql',
    execution,
    contextOf: async (_request, signal) => toyContext(await (options.contextOf?.(signal) ?? { signal })),
    explorer: options.explorer ?? null,
    limits: { ...defaultLimits, ...options.limits },
    temporaryDirectory: options.temporaryDirectory ?? tmpdir(),
    cutOff: new AbortController().signal,
    log: silentLog,
  });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => fastify.close());
  // A listening TCP server has an address with a port.
  const { port } = fastify.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/web/graphql`, fastify, execution };
}

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
  /** Code of the first error. */
  readonly code: unknown;
};

/** @param body an object is sent as JSON, anything else unchanged */
export async function post(
  server: ToyServer,
  body: Record<string, unknown> | string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  const text = await response.text();
  // Every answer of the endpoint is a JSON object; anything else fails the test.
  const parsed = JSON.parse(text) as { errors?: { extensions: { code: unknown } }[] };
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: parsed,
    code: parsed.errors?.[0]?.extensions.code,
  };
}
