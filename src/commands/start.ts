import { once } from 'node:events';
import { createServer } from 'node:net';
import { createLogger, type Logger } from '#platform/kernel/logger.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { prepareDatabase, type RunningDatabase } from './database.ts';
import { runUntilStopped } from './process.ts';

/** Serves and works in one process. Without DATABASE_URL it starts an embedded PostgreSQL. */
export async function start(env: Environment): Promise<void> {
  const config = readConfig(env);
  await assertPortsFree([config, { host: config.opsHost, port: config.opsPort }]);
  const log = createLogger({ level: config.logLevel });
  // Loading the code takes as long as starting the database, so both happen concurrently.
  const product = loadProduct(config);
  // Its failure is reported where it is awaited; until then it must not be an unhandled rejection.
  product.catch(() => undefined);
  const database = await prepareDatabase(config, log);
  await serveAndWork(config, log, database, await product);
}

/** Before anything is made, though each listener finds out again. @throws Error of the system for a port in use */
async function assertPortsFree(places: readonly { host: string; port: number }[]): Promise<void> {
  for (const { host, port } of places) {
    const probe = createServer().listen(port, host);
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
  }
}

type Product = Awaited<ReturnType<typeof loadProduct>>;

async function loadProduct({ hasDemo }: Config) {
  const [{ createApp }, { prepareFirstRun }, { printStartSummary: printGreeting }, demo] = await Promise.all([
    import('../app.ts'),
    import('./first-run.ts'),
    import('./start-summary.ts'),
    hasDemo ? import('../../db/demo.ts') : null,
  ]);
  return { createApp, prepareFirstRun, printGreeting, demo };
}

async function serveAndWork(
  config: Config,
  log: Logger,
  database: RunningDatabase,
  { createApp, prepareFirstRun, printGreeting, demo }: Product,
): Promise<void> {
  await runUntilStopped(log, config, async (closers) => {
    closers.push(() => database.stop());
    const { connectionString } = database;
    const app = await createApp({ config, connectionString, log, extraJobs: demo?.demoJobs ?? [] });
    closers.push((stop) => app.close(stop));
    const accounts = await prepareFirstRun(app.services, config, demo);
    const { url, opsUrl } = await app.listen();
    await app.startWorker();
    await printGreeting({ services: app.services, config, url, opsUrl, accounts });
  });
}
