import { createLogger } from '#platform/logger.ts';
import { createApp } from '../app.ts';
import { type Environment, readConfig, requireDatabaseUrl } from '../config.ts';
import { requireMigrated } from './database.ts';
import { runUntilStopped } from './process.ts';

/** The jobs alone, as one of several processes on one database. */
export async function worker(env: Environment): Promise<void> {
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
    await app.startWorker();
    log.info('working');
  });
}
