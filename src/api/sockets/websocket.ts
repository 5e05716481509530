import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Limits } from '#platform/kernel/limits.ts';
import {
  currentRequest,
  REQUEST_ID_HEADER,
  requestIdOf,
  requestScope,
  runInRequest,
} from '#platform/kernel/request-scope.ts';
import {
  CLOSE_CODES,
  CLOSE_GRACE_MS,
  type ConnectionOptions,
  type OpenedSocket,
  SocketConnection,
} from './socket-connection.ts';
import { createSocketNetworks } from './socket-networks.ts';
import { createSocketSessions, type SocketSession } from './socket-sessions.ts';

export type WebSocketOptions<Session extends SocketSession> = ConnectionOptions<Session> & {
  readonly path: string;
  /** The network that a connection is counted for. */
  readonly networkOf: (request: IncomingMessage) => string;
  /** Called with the close code of each socket, for metrics. */
  readonly onClosed: (code: number) => void;
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

const PING_INTERVAL_MS = 15_000;

/** GraphQL over WebSocket at one path of `server`. An upgrade to any other path is refused with 404. */
export function attachWebSocket<Session extends SocketSession>(
  server: Server,
  options: WebSocketOptions<Session>,
): WebSocketHandle {
  const connections = new Set<SocketConnection<Session>>();
  const sessions = createSocketSessions(options.limits);
  const networks = createSocketNetworks(options.limits);
  const sockets = createSocketServer(options.limits);
  let isClosing = false;

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // From here on the id is in the request, whoever gave it.
    const id = (request.headers[REQUEST_ID_HEADER] = requestIdOf(request.headers[REQUEST_ID_HEADER]));
    const refuse = (status: number): void => {
      runInRequest(requestScope(id), () => options.refusals(currentRequest(), status));
      refuseUpgrade(stream, status, id);
    };
    if (isClosing) return refuse(503);
    if (request.url?.split('?', 1)[0] !== options.path) return refuse(404);
    const place = networks.take(options.networkOf(request));
    if (!place) return refuse(429);
    // Held by the connection itself, which may also end without becoming a socket.
    stream.on('close', place.leave);
    sockets.handleUpgrade(request, stream, head, (socket) => open({ socket, stream, place, request }));
  });

  function open(opened: OpenedSocket): void {
    const { socket } = opened;
    if (socket.protocol !== GRAPHQL_TRANSPORT_WS_PROTOCOL) return socket.close(CLOSE_CODES.NO_PROTOCOL);
    serve(new SocketConnection(opened, options, sessions));
  }

  /** No closure of an open socket shares the scope of its request, which would stay in memory with it. */
  function serve(connection: SocketConnection<Session>): void {
    const { socket } = connection;
    connections.add(connection);
    // A broken frame or connection closes the socket by itself; no handler is needed.
    socket.on('error', (error) => options.log.debug({ err: error }, 'socket failed'));
    socket.on('pong', () => connection.pong());
    socket.on('message', (data, isBinary) => connection.receive(data, isBinary));
    socket.on('close', (code) => {
      connections.delete(connection);
      connection.leave();
      options.onClosed(code);
    });
  }

  const pings = setInterval(() => connections.forEach((connection) => connection.ping()), PING_INTERVAL_MS);
  pings.unref();

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
      for (const { operations } of connections) subscriptions += operations.size;
      return { sockets: connections.size, subscriptions };
    },
  };
}

/** Speaks the one subprotocol, and names the id of the request in the answer to its upgrade. */
function createSocketServer(limits: Limits): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.socketMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) =>
      offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : false,
  });
  return sockets.on('headers', (lines, { headers }) => {
    lines.push(`X-Request-Id: ${requestIdOf(headers[REQUEST_ID_HEADER])}`);
  });
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

function refuseUpgrade(stream: Duplex, status: number, id: string): void {
  stream.on('error', () => {});
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close', 'Content-Length: 0'];
  stream.end([...lines, `X-Request-Id: ${id}`, '', ''].join('\r\n'));
}
