import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { Config } from '../config/config.ts';

/** Opened resources; the last one is closed first. */
type Closers = ((stop: Stop) => Promise<unknown>)[];

/** `drains`: balancers in front must notice first, since SIGTERM is how deployments end a process. */
type Stop = { readonly drains: boolean };

/** Time for closing what remains after the drain and the grace of requests; then the process exits anyway. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Ctrl-C in a terminal reaches npm too, which passes it on: a signal this soon after the first one is the same one. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Runs `open`, which registers a close function for each resource. They are closed in reverse order when it fails, and at the
 * first SIGTERM or SIGINT; a later signal exits immediately.
 */
export async function runUntilStopped(
  log: Logger,
  config: Config,
  open: (closers: Closers) => Promise<void>,
): Promise<void> {
  const closers: Closers = [];
  let stoppingSinceMs: number | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSinceMs !== null) {
      if (performance.now() - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSinceMs = performance.now();
    log.info({ signal }, 'stopping');
    void endProcess(log, config, closers, { drains: signal === 'SIGTERM' });
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  try {
    await open(closers);
  } catch (error) {
    // Opening fails while everything closes, which needs no report.
    if (stoppingSinceMs !== null) return;
    stoppingSinceMs = performance.now();
    await closeAll(closers, { drains: false }).catch((closing: unknown) =>
      log.debug({ err: closing }, 'closing failed'),
    );
    throw error;
  }
}

async function endProcess(
  log: Logger,
  { drainSeconds, stopGraceSeconds }: Config,
  closers: Closers,
  stop: Stop,
): Promise<void> {
  const timeoutMs = (drainSeconds + stopGraceSeconds) * SECOND_MS + CLOSE_TIMEOUT_MS;
  setTimeout(() => {
    log.error('stopping took too long');
    process.exit(1);
  }, timeoutMs).unref();
  try {
    await closeAll(closers, stop);
    log.info('stopped');
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'stopping failed');
    process.exit(1);
  }
}

async function closeAll(closers: Closers, stop: Stop): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) await close(stop);
}
