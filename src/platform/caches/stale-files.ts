import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes files directly in `directory` last written more than `ageMs` ago, which killed processes left
 * behind. A missing directory counts as empty.
 */
export async function removeStaleFiles(directory: string, ageMs: number): Promise<void> {
  // Modification times come from the system clock, so they are compared with it and not with `ctx.clock`.
  const writtenBeforeMs = Date.now() - ageMs;
  for (const name of await namesIn(directory)) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && found.mtimeMs < writtenBeforeMs) await rm(path, { force: true });
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
