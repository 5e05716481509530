import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWorkerUtils, Logger as WorkerLogger } from 'graphile-worker';
import { type ClientBase, Pool } from 'pg';
import type { Logger } from '#platform/kernel/logger.ts';
import { APPLIED_FUNCTIONS, type DatabaseFunction, findStrays, isPure, readFunctions } from './functions.ts';

export type MigrateOptions = {
  readonly connectionString: string;
  readonly log: Logger;
  /** Directory of the `.sql` files; defaults to `migrations/`. */
  readonly folder?: string;
  /** Directory of the functions; defaults to `db/functions/`. */
  readonly functionsFolder?: string;
  /** Other patience, for tests. */
  readonly patience?: Patience;
};

/** Names of what a run has applied. */
export type Applied = { readonly migrations: readonly string[]; readonly functions: readonly string[] };

/** While a migration waits for a lock on a table, whatever comes after it waits too: it gives up soon, and tries again. */
type Patience = { readonly lockTimeoutMs: number; readonly pauseMs: number; readonly attempts: number };

const PATIENCE: Patience = { lockTimeoutMs: 3_000, pauseMs: 2_000, attempts: 10 };
const PRODUCT_FOLDER = path.resolve(import.meta.dirname, '../../../migrations');
const CONNECTIONS_MAX = 2;

/** Advisory lock of the one process that migrates; the others wait for it and then find nothing to do. */
const MIGRATION_LOCK = 4_073_221_846;
const MIGRATION_LOCK_POLL_MS = 100;

/**
 * Migrates the database, including the schema of the job queue: pure functions that have changed, then migrations, then all other
 * functions that have changed. Each file is applied in a transaction of its own together with the row that says so; a migration that
 * begins with `-- transaction: off` is a single repeatable statement outside of any. So an interrupted run is continued by the next one.
 */
export async function migrateDatabase(options: MigrateOptions): Promise<Applied> {
  const pool = new Pool({ connectionString: options.connectionString, max: CONNECTIONS_MAX });
  // A lost connection also fails the statement in flight, and that failure is the one to report.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const client = await pool.connect().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  try {
    await takeMigrationLock(client);
    const applied = await migrateProduct(client, options);
    await migrateJobQueue(pool);
    return applied;
  } finally {
    client.release(true); // Ending the connection frees the lock.
    await pool.end();
  }
}

/** Polls: a statement that waits has a snapshot, and `create index concurrently` of the other process would wait for it. */
async function takeMigrationLock(client: ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isTaken: boolean }>(
      'select pg_try_advisory_lock($1) as "isTaken"',
      [MIGRATION_LOCK],
    );
    if (rows[0]?.isTaken) return;
    await sleep(MIGRATION_LOCK_POLL_MS);
  }
}

type Run = { readonly client: ClientBase; readonly patience: Patience; readonly log: Logger };

/** A file that is applied. */
type Migration = { readonly name: string; readonly text: string };

async function migrateProduct(
  client: ClientBase,
  { folder = PRODUCT_FOLDER, functionsFolder, patience = PATIENCE, log }: MigrateOptions,
): Promise<Applied> {
  const run: Run = { client, patience, log };
  const pending = await pendingMigrations(client, folder);
  const known = await readFunctions(functionsFolder);
  const pure = (await changedFunctions(client, known)).filter(isPure);
  await applyFunctions(run, pure);
  for (const migration of pending) {
    const apply = isOutsideOfTransaction(migration) ? applyOutsideOfTransaction : applyInTransaction;
    await apply(run, migration).catch((error: unknown) => {
      throw new Error(`Migration ${migration.name} failed: ${reasonOf(error)}`, { cause: error });
    });
    log.debug({ migration: migration.name }, 'migration applied');
  }
  // The list includes pure ones that a migration has dropped.
  const others = await changedFunctions(client, known);
  await applyFunctions(run, others);
  const strays = await findStrays(client, known);
  if (strays.length > 0) log.warn({ strays }, 'the database has functions or triggers that no file defines');
  return {
    migrations: pending.map(({ name }) => name),
    functions: [...pure, ...others].map(({ name }) => name),
  };
}

