import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { withTempDirectory } from './temp-directory.ts';

test('a temporary directory is empty, private and removed however the work ends', async () => {
  let used = '';
  const result = await withTempDirectory(async (directory) => {
    used = directory;
    assert.deepEqual(await readdir(directory), []);
    await mkdir(path.join(directory, 'deep'));
    await writeFile(path.join(directory, 'deep', 'file'), 'x');
    return 'done';
  });
  assert.equal(result, 'done');
  await assert.rejects(readdir(used), { code: 'ENOENT' });

  const failure = withTempDirectory(async (directory) => {
    used = directory;
    await writeFile(path.join(directory, 'file'), 'x');
    throw new Error('broken');
  });
  await assert.rejects(failure, /broken/);
  await assert.rejects(readdir(used), { code: 'ENOENT' });
});

test('directories left by processes killed more than a day ago are removed by the next one', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-work-'));
  t.after(() => rm(folder, { recursive: true }));
  const hourMs = 3_600_000;
  const ages = { 'plaza-media-1-old': 25, 'plaza-media-2-new': 23, 'others-old': 1_000 };
  for (const [name, hours] of Object.entries(ages)) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'source'), 'x');
    const then = new Date(Date.now() - hours * hourMs);
    await utimes(path.join(folder, name), then, then);
  }
  const module = new URL('./temp-directory.ts', import.meta.url).href;
  const script = `
    const { withTempDirectory } = await import('${module}');
    await withTempDirectory(async () => undefined);`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { TMPDIR: folder },
  });
  assert.deepEqual((await readdir(folder)).toSorted(), ['others-old', 'plaza-media-2-new']);
});
