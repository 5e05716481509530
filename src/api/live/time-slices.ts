/** Spreads long work over turns of the event loop, so that requests are answered between them. */
export type TimeSlices = {
  /** Resolves when there is time in this turn, else in a later one, in the order of the calls. */
  room(): Promise<void>;
};

const TURN_MS = 2;
/** Each of them works until the turn is over; the first of the next turn is then one that has waited longer. */
const RELEASED_MAX = 16;

export function createTimeSlices(): TimeSlices {
  let waiting: (() => void)[] = [];
  let beganMs = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      beganMs = performance.now();
      const released = waiting.slice(0, RELEASED_MAX);
      waiting = waiting.slice(RELEASED_MAX);
      for (const resume of released) resume();
      if (waiting.length > 0) schedule();
    });
  }

  return {
    room() {
      if (waiting.length === 0 && performance.now() - beganMs < TURN_MS) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
        schedule();
      });
    },
  };
}
