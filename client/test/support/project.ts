import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

export const run = promisify(execFile);

const CLIENT = path.resolve(import.meta.dirname, '../..');
const BIN = path.resolve(CLIENT, '../node_modules/.bin');
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
const INSTALL_TIMEOUT_MS = 4 * 60_000;

/** An empty project outside of the repository, with the package installed from its tarball. */
export type Project = {
  readonly directory: string;
  write(file: string, text: string): Promise<void>;
  /** Checks the given TypeScript files under strict rules and resolves with what the compiler complains about. */
  typeErrors(files: readonly string[], settings: Readonly<Record<string, unknown>>): Promise<string>;
};

/** Makes the files of a project in an empty folder. */
type Generator = (directory: string) => Promise<unknown>;

/** The files of the project before the package is installed in it. */
export const GENERATORS = {
  /** A project with pinned packages and no code. */
  vite: (directory) => cp(path.join(CLIENT, 'test/vite-project'), directory, { recursive: true }),
  /** An app as its generator makes it for whoever takes every default, but for the linter, which no build runs. */
  next: (directory) =>
    run('npm', ['exec', '--yes', 'create-next-app@16.4.3', '--', directory, ...NEXT_DEFAULTS]),
} satisfies Record<string, Generator>;

const NEXT_DEFAULTS = ['--yes', '--no-eslint', '--skip-install', '--disable-git', '--use-npm'];

/** @returns null when the package registry cannot be reached; the test is then skipped, and says so */
export async function installedProject(t: TestContext, generate: Generator): Promise<Project | null> {
  if (!(await isRegistryReachable())) {
    t.skip('SKIPPED: the registry of npm cannot be reached, and the project is installed from it');
    return null;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-project-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  // Generators name the project after its directory, and take no capital letters.
  const directory = path.join(folder, 'app');
  await generate(directory);
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', directory], { cwd: CLIENT });
  const tarball = `./${stdout.trim().split('\n').at(-1) ?? ''}`;
  // Not `npm ci`, which fails where the registry lacks a program of another platform.
  await run('npm', ['install', ...QUIET, tarball], { cwd: directory, timeout: INSTALL_TIMEOUT_MS });
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
    await writeFile(path.join(directory, file), text);
  };
  return {
    directory,
    write,
    async typeErrors(files, settings) {
      const compilerOptions = { ...STRICT, ...settings };
      await write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
      return run(path.join(BIN, 'tsc'), ['-p', '.'], { cwd: directory }).then(
        () => '',
        // The compiler writes its complaints to the standard output and fails.
        (error: unknown) => withoutOthers(String((error as { stdout?: unknown }).stdout)),
      );
    },
  };
}

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'ES2022',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  types: [],
  noEmit: true,
  skipLibCheck: false,
};

/** Omits complaints about the declarations of other packages, which are not all made for these settings. */
function withoutOthers(complaints: string): string {
  return complaints.replaceAll(/^node_modules\/(?!@plaza\/).*\n( .*\n)*/gm, '');
}

/** An installation may fail by a mistake of the package, so the registry is asked separately. */
async function isRegistryReachable(): Promise<boolean> {
  return run('npm', ['view', 'rxjs@7.8.2', 'version', '--prefer-online'], { timeout: 20_000 }).then(
    ({ stdout }) => stdout.trim() === '7.8.2',
    () => false,
  );
}
