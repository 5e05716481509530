import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS } from '#platform/clock.ts';

const NAME = 'plaza-media-';
/** No file is processed for so long. */
const ABANDONED_AFTER_MS = DAY_MS;

let isSwept = false;

/** Gives `work` an empty directory that is gone, with all that was written there, when the work ends, however it ends. */
export async function inWorkDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), `${NAME}${process.pid}-`));
  try {
    if (!isSwept) {
      isSwept = true;
      await removeAbandoned(directory);
    }
    return await work(directory);
  } finally {
    // A program that has just been killed may still be putting its last file there.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Removes what processes that were killed have left; how long ago is told by the time of a directory just made. */
async function removeAbandoned(newDirectory: string): Promise<void> {
  const parent = path.dirname(newDirectory);
  const { mtimeMs: nowMs } = await stat(newDirectory);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(NAME)) continue;
    const found = path.join(parent, name);
    const { mtimeMs } = await stat(found).catch(() => ({ mtimeMs: nowMs }));
    // Somebody else's cannot be removed, and need not be.
    if (mtimeMs < nowMs - ABANDONED_AFTER_MS) {
      await rm(found, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
