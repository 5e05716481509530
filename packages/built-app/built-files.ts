import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { App } from './app.ts';
import { builtFrom, distOf, hashSources } from './sources.ts';

const BUILD_TIMEOUT_MS = 300_000;
const LOOK_MS = 200;

/** The built files by their paths, such as `/index.html`; built first where the sources have changed since. @throws Error of a build */
export async function readBuiltFiles(app: App): Promise<ReadonlyMap<string, Buffer>> {
  if (!(await isBuilt(app))) {
    await inTurn(app, async () => {
      if (await isBuilt(app)) return;
      // In a process of its own, whose memory ends with it.
      await promisify(execFile)(process.execPath, [path.join(app.root, app.build)], {
        timeout: BUILD_TIMEOUT_MS,
      });
    });
  }
  const dist = distOf(app);
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const contents = files.map(async (file): Promise<[string, Buffer]> => {
    return [`/${path.relative(dist, file).replaceAll(path.sep, '/')}`, await readFile(file)];
  });
  return new Map(await Promise.all(contents));
}

const isBuilt = async (app: App): Promise<boolean> => (await builtFrom(app)) === (await hashSources(app));

/** Lets one process at a time build an app: a build empties the folder that another one reads. The turn of a process that died passes. */
async function inTurn({ root }: App, work: () => Promise<void>): Promise<void> {
  const turn = path.join(root, 'dist.building');
  while (!(await take(turn))) await sleep(LOOK_MS);
  try {
    await work();
  } finally {
    await rmdir(turn);
  }
}

/** @returns false while another process has it; making a folder is what only one of several can do */
async function take(turn: string): Promise<boolean> {
  try {
    await mkdir(turn);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const taken = await stat(turn).catch(() => null);
    // Another process may give an old turn back at the same moment.
    if (taken && Date.now() - taken.mtimeMs > BUILD_TIMEOUT_MS) await rmdir(turn).catch(() => undefined);
    return false;
  }
}
