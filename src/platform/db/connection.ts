import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { QueryResult as PgResult } from 'pg';
import type { Logger } from '../logger.ts';
import { admitStatement, currentScope } from '../operation-scope.ts';
import type { Db } from './database.ts';
import { openLanes } from './lanes.ts';
import type { Lanes } from './lanes.ts';
import { createStatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';
import { openTransactionSessions } from './transaction-sessions.ts';
import type { TransactionSession, TransactionSessions } from './transaction-sessions.ts';

export type Database = {
  readonly db: Db;
  /** Lets the statements under way finish, then ends all connections. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  readonly connectionString: string;
  /** Connections that all reads share. Four to six are fastest on a small machine. */
  readonly lanes: number;
  /** Transactions that can run at once. */
  readonly transactionPoolSize: number;
  readonly statementTimeoutMs: number;
  readonly log: Logger;
};

/** @throws DatabaseAway when the database cannot be reached */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const lanes = await openLanes(options);
  const sessions = openTransactionSessions({ ...options, poolSize: options.transactionPoolSize });
  const driver = createDriver(lanes, sessions);
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return {
    db,
    async close() {
      await db.destroy();
      await Promise.all([lanes.close(), sessions.close()]);
    },
  };
}

/** The query builder asks for a connection before it says what for; only `beginTransaction` makes it one of its own. */
type Connection = DatabaseConnection & { session: TransactionSession | null; isUsed: boolean };

function createDriver(lanes: Lanes, sessions: TransactionSessions): Driver {
  const nameOf = createStatementNames();

  async function execute<R>(connection: Connection, query: CompiledQuery): Promise<QueryResult<R>> {
    if (!connection.session && connection.isUsed) {
      throw new Error('Statements outside of a transaction share no connection: use a transaction.');
    }
    connection.isUsed = true;
    const scope = currentScope();
    admitStatement(scope);
    const statement = { sql: query.sql, parameters: query.parameters, name: nameOf(query.sql) };
    const result = await (connection.session ?? lanes).run(statement, scope);
    return toQueryResult<R>(result);
  }

  function newConnection(): Connection {
    const connection: Connection = {
      session: null,
      isUsed: false,
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
      // Without the scope: what an abort did to a commit could not be known.
      const { command } = await ownSession(connection).run(control('commit'), undefined);
      if (command === 'ROLLBACK') {
        throw new Error('The transaction was rolled back: one of its statements had failed.');
      }
    },
    async rollbackTransaction(connection) {
      const session = ownSession(connection);
      // Ending the connection rolls back as well, and the caller is owed the first error.
      await session.run(control('rollback'), undefined).catch(() => session.discard());
    },
    async releaseConnection(connection) {
      ownConnection(connection).session?.release();
    },
    destroy: async () => undefined,
  };
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
  // The query builder hands back what `acquireConnection` gave it.
  return connection as Connection;
}

function ownSession(connection: DatabaseConnection): TransactionSession {
  const { session } = ownConnection(connection);
  if (!session) throw new Error('The connection has no transaction.');
  return session;
}

const CHANGING_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function toQueryResult<R>(result: PgResult<Record<string, unknown>>): QueryResult<R> {
  // The caller's types say what its SQL returns.
  const rows = result.rows as R[];
  if (!CHANGING_COMMANDS.has(result.command)) return { rows };
  return { rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
}
