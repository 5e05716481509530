import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { smallPicture } from '#test/support/content/media-files.ts';
import { mediaOf, upload, uploaded } from '#test/support/content/uploaded-media.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { moderationServer } from '#test/support/trust/moderation-server.ts';
import { testWorld, type World } from '#test/support/world.ts';

const states = async (world: World): Promise<string[]> =>
  (await rowsOf<{ state: string }>(world, 'select scan_state as state from media order by id')).map(
    ({ state }) => state,
  );

const told = (world: World): Promise<object[]> =>
  rowsOf(
    world,
    `select payload->>'state' as state from event_log where name = 'media.scanned' order by position`,
  );

test('without a provider of images a scan is skipped, and told of once', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await upload(ada, await smallPicture());
  assert.deepEqual(await states(world), ['UNSCANNED']);
  for (let round = 0; round < 3; round += 1) await world.runJobs();
  assert.deepEqual(await states(world), ['SKIPPED']);
  assert.deepEqual(await told(world), [{ state: 'SKIPPED' }]);
});

test('a provider finds an image sensitive or flags it, and it waits while the provider is away', async (t) => {
  const server = await moderationServer(t);
  const cloud = { MODERATION: 'openai', OPENAI_API_KEY: 'sk-of-the-account', OPENAI_BASE_URL: server.url };
  const world = await testWorld(t, { env: cloud });
  world.clock.freeze();
  const ada = await world.user('ada');
  // The name of the account was judged before.
  const before = server.received.length;
  const asked = (): number => server.received.length - before;
  await upload(ada, await smallPicture());
  server.answer({ status: 503 });
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual([await states(world), asked()], [['UNSCANNED'], 1]);
  server.answer('scores');
  world.clock.advance('15s');
  for (let round = 0; round < 3; round += 1) await world.runJobs();
  assert.deepEqual([await states(world), asked()], [['SENSITIVE'], 2]);
  server.seeImagesAs('gruesome');
  await upload(ada, await smallPicture());
  for (let round = 0; round < 3; round += 1) await world.runJobs();
  assert.deepEqual(await states(world), ['SENSITIVE', 'FLAGGED']);
  assert.deepEqual(await told(world), [{ state: 'SENSITIVE' }, { state: 'FLAGGED' }]);
  assert.deepEqual(
    await rowsOf(
      world,
      'select subject_kind as kind, outcome, category from content_scans order by outcome desc',
    ),
    [
      { kind: 'MEDIA', outcome: 'SENSITIVE', category: 'GORE' },
      { kind: 'MEDIA', outcome: 'HOLD', category: 'GORE' },
    ],
  );
});

test('the model in the process finds harmless pictures clean, and waits with one that it cannot judge, whose upload stays', async (t) => {
  const world = await testWorld(t, { env: { IMAGE_CLASSIFIER: 'on' } });
  const ada = await world.user('ada');
  await upload(ada, await smallPicture());
  for (let round = 0; round < 3; round += 1) await world.runJobs();
  assert.deepEqual(await states(world), ['CLEAN']);

  // A damaged file makes the decoder fail.
  const { id } = await uploaded(ada, await smallPicture());
  const files = await storedFiles(world);
  const contents = await Promise.all(files.map((file) => readFile(file)));
  for (const file of files) await writeFile(file, 'no picture');
  for (let round = 0; round < 2; round += 1) await world.runJobs();
  assert.deepEqual(await states(world), ['CLEAN', 'UNSCANNED']);
  assert.equal((await mediaOf(ada, id)).state, 'READY');
  for (const [index, file] of files.entries()) await writeFile(file, contents[index] ?? '');
  world.clock.advance('15s');
  for (let round = 0; round < 3; round += 1) await world.runJobs();
  assert.deepEqual(await states(world), ['CLEAN', 'CLEAN']);
});

test('what nobody could judge for a week is not judged any more', async (t) => {
  const server = await moderationServer(t);
  const cloud = { MODERATION: 'openai', OPENAI_API_KEY: 'sk-of-the-account', OPENAI_BASE_URL: server.url };
  const world = await testWorld(t, { env: cloud });
  server.answer({ status: 400 });
  await upload(await world.user('ada'), await smallPicture());
  world.clock.advance('6d');
  await world.runJobs();
  assert.deepEqual([await states(world), await told(world)], [['UNSCANNED'], []]);
  world.clock.advance('1d');
  for (let round = 0; round < 3; round += 1) await world.runJobs();
  assert.deepEqual([await states(world), await told(world)], [['SKIPPED'], [{ state: 'SKIPPED' }]]);
});

async function storedFiles({ dataDir }: World): Promise<string[]> {
  const folder = path.join(dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
