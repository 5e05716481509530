import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = '{src,packages,client,bench,scripts,db,test}';
/** Sources as people write them: code, SQL and pages. */
const SOURCE = `${FOLDERS}/**/*.{ts,tsx,js,cjs,sql,html}`;
const NOT_OURS = /(^|\/)(node_modules|dist|generated)$/;
const TEST = /\.(test|contract)\.ts$/;
/** More cannot be taken in at one look: the folder holds more than one thing, and each gets a folder. */
const FILES_MAX = 25;

test('a folder holds at most 25 source files and 25 tests', () => {
  const files = globSync(SOURCE, { cwd: ROOT, exclude: (folder) => NOT_OURS.test(folder) });
  assert.deepEqual(overfullFolders(files), []);
});

test('an overfull folder is found, whatever is in the folders below it', () => {
  const files = (name: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => name.replace('#', String(index)));
  assert.deepEqual(
    overfullFolders([
      ...files('src/api/file#.ts', 25),
      ...files('src/api/file#.test.ts', 25),
      ...files('src/api/live/file#.ts', 26),
      ...files('test/file#.test.ts', 20),
      ...files('test/file#.contract.ts', 6),
      ...files('test/support/file#.ts', 24),
    ]),
    ['src/api/live: 26 source files', 'test: 26 tests'],
  );
});

function overfullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const kind = `${path.dirname(file)}: ${TEST.test(file) ? 'tests' : 'source files'}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > FILES_MAX)
    .map(([kind, count]) => kind.replace(': ', `: ${count} `))
    .sort();
}
