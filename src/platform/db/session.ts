import { Socket } from 'node:net';
import { Client } from 'pg';
import type { ClientConfig, QueryResult as PgResult } from 'pg';
import { DescribedQuery, type Statement } from './described-query.ts';
import { valueParsers } from './value-parsers.ts';

export type SessionOptions = {
  readonly connectionString: string;
  readonly statementTimeoutMs: number;
};

/** Plans of one connection before it is replaced by a fresh one; the server spends memory on each. */
export const NAMED_STATEMENTS_MAX = 500;

const CONNECT_TIMEOUT_MS = 5_000;
/** Idle timeout of a transaction between two statements. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

/** Settings of all sessions, of lanes and transactions alike. */
export function clientConfig(options: SessionOptions): ClientConfig {
  return {
    connectionString: options.connectionString,
    application_name: 'plaza',
    options: '-c TimeZone=UTC',
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: valueParsers,
  };
}

export type PipelinedClient = {
  readonly client: Client;
  /** Corks the socket until the end of this turn of the event loop, so that many statements leave in one packet. */
  gather(): void;
  /** Closes the connection immediately, without waiting for answers. */
  destroy(): void;
};

export function pipelinedClient(options: SessionOptions): PipelinedClient {
  const socket = new Socket();
  const client = new Client({ ...clientConfig(options), pipeline: true, stream: () => socket });
  let isGathering = false;
  return {
    client,
    gather() {
      if (isGathering) return;
      isGathering = true;
      socket.cork();
      setImmediate(() => {
        isGathering = false;
        socket.uncork();
      });
    },
    destroy: () => socket.destroy(),
  };
}

/** Runs one statement; `done` is called once, with the error or the result. */
export function send(
  client: Pick<Client, 'query'>,
  statement: Statement,
  done: (error: Error | null, result: PgResult<Record<string, unknown>>) => void,
): void {
  client.query(new DescribedQuery(statement, done));
}

const INVALID_STATEMENT_NAME = '26000';

/** A migration changed the columns of a prepared statement, or the connection has lost the statement. */
export function isOutdatedPlan(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === INVALID_STATEMENT_NAME) return true;
  return 'routine' in error && error.routine === 'RevalidateCachedQuery';
}
