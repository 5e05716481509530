import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { testWorld } from '../../test/support/world.ts';
import { generatedFiles } from '../scripts/generated-files.ts';

test("the typed documents match the server's schema: if not, start it and run `npm run generate --prefix client`", async (t) => {
  const world = await testWorld(t);
  for (const [file, text] of await generatedFiles(world.url)) {
    assert.equal(await readFile(file, 'utf8'), text);
  }
});
