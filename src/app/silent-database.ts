import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/db/connection.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Logger } from '#platform/kernel/logger.ts';

type Ending = {
  readonly log: Logger;
  /** Null when it is not the process' own. */
  readonly database: Pick<Database, 'isAnswering' | 'abandon'> | null;
  /** Gives up whatever else waits for the database. */
  readonly giveUp: () => void;
};

const LOOK_INTERVAL_MS = SECOND_MS;
/** Time for what was given up to end. */
const END_MS = SECOND_MS;

/**
 * Waits for the end of what is under way, as long as the database answers. Of a silent one nothing can be saved any more: its
 * connections are destroyed, so that nobody waits for them until a timeout.
 */
export async function endWhileAnswering(ending: Promise<unknown>, options: Ending): Promise<void> {
  const { database, log } = options;
  if (!database) {
    await ending;
    return;
  }
  const ended = new AbortController();
  let isGivenUp = false;

  async function watch(silenced: Pick<Database, 'isAnswering' | 'abandon'>): Promise<void> {
    while (await silenced.isAnswering()) {
      // The end of the pause by an abort carries no information.
      await sleep(LOOK_INTERVAL_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
      if (ended.signal.aborted) return;
    }
    if (ended.signal.aborted) return;
    isGivenUp = true;
    log.warn('the database does not answer: what waits for it is given up');
    silenced.abandon();
    options.giveUp();
    await sleep(END_MS);
  }

  try {
    await Promise.race([ending, watch(database)]);
  } catch (error) {
    if (!isGivenUp) throw error;
    log.debug({ err: error }, 'what waited for the database failed');
  } finally {
    ended.abort();
  }
}
