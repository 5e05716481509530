import type { IncomingMessage } from 'node:http';
import fastifyCompress from '@fastify/compress';
import fastifyCors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { createExecution, type Execution, type FinishedOperation } from '#api/execution/execution.ts';
import { createExplorer } from '#api/pages/explorer.ts';
import { ADMIN_EXPLORER, CLIENT_EXPLORER } from '#api/pages/explorers.ts';
import { registerGraphql } from '#api/http/graphql-route.ts';
import { endIdleConnectionsOnClose } from '#api/http/idle-connections.ts';
import { mediaRoutes, type SignedFiles } from '#api/http/media.ts';
import type { Metrics } from '#api/ops/metrics.ts';
import { createRefusalLog, hasRefusalLine, type RefusalLog } from '#api/http/refusal-log.ts';
import { refuseMalformedRequest, sendBadPath } from '#api/http/malformed-requests.ts';
import { CLOSE_CODES } from '#api/sockets/socket-connection.ts';
import type { StartContent } from '#api/pages/start-content.ts';
import { acceptsHtml, registerStartPage, sendMissingPage } from '#api/pages/start-page.ts';
import { attachWebSocket, type WebSocketHandle } from '#api/sockets/websocket.ts';
import { isFileServed } from '#domains/foundation/media/media.service.ts';
import type { Authenticator } from '#domains/identity/sessions/authentication.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Caller } from '#platform/request/context.ts';
import { createCostBudget, type ReserveCost } from '#platform/request/cost-budget.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { PortFault } from '#platform/kernel/port-fault.ts';
import {
  currentRequest,
  noteRequestRefusal,
  type Refusal,
  REQUEST_ID_HEADER,
  requestIdOf,
  requestScope,
  runInRequest,
} from '#platform/kernel/request-scope.ts';
import { type Contexts, createContexts, type SocketUser } from './context.ts';
import { createLive } from './live/live.ts';
import type { Schemas } from './schema.ts';

export type ServerOptions = {
  readonly services: Services;
  readonly schemas: Schemas;
  readonly authenticator: Authenticator;
  /** Null when the storage serves its links itself. */
  readonly signedFiles: SignedFiles | null;
  readonly temporaryDirectory: string;
  /** Null allows every origin. */
  readonly corsOrigins: readonly string[] | null;
  /** Number of trusted proxies in front. */
  readonly trustedProxies: number;
  readonly countryHeader: string | null;
  readonly hasExplorer: boolean;
  /** Whether the admin endpoint is on a listener of its own, and absent on the public one. */
  readonly hasAdminListener: boolean;
  /** The page at `/` for people who develop; null in production. */
  readonly development: StartContent['development'];
  readonly onOperation: (operation: FinishedOperation) => void;
  readonly metrics: Metrics;
};

export type Server = {
  readonly public: FastifyInstance;
  /** The listener of the admin endpoint; null when it is on the public one. */
  readonly admin: FastifyInstance | null;
  /** Closes the sockets of a session that has ended. */
  closeSession(sessionId: string): void;
  /** From now on every answer ends its connection, so that balancers open their next one elsewhere. */
  drain(): void;
  /**
   * Stops accepting, closes sockets so that clients reconnect elsewhere, and lets requests under way finish, such as
   * uploads; those that take longer than `graceMs` are refused.
   */
  close(stop: { readonly graceMs: number }): Promise<void>;
  /** Refuses what is under way at once: it waits for something that does not come. */
  cutOff(): void;
};

const CLIENT_PATH = '/web/graphql';
const ADMIN_PATH = '/admin/graphql';

