import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from './app.ts';

export const distOf = ({ root }: App): string => path.join(root, 'dist');

/** Beside the built files, and not among them. */
const builtFromOf = ({ root }: App): string => path.join(root, 'dist.sources');

/** A hash of everything that the built files are made of. */
export async function hashSources({ root, sources }: App): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesIn(path.join(root, source)))
      hash.update(`${path.relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** The hash of what the built files were made of; null where there are none. */
export const builtFrom = (app: App): Promise<string | null> =>
  readFile(builtFromOf(app), 'utf8').catch(() => null);

/** Notes of what the files are made that were just built. */
export const noteBuilt = (app: App, hash: string): Promise<void> => writeFile(builtFromOf(app), hash);

async function filesIn(place: string): Promise<string[]> {
  if ((await stat(place)).isFile()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}
