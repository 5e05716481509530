import type { IncomingMessage } from 'node:http';
import fastifyCompress from '@fastify/compress';
import fastifyCors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Authenticator } from '#domains/identity/sessions/authentication.service.ts';
import type { Services } from '#platform/context.ts';
import { createCostBudget } from '#platform/cost-budget.ts';
import { isDatabaseAway } from '#platform/db/database-away.ts';
import { AppError } from '#platform/errors.ts';
import { type Contexts, createContexts, type SocketUser } from './context.ts';
import { createExecution, type Execution, type FinishedOperation } from './execution.ts';
import { createExplorer } from './explorer.ts';
import { registerGraphql } from './http.ts';
import { mediaRoutes, type SignedFiles } from './media.ts';
import { createMetrics, createOps } from './ops.ts';
import { buildSchemas } from './schema.ts';
import { refuseUnreadable, sendUnreadable } from './unreadable.ts';
import { attachWebSocket, CLOSE_CODES } from './websocket.ts';

export type ServerOptions = {
  readonly services: Services;
  readonly authenticator: Authenticator;
  /** Null when the storage serves its links itself. */
  readonly signedFiles: SignedFiles | null;
  readonly temporaryDirectory: string;
  /** Null lets every origin in. */
  readonly corsOrigins: readonly string[] | null;
  /** How many proxies in front are trusted to name the caller's address. */
  readonly trustedProxies: number;
  readonly countryHeader: string | null;
  readonly hasExplorer: boolean;
  readonly onOperation: (operation: FinishedOperation) => void;
  /** Names what is not ready. */
  readonly notReady: () => Promise<readonly string[]>;
};

export type Server = {
  readonly public: FastifyInstance;
  readonly ops: FastifyInstance;
  /** Closes the sockets of a session that has ended. */
  closeSession(sessionId: string): void;
  /** Takes nothing new, lets what runs finish, tells sockets to reconnect elsewhere. */
  close(): Promise<void>;
};

const CLIENT_PATH = '/web/graphql';
const ADMIN_PATH = '/admin/graphql';

/** Both endpoints and the sockets on the public listener, and the private one beside it. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { services, signedFiles } = options;
  const { limits, log, clock } = services;
  const metrics = createMetrics({ sockets: () => sockets.counts() });
  const schemas = buildSchemas(limits);
  const chargeCost = createCostBudget(limits, clock);
  const executionOf = (endpoint: 'client' | 'admin'): Execution =>
    createExecution({
      schema: schemas[endpoint],
      limits,
      log,
      exposeDetails: !services.isProduction,
      chargeCost,
      onFinished: (operation) => {
        metrics.finished(endpoint, operation);
        options.onOperation(operation);
      },
    });
  const executions = { client: executionOf('client'), admin: executionOf('admin') };
  const contexts = createContexts({ ...options, services });

  const app = Fastify({
    // A slow upload may take as long as it moves; what stands still is cut.
    requestTimeout: 0,
    connectionTimeout: CONNECTION_IDLE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false },
    http: { shouldUpgradeCallback: asksForWebSocket },
    frameworkErrors: sendUnreadable,
    clientErrorHandler: refuseUnreadable,
  });
  // Only the endpoints read bodies, in ways of their own; anywhere else a body is no reason for another answer than 404.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  await app.register(fastifyCors, corsOptions(options.corsOrigins));
  // Bodies are read as they come: the endpoints refuse compressed ones themselves.
  await app.register(fastifyCompress, {
    threshold: COMPRESSED_BYTES_MIN,
    encodings: ['gzip'],
    globalDecompression: false,
  });
  registerEndpoint(app, options, { path: CLIENT_PATH, execution: executions.client, contexts });
  registerEndpoint(app, options, { path: ADMIN_PATH, execution: executions.admin, contexts });
  if (signedFiles) await app.register(mediaRoutes, { storage: signedFiles, clock, log });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(NOT_FOUND));

  const sockets = attachWebSocket<SocketUser>(app.server, {
    path: CLIENT_PATH,
    execution: executions.client,
    authenticate: (params, request) => authenticateSocket(contexts, params, request),
    contextOf: async (session, request, signal) => contexts.ofSocketOperation(session, request, signal),
    limits,
    log,
  });
  const ops = createOps({ metrics, notReady: options.notReady });
  return {
    public: app,
    ops,
    closeSession: (sessionId) => sockets.closeSession(sessionId),
    async close() {
      await sockets.closeAll();
      await closeListener(app);
      await ops.close();
    },
  };
}

/** Below this a compressed answer saves no packet. */
const COMPRESSED_BYTES_MIN = 1_400;
const CONNECTION_IDLE_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;
const IDLE_SWEEP_MS = 20;
const NOT_FOUND = { errors: [{ message: 'Nothing is here.', extensions: { code: 'NOT_FOUND' } }] };

/** Some clients offer HTTP/2 with every request; HTTP lets the server go on without it, so the request is simply served. */
const asksForWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

function registerEndpoint(
  app: FastifyInstance,
  { services, temporaryDirectory, hasExplorer }: ServerOptions,
  endpoint: { path: string; execution: Execution; contexts: Contexts },
): void {
  const { path, execution, contexts } = endpoint;
  const isClient = path === CLIENT_PATH;
  registerGraphql(app, {
    path,
    execution,
    contextOf: (request, signal) => contexts.ofRequest(request.raw, signal),
    explorer: hasExplorer
      ? createExplorer({
          title: isClient ? 'Plaza' : 'Plaza admin',
          subscriptionsPath: isClient ? CLIENT_PATH : null,
          defaultQuery: isClient ? CLIENT_QUERY : ADMIN_QUERY,
        })
      : null,
    limits: services.limits,
    temporaryDirectory,
    log: services.log,
  });
}

/** A connection whose answer was under way is idle only afterwards, and would hold the listener open until its keep-alive ends. */
async function closeListener(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}

const CLIENT_QUERY = '{\n  apiLimits {\n    pageSizeMax\n    operationCost\n  }\n}\n';
const ADMIN_QUERY = '{\n  adminMe {\n    email\n    role\n    permissions\n  }\n}\n';

/** Clients come again after 4403 and 1013; the code for what nobody foresaw would end their subscriptions for good. */
async function authenticateSocket(
  contexts: Contexts,
  params: Readonly<Record<string, unknown>>,
  request: IncomingMessage,
): Promise<SocketUser | number> {
  try {
    return (await contexts.ofSocket(params, request)) ?? CLOSE_CODES.FORBIDDEN;
  } catch (error) {
    const isProviderAway = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
    if (isProviderAway || isDatabaseAway(error)) return CLOSE_CODES.TRY_AGAIN_LATER;
    throw error;
  }
}

/** Identity travels in a header that scripts set, never in a cookie, so no origin gets a right by being let in. */
function corsOptions(origins: readonly string[] | null) {
  return {
    origin: origins === null ? '*' : [...origins],
    methods: ['POST', 'GET', 'HEAD'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'x-include-cost',
      'apollo-require-preflight',
      'graphql-require-preflight',
    ],
    exposedHeaders: ['retry-after'],
    maxAge: 86_400,
  };
}
