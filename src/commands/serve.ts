import type { Environment } from '../config/variables.ts';
import { runSharedDatabaseProcess } from './shared-database-process.ts';

/** Serves without a worker. */
export async function serve(env: Environment): Promise<void> {
  await runSharedDatabaseProcess(env, async (app, log) => {
    const { url, opsUrl } = await app.listen();
    log.info({ url, opsUrl }, 'serving');
  });
}
