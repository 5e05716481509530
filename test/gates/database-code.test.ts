import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const MAKES_CODE = /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?(?:function|procedure|trigger)\b/i;

test('migrations create no functions and no triggers, whose texts are in db/functions', () => {
  const files = globSync('migrations/*.sql');
  assert.ok(files.length > 0);
  assert.deepEqual(
    files.filter((file) => MAKES_CODE.test(readFileSync(file, 'utf8'))),
    [],
  );
  assert.match('create or replace trigger a', MAKES_CODE);
});

test('each file of db/functions begins with what its function is for and replaces the function of its name', () => {
  const files = globSync('db/functions/*/*.sql');
  assert.ok(files.length > 30);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    assert.match(text, /^-- [A-Z0-9]/, file);
    assert.match(
      text,
      new RegExp(`^create or replace function ${path.basename(file, '.sql')}\\(`, 'm'),
      file,
    );
    assert.equal(text.match(/^create or replace function/gm)?.length, 1, file);
  }
});
