import { AppError } from '#platform/errors.ts';

/** Runs pieces of work a few at a time; the others wait in the order in which they came. */
export type WorkQueue = {
  /**
   * @throws AppError SERVICE_UNAVAILABLE when too many wait already, or the signal's reason when it aborts before the work
   * begins
   */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
};

type Waiting = { start: () => void };

export function createWorkQueue({
  runningMax,
  waitingMax,
}: {
  runningMax: number;
  waitingMax: number;
}): WorkQueue {
  const waiting: Waiting[] = [];
  let running = 0;

  function waitForTurn(signal: AbortSignal): Promise<void> {
    if (waiting.length >= waitingMax) {
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many files are being processed: try again shortly.');
    }
    return new Promise((resolve, reject) => {
      const turn = { start };
      function start(): void {
        signal.removeEventListener('abort', leave);
        resolve();
      }
      function leave(): void {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal.reason);
      }
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(turn);
    });
  }

  return {
    async run(signal, work) {
      signal.throwIfAborted();
      if (running < runningMax) running++;
      else await waitForTurn(signal);
      try {
        return await work();
      } finally {
        // The turn is handed over, not given back, so that nobody who comes at this moment can overtake.
        const next = waiting.shift();
        if (next) next.start();
        else running--;
      }
    },
  };
}
