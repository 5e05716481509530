import {
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryExecutor,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import type { QueryResult as PgResult } from 'pg';
import { faultsOf } from '#platform/faults/faults.ts';
import type { Health } from '#platform/faults/health.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { type CommitStatement, countStatement, currentScope } from '#platform/kernel/operation-scope.ts';
import { openCancelRequests } from './cancel-request.ts';
import type { Db } from './database.ts';
import { openLanes } from './lanes.ts';
import type { LaneCounts, Lanes } from './lanes.ts';
import type { Statement } from './described-query.ts';
import { createStatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';
import { openTransactionSessions } from './transaction-sessions.ts';
import type { TransactionCounts, TransactionSession, TransactionSessions } from './transaction-sessions.ts';

export type Database = {
  readonly db: Db;
  /** Connections for writes of one statement, each of which is a transaction by itself. */
  readonly writer: Db;
  /** Whether transactions can begin. */
  transactionHealth(): Promise<Health>;
  counts(): { readonly lanes: LaneCounts; readonly transactions: TransactionCounts };
  /** Whether changes are taken; after a refusal it tries. */
  writeHealth(): Promise<Health>;
  /** Whether the server answers in time. */
  isAnswering(): Promise<boolean>;
  /** Destroys all connections, since their server is silent: statements in flight fail, and further ones too. */
  abandon(): void;
  /** Waits for statements in flight, then closes all connections; those that stay silent are destroyed. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  readonly connectionString: string;
  /** Connections shared by all reads. Four to six are fastest on a small machine. */
  readonly lanes: number;
  /** Maximum number of concurrent transactions. */
  readonly transactionPoolSize: number;
  readonly statementTimeoutMs: number;
  readonly log: Logger;
};

/** @throws PortFault when the database cannot be reached */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const cancelRequests = openCancelRequests(options);
  const lanes = await openLanes({ ...options, cancelRequests });
  const poolSize = options.transactionPoolSize;
  const sessions = openTransactionSessions({ ...options, poolSize, cancelRequests });
  const nameOf = createStatementNames();
  const onChanged = (): void => faultsOf(options.log).over('database', WRITE_FAULTS);
  const db = kyselyOf({ single: lanes, sessions, nameOf, onChanged });
  const writer = kyselyOf({ single: runAlone(sessions), sessions, nameOf, onChanged });
  return {
    db,
    writer,
    transactionHealth: sessions.health,
    writeHealth: () => writeHealth(db, options.log),
    isAnswering: lanes.isAnswering,
    abandon() {
      lanes.abandon();
      sessions.abandon();
    },
    counts: () => ({ lanes: lanes.counts(), transactions: sessions.counts() }),
    async close() {
      await Promise.all([db.destroy(), writer.destroy()]);
      await Promise.all([lanes.close(), sessions.close()]);
      await cancelRequests.close();
    },
  };
}

const WRITE_FAULTS = ['read-only', 'full'] as const;

/** Reads go on without writes, so their absence is no reason to be taken out of service. */
async function writeHealth(db: Db, log: Logger): Promise<Health> {
  if (!faultsOf(log).has('database', WRITE_FAULTS)) return 'ready';
  // Changing a row needs all that a write needs; the row stays the same.
  const probe = sql`update event_head set position = position`;
  await db
    .transaction()
    .execute((tx) => probe.execute(tx))
    .catch(() => undefined);
  return faultsOf(log).has('database', WRITE_FAULTS) ? 'degraded' : 'ready';
}

function kyselyOf(options: DriverOptions): Db {
  const driver = createDriver(options);
  const dialect = {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (database: Kysely<unknown>) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  // Kysely's own class does not say of what rows a query is that it compiles, which the interface requires.
  const executor = new SingleStatementExecutor(driver, options) as DefaultQueryExecutor & QueryExecutor;
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
}

type StatementRunner = Pick<Lanes, 'run'>;

/** Never by a lane: a write may wait for a lock, and what is behind it in the lane with it. */
const runAlone = (sessions: TransactionSessions): StatementRunner => ({
  async run(statement, scope) {
    const session = await sessions.take();
    try {
      return await session.run(statement, scope);
    } finally {
      session.release();
    }
  },
});

type DriverOptions = {
  /** Called after each commit of changes. */
  readonly onChanged: () => void;
  /** Runs statements outside of transactions. */
  readonly single: StatementRunner;
  readonly sessions: TransactionSessions;
  readonly nameOf: (sql: string) => string | undefined;
};

/** Runs a statement outside of transactions without the connection that Kysely would acquire and release for it. */
class SingleStatementExecutor extends DefaultQueryExecutor {
  readonly #options: DriverOptions;

  constructor(driver: Driver, options: DriverOptions) {
    super(new PostgresQueryCompiler(), new PostgresAdapter(), new DefaultConnectionProvider(driver));
    this.#options = options;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { single, nameOf } = this.#options;
    return toQueryResult<R>(await runStatement(single, query, nameOf));
  }
}

function runStatement(
  runner: StatementRunner,
  { sql, parameters }: CompiledQuery,
  nameOf: DriverOptions['nameOf'],
): ReturnType<StatementRunner['run']> {
  const scope = currentScope();
  countStatement(scope);
  return runner.run({ sql, parameters, name: nameOf(sql) }, scope);
}

/** Kysely acquires a connection before it says what for; only `beginTransaction` opens a dedicated one. */
type Connection = DatabaseConnection & {
  session: TransactionSession | null;
  isUsed: boolean;
  /** Number of rows that its statements have changed. */
  changes: number;
};

function createDriver({ single, sessions, nameOf, onChanged }: DriverOptions): Driver {
  async function execute<R>(connection: Connection, query: CompiledQuery): Promise<QueryResult<R>> {
    if (!connection.session && connection.isUsed) {
      throw new Error('Statements outside of a transaction share no connection: use a transaction.');
    }
    connection.isUsed = true;
    const result = await runStatement(connection.session ?? single, query, nameOf);
    if (CHANGING_COMMANDS.has(result.command)) connection.changes += result.rowCount ?? 0;
    return toQueryResult<R>(result);
  }

  function statementOf({ text, parameters }: CommitStatement): Statement {
    const sql = text(1);
    return { sql, parameters, name: nameOf(sql) };
  }

  function newConnection(): Connection {
    const connection: Connection = {
      session: null,
      isUsed: false,
      changes: 0,
      executeQuery: (query) => execute(connection, query),
      streamQuery() {
        throw new Error('Streaming is not supported: read in pages.');
      },
    };
    return connection;
  }

  return {
    init: async () => undefined,
    acquireConnection: async () => newConnection(),
    async beginTransaction(connection, settings) {
      const own = ownConnection(connection);
      currentScope()?.signal.throwIfAborted();
      own.session = await sessions.take();
      await own.session.run(control(beginText(settings)), currentScope());
    },
    async commitTransaction(connection) {
      const scope = currentScope();
      scope?.signal.throwIfAborted();
      const { changes } = ownConnection(connection);
      const session = ownSession(connection);
      const withCommit = (changes > 0 && scope?.withCommit) || null;
      if (scope && withCommit) scope.withCommit = null;
      try {
        await commit(session, withCommit && statementOf(withCommit));
      } catch (error) {
        // The transaction may be repeated.
        if (scope && withCommit) scope.withCommit = withCommit;
        throw error;
      }
      if (changes > 0) onChanged();
      if (scope) scope.changes += changes;
    },
    async rollbackTransaction(connection) {
      const session = ownSession(connection);
      // Closing the connection rolls back as well, and the first error is the one to report.
      await session.run(control('rollback'), undefined).catch(() => session.discard());
    },
    async releaseConnection(connection) {
      ownConnection(connection).session?.release();
    },
    destroy: async () => undefined,
  };
}

/**
 * Sends a last statement and the commit at once; when the statement fails, the server makes the commit a rollback. Neither has a
 * scope: after an abort, the outcome of a commit would be unknown.
 * @throws Error when the server rolled back
 */
async function commit(session: TransactionSession, last: Statement | null): Promise<void> {
  const finished = last && session.run(last, undefined);
  const committed = session.run(control('commit'), undefined);
  const [{ command }] = await Promise.all([committed, finished]);
  if (command === 'ROLLBACK') {
    throw new Error('The transaction was rolled back: one of its statements had failed.');
  }
}

function control(sql: string): { sql: string; parameters: readonly unknown[]; name: undefined } {
  return { sql, parameters: [], name: undefined };
}

function beginText(settings: TransactionSettings): string {
  const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
  const access = settings.accessMode ? ` ${settings.accessMode}` : '';
  return `begin${isolation}${access}`;
}

function ownConnection(connection: DatabaseConnection): Connection {
  // Kysely returns what `acquireConnection` gave it.
  return connection as Connection;
}

function ownSession(connection: DatabaseConnection): TransactionSession {
  const { session } = ownConnection(connection);
  if (!session) throw new Error('The connection has no transaction.');
  return session;
}

const CHANGING_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function toQueryResult<R>(result: PgResult<Record<string, unknown>>): QueryResult<R> {
  // The caller's type declares what its SQL returns.
  const rows = result.rows as R[];
  if (!CHANGING_COMMANDS.has(result.command)) return { rows };
  return { rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
}