/** Both endpoints and the sockets, on the public listener, or the admin endpoint on its own. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { services, signedFiles, metrics } = options;
  const { limits, log, clock } = services;
  const reserveCost = createCostBudget(limits, clock);
  const executions = {
    client: executionOf('client', options, reserveCost),
    admin: executionOf('admin', options, reserveCost),
  };
  const contexts = createContexts({ ...options, services });

  const cutOff = new AbortController();
  let isDraining = false;
  const refusals = createRefusalLog(log);
  const both = { refusals, isDraining: () => isDraining };
  const app = await openListener(options, { ...both, hasSockets: true });
  const admin = options.hasAdminListener ? await openListener(options, { ...both, hasSockets: false }) : null;
  const listeners = admin ? [app, admin] : [app];
  const endpoint = { contexts, cutOff: cutOff.signal };
  registerEndpoint(app, options, { ...endpoint, path: CLIENT_PATH, execution: executions.client });
  registerEndpoint(admin ?? app, options, { ...endpoint, path: ADMIN_PATH, execution: executions.admin });
  registerPages(app, options, { contexts, adminPath: admin ? null : ADMIN_PATH });
  admin?.setNotFoundHandler((_request, reply) => reply.code(404).send(NOT_FOUND));
  const isServed = (key: string): Promise<boolean> => isFileServed(services, key);
  if (signedFiles) await app.register(mediaRoutes, { storage: signedFiles, isServed, clock, log });

  const sockets = attachWebSocket<SocketUser>(app.server, {
    path: CLIENT_PATH,
    execution: executions.client,
    live: createLive({
      execution: executions.client,
      services,
      reserveCost,
      onExecuted: metrics.liveExecuted,
    }),
    authenticate: (params, request, caller) => authenticateSocket(contexts, params, request, caller),
    callerOf: contexts.callerOf,
    contextOf: contexts.ofSocketOperation,
    networkOf: (request) => contexts.networkOf(request),
    onClosed: metrics.socketClosed,
    refusals,
    limits,
    log,
  });
  addSocketGauges(metrics, sockets);
  // Sessions may have ended in the part of the log that was never read; the errors of subscriptions leave first.
  services.events.onSetBack(() => {
    setTimeout(() => void sockets.restartAll(), SET_BACK_DELAY_MS).unref();
  });
  return {
    public: app,
    admin,
    closeSession: (sessionId) => sockets.closeSession(sessionId),
    drain() {
      isDraining = true;
    },
    cutOff: () => cutOffRequests(listeners, cutOff, log),
    async close({ graceMs }) {
      isDraining = true;
      const timer = setTimeout(() => cutOffRequests(listeners, cutOff, log), graceMs);
      try {
        await sockets.closeAll();
        await Promise.all(listeners.map((listener) => listener.close()));
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function executionOf(
  endpoint: 'client' | 'admin',
  { services, schemas, metrics, onOperation }: ServerOptions,
  reserveCost: ReserveCost,
): Execution {
  return createExecution({
    schema: schemas[endpoint],
    limits: services.limits,
    log: services.log,
    exposeDetails: !services.isProduction,
    reserveCost,
    onFinished: (operation) => {
      metrics.finished(endpoint, operation);
      noteRefusal(endpoint, operation);
      onOperation(operation);
    },
    onRefused: (operation) => {
      metrics.refused(endpoint, operation);
      noteRefusal(endpoint, { callerKind: null, ...operation });
    },
  });
}

/** A refused request gets its line when the request ends, since only then its status is known. */
function noteRefusal(
  endpoint: string,
  {
    code,
    type,
    operation = null,
    callerKind = null,
  }: Omit<Refusal, 'code'> & Pick<FinishedOperation, 'code'>,
): void {
  if (!hasRefusalLine(code)) return;
  // A document may have names of any length, and clients send any text as the name.
  const name = operation !== null && /^\w{1,64}$/.test(operation) ? operation : null;
  noteRequestRefusal({ code, endpoint, type, operation: name, callerKind });
}

type ListenerOptions = {
  readonly refusals: RefusalLog;
  readonly hasSockets: boolean;
  readonly isDraining: () => boolean;
};

/** The start page with its documents, where there are pages, and the answers to unknown paths. */
function registerPages(
  app: FastifyInstance,
  { hasExplorer, development }: ServerOptions,
  { contexts, adminPath }: { contexts: Contexts; adminPath: string | null },
): void {
  const start: StartContent = { hasExplorer, development, clientPath: CLIENT_PATH, adminPath };
  const hasPages = hasExplorer || development !== null;
  if (hasPages) {
    const contextOf = (request: FastifyRequest, signal: AbortSignal) =>
      contexts.ofRequest(request.raw, signal);
    registerStartPage(app, { ...start, contextOf });
  }
  app.setNotFoundHandler((request, reply) =>
    hasPages && acceptsHtml(request) ? sendMissingPage(reply, start) : reply.code(404).send(NOT_FOUND),
  );
}

async function openListener(options: ServerOptions, own: ListenerOptions): Promise<FastifyInstance> {
  const listener = createListener(options.services.limits, own);
  await registerPlugins(listener, options);
  return listener;
}

