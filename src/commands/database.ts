import { compareSchema } from '#platform/db/schema-version.ts';
import type { Logger } from '#platform/logger.ts';
import type { Config } from '../config.ts';
import { StartProblem } from './start-problem.ts';

export type RunningDatabase = { readonly connectionString: string; stop(): Promise<void> };

/** The database of DATABASE_URL, or an embedded one of this process' own; at the newest schema either way. */
export async function prepareDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  const database = await runningDatabase(config, log);
  try {
    await migrateToNewest(database.connectionString, log);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function runningDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  if (config.databaseUrl !== null)
    return { connectionString: config.databaseUrl, stop: async () => undefined };
  // Only who has no database of their own pays for loading one.
  const { startEmbeddedPostgres } = await import('#platform/db/embedded.ts');
  return startEmbeddedPostgres({ dataDir: config.dataDir, log });
}

/**
 * @returns the names of the migrations that were applied
 * @throws StartProblem when the database is newer than this release
 */
export async function migrateToNewest(connectionString: string, log: Logger): Promise<readonly string[]> {
  const { unknown } = await compareSchema(connectionString);
  if (unknown.length > 0) {
    throw new StartProblem(
      `The database is newer than this release: it has had ${unknown.join(', ')}. Start a release that knows them.`,
    );
  }
  const { migrateDatabase } = await import('#platform/db/migrate.ts');
  return migrateDatabase({ connectionString, log });
}

/**
 * For processes that leave migrating to others. A newer database is fine: every migration leaves the release before it
 * working, so that releases can be changed one process after the other.
 * @throws StartProblem when migrations are missing
 */
export async function requireMigrated(connectionString: string, log: Logger): Promise<void> {
  const { missing, unknown } = await compareSchema(connectionString);
  if (missing.length > 0) {
    throw new StartProblem(
      `The database lacks ${missing.join(', ')}: run "npm run migrate" with this release first.`,
    );
  }
  if (unknown.length > 0) log.warn({ migrations: unknown }, 'the database is newer than this release');
}
