import { type Durations, secondsOf } from './durations.ts';

/** Files that one process runs, one after the other. */
export type Batch = {
  readonly files: readonly string[];
  readonly seconds: number;
  readonly isLong: boolean;
  /** How many workers it occupies. */
  readonly workers: number;
};

/** A file of more seconds has a process of its own, and the lane of the long ones. */
const LONG_SECONDS = 40;
/** Loading the product takes longer than most files take to run, so files share a process up to this many seconds. */
const BATCH_SECONDS = 90;

/**
 * Files in which sound and pictures flow, some through browsers: they take more than a processor, and calls wait for nobody who is late.
 * Each occupies two workers.
 */
const CARRIES_MEDIA =
  /\/(calls-in-browsers\/|call-process\.|calls-killed\.|embedded-browser\.|call-page\.|web-app\/call)/;

const workersOf = (file: string): number => (CARRIES_MEDIA.test(file) ? 2 : 1);

/**
 * Divides files into batches, longest first: one that starts last would run alone. Neighbours share a process, because they
 * need the same databases.
 */
export function batchesOf(files: readonly string[], durations: Durations): Batch[] {
  const batches: Batch[] = [];
  let open: string[] = [];
  let openSeconds = 0;
  const close = () => {
    if (open.length > 0) batches.push({ files: open, seconds: openSeconds, isLong: false, workers: 1 });
    open = [];
    openSeconds = 0;
  };
  for (const file of files.toSorted()) {
    const seconds = secondsOf(durations, file);
    const workers = workersOf(file);
    if (seconds > LONG_SECONDS || workers > 1) {
      batches.push({ files: [file], seconds, isLong: true, workers });
      continue;
    }
    if (openSeconds + seconds > BATCH_SECONDS) close();
    open.push(file);
    openSeconds += seconds;
  }
  close();
  return batches.toSorted((one, other) => other.seconds - one.seconds);
}

/**
 * Works through batches with several workers: those that occupy more than one first, as long as there is room for them, then the long
 * ones. Of these only some run at once: they start servers and databases of their own, and what they wait for must not wait for their
 * like.
 */
export async function workThrough(
  batches: readonly Batch[],
  { workers, longWorkers }: { readonly workers: number; readonly longWorkers: number },
  work: (batch: Batch) => Promise<void>,
): Promise<void> {
  const waiting = batches.toSorted(
    (one, other) => other.workers - one.workers || Number(other.isLong) - Number(one.isLong),
  );
  const running = new Map<Batch, Promise<void>>();
  const hasRoom = (batch: Batch): boolean => {
    const now = [...running.keys(), batch];
    const occupied = now.reduce((sum, each) => sum + each.workers, 0);
    return occupied <= workers && (!batch.isLong || now.filter(({ isLong }) => isLong).length <= longWorkers);
  };
  while (waiting.length + running.size > 0) {
    const place = waiting.findIndex(hasRoom);
    const [next] = place === -1 ? [] : waiting.splice(place, 1);
    if (next) {
      running.set(
        next,
        work(next).finally(() => running.delete(next)),
      );
    } else {
      await Promise.race(running.values());
    }
  }
}