/** A listener with what holds on all of its paths. */
function createListener(
  limits: Limits,
  { refusals, hasSockets, isDraining }: ListenerOptions,
): FastifyInstance {
  const app = Fastify({
    genReqId: ({ headers }) => requestIdOf(headers[REQUEST_ID_HEADER]),
    // A slow upload may take as long as it progresses; an idle connection is cut.
    requestTimeout: 0,
    connectionTimeout: CONNECTION_IDLE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // Requests that still arrive on a kept connection are answered like any other.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false },
    http: {
      shouldUpgradeCallback: (request) => hasSockets && asksForWebSocket(request),
      headersTimeout: limits.requestHeadersMs,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    },
    frameworkErrors: sendBadPath,
    clientErrorHandler: refuseMalformedRequest,
  });
  endIdleConnectionsOnClose(app);
  app.addHook('onRequest', (request, _reply, done) => runInRequest(requestScope(request.id), done));
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    reply.header(REQUEST_ID_HEADER, request.id);
    const scope = currentRequest();
    refusals(scope, reply.statusCode);
    if (scope) scope.isOver = true;
    done();
  });
  // Only the endpoints read bodies, in their own ways; elsewhere a body does not change the 404.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  return app;
}

async function registerPlugins(app: FastifyInstance, options: ServerOptions): Promise<void> {
  await app.register(fastifyCors, corsOptions(options.corsOrigins));
  // Bodies stay as sent: the endpoints refuse compressed ones themselves.
  await app.register(fastifyCompress, {
    threshold: COMPRESSED_BYTES_MIN,
    encodings: ['gzip'],
    globalDecompression: false,
  });
}

/** Below this size compression saves no packet. */
const COMPRESSED_BYTES_MIN = 1_400;
const CONNECTION_IDLE_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;
/** Longest delay of a refusal for headers that take too long. */
const CONNECTIONS_CHECK_MS = 1_000;
/** Time for the answers to requests that are cut off. */
const CUT_OFF_MS = 1_000;
/** Time for the errors of subscriptions to leave before their sockets close. */
const SET_BACK_DELAY_MS = 500;
const NOT_FOUND = { errors: [{ message: 'The path does not exist.', extensions: { code: 'NOT_FOUND' } }] };

/** Some clients offer HTTP/2 with every request; the offer is ignored, as HTTP allows. */
const asksForWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

function registerEndpoint(
  app: FastifyInstance,
  { services, temporaryDirectory, hasExplorer }: ServerOptions,
  endpoint: { path: string; execution: Execution; contexts: Contexts; cutOff: AbortSignal },
): void {
  const { path, execution, contexts, cutOff } = endpoint;
  registerGraphql(app, {
    path,
    execution,
    contextOf: (request, signal) => contexts.ofRequest(request.raw, signal),
    explorer: hasExplorer
      ? createExplorer({ path, ...(path === CLIENT_PATH ? CLIENT_EXPLORER : ADMIN_EXPLORER) })
      : null,
    limits: services.limits,
    temporaryDirectory,
    cutOff,
    log: services.log,
  });
}

function addSocketGauges({ gauge }: Metrics, sockets: WebSocketHandle): void {
  gauge({
    name: 'graphql_sockets',
    help: 'Open WebSocket connections.',
    read: () => sockets.counts().sockets,
  });
  gauge({
    name: 'graphql_subscriptions',
    help: 'Operations under way on sockets.',
    read: () => sockets.counts().subscriptions,
  });
}

/** Refuses the uploads under way, and then ends whatever does not end by itself, such as a slow download. */
function cutOffRequests(listeners: readonly FastifyInstance[], cutOff: AbortController, log: Logger): void {
  log.warn('requests that are still under way are cut off');
  cutOff.abort(new AppError('SERVICE_UNAVAILABLE', 'The server restarts: send the upload again.'));
  setTimeout(() => {
    for (const { server } of listeners) server.closeAllConnections();
  }, CUT_OFF_MS).unref();
}

/** Clients reconnect after 4403 and 1013; the code for unexpected errors would end their subscriptions permanently. */
async function authenticateSocket(
  contexts: Contexts,
  params: Readonly<Record<string, unknown>>,
  request: IncomingMessage,
  caller: Caller,
): Promise<SocketUser | number> {
  try {
    return (await contexts.ofSocket(params, request, caller)) ?? CLOSE_CODES.FORBIDDEN;
  } catch (error) {
    const isProviderAway = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
    if (isProviderAway || error instanceof PortFault) return CLOSE_CODES.TRY_AGAIN_LATER;
    throw error;
  }
}

/**
 * Identity is sent in a header set by scripts, never in a cookie, so allowing an origin grants it no rights, and any header of
 * an allowed origin may pass: those of traces and client names are many. `date` tells clients the server's time.
 */
function corsOptions(origins: readonly string[] | null) {
  return {
    origin: origins === null ? '*' : [...origins],
    methods: ['POST', 'GET', 'HEAD'],
    exposedHeaders: ['retry-after', 'date', REQUEST_ID_HEADER],
    maxAge: 86_400,
  };
}
