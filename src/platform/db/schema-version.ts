import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';

/** Difference between the database's migrations and those of this code, both in order. */
export type SchemaDifference = {
  /** Migrations that are not applied yet. */
  readonly missing: readonly string[];
  /** Applied migrations that are unknown to this version, and older than its first one: there is no migration path from them. */
  readonly older: readonly string[];
  /** Migrations that a newer release has applied. */
  readonly newer: readonly string[];
};

const FOLDER = path.resolve(import.meta.dirname, '../../../migrations');
const CONNECT_TIMEOUT_MS = 10_000;
const UNDEFINED_TABLE = '42P01';

/** Read-only. @throws Error of `pg` when the database cannot be read */
export async function compareSchema(connectionString: string): Promise<SchemaDifference> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'));
  const known = files.map((file) => path.basename(file, '.sql')).toSorted();
  const applied = await appliedMigrations(connectionString);
  const unknown = applied.filter((name) => !known.includes(name));
  // Names begin with their timestamp, and the first one always exists.
  const isOlder = (name: string): boolean => name < (known[0] ?? '');
  return {
    missing: known.filter((name) => !applied.includes(name)),
    older: unknown.filter(isOlder),
    newer: unknown.filter((name) => !isOlder(name)),
  };
}

async function appliedMigrations(connectionString: string): Promise<string[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A lost connection also fails the statement, and that failure is the one to report.
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
