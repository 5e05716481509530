import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Reads a file that only its owner can read, or creates it with the result of `make`. Creation is atomic:
 * the file appears complete or not at all, and concurrent processes all get the same text.
 */
export async function readOrCreateText(file: string, make: () => string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return kept;
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, make(), { mode: 0o600, flush: true });
    // Unlike a rename, a link never replaces a file that another process has just created.
    await link(temporary, file);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(file, 'utf8');
}
