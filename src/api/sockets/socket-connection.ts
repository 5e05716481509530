import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Message, MessageType, parseMessage, type SubscribePayload } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import type { RefusalLog } from '#api/http/refusal-log.ts';
import { nestsTooDeep } from '#api/http/request-body.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import {
  noteRequestRefusal,
  REQUEST_ID_HEADER,
  requestIdOf,
  type RequestScope,
  requestScope,
  runInRequest,
} from '#platform/kernel/request-scope.ts';
import type { Caller, RequestContext } from '#platform/request/context.ts';
import type { NetworkPlace } from './socket-networks.ts';
import { type OperationOptions, SocketOperation } from './socket-operation.ts';
import type { SocketSession, SocketSessions } from './socket-sessions.ts';
import { SocketWriter } from './socket-writer.ts';

export type ConnectionOptions<Session extends SocketSession> = OperationOptions & {
  /** Authenticates a connection, or returns the code to close it with: 4403 for a missing or invalid token. */
  readonly authenticate: (
    connectionParams: Readonly<Record<string, unknown>>,
    request: IncomingMessage,
    caller: Caller,
  ) => Promise<Session | number>;
  readonly callerOf: (request: IncomingMessage) => Caller;
  readonly refusals: RefusalLog;
  /** Makes the context of one operation, or of one event of a subscription. */
  readonly contextOf: (session: Session, caller: Caller, signal: AbortSignal) => RequestContext;
};

/** A socket as it has been opened. */
export type OpenedSocket = {
  readonly socket: WebSocket;
  readonly stream: Duplex;
  readonly place: NetworkPlace;
  readonly request: IncomingMessage;
};

/**
 * Close codes. The stock client reconnects after the first four; the others are of mistakes that it would only repeat.
 * TRY_AGAIN_LATER also refuses a socket beyond the session's limit: the protocol's own 4429 would stop the client permanently.
 */
export const CLOSE_CODES = {
  FORBIDDEN: 4403,
  INIT_TIMEOUT: 4408,
  SERVICE_RESTART: 1012,
  TRY_AGAIN_LATER: 1013,

  BAD_MESSAGE: 4400,
  UNAUTHORIZED: 4401,
  NO_PROTOCOL: 4406,
  ID_IN_USE: 4409,
  SECOND_INIT: 4429,
} as const;

const CONNECTION_INIT_TIMEOUT_MS = 10_000;
/** Time for the peer to answer a close before its connection is cut. */
export const CLOSE_GRACE_MS = 5_000;
/** Maximum delay of `setTimeout`; a later expiry is checked again then. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** One open socket and the state of its protocol. It is a class, because the closures of tens of thousands take much memory. */
export class SocketConnection<Session extends SocketSession> extends SocketWriter {
  readonly options: ConnectionOptions<Session>;
  readonly operations = new Map<string, SocketOperation>();
  underWay = 0;
  private readonly requestId: string;
  private readonly sessions: SocketSessions;
  private readonly place: NetworkPlace;
  private readonly caller: Caller;
  /** Null from its `connection_init` on, since it takes much memory. */
  private request: IncomingMessage | null;
  /** Null until it is authenticated. */
  private session: Session | null = null;
  private hasAnsweredPing = true;
  /** Until its `connection_init`, then until its token expires. */
  private deadline: NodeJS.Timeout;

  constructor(
    { socket, stream, place, request }: OpenedSocket,
    options: ConnectionOptions<Session>,
    sessions: SocketSessions,
  ) {
    super(socket, stream, options.limits.socketQueueBytes);
    this.options = options;
    this.sessions = sessions;
    this.place = place;
    this.caller = options.callerOf(request);
    this.request = request;
    this.requestId = requestIdOf(request.headers[REQUEST_ID_HEADER]);
    const { INIT_TIMEOUT } = CLOSE_CODES;
    const close = (): void => socket.close(INIT_TIMEOUT, 'Connection initialisation timeout');
    this.deadline = setTimeout(close, CONNECTION_INIT_TIMEOUT_MS).unref();
  }

  receive(data: RawData, isBinary: boolean): void {
    // Messages that arrive after the decision to close are ignored.
    if (this.socket.readyState !== this.socket.OPEN) return;
    const message = isBinary ? null : messageOf(data, this.options.limits);
    if (!message) return this.socket.close(CLOSE_CODES.BAD_MESSAGE, 'Invalid message');
    const scope = requestScope(this.requestId);
    void runInRequest(scope, () => this.takeInScope(message, scope));
  }

