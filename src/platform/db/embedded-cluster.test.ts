import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { temporaryFolder } from '#test/support/test-server.ts';
import { restoreLibraryLinks } from './embedded-cluster.ts';

test('library links that an install without scripts has left out are made, and those that exist stay', async (t) => {
  const packageDir = await temporaryFolder();
  t.after(() => rm(packageDir, { recursive: true, force: true }));
  await mkdir(path.join(packageDir, 'native/lib'), { recursive: true });
  await writeFile(path.join(packageDir, 'native/lib/libx.so.1.2'), 'the library');
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
  await writeFile(path.join(packageDir, 'native/pg-symlinks.json'), JSON.stringify(links));
  await restoreLibraryLinks(packageDir);
  await restoreLibraryLinks(packageDir);
  assert.equal(await readFile(path.join(packageDir, 'native/lib/libx.so.1'), 'utf8'), 'the library');
});
