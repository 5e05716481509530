import type { Environment } from '../config/variables.ts';
import { runSharedDatabaseProcess } from './shared-database-process.ts';

/** Runs jobs without serving. */
export async function worker(env: Environment): Promise<void> {
  await runSharedDatabaseProcess(env, async (app, log) => {
    await app.startWorker();
    const opsUrl = await app.listenAsWorker();
    log.info({ opsUrl }, 'working');
  });
}
