import { type LiveEvent, SlowConsumer } from './stream.ts';

/** Bounded queue of events for one subscriber: a subscriber that lags is cut off, so that it cannot exhaust memory. */
export type EventQueue = {
  push(event: LiveEvent): void;
  /** The next event, or null when the queue is closed; one caller at a time. @throws SlowConsumer after an overflow */
  take(): Promise<LiveEvent | null>;
  /** Closes the queue immediately and drops its events. */
  close(): void;
};

export function createEventQueue(eventsMax: number): EventQueue {
  let waiting: LiveEvent[] = [];
  let wake: (() => void) | null = null;
  let state: 'open' | 'closed' | 'overflowed' = 'open';

  function end(as: 'closed' | 'overflowed'): void {
    if (state !== 'open') return;
    state = as;
    waiting = [];
    wake?.();
  }

  return {
    push(event) {
      if (state !== 'open') return;
      if (waiting.length >= eventsMax) return end('overflowed');
      waiting.push(event);
      wake?.();
    },
    async take() {
      while (waiting.length === 0 && state === 'open') {
        await new Promise<void>((resolve) => (wake = resolve));
        wake = null;
      }
      if (state === 'overflowed') throw new SlowConsumer('The subscriber lags behind its events.');
      return waiting.shift() ?? null;
    },
    close: () => end('closed'),
  };
}
