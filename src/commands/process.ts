import type { Logger } from '#platform/logger.ts';

/** What runs must end within this time after the signal to stop; then the process ends all the same. */
const STOP_TIMEOUT_MS = 10_000;

/** Stops once, in good order, at the first SIGTERM or SIGINT; a second one ends the process at once. */
export function stopOnSignals(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
