import { rateLimited } from './errors.ts';

/** A semaphore for each key: lets some work of the key run at a time, while the rest waits in its order. */
export type Semaphore = <Result>(
  key: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>;

type Line = { running: number; readonly waiting: (() => void)[] };

const RETRY_AFTER_SECONDS = 5;

/** @throws AppError RATE_LIMITED when `waitingMax` of the same key wait already */
export function createSemaphore({
  atOnceMax,
  waitingMax,
}: {
  atOnceMax: number;
  waitingMax: number;
}): Semaphore {
  const lines = new Map<string, Line>();

  async function begin(line: Line, signal: AbortSignal): Promise<void> {
    if (line.running < atOnceMax) {
      line.running += 1;
      return;
    }
    if (line.waiting.length >= waitingMax) throw rateLimited(RETRY_AFTER_SECONDS);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      line.waiting.splice(line.waiting.indexOf(resolve), 1);
      reject(signal.reason);
    };
    line.waiting.push(resolve);
    signal.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  /** Hands the place to the next one, or frees it. */
  function end(key: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) lines.delete(key);
  }

  return async function hold(key, signal, work) {
    signal.throwIfAborted();
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    await begin(line, signal);
    try {
      return await work();
    } finally {
      end(key, line);
    }
  };
}
