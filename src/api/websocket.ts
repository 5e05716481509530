import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer } from 'graphql-ws';
import type { ExecutionArgs } from 'graphql';
import { WebSocketServer } from 'ws';
import type { RawData, WebSocket } from 'ws';
import type { Caller, RequestContext } from '#platform/request/context.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { Execution } from './execution.ts';
import type { Live } from './live/live.ts';
import { nestsTooDeep } from './request-body.ts';
import { createSocketOperations } from './socket-operations.ts';
import type { Outcome, SocketOperations } from './socket-operations.ts';
import { createSocketWriter, type SocketWriter } from './socket-writer.ts';
import { createSocketSessions } from './socket-sessions.ts';
import type { SocketSession, SocketSessions } from './socket-sessions.ts';
import { createSocketNetworks, type NetworkPlace } from './socket-networks.ts';

export type WebSocketOptions<Session extends SocketSession> = {
  readonly path: string;
  readonly execution: Execution;
  readonly live: Live;
  /** Authenticates a connection, or returns the code to close it with: 4403 for a missing or invalid token. */
  readonly authenticate: (
    connectionParams: Readonly<Record<string, unknown>>,
    request: IncomingMessage,
    caller: Caller,
  ) => Promise<Session | number>;
  readonly callerOf: (request: IncomingMessage) => Caller;
  /** Makes the context of one operation, or of one event of a subscription. */
  readonly contextOf: (session: Session, caller: Caller, signal: AbortSignal) => RequestContext;
  /** The network that a connection is counted for. */
  readonly networkOf: (request: IncomingMessage) => string;
  /** Called with the close code of each socket, for metrics. */
  readonly onClosed: (code: number) => void;
  readonly limits: Limits;
  readonly log: Logger;
};

export type WebSocketHandle = {
  /** Closes all sockets of a revoked session with 4403. */
  closeSession(sessionId: string): void;
  /** Closes all sockets with 1012, so that their clients reconnect and are authenticated again. */
  restartAll(): Promise<void>;
  /** Refuses new sockets and closes all with 1012, so that their clients reconnect elsewhere. */
  closeAll(): Promise<void>;
  /** For metrics; running queries and mutations count as subscriptions too. */
  counts(): { sockets: number; subscriptions: number };
};

/**
 * Close codes. The stock client reconnects after each of them but BAD_MESSAGE.
 * TRY_AGAIN_LATER also refuses a socket beyond the session's limit: the protocol's own 4429 would stop the client permanently.
 */
export const CLOSE_CODES = {
  FORBIDDEN: 4403,
  BAD_MESSAGE: 4400,
  SERVICE_RESTART: 1012,
  TRY_AGAIN_LATER: 1013,
} as const;

const CONNECTION_INIT_TIMEOUT_MS = 10_000;
const PING_INTERVAL_MS = 15_000;
/** Time for the peer to answer a close before its connection is cut. */
const CLOSE_GRACE_MS = 5_000;

/** One open socket. */
type Connection<Session extends SocketSession> = {
  readonly socket: WebSocket;
  readonly writer: SocketWriter;
  readonly operations: SocketOperations;
  readonly place: NetworkPlace;
  readonly caller: Caller;
  /** Null once it is authenticated, since it takes much memory. */
  request: IncomingMessage | null;
  session: Session | null;
  hasAnsweredPing: boolean;
};

/** GraphQL over WebSocket at one path of `server`. An upgrade to any other path is refused with 404. */
export function attachWebSocket<Session extends SocketSession>(
  server: Server,
  options: WebSocketOptions<Session>,
): WebSocketHandle {
  const connections = new Set<Connection<Session>>();
  const sessions = createSocketSessions(options.limits);
  const networks = createSocketNetworks(options.limits);
  const protocol = createProtocol(options, sessions);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: options.limits.socketMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) =>
      offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false,
  });
  let isClosing = false;

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (isClosing) return refuseUpgrade(stream, '503 Service Unavailable');
    if (request.url?.split('?', 1)[0] !== options.path) return refuseUpgrade(stream, '404 Not Found');
    const place = networks.take(options.networkOf(request));
    if (!place) return refuseUpgrade(stream, '429 Too Many Requests');
    // Held by the connection itself, which may also end without becoming a socket.
    stream.on('close', place.leave);
    sockets.handleUpgrade(request, stream, head, (socket) =>
      open(openConnection({ socket, stream, place, request }, options)),
    );
  });

  /** No closure of an open socket shares the scope of its request, which would stay in memory with it. */
  function open(connection: Connection<Session>): void {
    connections.add(connection);
    connection.socket.on('close', (code) => {
      connections.delete(connection);
      options.onClosed(code);
    });
    serve(connection, protocol, options);
  }

  const pings = setInterval(() => connections.forEach(ping), PING_INTERVAL_MS).unref();

  async function restartAll(): Promise<void> {
    await Promise.all([...connections].map(({ socket }) => closeSocket(socket)));
  }

  return {
    closeSession: (sessionId) => sessions.close(sessionId, CLOSE_CODES.FORBIDDEN, 'Session ended'),
    restartAll,
    async closeAll() {
      isClosing = true;
      clearInterval(pings);
      await restartAll();
      sockets.close();
    },
    counts() {
      let subscriptions = 0;
      for (const { operations } of connections) subscriptions += operations.count();
      return { sockets: connections.size, subscriptions };
    },
  };
}

type Protocol<Session extends SocketSession> = ReturnType<
  typeof makeServer<Record<string, unknown>, Connection<Session>>
>;

