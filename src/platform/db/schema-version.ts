import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { APPLIED_FUNCTIONS, readFunctions } from './functions.ts';

/** Difference between the database's migrations and functions and those of this code, all in order. */
export type SchemaDifference = {
  /** The `server_version_num` of the server. */
  readonly serverVersion: number;
  /** Migrations that are not applied yet. */
  readonly missing: readonly string[];
  /** Applied migrations that are unknown to this version, and older than its first one: there is no migration path from them. */
  readonly older: readonly string[];
  /** Migrations that a newer release has applied. */
  readonly newer: readonly string[];
  /** Functions that are not there. */
  readonly missingFunctions: readonly string[];
  /** Functions that are there with another text, of a newer or an older release. */
  readonly otherFunctions: readonly string[];
};

const FOLDER = path.resolve(import.meta.dirname, '../../../migrations');
const CONNECT_TIMEOUT_MS = 10_000;
const UNDEFINED_TABLE = '42P01';

/** Read-only. @throws Error of `pg` when the database cannot be read */
export async function compareSchema(connectionString: string): Promise<SchemaDifference> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'));
  const known = files.map((file) => path.basename(file, '.sql')).toSorted();
  const { serverVersion, migrations: applied, functions } = await readApplied(connectionString);
  const unknown = applied.filter((name) => !known.includes(name));
  // Names begin with their timestamp, and the first one always exists.
  const isOlder = (name: string): boolean => name < (known[0] ?? '');
  const own = await readFunctions();
  const isThere = ({ name }: { readonly name: string }): boolean => functions.has(name);
  return {
    serverVersion,
    missing: known.filter((name) => !applied.includes(name)),
    older: unknown.filter(isOlder),
    newer: unknown.filter((name) => !isOlder(name)),
    missingFunctions: own.filter((each) => !isThere(each)).map(({ name }) => name),
    otherFunctions: own
      .filter((each) => isThere(each) && functions.get(each.name) !== each.hash)
      .map(({ name }) => name),
  };
}

type AppliedFiles = {
  readonly serverVersion: number;
  readonly migrations: readonly string[];
  /** Hash of the text by name. */
  readonly functions: ReadonlyMap<string, string>;
};

async function readApplied(connectionString: string): Promise<AppliedFiles> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A lost connection also fails the statement, and that failure is the one to report.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const [server] = await rowsOf<{ version: number }>(
      client,
      `select current_setting('server_version_num')::integer as version`,
    );
    const migrations = await rowsOf<{ name: string }>(
      client,
      'select name from kysely_migration order by name',
    );
    const functions = await rowsOf<{ name: string; hash: string }>(client, APPLIED_FUNCTIONS);
    return {
      serverVersion: server?.version ?? 0,
      migrations: migrations.map(({ name }) => name),
      functions: new Map(functions.map(({ name, hash }) => [name, hash])),
    };
  } finally {
    await client.end();
  }
}

/** @returns none when there is no such table */
async function rowsOf<Row extends object>(client: Client, text: string): Promise<Row[]> {
  try {
    return (await client.query<Row>(text)).rows;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
