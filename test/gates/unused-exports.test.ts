import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../scripts/unused-exports.ts', import.meta.url));

test('values that no other file imports are found', (t) => {
  const output = unusedExports(t, {
    'src/a.ts':
      'export const used = 1;\nexport const own = used;\nexport function f() { return own; }\nexport class C {}',
    'src/b.ts':
      "import { used } from '#src/a.ts';\nexport { used as again } from './a.ts';\nexport const seen = used;",
    'test/t.test.ts': "import { seen as value } from '#src/b.ts';\nvalue;\nexport const free = 1;",
  });
  assert.deepEqual(output, ['src/a.ts: own', 'src/a.ts: f', 'src/a.ts: C', 'src/b.ts: again']);
});

test('types, and files that are imported as a whole, count as used', (t) => {
  const output = unusedExports(t, {
    'src/a.ts': 'export type T = number;\nexport const one = 1;',
    'src/b.ts': 'export const two = 2;',
    'src/c.ts': 'export const three = 3;',
    'src/d.ts':
      "import * as a from './a.ts';\nawait import('#src/b.ts');\na.one;\nlet c: typeof import('./c.ts');",
  });
  assert.deepEqual(output, []);
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
  const [, ...lines] = stdout.trimEnd().split('\n');
  assert.equal(status, lines.length === 0 ? 0 : 1);
  return lines.toSorted((a, b) => a.split(':')[0]!.localeCompare(b.split(':')[0]!));
}
