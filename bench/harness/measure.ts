import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { familyCpuMs, processCpuMs } from './cpu.ts';
import type { LoadOrder, LoadReport } from './load.ts';
import { stopChild } from './processes.ts';
import { requestText } from './product-server.ts';
import type { ProductServer, VisitorRequest } from './product-server.ts';
import { median, medianOrNull } from './report.ts';

export type Load = { readonly requestsPerSecond: number; readonly p50Ms: number; readonly p99Ms: number };

/** CPU of the server's process and of all of PostgreSQL for one request; null where unknown. */
export type Cost = { readonly nodeMs: number | null; readonly postgresMs: number | null };

/** Results with one connection, and with several, for which the CPU is measured. */
export type Sample = Cost & { readonly alone: Load; readonly atOnce: Load };

export type Turn = { readonly warmUpMs: number; readonly loadMs: number; readonly connections: number };

/** A server and its database. */
export type Measurable = {
  readonly server: Pick<ProductServer, 'port' | 'pid'>;
  readonly postmasterPid: number;
};

/** A load generator. It stores the first answer to each request of a list. */
export type LoadGenerator = {
  /** @throws Error when an answer differs from the first one to the same request */
  load(order: LoadOrder): Promise<LoadReport>;
  stop(): Promise<void>;
};

export function startLoadGenerator(): LoadGenerator {
  const child = fork(path.join(import.meta.dirname, 'load.ts'));
  const failedExit = once(child, 'exit').then(() => {
    throw new Error('The load generator has ended.');
  });
  failedExit.catch(() => {}); // Its exit at the end is expected.
  return {
    async load(order) {
      const answered = Promise.race([once(child, 'message'), failedExit]);
      child.send(order);
      // The load generator answers an order only with its result.
      const [report] = (await answered) as [LoadReport];
      if (report.wrong.length > 0) throw new Error(`There were wrong answers:\n${report.wrong.join('\n')}`);
      return report;
    },
    stop: () => stopChild(child),
  };
}

/** Loads a server once and measures its cost. */
export async function measureLoad(
  generator: LoadGenerator,
  { server, postmasterPid }: Measurable,
  order: Omit<LoadOrder, 'port'>,
): Promise<Load & Cost & { readonly requests: number }> {
  const before = { node: processCpuMs(server.pid), postgres: familyCpuMs(postmasterPid) };
  const { requests, seconds, p50Ms, p99Ms } = await generator.load({ ...order, port: server.port });
  return {
    requests,
    requestsPerSecond: requests / seconds,
    p50Ms,
    p99Ms,
    nodeMs: perRequest(before.node, processCpuMs(server.pid), requests),
    postgresMs: perRequest(before.postgres, familyCpuMs(postmasterPid), requests),
  };
}

const perRequest = (before: number | null, after: number | null, requests: number): number | null =>
  before === null || after === null ? null : (after - before) / requests;

/** Loads a server with the same requests: a warm-up, then with one connection, then with several. */
export async function measureRequests(
  measurable: Measurable,
  requests: readonly VisitorRequest[],
  { warmUpMs, loadMs, connections }: Turn,
): Promise<Sample> {
  const generator = startLoadGenerator();
  const texts = requests.map(requestText);
  let offset = 0;
  const load = async (turn: Pick<LoadOrder, 'connections' | 'durationMs'>) => {
    const measured = await measureLoad(generator, measurable, { requests: texts, offset, ...turn });
    offset += measured.requests;
    return measured;
  };
  try {
    await load({ connections, durationMs: warmUpMs });
    const alone = loadOf(await load({ connections: 1, durationMs: loadMs }));
    const atOnce = await load({ connections, durationMs: loadMs });
    return { alone, atOnce: loadOf(atOnce), nodeMs: atOnce.nodeMs, postgresMs: atOnce.postgresMs };
  } finally {
    await generator.stop();
  }
}

const loadOf = ({ requestsPerSecond, p50Ms, p99Ms }: Load): Load => ({ requestsPerSecond, p50Ms, p99Ms });

export const medianLoad = (loads: readonly Load[]): Load => ({
  requestsPerSecond: median(loads.map(({ requestsPerSecond }) => requestsPerSecond)),
  p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
});

export const medianCost = (costs: readonly Cost[]): Cost => ({
  nodeMs: medianOrNull(costs.map(({ nodeMs }) => nodeMs)),
  postgresMs: medianOrNull(costs.map(({ postgresMs }) => postgresMs)),
});
