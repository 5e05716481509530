import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TEST = /\.(test|contract)\.ts$/;

type Sources = Readonly<Record<string, string>>;

test('no two folders of the product import from each other', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !TEST.test(file));
  assert.deepEqual(mutualPairs(Object.fromEntries(files.map((file) => [file, read(file)]))), []);
});

test('two folders that import from each other are found, by types and aliases too', () => {
  const sources: Sources = {
    'src/api/server.ts': `import { live } from './live/live.ts';`,
    'src/api/live/live.ts': `import type { Server } from '#api/server.ts';`,
    'src/api/live/frames.ts': `import { live } from './live.ts';\nimport path from 'node:path';`,
    'src/app/app.ts': `export const open = () => import('../api/server.ts');`,
    'src/platform/db/lanes.ts': `export { now } from '#platform/kernel/clock.ts';`,
    'src/platform/kernel/clock.ts': `export const lanes = () => import('../db/lanes.ts');`,
  };
  assert.deepEqual(mutualPairs(sources), [
    'src/api ↔ src/api/live: src/api/server.ts, src/api/live/live.ts',
    'src/platform/db ↔ src/platform/kernel: src/platform/db/lanes.ts, src/platform/kernel/clock.ts',
  ]);
});

/** Each pair of folders that import from each other, with the first file that does on either side. */
function mutualPairs(sources: Sources): string[] {
  const importers = new Map<string, string>();
  for (const [file, source] of Object.entries(sources)) {
    for (const target of importsOf(file, source)) {
      const edge = `${path.dirname(file)} ↔ ${path.dirname(target)}`;
      if (!importers.has(edge)) importers.set(edge, file);
    }
  }
  return [...importers].flatMap(([edge, file]) => {
    const [from = '', to = ''] = edge.split(' ↔ ');
    const back = importers.get(`${to} ↔ ${from}`);
    return from < to && back !== undefined ? [`${edge}: ${file}, ${back}`] : [];
  });
}

/** The files of the product that a file imports. */
function importsOf(file: string, source: string): string[] {
  return ts.preProcessFile(source).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('.')) return [path.join(path.dirname(file), fileName)];
    const alias = aliases.find(({ prefix }) => fileName.startsWith(prefix));
    return alias ? [path.join(alias.folder, fileName.slice(alias.prefix.length))] : [];
  });
}

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** `#platform/*` of package.json and its like. */
const { imports } = JSON.parse(read('package.json')) as { imports: Record<string, string> };
const aliases = Object.entries(imports).map(([name, folder]) => ({
  prefix: name.slice(0, -'*'.length),
  folder: folder.slice(0, -'*'.length),
}));
