import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The text of a file that only its owner can read; where there is none, it is made with what `make` gives. The file appears complete
 * or not at all, and of several processes that make it at once all get the same text.
 */
export async function keptText(file: string, make: () => string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return kept;
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, make(), { mode: 0o600, flush: true });
    // Unlike a renaming, a link never replaces what another process has put there meanwhile.
    await link(temporary, file);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(file, 'utf8');
}
