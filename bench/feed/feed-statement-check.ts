import { setTimeout as sleep } from 'node:timers/promises';
import { askFeed } from './feed-check.ts';
import { PRODUCT_PATH, startProductServer } from '../harness/product-server.ts';
import type { ProductOptions } from '../harness/product-server.ts';
import { startStatementRecorder } from '../harness/statement-recorder.ts';
import type { StatementRecorder } from '../harness/statement-recorder.ts';
import type { Visitor } from '../harness/tokens.ts';

/** Statements of one feed request of the product, by the size of its page. */
export type FeedStatementCounts = { readonly of1: number; readonly of50: number };

const QUIET_MS = 300;
/** Few enough to stay within the life of the caches that the first request fills. */
const REPEATS = 5;

/** Counts the statements of a page of 1 and of 50 posts, once the session is cached. */
export async function countFeedStatements(
  options: ProductOptions,
  visitors: readonly Visitor[],
): Promise<FeedStatementCounts> {
  const recorder = await startStatementRecorder(options.databaseUrl);
  const server = await startProductServer({ ...options, databaseUrl: recorder.connectionString });
  const [visitor] = visitors;
  if (!visitor) throw new Error('There is no visitor.');
  const ask = async (first: number): Promise<void> => {
    await askFeed({ ...server, name: 'plaza', path: PRODUCT_PATH }, visitor, first);
  };
  try {
    await ask(1);
    return { of1: await fewest(recorder, () => ask(1)), of50: await fewest(recorder, () => ask(50)) };
  } finally {
    await server.stop();
    await recorder.close();
  }
}

/** The minimum of several runs, since background work of the server may fall into one of them. */
async function fewest(recorder: StatementRecorder, work: () => Promise<void>): Promise<number> {
  const counts: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    recorder.take();
    await work();
    counts.push(recorder.take().length);
    await sleep(QUIET_MS);
  }
  return Math.min(...counts);
}
