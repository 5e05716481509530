import { createLogger } from '#platform/logger.ts';
import { createApp } from '../app.ts';
import { readConfig, requireDatabaseUrl } from '../config.ts';
import { stopOnSignals } from './process.ts';

/** The listeners alone, as one of several processes on one database. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger({ level: config.logLevel });
  const connectionString = requireDatabaseUrl(config);
  const app = await createApp({
    config: { ...config, liveBus: config.liveBus ?? 'postgres' },
    connectionString,
    log,
  });
  stopOnSignals(log, () => app.close());
  const { url, opsUrl } = await app.listen();
  log.info({ url, opsUrl }, 'serving');
}
