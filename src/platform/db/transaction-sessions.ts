import { Pool } from 'pg';
import type { PoolClient, QueryResult as PgResult } from 'pg';
import type { Logger } from '../logger.ts';
import type { OperationScope } from '../operation-scope.ts';
import { CANCEL_AGAIN_MS, requestCancel } from './cancel-request.ts';
import { DatabaseAway, isDatabaseAway, recogniseLoss } from './database-away.ts';
import { cancelTarget, clientConfig, isOutdatedPlan, NAMED_STATEMENTS_MAX, send } from './session.ts';
import type { SessionOptions, Statement } from './session.ts';

type Result = PgResult<Record<string, unknown>>;

/** One connection, for one transaction. */
export type TransactionSession = {
  /** An abort of the scope cancels the statement; the answer still comes, as an error, before the promise settles. */
  run(statement: Statement, scope: OperationScope | undefined): Promise<Result>;
  /** The connection is in an unknown state: it is ended at its release. */
  discard(): void;
  release(): void;
};

export type TransactionSessions = {
  /** @throws DatabaseAway when there is no connection to be had in time */
  take(): Promise<TransactionSession>;
  close(): Promise<void>;
};

const IDLE_TIMEOUT_MS = 30_000;
/** How long past its time limit a statement may be silent before its connection counts as dead. */
const SILENCE_GRACE_MS = 5_000;

export function openTransactionSessions(
  options: SessionOptions & { poolSize: number; log: Logger },
): TransactionSessions {
  const pool = new Pool({
    ...clientConfig(options),
    max: options.poolSize,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: options.statementTimeoutMs + SILENCE_GRACE_MS,
  });
  const namesOf = new WeakMap<PoolClient, Set<string>>();
  let isClosed = false;
  pool.on('error', (error) => {
    if (!isClosed) options.log.warn({ err: error }, 'an idle connection to the database is lost');
  });
  pool.on('connect', (client) => {
    namesOf.set(client, new Set());
    // A client in use reports its loss here too; without a listener that would end the process.
    client.on('error', () => undefined);
  });

  return {
    async take() {
      try {
        const client = await pool.connect();
        return transactionSession(client, namesOf.get(client) ?? new Set());
      } catch (error) {
        throw recogniseLoss(error);
      }
    },
    close() {
      isClosed = true;
      return pool.end();
    },
  };
}

function transactionSession(client: PoolClient, names: Set<string>): TransactionSession {
  let broken = false;

  function run(statement: Statement, scope: OperationScope | undefined): Promise<Result> {
    if (broken) return Promise.reject(new DatabaseAway('The connection of this transaction is lost.'));
    if (statement.name) names.add(statement.name);
    return new Promise((resolve, reject) => {
      let running = true;
      let cancelled = Promise.resolve();
      const cancel = (): void => {
        const target = cancelTarget(client);
        if (!target || !running) return;
        const request = requestCancel(target, () => running);
        cancelled = cancelled.then(() => request);
        setTimeout(cancel, CANCEL_AGAIN_MS).unref();
      };
      scope?.underWay.add(cancel);
      send(client, statement, (error, result) => {
        running = false;
        scope?.underWay.delete(cancel);
        if (error) broken ||= isDatabaseAway(error) || isOutdatedPlan(error);
        // A request that is still on its way would hit the next statement, so that one waits.
        void cancelled.then(() => {
          if (error) reject(scope?.signal.aborted ? scope.signal.reason : recogniseLoss(error));
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
