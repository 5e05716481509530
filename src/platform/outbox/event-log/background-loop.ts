import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#platform/kernel/logger.ts';
import { isReported } from '#platform/kernel/port-fault.ts';

/** Runs a function repeatedly, never twice concurrently. */
export type BackgroundLoop = {
  /** Requests a run that begins after this call. Never waits. */
  request(): void;
  /** Requests a run and settles like it. */
  requestAndWait(): Promise<void>;
  /** Waits for the run in flight; none begins afterwards. */
  close(): Promise<void>;
};

type BackgroundLoopOptions = {
  /** Name in log messages. */
  readonly name: string;
  /** The signal aborts when the loop closes. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Interval of runs without a request. */
  readonly pollMs: number;
  /**
   * Minimum time from one beginning to the next, in which requests gather; nobody who waits for a run waits for it.
   * It is asked for after each run.
   */
  readonly gatherMs?: () => number;
  readonly log: Logger;
};

const RETRY_DELAY_MIN_MS = 50;
const RETRY_DELAY_MAX_MS = 5_000;

/** A failed run is retried with exponential backoff; the log gets one line at the first failure and one at the recovery. */
export function startBackgroundLoop({
  name,
  work,
  pollMs,
  gatherMs = () => 0,
  log,
}: BackgroundLoopOptions): BackgroundLoop {
  const closing = new AbortController();
  let isRequested = false;
  let isRunning = false;
  let running = Promise.resolve();
  let waiters: Waiter[] = [];
  const pause = createPause();
  const backoff = createBackoff(name, log);

  async function runAll(): Promise<void> {
    while (isRequested && !closing.signal.aborted) {
      isRequested = false;
      const beganMs = performance.now();
      await runOnce();
      if (waiters.length === 0 && !closing.signal.aborted) await pause.until(beganMs + gatherMs());
    }
    // In the same turn as the check above: a later request sees that nothing is running.
    isRunning = false;
  }

  async function runOnce(): Promise<void> {
    const waiting = waiters;
    waiters = [];
    try {
      await work(closing.signal);
      backoff.end();
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      await backoff.wait(error, closing.signal);
      isRequested = true;
    }
  }

  // The caller may be inside an operation, whose abort must not cancel statements of the work.
  const outsideOfOperations = AsyncLocalStorage.snapshot();

  function request(): void {
    isRequested = true;
    if (isRunning || closing.signal.aborted) return;
    isRunning = true;
    running = outsideOfOperations(runAll);
  }

  const poll = setInterval(request, pollMs).unref();
  return {
    request,
    requestAndWait() {
      if (closing.signal.aborted) return Promise.reject(closedError(name));
      const waiter = Promise.withResolvers<void>();
      waiters.push(waiter);
      pause.end();
      request();
      return waiter.promise;
    },
    async close() {
      closing.abort();
      pause.end();
      clearInterval(poll);
      await running;
      for (const { reject } of waiters) reject(closedError(name));
    },
  };
}

/** Delays between runs that fail, each twice as long as the one before. */
function createBackoff(name: string, log: Logger) {
  let failures = 0;
  let isLogged = false;
  return {
    /** A run has succeeded. */
    end(): void {
      if (isLogged) log.info({ failures }, `${name} recovered`);
      failures = 0;
      isLogged = false;
    },
    /** A run has failed. */
    async wait(error: unknown, signal: AbortSignal): Promise<void> {
      // A port that fails has a line of its own.
      if (!isLogged && !isReported(error)) {
        log.warn({ err: error }, `${name} failed and is retried`);
        isLogged = true;
      }
      failures += 1;
      const delayMs = Math.min(RETRY_DELAY_MIN_MS * 2 ** (failures - 1), RETRY_DELAY_MAX_MS);
      // Closing ends the backoff by an abort error without information.
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
    },
  };
}

/** Pauses that can be cut short. Times are those of `performance.now()`. */
function createPause() {
  let end = (): void => undefined;
  return {
    end: () => end(),
    async until(endMs: number): Promise<void> {
      const durationMs = endMs - performance.now();
      if (durationMs <= 0) return;
      const over = Promise.withResolvers<void>();
      const timer = setTimeout(over.resolve, durationMs);
      end = over.resolve;
      await over.promise;
      clearTimeout(timer);
    },
  };
}

type Waiter = { readonly resolve: () => void; readonly reject: (error: unknown) => void };

const closedError = (name: string): Error => new Error(`${name} is closed.`);
