import { setTimeout as sleep } from 'node:timers/promises';
import { startContender } from './contenders.ts';
import type { ContenderOptions } from './contenders.ts';
import { askFeed } from './feed-check.ts';
import { startStatementCounter } from './statement-count.ts';
import type { StatementCounter } from './statement-count.ts';
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
  const counter = await startStatementCounter(options.databaseUrl);
  const server = await startContender('plaza', { ...options, databaseUrl: counter.connectionString });
  const [visitor] = visitors;
  if (!visitor) throw new Error('There is nobody to ask.');
  const ask = async (first: number): Promise<void> => {
    await askFeed(server, visitor, first);
  };
  try {
    await ask(1);
    return { of1: await fewest(counter, () => ask(1)), of50: await fewest(counter, () => ask(50)) };
  } finally {
    await server.stop();
    await counter.close();
  }
}

/** The fewest of several times: what the server does in the background may fall into one of them. */
async function fewest(counter: StatementCounter, work: () => Promise<void>): Promise<number> {
  const counts: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const before = counter.count();
    await work();
    counts.push(counter.count() - before);
    await sleep(QUIET_MS);
  }
  return Math.min(...counts);
}
