import { setTimeout as sleep } from 'node:timers/promises';
import { startContender } from './contenders.ts';
import type { ContenderOptions } from './contenders.ts';
import { askFeed } from './feed-check.ts';
import { startStatementRecorder } from './statement-recorder.ts';
import type { StatementRecorder } from './statement-recorder.ts';
import type { Visitor } from './tokens.ts';

/** Statements of one feed request of the product, by the size of its page. */
export type FeedStatementCounts = { readonly of1: number; readonly of50: number };

const QUIET_MS = 300;
/** Ages between them the caches that a first request fills, and stays within their seconds. */
const REPEATS = 5;

/** Counts what the product executes for a page of 1 and of 50 posts, when the visitor is known. */
export async function countFeedStatements(
  options: ContenderOptions,
  visitors: readonly Visitor[],
): Promise<FeedStatementCounts> {
  const recorder = await startStatementRecorder(options.databaseUrl);
  const server = await startContender('plaza', { ...options, databaseUrl: recorder.connectionString });
  const [visitor] = visitors;
  if (!visitor) throw new Error('There is nobody to ask.');
  const ask = async (first: number): Promise<void> => {
    await askFeed(server, visitor, first);
  };
  try {
    await ask(1);
    return { of1: await fewest(recorder, () => ask(1)), of50: await fewest(recorder, () => ask(50)) };
  } finally {
    await server.stop();
    await recorder.close();
  }
}

/** The fewest of several times: what the server does in the background may fall into one of them. */
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
