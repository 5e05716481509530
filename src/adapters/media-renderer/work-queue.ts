import { AppError, rateLimited } from '#platform/kernel/errors.ts';

/**
 * Runs tasks with bounded concurrency. Owners take turns, whatever number of tasks each has waiting, and one owner never has
 * more than half of the slots; the tasks of one owner wait in order (FIFO).
 */
export type WorkQueue = {
  /**
   * @throws AppError SERVICE_UNAVAILABLE when too many wait already, RATE_LIMITED when too many of the owner do, or the
   * signal's reason when it aborts before the work begins
   */
  run<T>(
    task: { readonly ownerId: string; readonly signal: AbortSignal },
    work: () => Promise<T>,
  ): Promise<T>;
};

export type WorkQueueOptions = {
  readonly runningMax: number;
  readonly waitingMax: number;
  /** Maximum waiting tasks of one owner. */
  readonly ownWaitingMax: number;
};

/** The tasks of one owner. */
type Owner = { running: number; readonly waiting: (() => void)[] };

const RETRY_AFTER_SECONDS = 5;

const tooManyWaiting = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many files are being processed. Try again shortly.');

export function createWorkQueue({ runningMax, waitingMax, ownWaitingMax }: WorkQueueOptions): WorkQueue {
  /** Owners with a task, in the order of their turns. */
  const owners = new Map<string, Owner>();
  const ownRunningMax = Math.max(1, Math.floor(runningMax / 2));
  let running = 0;
  let waiting = 0;

  const hasSlot = (owner: Owner): boolean => running < runningMax && owner.running < ownRunningMax;

  function begin(owner: Owner): void {
    running += 1;
    owner.running += 1;
  }

  function waitForTurn(owner: Owner, signal: AbortSignal): Promise<void> {
    if (waiting >= waitingMax) throw tooManyWaiting();
    if (owner.waiting.length >= ownWaitingMax) throw rateLimited(RETRY_AFTER_SECONDS);
    return new Promise((resolve, reject) => {
      function start(): void {
        signal.removeEventListener('abort', leave);
        waiting -= 1;
        begin(owner);
        resolve();
      }
      function leave(): void {
        waiting -= 1;
        owner.waiting.splice(owner.waiting.indexOf(start), 1);
        reject(signal.reason);
      }
      signal.addEventListener('abort', leave, { once: true });
      owner.waiting.push(start);
      waiting += 1;
    });
  }

  /** Gives a free slot to the next owner who may have it. */
  function startNext(): void {
    for (const [id, owner] of owners) {
      if (!hasSlot(owner)) continue;
      const start = owner.waiting.shift();
      if (!start) continue;
      // Now the others come first.
      owners.delete(id);
      owners.set(id, owner);
      return start();
    }
  }

  return {
    async run({ ownerId, signal }, work) {
      signal.throwIfAborted();
      const owner = owners.get(ownerId) ?? { running: 0, waiting: [] };
      owners.set(ownerId, owner);
      try {
        if (hasSlot(owner)) begin(owner);
        else await waitForTurn(owner, signal);
        try {
          return await work();
        } finally {
          running -= 1;
          owner.running -= 1;
          startNext();
        }
      } finally {
        if (owner.running === 0 && owner.waiting.length === 0) owners.delete(ownerId);
      }
    },
  };
}
