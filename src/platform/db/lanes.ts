import type { QueryResult as PgResult } from 'pg';
import type { Logger } from '../logger.ts';
import type { OperationScope } from '../operation-scope.ts';
import { requestCancel } from './cancel-request.ts';
import { DatabaseAway, recogniseLoss } from './database-away.ts';
import { cancelTarget, isOutdatedPlan, NAMED_STATEMENTS_MAX, pipelinedClient, send } from './session.ts';
import type { PipelinedClient, SessionOptions, Statement } from './session.ts';

type Result = PgResult<Record<string, unknown>>;

/** A few connections that all readers share; each carries many statements at once and answers them in order. */
export type Lanes = {
  run(statement: Statement, scope: OperationScope | undefined): Promise<Result>;
  close(): Promise<void>;
};

type Lane = {
  /** Null while the connection is being made again. */
  session: PipelinedClient | null;
  /** Sent and not answered yet; the server works on the first. */
  readonly queue: Sent[];
  readonly names: Set<string>;
  /** Gets no more statements, and a new connection when the queue is empty. */
  retiring: boolean;
};

type Sent = {
  /** When it came to the head of its lane; only then does its time at the server begin. */
  headSinceMs: number | null;
  abandoned: boolean;
};

const RECONNECT_DELAY_MIN_MS = 50;
const RECONNECT_DELAY_MAX_MS = 1_000;
const WATCH_INTERVAL_MS = 1_000;
/** How long past its time limit a statement may be silent before its connection counts as dead. */
const SILENCE_GRACE_MS = 5_000;

/** @throws DatabaseAway when the first connections cannot be made */
export async function openLanes(options: SessionOptions & { lanes: number; log: Logger }): Promise<Lanes> {
  const lanes = Array.from({ length: options.lanes }, (): Lane => {
    return { session: null, queue: [], names: new Set(), retiring: false };
  });
  let closed = false;

  async function connect(lane: Lane): Promise<void> {
    const session = pipelinedClient(options);
    session.client.on('error', (error) => lose(lane, session, error));
    session.client.on('end', () => lose(lane, session, null));
    await session.client.connect();
    if (closed) return session.destroy();
    lane.names.clear();
    lane.retiring = false;
    lane.session = session;
  }

  function lose(lane: Lane, session: PipelinedClient, error: Error | null): void {
    if (lane.session !== session || closed) return;
    lane.session = null;
    lane.queue.length = 0;
    session.destroy();
    if (!lane.retiring) options.log.warn({ err: error }, 'a connection to the database is lost');
    reconnect(lane, lane.retiring ? 0 : RECONNECT_DELAY_MIN_MS);
  }

  function reconnect(lane: Lane, delayMs: number): void {
    setTimeout(() => {
      if (closed) return;
      const nextDelayMs = Math.min(Math.max(delayMs, RECONNECT_DELAY_MIN_MS) * 2, RECONNECT_DELAY_MAX_MS);
      connect(lane).catch(() => reconnect(lane, nextDelayMs));
    }, delayMs).unref();
  }

  function pick(): Lane {
    let best: Lane | null = null;
    for (const lane of lanes) {
      if (!lane.session || lane.retiring) continue;
      if (!best || lane.queue.length < best.queue.length) best = lane;
    }
    if (!best) throw new DatabaseAway('The database is away.');
    return best;
  }

  /** A connection with too many plans, or with outdated ones, is replaced once its answers are in. */
  function retire(lane: Lane): void {
    if (!lane.retiring && lanes.every((other) => other === lane || !other.session || other.retiring)) return;
    lane.retiring = true;
    if (lane.queue.length === 0) void lane.session?.client.end();
  }

  function runOnce(statement: Statement, scope: OperationScope | undefined): Promise<Result> {
    const lane = pick();
    // `pick` returns connected lanes only.
    const session = lane.session!;
    const sent: Sent = { headSinceMs: null, abandoned: false };
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        sent.abandoned = true;
        reject(scope?.signal.reason);
        if (lane.queue[0] === sent) cancelHead(lane, session, sent);
      };
      scope?.underWay.add(abandon);
      lane.queue.push(sent);
      if (lane.queue.length === 1) sent.headSinceMs = performance.now();
      send(session.client, { ...statement, name: admitName(lane, statement.name) }, (error, result) => {
        scope?.underWay.delete(abandon);
        if (lane.session === session) advance(lane, session, sent);
        if (error) reject(describeFailure(error, sent, options.statementTimeoutMs));
        else resolve(result);
      });
    });
  }

  function admitName(lane: Lane, name: string | undefined): string | undefined {
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
      if (head.abandoned) cancelHead(lane, session, head);
    }
    if (lane.names.size >= NAMED_STATEMENTS_MAX || lane.retiring) retire(lane);
  }

  /** Statements behind the head cannot be cancelled: the request names a connection, and would hit the head. */
  function cancelHead(lane: Lane, session: PipelinedClient, sent: Sent): void {
    const target = cancelTarget(session.client);
    if (target) void requestCancel(target, () => lane.session === session && lane.queue[0] === sent);
  }

  const watcher = setInterval(() => {
    const silentSinceMs = performance.now() - options.statementTimeoutMs - SILENCE_GRACE_MS;
    for (const lane of lanes) {
      const headSinceMs = lane.queue[0]?.headSinceMs;
      if (headSinceMs && headSinceMs < silentSinceMs) lane.session?.destroy();
    }
  }, WATCH_INTERVAL_MS).unref();

  async function run(statement: Statement, scope: OperationScope | undefined): Promise<Result> {
    try {
      return await runOnce(statement, scope);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw recogniseLoss(error);
      if (error.planIsOutdated) for (const lane of lanes) retire(lane);
    }
    scope?.signal.throwIfAborted();
    // The server ran none of it, so running it again is safe. Without a name it also gets a fresh plan.
    try {
      return await runOnce({ ...statement, name: undefined }, scope);
    } catch (error) {
      throw recogniseLoss(error instanceof Interrupted ? error.cause : error);
    }
  }

  async function close(): Promise<void> {
    clearInterval(watcher);
    closed = true;
    await Promise.all(lanes.map((lane) => lane.session?.client.end()));
  }

  try {
    await Promise.all(lanes.map(connect));
  } catch (error) {
    await close();
    throw recogniseLoss(error);
  }
  return { run, close };
}

/** The statement did nothing through no fault of its own. */
class Interrupted extends Error {
  readonly planIsOutdated: boolean;

  constructor(cause: unknown, planIsOutdated: boolean) {
    super('interrupted', { cause });
    this.planIsOutdated = planIsOutdated;
  }
}

const QUERY_CANCELED = '57014';

function describeFailure(error: Error, sent: Sent, statementTimeoutMs: number): Error {
  if (isOutdatedPlan(error)) return new Interrupted(error, true);
  if (!('code' in error) || error.code !== QUERY_CANCELED || sent.abandoned) return error;
  const ranMs = performance.now() - (sent.headSinceMs ?? 0);
  // Cancelled before its time was up: the request was meant for its neighbour, which finished a moment earlier.
  return ranMs < statementTimeoutMs ? new Interrupted(error, false) : error;
}
