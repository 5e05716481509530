import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeWorkerUtils, Logger as WorkerLogger } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import type { Logger } from '#platform/kernel/logger.ts';

export type MigrateOptions = {
  readonly connectionString: string;
  readonly log: Logger;
  /** Directory of the `.sql` files; defaults to `migrations/`. */
  readonly folder?: string;
};

const PRODUCT_FOLDER = path.resolve(import.meta.dirname, '../../../migrations');
const CONNECTIONS_MAX = 2;

/** Advisory lock of the one process that migrates; the others wait for it and then find nothing to do. */
const MIGRATION_LOCK = 4_073_221_846;

/**
 * Migrates the database, including the schema of the job queue. All new files are applied in one
 * transaction: either all of them or none.
 * @returns the names of the applied files
 */
export async function migrateDatabase(options: MigrateOptions): Promise<readonly string[]> {
  const pool = new Pool({ connectionString: options.connectionString, max: CONNECTIONS_MAX });
  // A lost connection also fails the statement in flight, and that failure is the one to report.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const client = await pool.connect().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await migrateProduct(pool, options.folder ?? PRODUCT_FOLDER);
    for (const name of applied) options.log.info({ migration: name }, 'migration applied');
    await migrateJobQueue(pool);
    return applied;
  } finally {
    client.release(true); // Ending the connection frees the lock.
    await pool.end();
  }
}

async function migrateProduct(pool: Pool, folder: string): Promise<readonly string[]> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: sharedPool(pool) }) });
  const migrations = await readMigrations(folder);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find((result) => result.status === 'Error');
  if (error) {
    const where = failed ? `Migration ${failed.migrationName} failed` : 'Migrating failed';
    throw new Error(`${where}: ${error instanceof Error ? error.message : 'unknown failure'}`, {
      cause: error,
    });
  }
  return results.map((result) => result.migrationName);
}

/** Kysely would close the pool when it is destroyed; this pool is closed by `migrateDatabase`. */
function sharedPool(pool: Pool): {
  connect: Pool['connect'];
  end(): Promise<void>;
  options: Pool['options'];
} {
  return { connect: pool.connect.bind(pool), end: async () => undefined, options: pool.options };
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(path.join(folder, file), 'utf8');
    const up: Migration['up'] = async (db) => {
      await sql.raw(text).execute(db);
    };
    return [path.basename(file, '.sql'), { up }];
  });
  return Object.fromEntries(await Promise.all(entries));
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