  private async takeInScope(message: Message, scope: RequestScope): Promise<void> {
    const { log, refusals } = this.options;
    try {
      await this.take(message);
      refusals(scope, null);
    } catch (error) {
      log.error({ err: error }, 'socket message failed');
      this.socket.close(CLOSE_CODES.TRY_AGAIN_LATER, 'The server failed');
    } finally {
      scope.isOver = true;
    }
  }

  ping(): void {
    if (!this.hasAnsweredPing) return this.socket.terminate();
    this.hasAnsweredPing = false;
    this.socket.ping();
  }

  pong(): void {
    this.hasAnsweredPing = true;
  }

  override tooSlow(): void {
    this.abandonAll();
    this.socket.close(CLOSE_CODES.TRY_AGAIN_LATER, 'Too slow');
    // The close frame waits behind all unread messages, perhaps forever.
    setTimeout(() => this.socket.terminate(), CLOSE_GRACE_MS).unref();
  }

  /** Leaves what it held; the socket is closed. */
  leave(): void {
    clearTimeout(this.deadline);
    if (this.session) this.sessions.remove(this.session, this.socket);
    this.abandonAll();
  }

  contextOf(signal: AbortSignal): RequestContext {
    if (!this.session) throw new Error('An operation arrived before its connection was authenticated.');
    return this.options.contextOf(this.session, this.caller, signal);
  }

  private async take(message: Message): Promise<void> {
    switch (message.type) {
      case MessageType.ConnectionInit:
        return this.initialise(message.payload ?? {});
      case MessageType.Ping:
        // `payload` is left out where the client sent none.
        return this.send({ type: 'pong', payload: message.payload ?? undefined });
      case MessageType.Pong:
        return;
      case MessageType.Subscribe:
        return this.start(message.id, message.payload);
      case MessageType.Complete:
        return this.operations.get(message.id)?.abandon();
      default:
        return this.socket.close(CLOSE_CODES.BAD_MESSAGE, 'Unexpected message');
    }
  }

  private async initialise(connectionParams: Readonly<Record<string, unknown>>): Promise<void> {
    const { socket, request } = this;
    if (!request) return socket.close(CLOSE_CODES.SECOND_INIT, 'Too many initialisation requests');
    this.request = null;
    clearTimeout(this.deadline);
    this.place.open();
    const session = await this.options.authenticate(connectionParams, request, this.caller);
    if (socket.readyState !== socket.OPEN) return;
    if (typeof session === 'number') {
      const isForbidden = session === CLOSE_CODES.FORBIDDEN;
      noteRequestRefusal({ code: isForbidden ? 'UNAUTHENTICATED' : 'SERVICE_UNAVAILABLE' });
      return socket.close(session, 'Not authenticated');
    }
    if (!this.sessions.add(session, socket))
      return socket.close(CLOSE_CODES.TRY_AGAIN_LATER, 'Too many sockets of this session');
    this.session = session;
    this.closeWhenExpired(session);
    await this.send({ type: 'connection_ack' });
  }

  /** System time, because tokens are checked against it too. */
  private closeWhenExpired(session: Session): void {
    const remainingMs = session.expiresAt.getTime() - Date.now();
    if (remainingMs <= 0) return this.socket.close(CLOSE_CODES.FORBIDDEN, 'Token expired');
    this.deadline = setTimeout(
      () => this.closeWhenExpired(session),
      Math.min(remainingMs, TIMER_MS_MAX),
    ).unref();
  }

  private async start(id: string, payload: SubscribePayload): Promise<void> {
    if (!this.session) return this.socket.close(CLOSE_CODES.UNAUTHORIZED, 'Unauthorized');
    if (this.operations.has(id)) return this.socket.close(CLOSE_CODES.ID_IN_USE, 'The id is in use');
    this.underWay += 1;
    try {
      await new SocketOperation(this, id).start(payload);
    } finally {
      this.underWay -= 1;
    }
  }

  private abandonAll(): void {
    for (const operation of this.operations.values()) operation.abandon();
  }
}

function messageOf(data: RawData, limits: Limits): Message | null {
  // The server's sockets deliver every message as one buffer; `RawData` also covers other settings.
  const text = Buffer.isBuffer(data) ? data.toString() : null;
  if (text === null || nestsTooDeep(text, limits)) return null;
  try {
    return parseMessage(text);
  } catch {
    return null;
  }
}
