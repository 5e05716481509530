import type { Environment } from '../config.ts';
import { runOneOfSeveral } from './one-of-several.ts';

/** The listeners alone. */
export async function serve(env: Environment): Promise<void> {
  await runOneOfSeveral(env, async (app, log) => {
    const { url, opsUrl } = await app.listen();
    log.info({ url, opsUrl }, 'serving');
  });
}