/** @throws Error when one of them comes before an applied one */
async function pendingMigrations(client: ClientBase, folder: string): Promise<readonly Migration[]> {
  const migrations = await readMigrations(folder);
  // Name and columns are those of Kysely's migrator.
  await client.query(
    'create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  );
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
  const applied = rows.map(({ name }) => name).toSorted();
  const pending = migrations.filter(({ name }) => !applied.includes(name));
  const last = applied.at(-1) ?? '';
  const early = pending.find(({ name }) => name < last);
  if (early)
    throw new Error(`Migration ${early.name} comes before ${last}, which is applied: give it a later name.`);
  return pending;
}

/** Functions whose text is not the one that was applied last, or that are not there. */
async function changedFunctions(
  client: ClientBase,
  functions: readonly DatabaseFunction[],
): Promise<readonly DatabaseFunction[]> {
  await client.query(
    'create table if not exists applied_functions (name text primary key, hash text not null)',
  );
  const { rows } = await client.query<{ name: string; hash: string }>(APPLIED_FUNCTIONS);
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  return functions.filter(({ name, hash }) => applied.get(name) !== hash);
}

async function applyFunctions(run: Run, functions: readonly DatabaseFunction[]): Promise<void> {
  for (const { name, text, hash } of functions) {
    const record = (): Promise<void> => recordFunction(run.client, name, hash);
    await applyInTransaction(run, { name, text }, record).catch((error: unknown) => {
      throw new Error(`Function ${name} failed: ${reasonOf(error)}`, { cause: error });
    });
    run.log.debug({ function: name }, 'function applied');
  }
}

async function recordFunction(client: ClientBase, name: string, hash: string): Promise<void> {
  await client.query(
    `insert into applied_functions (name, hash) values ($1, $2)
     on conflict (name) do update set hash = excluded.hash`,
    [name, hash],
  );
}

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      name: path.basename(file, '.sql'),
      text: await readFile(path.join(folder, file), 'utf8'),
    })),
  );
}

async function applyInTransaction(
  { client, patience: { lockTimeoutMs, pauseMs, attempts }, log }: Run,
  { name, text }: Migration,
  record = (): Promise<void> => recordMigration(client, name),
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
      await client.query(text);
      await record();
      await client.query('commit');
      return;
    } catch (error) {
      // Without a connection there is nothing to roll back, and the first error is the one to report.
      await client.query('rollback').catch(() => undefined);
      if (!isLockTimeout(error) || attempt === attempts) throw error;
      log.warn({ migration: name, attempt }, 'a migration could not get a lock and tries again');
      await sleep(pauseMs);
    }
  }
}

const isOutsideOfTransaction = ({ text }: Migration): boolean => text.startsWith('-- transaction: off\n');

/** Repeating one of them changes nothing, except for an invalid index, which counts as existing. */
const REPEATABLE =
  /^(?:create (?:unique )?index concurrently if not exists (\w+) on [^;]+|drop index concurrently if exists \w+);?$/i;

/** Applies a migration that waits for transactions without holding up any, so it may wait for long. */
async function applyOutsideOfTransaction({ client }: Run, { name, text }: Migration): Promise<void> {
  const statement = text.replaceAll(/--.*/g, '').trim().replaceAll(/\s+/g, ' ');
  const [isRepeatable, index] = REPEATABLE.exec(statement) ?? [];
  if (isRepeatable === undefined) {
    throw new Error(
      'outside of a transaction write one "create index concurrently if not exists" or "drop index concurrently if exists".',
    );
  }
  if (index !== undefined) await dropInvalidIndex(client, index);
  await client.query(text);
  await recordMigration(client, name);
}

/** An interrupted `create index concurrently` leaves its index behind, which no query can use. */
async function dropInvalidIndex(client: ClientBase, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rowCount === 1) await client.query(`drop index concurrently if exists ${index}`);
}

async function recordMigration(client: ClientBase, name: string): Promise<void> {
  await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
    name,
    new Date().toISOString(),
  ]);
}

const LOCK_NOT_AVAILABLE = '55P03';

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;

function reasonOf(error: unknown): string {
  if (isLockTimeout(error)) {
    return 'other transactions hold a lock that it needs. Nothing of it is applied; end them, then run it again.';
  }
  return error instanceof Error ? error.message : 'unknown failure';
}

async function migrateJobQueue(pool: Pool): Promise<void> {
  const quiet = new WorkerLogger(() => () => undefined);
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet, schema: 'graphile_worker' });
  try {
    await utils.migrate();
  } finally {
    await utils.release();
  }
}
