import { type Durations, secondsOf } from './durations.ts';

/** Files that one process runs, one after the other. */
export type Batch = { readonly files: readonly string[]; readonly seconds: number; readonly isLong: boolean };

/** A file of more seconds has a process of its own, and the lane of the long ones. */
const LONG_SECONDS = 25;
/** Loading the product takes longer than most files take to run, so files share a process up to this many seconds. */
const BATCH_SECONDS = 45;

/**
 * Divides files into batches, longest first: one that starts last would run alone. Neighbours share a process, because they
 * need the same databases.
 */
export function batchesOf(files: readonly string[], durations: Durations): Batch[] {
  const batches: Batch[] = [];
  let open: string[] = [];
  let openSeconds = 0;
  const close = () => {
    if (open.length > 0) batches.push({ files: open, seconds: openSeconds, isLong: false });
    open = [];
    openSeconds = 0;
  };
  for (const file of files.toSorted()) {
    const seconds = secondsOf(durations, file);
    if (seconds > LONG_SECONDS) {
      batches.push({ files: [file], seconds, isLong: true });
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
 * Works through batches with several workers. Of the long ones only some run at once: they start servers and databases of their own, and
 * what they wait for must not wait for their like.
 */
export async function workThrough(
  batches: readonly Batch[],
  { workers, longWorkers }: { readonly workers: number; readonly longWorkers: number },
  work: (batch: Batch) => Promise<void>,
): Promise<void> {
  const long = batches.filter(({ isLong }) => isLong);
  const short = batches.filter(({ isLong }) => !isLong);
  const worker = async (lane: readonly Batch[][]) => {
    for (let next = takeFrom(lane); next; next = takeFrom(lane)) await work(next);
  };
  await Promise.all(
    Array.from({ length: workers }, (_, index) => worker(index < longWorkers ? [long, short] : [short])),
  );
}

const takeFrom = (lanes: readonly Batch[][]): Batch | undefined =>
  lanes.find((lane) => lane.length > 0)?.shift();
