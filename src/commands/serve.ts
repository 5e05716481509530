import { setFlagsFromString } from 'node:v8';
import type { Environment } from '../config/variables.ts';
import { runSharedDatabaseProcess } from './shared-database-process.ts';

/** Serves without a worker. */
export async function serve(env: Environment): Promise<void> {
  await runSharedDatabaseProcess(env, async (app, log) => {
    const { url, adminUrl, opsUrl } = await app.listen();
    // Not while it starts: most of what runs often then never runs again.
    for (const flag of EARLY_OPTIMIZATION) setFlagsFromString(flag);
    log.info({ url, ...(adminUrl !== url && { adminUrl }), opsUrl }, 'serving');
  });
}

/**
 * V8 optimizes a function after 400 calls and fully after 3 000. What runs once for each request would be slow for thousands of
 * requests after every start (0088).
 */
const EARLY_OPTIMIZATION = ['--invocation-count-for-maglev=150', '--invocation-count-for-turbofan=800'];
