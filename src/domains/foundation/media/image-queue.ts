import { AppError } from '#platform/errors.ts';

/** Decoding runs on libuv's four threads: two are left for files and name look-ups. */
const RUNNING_MAX = 2;
/** Photos of 12 megapixels take about half a second each: the last one waits for some five. */
const WAITING_MAX = 20;

type Waiting = { start: () => void };

const waiting: Waiting[] = [];
let running = 0;

/**
 * Runs at most two pieces of image work at a time in this process; the others wait in the order in which they came.
 *
 * @throws AppError SERVICE_UNAVAILABLE when too many wait already, or the signal's reason when it aborts before the work begins
 */
export async function inImageQueue<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  if (running < RUNNING_MAX) running++;
  else await waitForTurn(signal);
  try {
    return await work();
  } finally {
    // The turn is handed over, not given back, so that nobody who comes at this moment can overtake.
    const next = waiting.shift();
    if (next) next.start();
    else running--;
  }
}

function waitForTurn(signal: AbortSignal): Promise<void> {
  if (waiting.length >= WAITING_MAX) {
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many images are being processed: try again shortly.');
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
