import { migrateDatabase } from '#platform/db/migrate.ts';
import { createLogger } from '#platform/logger.ts';
import { readConfig, requireDatabaseUrl } from '../config.ts';

/** Brings the database to the newest schema; doing so again changes nothing. */
export async function migrate(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger({ level: config.logLevel });
  const applied = await migrateDatabase({ connectionString: requireDatabaseUrl(config), log });
  log.info({ applied: applied.length }, 'the database is at the newest schema');
}
