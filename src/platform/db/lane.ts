import type { QueryResult as PgResult } from 'pg';
import { closeInTime } from '#platform/faults/closing.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { OperationScope } from '#platform/kernel/operation-scope.ts';
import type { CancelRequests } from './cancel-request.ts';
import { CANCEL_AGAIN_MS } from './cancel-request.ts';
import { databaseAway, reportDatabaseFault } from './database-fault.ts';
import { NAMED_STATEMENTS_MAX, pipelinedClient, send } from './session.ts';
import type { Statement } from './described-query.ts';
import type { PipelinedClient, SessionOptions } from './session.ts';

export type Result = PgResult<Record<string, unknown>>;

export type LaneOptions = SessionOptions & { log: Logger; cancelRequests: CancelRequests };

/** One pipelined connection: many statements in flight, answered in order. It reconnects when it is lost. */
export type Lane = {
  readonly options: LaneOptions;
  /** Null while it reconnects. */
  session: PipelinedClient | null;
  /** Statements in flight; the server executes the first. */
  readonly queue: Sent[];
  readonly names: Set<string>;
  /** Gets no more statements, and a new connection once the queue is empty. */
  isRetiring: boolean;
  isClosed: boolean;
};

export type Sent = {
  /** Time at which it became the first of its lane; its execution time counts from then. */
  headSinceMs: number | null;
  /** The caller no longer waits for the answer. */
  isAbandoned: boolean;
};

const RECONNECT_DELAY_MIN_MS = 50;
const RECONNECT_DELAY_MAX_MS = 1_000;

export function createLane(options: LaneOptions): Lane {
  return { options, session: null, queue: [], names: new Set(), isRetiring: false, isClosed: false };
}

export async function connectLane(lane: Lane): Promise<void> {
  const session = pipelinedClient(lane.options);
  session.client.on('error', (error) => onSessionLost(lane, session, error));
  session.client.on('end', () => onSessionLost(lane, session, null));
  await session.client.connect();
  if (lane.isClosed) return session.destroy();
  lane.names.clear();
  lane.isRetiring = false;
  lane.session = session;
}

function onSessionLost(lane: Lane, session: PipelinedClient, error: Error | null): void {
  if (lane.session !== session || lane.isClosed) return;
  lane.session = null;
  lane.queue.length = 0;
  session.destroy();
  if (!lane.isRetiring) reportDatabaseFault(lane.options.log, databaseAway(error));
  reconnect(lane, lane.isRetiring ? 0 : RECONNECT_DELAY_MIN_MS);
}

function reconnect(lane: Lane, delayMs: number): void {
  setTimeout(() => {
    if (lane.isClosed) return;
    const nextDelayMs = Math.min(Math.max(delayMs, RECONNECT_DELAY_MIN_MS) * 2, RECONNECT_DELAY_MAX_MS);
    connectLane(lane).catch(() => reconnect(lane, nextDelayMs));
  }, delayMs).unref();
}

/**
 * An abort of the scope rejects immediately; the statement itself is cancelled once the server executes it.
 * @param sent is updated, so that the caller can classify a failure
 */
export function runOnLane(
  lane: Lane,
  statement: Statement,
  scope: OperationScope | undefined,
  sent: Sent,
): Promise<Result> {
  const { session } = lane;
  if (!session) return Promise.reject(databaseAway());
  return new Promise((resolve, reject) => {
    const cancelSent = (): void => {
      sent.isAbandoned = true;
      reject(scope?.signal.reason);
      cancelHead(lane, session, sent);
    };
    scope?.underWay.add(cancelSent);
    lane.queue.push(sent);
    if (lane.queue.length === 1) sent.headSinceMs = performance.now();
    session.gather();
    send(
      session.client,
      { ...statement, name: reserveStatementName(lane, statement.name) },
      (error, result) => {
        scope?.underWay.delete(cancelSent);
        if (lane.session === session) advance(lane, session, sent);
        if (error) reject(error);
        else resolve(result);
      },
    );
  });
}

function reserveStatementName(lane: Lane, name: string | undefined): string | undefined {
  if (name === undefined || lane.names.has(name)) return name;
  if (lane.names.size >= NAMED_STATEMENTS_MAX) return undefined;
  lane.names.add(name);
  return name;
}

function advance(lane: Lane, session: PipelinedClient, answered: Sent): void {
  const place = lane.queue.indexOf(answered);
  if (place >= 0) lane.queue.splice(place, 1);
  const head = lane.queue[0];
  if (head) {
    head.headSinceMs ??= performance.now();
    if (head.isAbandoned) cancelHead(lane, session, head);
  } else if (lane.isRetiring) {
    void session.client.end();
  }
}

/** Statements behind the head cannot be cancelled: a cancel request names a connection, and would hit the head. */
function cancelHead(lane: Lane, session: PipelinedClient, sent: Sent): void {
  const isHead = (): boolean => lane.session === session && lane.queue[0] === sent;
  if (!isHead()) return;
  void lane.options.cancelRequests.send(session.client, isHead);
  setTimeout(() => cancelHead(lane, session, sent), CANCEL_AGAIN_MS).unref();
}

/** The connection has too many plans, or outdated ones: it is replaced once its queue is empty. */
export function retireLane(lane: Lane): void {
  lane.isRetiring = true;
  if (lane.queue.length === 0) void lane.session?.client.end();
}

export async function closeLane(lane: Lane): Promise<void> {
  lane.isClosed = true;
  const { session } = lane;
  if (session) await closeInTime(session.client.end(), () => session.destroy());
}

/** Fails the statements in flight, and further ones too. */
export function abandonLane(lane: Lane): void {
  const { session } = lane;
  lane.isClosed = true;
  lane.session = null;
  session?.destroy();
}
