import { readConfigWithDatabase } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { migrateToNewest } from './database.ts';
import { openProcessLog } from './process-log.ts';

/** Migrates the database to the newest schema. Idempotent. */
export async function migrate(env: Environment): Promise<void> {
  const { config, databaseUrl } = readConfigWithDatabase(env, 'database');
  const log = await openProcessLog(config);
  const { migrations, functions } = await migrateToNewest(databaseUrl, log);
  log.info(
    { migrations, functions, applied: migrations.length + functions.length },
    'the database is at the newest schema',
  );
}
