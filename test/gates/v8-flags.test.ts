import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('this Node.js knows the flags of V8 that the npm scripts and the serving process set', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const set = ['package.json', 'src/commands/serve.ts'].flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/--[a-z0-9-]+(?==\d)/g)].map(([flag]) => flag),
  );
  assert.deepEqual(
    [...new Set(set)],
    ['--max-semi-space-size', '--invocation-count-for-maglev', '--invocation-count-for-turbofan'],
  );
  for (const flag of set) assert.match(known, new RegExp(`^  ${flag} `, 'm'));
});
