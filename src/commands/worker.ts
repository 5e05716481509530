import type { Environment } from '../config.ts';
import { runOneOfSeveral } from './one-of-several.ts';

/** The jobs alone. */
export async function worker(env: Environment): Promise<void> {
  await runOneOfSeveral(env, async (app, log) => {
    await app.startWorker();
    log.info('working');
  });
}
