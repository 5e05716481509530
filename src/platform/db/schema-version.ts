import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';

/** How the database stands to the migrations that this code brings, both in order. */
export type SchemaDifference = {
  /** Not applied yet. */
  readonly missing: readonly string[];
  /** Applied by a newer release. */
  readonly unknown: readonly string[];
};

const FOLDER = path.resolve(import.meta.dirname, '../../../migrations');
const CONNECT_TIMEOUT_MS = 10_000;
const UNDEFINED_TABLE = '42P01';

/** Changes nothing. @throws Error of `pg` when the database cannot be read */
export async function compareSchema(connectionString: string): Promise<SchemaDifference> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'));
  const known = files.map((file) => path.basename(file, '.sql')).toSorted();
  const applied = await appliedMigrations(connectionString);
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

async function appliedMigrations(connectionString: string): Promise<string[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A lost connection fails the statement, too, and that failure is the one to report.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return [];
    throw error;
  } finally {
    await client.end();
  }
}
