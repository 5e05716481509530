import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';

/** A piece of work that is done again and again, never twice at once. */
export type Repeater = {
  /** Asks for a run that begins after this call. Never waits. */
  request(): void;
  /** The same, and settles like that run. */
  requestAndWait(): Promise<void>;
  /** Waits for the run under way; none begins after it. */
  close(): Promise<void>;
};

type RepeaterOptions = {
  /** What it is, for the log. */
  readonly name: string;
  /** The signal aborts when the repeater closes. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** A run is asked for this often, whatever happens. */
  readonly pollMs: number;
  readonly log: Logger;
};

const RETRY_DELAY_MIN_MS = 50;
const RETRY_DELAY_MAX_MS = 5_000;

/** A run that fails is tried again, later and later; the log gets one line when it begins to fail and one when that ends. */
export function startRepeater({ name, work, pollMs, log }: RepeaterOptions): Repeater {
  const closing = new AbortController();
  let isRequested = false;
  let isRunning = false;
  let running = Promise.resolve();
  let failures = 0;
  let waiters: Waiter[] = [];

  async function runAll(): Promise<void> {
    while (isRequested && !closing.signal.aborted) {
      isRequested = false;
      await runOnce();
    }
    // In the same turn as the check above: a request that comes later finds nothing running.
    isRunning = false;
  }

  async function runOnce(): Promise<void> {
    const waiting = waiters;
    waiters = [];
    try {
      await work(closing.signal);
      if (failures > 0) log.info({ failures }, `${name} works again`);
      failures = 0;
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      await recover(error);
    }
  }

  async function recover(error: unknown): Promise<void> {
    if (failures === 0) log.warn({ err: error }, `${name} fails and is tried again`);
    failures += 1;
    const delayMs = Math.min(RETRY_DELAY_MIN_MS * 2 ** (failures - 1), RETRY_DELAY_MAX_MS);
    // Closing ends the pause, by an error that says nothing else.
    await sleep(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    isRequested = true;
  }

  // Whoever asks may be inside of an operation, with which the statements of the work must not end.
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
      request();
      return waiter.promise;
    },
    async close() {
      closing.abort();
      clearInterval(poll);
      await running;
      for (const { reject } of waiters) reject(closedError(name));
    },
  };
}

type Waiter = { readonly resolve: () => void; readonly reject: (error: unknown) => void };

const closedError = (name: string): Error => new Error(`${name} is closed.`);
