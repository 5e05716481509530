import { availableParallelism, loadavg } from 'node:os';

/** The server shares the processors with browsers, and with the tests of other files. */
const FACTOR_MIN = 2;
const FACTOR_MAX = 8;

/**
 * Milliseconds that something may take here which takes `ms` on a machine that does nothing else: as many times more as
 * programs wait for each processor, within bounds.
 * @param factorMin 1 where the promised time holds on a machine that does little else
 */
export function whenBusy(ms: number, factorMin = FACTOR_MIN): number {
  const waiting = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.round(ms * Math.min(FACTOR_MAX, Math.max(factorMin, waiting)));
}
