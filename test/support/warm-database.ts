import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Database, openDatabase } from '#platform/db/connection.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { createDatabase, processEnds } from './database.ts';

/**
 * A database that the tests of a process use one after the other, with connections that stay open: parsing, planning and filling the
 * catalog caches anew for each test costs more than most tests do.
 */
export type WarmDatabase = {
  readonly connectionString: string;
  readonly database: Database;
  /** Gives it back. It is emptied when the next test takes it: what this one has left running may still write now. */
  release(): void;
};

/** The connections of all worlds that do not change these settings. */
export const WARM_SETTINGS = { lanes: 2, transactionPoolSize: 10, statementTimeoutMs: 10_000 } as const;

const APPLICATION_NAME = 'plaza-warm';

type Reusable = Omit<WarmDatabase, 'release'> & {
  /** Empties the database. @returns whether it is as it was after the migrations */
  empty(): Promise<boolean>;
  drop(): Promise<void>;
};

const idle: Reusable[] = [];

/** Takes an empty database from those of this process, or creates one. */
export async function takeWarmDatabase(): Promise<WarmDatabase> {
  const reusable = await takeReusable();
  return {
    connectionString: reusable.connectionString,
    database: reusable.database,
    release: () => void idle.push(reusable),
  };
}

async function takeReusable(): Promise<Reusable> {
  for (let next = idle.pop(); next; next = idle.pop()) {
    if (await next.empty()) return next;
    await next.drop();
  }
  return createReusable();
}

processEnds.push(async () => {
  for (const each of idle.splice(0)) await each.drop();
});

async function createReusable(): Promise<Reusable> {
  const created = await createDatabase();
  const { connectionString } = created;
  const client = new Client({ connectionString, application_name: APPLICATION_NAME });
  await client.connect();
  await createEmptying(client);
  const shape = await shapeOf(client);
  const database = await openDatabase({
    connectionString: `${connectionString}?application_name=${APPLICATION_NAME}`,
    log: createLogger({ level: 'fatal' }),
    ...WARM_SETTINGS,
  });
  return {
    connectionString,
    database,
    async empty() {
      const { lanes } = database.counts();
      if (lanes.down > 0 || (await database.transactionHealth()) !== 'ready') return false;
      return emptied(client, shape);
    },
    async drop() {
      await database.close();
      await client.end();
      await created.drop();
    },
  };
}

/** Rows after whose deletion the tables and their statistics are no longer those of a small world. */
const ROWS_MAX = 20_000;
const LOCK_TIMEOUT_MS = 2_000;

const CONNECTIONS = `from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and application_name <> $1`;
const ENDING_TRIES = 20;
const ENDING_PAUSE_MS = 25;

/** Ends the connections of the test before, those that are just ending last: one that is terminated reports an error to its test process. */
async function endConnections(client: Client): Promise<void> {
  for (let tries = 0; tries < ENDING_TRIES; tries += 1) {
    const { rowCount } = await client.query(`select ${CONNECTIONS}`, [APPLICATION_NAME]);
    if (rowCount === 0) return;
    await sleep(ENDING_PAUSE_MS);
  }
  await client.query(`select pg_terminate_backend(pid) ${CONNECTIONS}`, [APPLICATION_NAME]);
}

async function emptied(client: Client, shape: string): Promise<boolean> {
  await endConnections(client);
  if ((await shapeOf(client)) !== shape) return false;
  const { rows } = await client.query<{ count: number }>('select warm.empty() as count');
  return (rows[0]?.count ?? 0) < ROWS_MAX;
}

/** Tells whether a test has made, changed or dropped a table, an index, a constraint, a trigger or a function. */
async function shapeOf(client: Client): Promise<string> {
  const versions = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc'].map(
    (catalog) =>
      `(select count(*) || '/' || max(xmin::text::bigint) from ${catalog} where ${isOurs(catalog)})`,
  );
  const { rows } = await client.query<{ shape: string }>(
    `select concat_ws(' ', ${versions.join(', ')}) as shape`,
  );
  return rows[0]?.shape ?? '';
}

/** Vacuum and analyze write to rows of `pg_class` in place, which leaves their version. */
const isOurs = (catalog: string): string =>
  catalog === 'pg_attribute' ? 'attrelid >= 16384' : 'oid >= 16384';

/** Tables whose rows stay: what the migrations have noted, and names of jobs that the processes know. */
const KEPT = [
  'public.kysely_migration',
  'public.applied_functions',
  'graphile_worker.migrations',
  'graphile_worker._private_tasks',
];

/**
 * Creates the function that empties all tables and inserts the rows of the migrations again. It deletes and does not truncate, since a
 * truncated table makes all statements on it be planned anew. Without triggers and foreign keys, which look at each row.
 */
async function createEmptying(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; copy: string }>(
    `select format('%I.%I', nspname, relname) as name, format('warm.%I', nspname || '_' || relname) as copy
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and nspname not in ('pg_catalog', 'information_schema')
       and nspname || '.' || relname <> all($1)`,
    [KEPT],
  );
  await client.query('create schema warm');
  const steps: string[] = [];
  for (const { name, copy } of rows) {
    steps.push(`delete from ${name}; get diagnostics deleted = row_count; total := total + deleted;`);
    const { rowCount } = await client.query(`select from ${name} limit 1`);
    if (rowCount === 0) continue;
    await client.query(`create table ${copy} as table ${name}`);
    steps.push(`insert into ${name} overriding system value select * from ${copy};`);
  }
  await client.query(`
    create function warm.empty() returns integer language plpgsql
      set session_replication_role = replica set lock_timeout = ${LOCK_TIMEOUT_MS} as $$
    declare deleted integer; total integer := 0;
    begin ${steps.join('\n')} return total; end $$`);
}
