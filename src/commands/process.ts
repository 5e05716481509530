import type { Logger } from '#platform/logger.ts';

/** What runs must end within this time after the signal to stop; then the process ends all the same. */
const STOP_TIMEOUT_MS = 10_000;

/** What has been opened; the last one is closed first. */
type Closers = (() => Promise<unknown>)[];

/**
 * Runs `open`, which registers how to close all that it opens. What it opened is closed in good order when it fails, and at the
 * first SIGTERM or SIGINT; a second signal ends the process at once.
 */
export async function runUntilStopped(log: Logger, open: (closers: Closers) => Promise<void>): Promise<void> {
  const closers: Closers = [];
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    void endProcess(log, closers);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  try {
    await open(closers);
  } catch (error) {
    // What is being opened while everything closes fails, and that is nobody's concern.
    if (isStopping) return;
    isStopping = true;
    await closeAll(closers).catch((closing: unknown) => log.debug({ err: closing }, 'closing failed'));
    throw error;
  }
}

async function endProcess(log: Logger, closers: Closers): Promise<void> {
  setTimeout(() => {
    log.error('stopping took too long');
    process.exit(1);
  }, STOP_TIMEOUT_MS).unref();
  try {
    await closeAll(closers);
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'stopping failed');
    process.exit(1);
  }
}

async function closeAll(closers: Closers): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
}
