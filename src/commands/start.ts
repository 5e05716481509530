import { createLogger, type Logger } from '#platform/logger.ts';
import { type Config, type Environment, readConfig } from '../config.ts';
import { prepareDatabase, type RunningDatabase } from './database.ts';
import { runUntilStopped } from './process.ts';

/** Everything in one process. Without DATABASE_URL it brings a PostgreSQL of its own. */
export async function start(env: Environment): Promise<void> {
  const config = readConfig(env);
  const log = createLogger({ level: config.logLevel });
  // The code of the product takes as long to load as the database to start, so both happen at once.
  const product = loadProduct(config);
  // Its failure is reported where it is awaited; until then it must not end the process.
  product.catch(() => undefined);
  const database = await prepareDatabase(config, log);
  await serveAndWork(config, log, database, await product);
}

type Product = Awaited<ReturnType<typeof loadProduct>>;

async function loadProduct({ hasDemo }: Config) {
  const [{ createApp }, { prepareFirstRun }, { printGreeting }, demo] = await Promise.all([
    import('../app.ts'),
    import('./first-run.ts'),
    import('./greeting.ts'),
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
  await runUntilStopped(log, async (closers) => {
    closers.push(() => database.stop());
    const { connectionString } = database;
    const app = await createApp({ config, connectionString, log, extraJobs: demo?.demoJobs ?? [] });
    closers.push(() => app.close());
    const accounts = await prepareFirstRun(app.services, config, demo);
    const { url, opsUrl } = await app.listen();
    await app.startWorker();
    await printGreeting({ services: app.services, config, url, opsUrl, accounts });
  });
}
