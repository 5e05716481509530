import { openExchange } from '../harness/http-exchange.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends a request at each interval while the work lasts, whether the former ones have been answered or not, so that a server
 * that stands still is measured by all whom it keeps waiting. Each has a connection of its own.
 * @returns the times until the answers in ascending order, infinite for those without status 200
 */
export async function requestSteadily<Result>(
  { port, request, everyMs }: { port: number; request: string; everyMs: number },
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly latenciesMs: readonly number[] }> {
  const bytes = Buffer.from(request);
  const underWay: Promise<number>[] = [];
  const timer = setInterval(() => underWay.push(timeOf(port, bytes)), everyMs);
  try {
    const result = await work();
    const latenciesMs = await Promise.all(underWay);
    return { result, latenciesMs: latenciesMs.sort((left, right) => left - right) };
  } finally {
    clearInterval(timer);
  }
}

async function timeOf(port: number, request: Buffer): Promise<number> {
  const startedMs = performance.now();
  try {
    const exchange = await openExchange(port);
    const giveUp = setTimeout(() => exchange.close(), TIMEOUT_MS);
    const { status } = await exchange.send(request);
    clearTimeout(giveUp);
    exchange.close();
    return status === 200 ? performance.now() - startedMs : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