/** The protocol's state machine (graphql-ws), with every operation delegated to the connection's own. */
function createProtocol<Session extends SocketSession>(
  options: WebSocketOptions<Session>,
  sessions: SocketSessions,
): Protocol<Session> {
  const { contextOf } = options;
  return makeServer<Record<string, unknown>, Connection<Session>>({
    connectionInitWaitTimeout: CONNECTION_INIT_TIMEOUT_MS,
    onConnect: ({ connectionParams, extra }) =>
      acceptConnection(extra, connectionParams ?? {}, options, sessions),
    onSubscribe: ({ extra }, id, payload) =>
      extra.operations.start(id, payload, (signal) => {
        const { session, caller } = extra;
        if (!session) throw new Error('An operation arrived before its connection was authenticated.');
        return contextOf(session, caller, signal);
      }),
    execute: outcomeOf,
    subscribe: outcomeOf,
    onComplete: ({ extra }, id) => extra.operations.finish(id),
  });
}

// `start` has stored the outcome there.
const outcomeOf = ({ contextValue }: ExecutionArgs): Outcome => contextValue as Outcome;

/** @returns false to close the socket with 4403 */
async function acceptConnection<Session extends SocketSession>(
  connection: Connection<Session>,
  connectionParams: Readonly<Record<string, unknown>>,
  { authenticate }: WebSocketOptions<Session>,
  sessions: SocketSessions,
): Promise<boolean> {
  const { socket, request, place, caller } = connection;
  place.open();
  const session = request ? await authenticate(connectionParams, request, caller) : CLOSE_CODES.FORBIDDEN;
  connection.request = null;
  if (socket.readyState !== socket.OPEN) return true;
  if (typeof session === 'number') {
    socket.close(session, 'Not authenticated');
    return true;
  }
  if (session.expiresAt.getTime() <= Date.now()) return false;
  if (!sessions.add(session, socket)) {
    socket.close(CLOSE_CODES.TRY_AGAIN_LATER, 'Too many sockets of this session');
    return true;
  }
  connection.session = session;
  return true;
}

type Upgraded = {
  readonly socket: WebSocket;
  readonly stream: Duplex;
  readonly place: NetworkPlace;
  readonly request: IncomingMessage;
};

function openConnection<Session extends SocketSession>(
  { request, ...opened }: Upgraded,
  options: WebSocketOptions<Session>,
): Connection<Session> {
  const { writer, operations } = openOperations(opened, options);
  const { socket, place } = opened;
  const caller = options.callerOf(request);
  return { socket, writer, operations, place, caller, request, session: null, hasAnsweredPing: true };
}

function openOperations<Session extends SocketSession>(
  { socket, stream }: Pick<Upgraded, 'socket' | 'stream'>,
  { execution, live, limits, log }: WebSocketOptions<Session>,
): Pick<Connection<Session>, 'writer' | 'operations'> {
  const tooSlow = (): void => closeSlow(socket, operations);
  const writer = createSocketWriter(socket, stream, limits, tooSlow);
  const { write, hasRoom } = writer;
  const operations = createSocketOperations({
    execution,
    live,
    limits,
    log,
    socket: { write, hasRoom, tooSlow },
  });
  return { writer, operations };
}

function serve<Session extends SocketSession>(
  connection: Connection<Session>,
  protocol: Protocol<Session>,
  { limits, log }: WebSocketOptions<Session>,
): void {
  const { socket, operations, writer } = connection;
  // A broken frame or connection closes the socket by itself; no handler is needed.
  socket.on('error', (error) => log.debug({ err: error }, 'socket failed'));
  socket.on('pong', () => (connection.hasAnsweredPing = true));
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: writer.send,
      close: (code, reason) => socket.close(code, reason),
      onMessage: (receive) => socket.on('message', (data, isBinary) => take(data, isBinary, receive)),
    },
    connection,
  );
  socket.on('close', (code, reason) => {
    operations.abandonAll();
    closed(code, reason.toString()).catch((error: unknown) =>
      log.error({ err: error }, 'socket clean-up failed'),
    );
  });

  /** Not asynchronous: the message would be kept as long as its subscription lasts. */
  function take(data: RawData, isBinary: boolean, receive: (text: string) => Promise<void>): void {
    // Messages that arrive after the decision to close are ignored.
    if (socket.readyState !== socket.OPEN) return;
    // The server's sockets deliver every message as one buffer; `RawData` also covers other settings.
    const text = isBinary || !Buffer.isBuffer(data) ? null : data.toString();
    if (text === null || nestsTooDeep(text, limits))
      return socket.close(CLOSE_CODES.BAD_MESSAGE, 'Invalid message');
    operations.onClientComplete(text);
    receive(text).catch(fail);
  }

  function fail(error: unknown): void {
    if (isForeignMessage(error)) return socket.close(CLOSE_CODES.BAD_MESSAGE, 'Unexpected message');
    log.error({ err: error }, 'socket message failed');
    socket.close(CLOSE_CODES.TRY_AGAIN_LATER, 'The server failed');
  }
}

/** graphql-ws throws a plain error for a message that only servers send. */
function isForeignMessage(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Unexpected message of type');
}

function ping<Session extends SocketSession>(connection: Connection<Session>): void {
  if (!connection.hasAnsweredPing) return connection.socket.terminate();
  connection.hasAnsweredPing = false;
  connection.socket.ping();
}

function closeSlow(socket: WebSocket, operations: SocketOperations): void {
  operations.abandonAll();
  socket.close(CLOSE_CODES.TRY_AGAIN_LATER, 'Too slow');
  // The close frame waits behind all unread messages, perhaps forever.
  setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
}

function closeSocket(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => socket.terminate(), CLOSE_GRACE_MS);
    socket.once('close', () => {
      clearTimeout(cut);
      resolve();
    });
    socket.close(CLOSE_CODES.SERVICE_RESTART, 'Service restart');
  });
}

function refuseUpgrade(stream: Duplex, status: string): void {
  stream.on('error', () => {});
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
