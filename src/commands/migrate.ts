import { createLogger } from '#platform/logger.ts';
import { type Environment, readConfig, requireDatabaseUrl } from '../config.ts';
import { migrateToNewest } from './database.ts';

/** Brings the database to the newest schema; doing so again changes nothing. */
export async function migrate(env: Environment): Promise<void> {
  const config = readConfig(env);
  const log = createLogger({ level: config.logLevel });
  const applied = await migrateToNewest(requireDatabaseUrl(config), log);
  log.info({ applied: applied.length }, 'the database is at the newest schema');
}
