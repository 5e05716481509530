import { createLogger } from '#platform/logger.ts';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { prepareDatabase } from './database.ts';
import { prepareFirstRun } from './first-run.ts';
import { printGreeting } from './greeting.ts';
import { stopOnSignals } from './process.ts';

/** Everything in one process. Without DATABASE_URL it brings a PostgreSQL of its own. */
export async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger({ level: config.logLevel });
  const database = await prepareDatabase(config, log);
  const { connectionString } = database;
  const demo = config.hasDemo ? await import('../../db/demo.ts') : null;
  const app = await createApp({ config, connectionString, log, extraJobs: demo?.demoJobs ?? [] });
  stopOnSignals(log, async () => {
    await app.close();
    await database.stop();
  });
  const accounts = await prepareFirstRun(app.services, config, demo);
  await app.startWorker();
  const { url, opsUrl } = await app.listen();
  await printGreeting({ services: app.services, config, url, opsUrl, accounts });
}
