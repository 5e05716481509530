import { createLogger } from '#platform/logger.ts';
import { createApp } from '../app.ts';
import { readConfig, requireDatabaseUrl } from '../config.ts';
import { stopOnSignals } from './process.ts';

/** The jobs alone, as one of several processes on one database. */
export async function worker(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger({ level: config.logLevel });
  const connectionString = requireDatabaseUrl(config);
  const app = await createApp({
    config: { ...config, liveBus: config.liveBus ?? 'postgres' },
    connectionString,
    log,
  });
  stopOnSignals(log, () => app.close());
  await app.startWorker();
  log.info('working');
}
