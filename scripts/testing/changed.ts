/** Which tests a change can break, by the graph of imports. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

const SOURCES = '{src,test,client,packages,bench,scripts,db}/**/*.ts';
const NOT_OURS = /(^|\/)(node_modules|dist)$/;
/** Files that compose all domains. Whoever imports one would reach everything, so what they import is not followed from there. */
const COMPOSES = /^src\/(app\/|main\.ts$|domains\/modules\.ts$)/;
/** Files that every test stands on. */
const EVERYTHING =
  /^(package(-lock)?\.json|tsconfig\.json|migrations\/|scripts\/test(\.ts|ing\/)|test\/support\/[^/]+$)/;

/** The tests of `all` that the changes since a commit can break. */
export const changedTests = (all: readonly string[], commit: string): string[] =>
  changedFrom(all, changedFiles(commit));

/**
 * The tests of `all` that changed files can break: those that import one, directly or through others, those that stand in the
 * folder of a file that does, and the gates.
 */
export function changedFrom(all: readonly string[], changed: readonly string[]): string[] {
  if (changed.some((file) => EVERYTHING.test(file))) return [...all];
  const sources = globSync(SOURCES, { exclude: (folder) => NOT_OURS.test(folder) });
  const reached = reachedFrom([...changed, ...callersOfFunctions(changed, sources)], importersOf(sources));
  const folders = new Set(
    [...reached].filter((file) => file.startsWith('src/')).map((file) => path.dirname(file)),
  );
  return all.filter(
    (file) => file.startsWith('test/gates/') || reached.has(file) || folders.has(path.dirname(file)),
  );
}

/** Files that differ from a commit, and new ones. */
function changedFiles(commit: string): string[] {
  const lines = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...lines('diff', '--name-only', '--no-renames', commit, '--'),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ];
}

/** Sources that name a changed function of the database. */
function callersOfFunctions(changed: readonly string[], sources: readonly string[]): string[] {
  const names = changed
    .filter((file) => file.startsWith('db/functions/'))
    .map((file) => path.basename(file, '.sql'));
  if (names.length === 0) return [];
  const named = new RegExp(`\\b(${names.join('|')})\\b`);
  return sources.filter((file) => named.test(readFileSync(file, 'utf8')));
}

type Importers = ReadonlyMap<string, readonly string[]>;

/** Importers of each file. */
function importersOf(sources: readonly string[]): Importers {
  const importers = new Map<string, string[]>();
  for (const file of sources) {
    if (COMPOSES.test(file)) continue;
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      const imported = pathOf(fileName, file);
      if (imported === null) continue;
      const known = importers.get(imported);
      if (known) known.push(file);
      else importers.set(imported, [file]);
    }
  }
  return importers;
}

// The shape in which that file exports them.
const { apps } = createRequire(import.meta.url)('../app-entries.cjs') as {
  apps: readonly { readonly entries: readonly { readonly name: string; readonly file: string }[] }[];
};
/** Files of the entries of the client package that apps import by name. */
const ENTRIES = new Map(apps.flatMap(({ entries }) => entries.map(({ name, file }) => [name, file])));

/** @returns the name of a package of ours, and null for others */
function pathOf(specifier: string, importer: string): string | null {
  if (specifier.startsWith('.')) return path.join(path.dirname(importer), specifier);
  const entry = ENTRIES.get(specifier) ?? /^@plaza\/[^/]+/.exec(specifier)?.[0];
  if (entry !== undefined) return entry;
  const inside = /^#(src|test)\/(.*)$/.exec(specifier);
  if (inside) return `${String(inside[1])}/${String(inside[2])}`;
  const part = /^#(platform|ports|adapters|domains|api)\/(.*)$/.exec(specifier);
  return part ? `src/${String(part[1])}/${String(part[2])}` : null;
}

function reachedFrom(changed: readonly string[], importers: Importers): Set<string> {
  const reached = new Set(changed);
  // A set that grows while it is walked shows what was added.
  for (const file of reached) {
    const [, name] = /^packages\/([^/]+)\//.exec(file) ?? [];
    // An app is built of all its files, and its server does not import them.
    if (name !== undefined) reached.add(`@plaza/${name}`);
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  return reached;
}
