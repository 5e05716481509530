import { createLogger, type Logger } from '#platform/logger.ts';
import { type App, createApp } from '../app.ts';
import { type Environment, readConfig, requireDatabaseUrl } from '../config.ts';
import { requireMigrated } from './database.ts';
import { runUntilStopped } from './process.ts';

/** Runs one of several processes on one database, until it is told to stop; they hear of each other's news by the live bus. */
export async function runOneOfSeveral(
  env: Environment,
  begin: (app: App, log: Logger) => Promise<void>,
): Promise<void> {
  const config = readConfig(env);
  const log = createLogger({ level: config.logLevel });
  const connectionString = requireDatabaseUrl(config);
  await requireMigrated(connectionString, log);
  await runUntilStopped(log, async (closers) => {
    const app = await createApp({
      config: { ...config, liveBus: config.liveBus ?? 'postgres' },
      connectionString,
      log,
    });
    closers.push(() => app.close());
    await begin(app, log);
  });
}
