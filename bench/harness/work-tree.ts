import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './database.ts';
import { ROOT } from './product-server.ts';

const run = promisify(execFile);
const INSTALL_TIMEOUT_MS = 10 * 60_000;

/** Runs the work with a work tree of another commit and its packages, which is removed afterwards. */
export async function withWorkTree<Result>(
  commit: string,
  work: (root: string) => Promise<Result>,
): Promise<Result> {
  const folder = await temporaryFolder();
  const root = path.join(folder, 'tree');
  try {
    await run('git', ['worktree', 'add', '--detach', root, commit], { cwd: ROOT });
    await installPackages(root);
    return await work(root);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await run('git', ['worktree', 'prune'], { cwd: ROOT });
  }
}

/** Installs the packages of the lock file, or links the installed ones when the lock file is the same. */
async function installPackages(root: string): Promise<void> {
  const locks = [ROOT, root].map((folder) => readFile(path.join(folder, 'package-lock.json'), 'utf8'));
  const [ours, theirs] = await Promise.all(locks);
  if (ours === theirs) {
    await linkPackages(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
    return;
  }
  console.log('Installing the packages of the other commit …');
  const cleanInstall = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', cleanInstall, { cwd: root, timeout: INSTALL_TIMEOUT_MS });
}

/** Links each package except those of the workspace, which the other tree has itself. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.name.startsWith('@')) await linkPackages(source, target);
    else await symlink(source, target);
  }
}
