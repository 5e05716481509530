/**
 * The load generator, a separate process: keep-alive connections that each send the next request when the answer to
 * the last one is complete. It implements HTTP itself, because on a small machine a generator that costs as much as the
 * server would hide the measured differences.
 */
import { openExchange } from './http-exchange.ts';
import type { Exchange } from './http-exchange.ts';
import { percentile } from './percentile.ts';
import { withKey } from './request-keys.ts';

/** Order of the benchmark to this process. */
export type LoadOrder = {
  readonly port: number;
  /** Serialized HTTP requests, sent in turn. */
  readonly requests: readonly string[];
  /** Index of the first request. */
  readonly offset: number;
  readonly connections: number;
  readonly durationMs: number;
  /** Whether the turn ends with the list, because a repetition would change nothing. */
  readonly isOnce?: boolean;
  /** Whether the data changes meanwhile, and so the answers. */
  readonly answersVary?: boolean;
};

export type LoadReport = {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Number of answers that differ from the first one to the same request. */
  readonly wrong: readonly string[];
};

const WRONG_KEPT_MAX = 5;

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
      process.disconnect();
    },
  );
});

/** Errors of the request, and those of a mutation that is asked for its `refusals`. */
const REFUSED = ['"errors"', '"refusals":[{'];

/** Length of the first answer per port and request. Data does not change meanwhile, so neither may answers. */
const lengths = new Map<string, number>();

async function run(order: LoadOrder): Promise<LoadReport> {
  const requests = order.requests.map((request) => Buffer.from(request));
  const latenciesMs: number[] = [];
  const wrong: string[] = [];
  let next = order.offset;
  const last = order.isOnce ? requests.length : Number.POSITIVE_INFINITY;
  const exchanges = await Promise.all(
    Array.from({ length: order.connections }, () => openExchange(order.port)),
  );
  const startedMs = performance.now();
  const endMs = startedMs + order.durationMs;

  async function drive(exchange: Exchange): Promise<void> {
    for (let nowMs = performance.now(); nowMs < endMs && next < last;) {
      const index = next++ % requests.length;
      const request = requests[index]!; // The index is within the list by the line above.
      const answer = await exchange.send(withKey(request));
      const doneMs = performance.now();
      latenciesMs.push(doneMs - nowMs);
      nowMs = doneMs;
      const problem = problemOf(order.answersVary ? null : `${order.port}:${index}`, answer);
      if (problem && wrong.length < WRONG_KEPT_MAX) wrong.push(problem);
    }
    exchange.close();
  }

  await Promise.all(exchanges.map(drive));
  const seconds = (performance.now() - startedMs) / 1_000;
  latenciesMs.sort((left, right) => left - right);
  return {
    requests: latenciesMs.length,
    seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    maxMs: latenciesMs.at(-1) ?? Number.NaN,
    wrong,
  };
}

/** @param key of the request whose answers must be equal; null when they vary */
function problemOf(key: string | null, answer: { status: number; body: Buffer }): string | null {
  const known = key === null ? undefined : lengths.get(key);
  if (answer.status === 200 && known === answer.body.length) return null;
  if (answer.status === 200 && known === undefined && !REFUSED.some((mark) => answer.body.includes(mark))) {
    if (key !== null) lengths.set(key, answer.body.length);
    return null;
  }
  return `status ${answer.status}, ${answer.body.length} bytes instead of ${known ?? 'any'}: ${answer.body.toString('utf8', 0, 300)}`;
}
