import { Pool } from 'pg';
import type { PoolClient, QueryResult as PgResult } from 'pg';
import { closeInTime, createSockets } from '#platform/faults/closing.ts';
import type { Health } from '#platform/faults/health.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { OperationScope } from '#platform/kernel/operation-scope.ts';
import type { CancelRequests } from './cancel-request.ts';
import { CANCEL_AGAIN_MS } from './cancel-request.ts';
import { databaseAway, isDatabaseAway, isDatabaseReadOnly, reportDatabaseFault } from './database-fault.ts';
import { clientConfig, isOutdatedPlan, NAMED_STATEMENTS_MAX, send } from './session.ts';
import type { Statement } from './described-query.ts';
import type { SessionOptions } from './session.ts';

type Result = PgResult<Record<string, unknown>>;

/** One connection for one transaction. */
export type TransactionSession = {
  /** An abort of the scope cancels the statement; its error still arrives before the promise settles. */
  run(statement: Statement, scope: OperationScope | undefined): Promise<Result>;
  /** The connection is in an unknown state: it is closed at its release. */
  discard(): void;
  release(): void;
};

export type TransactionCounts = {
  readonly connections: number;
  readonly idle: number;
  /** Transactions that wait for a connection. */
  readonly waiting: number;
  /** Transactions that got none in time, since the start. */
  readonly failures: number;
};

export type TransactionSessions = {
  /** @throws PortFault when no connection is free in time */
  take(): Promise<TransactionSession>;
  /** Whether transactions can begin; after a failure it tries. */
  health(): Promise<Health>;
  counts(): TransactionCounts;
  /** Destroys the connections, and makes no others. */
  abandon(): void;
  close(): Promise<void>;
};

/** Time for which a failure to begin a transaction shows. */
const RECENT_FAILURE_MS = 30_000;
/** A connection without plans makes the first write of each kind ten times as long, so those of a quiet minute stay. */
const IDLE_TIMEOUT_MS = 10 * 60_000;
/** Connections that stay however long nobody writes. */
const KEPT_CONNECTIONS = 4;
/** Time past the statement timeout after which a silent connection counts as dead. */
const SILENCE_GRACE_MS = 5_000;

export function openTransactionSessions(
  options: SessionOptions & { poolSize: number; log: Logger; cancelRequests: CancelRequests },
): TransactionSessions {
  const sockets = createSockets();
  const pool = new Pool({
    ...clientConfig(options),
    stream: sockets.open,
    // A commit leaves together with the statement before it.
    pipeline: true,
    max: options.poolSize,
    min: Math.min(KEPT_CONNECTIONS, options.poolSize),
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: options.statementTimeoutMs + SILENCE_GRACE_MS,
  });
  const namesOf = new WeakMap<PoolClient, Set<string>>();
  let isClosed = false;
  let ended: Promise<void> | null = null;
  const end = (): Promise<void> => (ended ??= pool.end());
  const failure = { count: 0, isLast: false, atMs: -Infinity };
  pool.on('error', (error) => {
    if (!isClosed) reportDatabaseFault(options.log, databaseAway(error));
  });
  pool.on('connect', (client) => {
    namesOf.set(client, new Set());
    // A client reports a lost connection here too; an `error` event without a listener would end the process.
    client.on('error', () => undefined);
  });

  async function take(): Promise<TransactionSession> {
    try {
      const client = await pool.connect();
      failure.isLast = false;
      return transactionSession(client, namesOf.get(client) ?? new Set(), options);
    } catch (error) {
      failure.count += 1;
      failure.isLast = true;
      failure.atMs = performance.now();
      throw reportDatabaseFault(options.log, isClosed ? databaseAway(error) : error);
    }
  }

  return {
    take,
    async health() {
      const atMs = failure.atMs;
      try {
        if (failure.isLast) (await take()).release();
      } catch {
        return 'missing';
      }
      return performance.now() - atMs < RECENT_FAILURE_MS ? 'degraded' : 'ready';
    },
    counts: () => ({
      connections: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      failures: failure.count,
    }),
    abandon() {
      isClosed = true;
      sockets.destroy();
      void end();
    },
    close() {
      isClosed = true;
      return closeInTime(end(), sockets.destroy);
    },
  };
}

function transactionSession(
  client: PoolClient,
  names: Set<string>,
  { cancelRequests, log }: { cancelRequests: CancelRequests; log: Logger },
): TransactionSession {
  let broken = false;

  function run(statement: Statement, scope: OperationScope | undefined): Promise<Result> {
    if (broken) return Promise.reject(databaseAway());
    if (statement.name) names.add(statement.name);
    return new Promise((resolve, reject) => {
      let running = true;
      let cancelled = Promise.resolve();
      const cancel = (): void => {
        if (!running) return;
        const request = cancelRequests.send(client, () => running);
        cancelled = cancelled.then(() => request);
        setTimeout(cancel, CANCEL_AGAIN_MS).unref();
      };
      scope?.underWay.add(cancel);
      send(client, statement, (error, result) => {
        running = false;
        scope?.underWay.delete(cancel);
        const fault = error && reportDatabaseFault(log, error);
        // Another server may have taken over: a new connection finds it.
        if (error) broken ||= isDatabaseAway(fault) || isDatabaseReadOnly(fault) || isOutdatedPlan(error);
        // A cancel request in flight would hit the next statement, so that one waits.
        void cancelled.then(() => {
          if (error) reject(scope?.signal.aborted ? scope.signal.reason : fault);
          else resolve(result);
        });
      });
    });
  }

  return {
    run,
    discard() {
      broken = true;
    },
    release: () => client.release(broken || names.size > NAMED_STATEMENTS_MAX),
  };
}
