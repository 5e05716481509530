import type { Logger } from '#platform/kernel/logger.ts';
import { type App, createApp } from '#src/app/app.ts';
import { readConfigWithDatabase } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { requireMigrated } from './database.ts';
import { runUntilStopped } from './process.ts';
import { openProcessLog } from './process-log.ts';

/** Runs one of several processes on one database until it is stopped; they exchange signals over the live bus. */
export async function runSharedDatabaseProcess(
  env: Environment,
  begin: (app: App, log: Logger) => Promise<void>,
): Promise<void> {
  const { config, databaseUrl: connectionString } = readConfigWithDatabase(env, 'shared');
  const log = await openProcessLog(config);
  await requireMigrated(connectionString, log);
  await runUntilStopped(log, config, async (closers) => {
    const app = await createApp({
      config: { ...config, liveBus: config.liveBus ?? 'postgres' },
      connectionString,
      log,
    });
    closers.push((stop) => app.close(stop));
    await begin(app, log);
  });
}
