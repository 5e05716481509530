import { type LiveEvent, SlowConsumer } from './stream.ts';

/** Bounded queue of events for one subscriber: a subscriber that lags is cut off, so that it cannot exhaust memory. */
export type EventQueue = {
  push(event: LiveEvent): void;
  /**
   * The next event, or null when the queue is closed; one caller at a time.
   * @throws SlowConsumer after an overflow
   * @throws Error the one that the queue ended with
   */
  take(): Promise<LiveEvent | null>;
  /** Ends the queue immediately, by `error` if given, and drops its events. */
  close(error?: Error): void;
};

export function createEventQueue(eventsMax: number): EventQueue {
  let waiting: LiveEvent[] = [];
  let wake: (() => void) | null = null;
  let ended: { readonly error: Error | null } | null = null;

  function end(error: Error | null): void {
    if (ended) return;
    ended = { error };
    waiting = [];
    wake?.();
  }

  return {
    push(event) {
      if (ended) return;
      if (waiting.length >= eventsMax) return end(new SlowConsumer('The subscriber lags behind its events.'));
      waiting.push(event);
      wake?.();
    },
    async take() {
      while (waiting.length === 0 && !ended) {
        await new Promise<void>((resolve) => (wake = resolve));
        wake = null;
      }
      if (ended?.error) throw ended.error;
      return waiting.shift() ?? null;
    },
    close: (error) => end(error ?? null),
  };
}
