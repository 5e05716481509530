import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../scripts/unused-exports.ts', import.meta.url));

test('values that no other file imports are reported', (t) => {
  const output = unusedExports(t, {
    'src/a.ts':
      'export const used = 1;\nexport const own = used;\nexport function f() { return own; }\nexport class C {}',
    'src/b.ts':
      "import { used } from '#src/a.ts';\nexport { used as again } from './a.ts';\nexport const seen = used;",
    'src/c.ts': "import { seen as value } from '#src/b.ts';\nvalue;",
    'test/t.test.ts': 'export const free = 1;',
  });
  assert.deepEqual(output, ['src/a.ts: own', 'src/a.ts: f', 'src/a.ts: C', 'src/b.ts: again']);
});

test('values that only tests import are reported, wherever the tests are', (t) => {
  const output = unusedExports(t, {
    'src/a.ts': 'export const both = 1;\nexport const tested = both;',
    'src/a.test.ts': "import { both } from './a.ts';\nboth;",
    'src/b.ts': "import { both } from './a.ts';\nexport const alsoTested = both;",
    'test/t.test.ts':
      "import { tested } from '#src/a.ts';\nimport { alsoTested } from '#src/b.ts';\ntested === alsoTested;",
  });
  assert.deepEqual(output, ['src/a.ts: tested', 'src/b.ts: alsoTested']);
});

test('a dynamic import with named bindings uses only those', (t) => {
  const output = unusedExports(t, {
    'src/a.ts': 'export const taken = 1;\nexport const left = 2;',
    'src/b.ts': 'export const read = 1;\nexport const unread = 2;',
    'src/c.ts': "const { taken: x } = await import('./a.ts');\nx === (await import('./b.ts')).read;",
  });
  assert.deepEqual(output, ['src/a.ts: left', 'src/b.ts: unread']);
});

test('types, and files imported as a namespace, count as used', (t) => {
  const output = unusedExports(t, {
    'src/a.ts': 'export type T = number;\nexport const one = 1;',
    'src/b.ts': 'export const two = 2;',
    'src/c.ts': 'export const three = 3;',
    'src/d.ts':
      "import * as a from './a.ts';\nawait import('#src/b.ts');\na.one;\nlet c: typeof import('./c.ts');",
  });
  assert.deepEqual(output, []);
});

test('exports of our packages count as used where the package is imported by its name', (t) => {
  const output = unusedExports(t, {
    'packages/server/package.json': JSON.stringify({ name: '@plaza/server', exports: { '.': './src/a.ts' } }),
    'packages/server/src/a.ts':
      "import { two } from './b.ts';\nexport const one = two;\nexport const other = 1;",
    'packages/server/src/b.ts': 'export const two = 2;',
    'src/a.ts': "import { one } from '@plaza/server';\none;",
  });
  assert.deepEqual(output, ['packages/server/src/a.ts: other']);
});

function unusedExports(t: TestContext, sources: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'unused-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const manifest = JSON.stringify({ type: 'module', imports: { '#src/*': './src/*' } });
  for (const [file, source] of Object.entries({ ...sources, 'package.json': manifest })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  const { stdout, stderr, status } = spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: 'utf8' });
  assert.equal(stderr, '');
  const lines = stdout.split('\n').filter((line) => /^(src|packages)\//.test(line));
  assert.equal(status, lines.length === 0 ? 0 : 1);
  return lines.toSorted((a, b) => a.split(':')[0]!.localeCompare(b.split(':')[0]!));
}
