import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS } from '#platform/kernel/clock.ts';

const NAME = 'plaza-media-';
/** Longer than any file is processed. */
const ABANDONED_AFTER_MS = DAY_MS;

let isSwept = false;

/** Runs `work` with an empty directory that is removed afterwards, also when the work fails. */
export async function withTempDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), `${NAME}${process.pid}-`));
  try {
    if (!isSwept) {
      isSwept = true;
      await removeAbandoned(directory);
    }
    return await work(directory);
  } finally {
    // A program that was just killed may still be writing its last file.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Removes directories of killed processes; their age is compared with a directory just made, by the file system's clock. */
async function removeAbandoned(newDirectory: string): Promise<void> {
  const parent = path.dirname(newDirectory);
  const { mtimeMs: nowMs } = await stat(newDirectory);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(NAME)) continue;
    const found = path.join(parent, name);
    const { mtimeMs } = await stat(found).catch(() => ({ mtimeMs: nowMs }));
    // A directory of another system user cannot be removed, and need not be.
    if (mtimeMs < nowMs - ABANDONED_AFTER_MS) {
      await rm(found, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
