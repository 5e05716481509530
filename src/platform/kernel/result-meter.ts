import { AppError } from './errors.ts';

/** Counts the objects of one result while it is built, and spreads a large one over several turns of the event loop. */
export type ResultMeter = {
  /** Rejects when the result is larger than it may be. */
  readonly exceeded: Promise<never>;
  /** @returns false when the result is larger than it may be: nothing further is resolved */
  count(objects: number): boolean;
  /**
   * Counts the items of a list that was waited for. @returns the list in a turn with room for them, since the lists of a level
   * come all at once; a promise that never settles when the result is larger than it may be
   */
  deliver(list: unknown, items: number): unknown;
  isOver(): boolean;
  /** Whether the next field may be resolved at once. */
  hasRoom(): boolean;
  /** Works in a later turn, after what waits already. */
  later(work: () => unknown): Promise<unknown>;
  /** Forgets the fields that wait for a later turn. */
  stop(): void;
};

/** Objects of one turn: some 5 ms. Only results above it are spread. */
const TURN_OBJECTS = 1_000;
/** Above this size a turn of the event loop is awaited to count anew; smaller results never start a timer. */
const SMALL_TURN_OBJECTS = 500;

export function createResultMeter(objectsMax: number): ResultMeter {
  const { promise: exceeded, reject } = Promise.withResolvers<never>();
  // An operation that ends otherwise leaves the promise to nobody.
  exceeded.catch(() => {});
  let [objects, inTurn] = [0, 0];
  let [isOver, isScheduled] = [false, false];
  let waiting: (() => void)[] = [];

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      inTurn = 0;
      let done = 0;
      while (done < waiting.length && inTurn < TURN_OBJECTS) waiting[done++]?.();
      waiting.splice(0, done);
      if (waiting.length > 0) schedule();
    });
  }

  function isWithin(more: number): boolean {
    // Lists under way still count, and an error for each of those lists would cost more than the result.
    if (isOver) return false;
    objects += more;
    if (objects <= objectsMax) return true;
    isOver = true;
    waiting = [];
    reject(tooLarge('objects', objectsMax));
    return false;
  }

  function takeOfTurn(more: number): void {
    inTurn += more;
    if (inTurn >= SMALL_TURN_OBJECTS) schedule();
  }

  const hasRoom = (): boolean => inTurn < TURN_OBJECTS && waiting.length === 0;

  function later(work: () => unknown): Promise<unknown> {
    schedule();
    // The work itself runs in its turn, not after the promise: the turn sees what it counts.
    return new Promise((resolve) => waiting.push(() => resolve(Promise.try(work))));
  }

  return {
    exceeded,
    count(more) {
      takeOfTurn(more);
      return isWithin(more);
    },
    deliver(list, items) {
      if (!isWithin(items)) return new Promise(() => {});
      const taken = (): unknown => {
        takeOfTurn(items);
        return list;
      };
      return hasRoom() ? taken() : later(taken);
    },
    isOver: () => isOver,
    hasRoom,
    later,
    stop() {
      isOver = true;
      waiting = [];
    },
  };
}

export const tooLarge = (unit: 'objects' | 'bytes', limit: number): AppError =>
  new AppError('QUERY_TOO_COMPLEX', `The result has more than ${limit} ${unit}. Request less at once.`, {
    details: { limit },
  });
