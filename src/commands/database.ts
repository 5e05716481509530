import { migrateDatabase } from '#platform/db/migrate.ts';
import type { Logger } from '#platform/logger.ts';
import type { Config } from '../config.ts';

export type RunningDatabase = { readonly connectionString: string; stop(): Promise<void> };

/** The database of DATABASE_URL, or an embedded one of this process' own; at the newest schema either way. */
export async function prepareDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  const database = await runningDatabase(config, log);
  try {
    await migrateDatabase({ connectionString: database.connectionString, log });
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
