import assert from 'node:assert/strict';
import { access, chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { unlockJobsOfDeadWorkers } from '#platform/outbox/worker/dead-workers.ts';
import { plaza } from '#test/start/plaza-process.ts';
import type { Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { redVideo, wav, withoutFfmpeg } from '#test/support/content/media-files.ts';
import { mediaProcessesOf, workDirectories } from '#test/support/content/media-processes.ts';
import { until } from '#test/support/processes.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { download, filesOf, mediaOf, processed, uploaded } from '#test/support/content/uploaded-media.ts';
import { testWorld, type World } from '#test/support/world.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { processUpload } from './recordings.ts';

const rowsOf = (world: World): Promise<Untyped[]> =>
  world.app.services.db.selectFrom('media').select(['state', 'source_key']).execute();

/** Removes all jobs, as if they were lost with the server. */
async function forgetJobs({ app }: World): Promise<void> {
  await app.relay.drain();
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(
    app.services.db,
  );
}

/** A decoder that starts, signals it, and continues only when told to. */
async function slowDecoder(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-slow-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const [begun, told] = [path.join(folder, 'begun'), path.join(folder, 'told')];
  const script = `#!/bin/sh\n: > ${begun}\nwhile [ ! -e ${told} ]; do sleep 0.02; done\nexit 1\n`;
  await writeFile(path.join(folder, 'ffmpeg'), script);
  await chmod(path.join(folder, 'ffmpeg'), 0o755);
  return {
    folder,
    path: `${folder}:${process.env['PATH']}`,
    begun: () =>
      until(
        () =>
          access(begun).then(
            () => true,
            () => false,
          ),
        'the decoder begins',
      ),
    goOn: () => writeFile(told, ''),
  };
}

test('a processed media item is not processed again', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const media = await processed(world, ada, await redVideo());
  const files = (await filesOf(world)).toSorted();
  await unchanged(world, () => processUpload(world.app.services, { mediaId: uuidOf(media.id) }));
  const failed = await processed(world, ada, Buffer.from('fffb90640000', 'hex'));
  assert.equal(failed.state, 'FAILED');
  await unchanged(world, () => processUpload(world.app.services, { mediaId: uuidOf(failed.id) }));
  assert.deepEqual((await filesOf(world)).toSorted(), files);
});

test('two concurrent jobs for one upload give one playable video', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id } = await uploaded(ada, await redVideo());
  const job = { mediaId: uuidOf(id) };
  const { services } = world.app;
  await Promise.all([processUpload(services, job), processUpload(services, job)]);
  await world.runJobs();
  assert.deepEqual(await rowsOf(world), [{ state: 'READY', source_key: null }]);
  assert.equal((await download((await mediaOf(ada, id)).url)).contentType, 'video/mp4');
  assert.equal((await filesOf(world)).filter((name) => name.endsWith('source')).length, 0);
});

test('a job that finds all media processes busy is rescheduled instead of waiting', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ids = [];
  for (let turn = 0; turn < 4; turn += 1)
    ids.push(
      (
        await uploaded(
          ada,
          wav(100, () => 1),
        )
      ).id,
    );
  // The pool runs one task and has another one waiting.
  await Promise.all(ids.map((id) => processUpload(world.app.services, { mediaId: uuidOf(id) })));
  const states = async () => (await rowsOf(world)).map((row) => row.state).toSorted();
  assert.deepEqual(await states(), ['PROCESSING', 'PROCESSING', 'READY', 'READY']);
  world.clock.advance('4s');
  await world.runJobs();
  assert.deepEqual(await states(), ['READY', 'READY', 'READY', 'READY']);
});

test('a job whose storage fails is retried and leaves no file behind', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id } = await uploaded(ada, await redVideo());
  // The storage can be read, and every write fails.
  const temporary = path.join(world.dataDir, 'files', 'temporary');
  await rename(temporary, `${temporary}.away`);
  await writeFile(temporary, '');
  await world.runJobs();
  assert.equal((await mediaOf(ada, id)).state, 'PROCESSING');
  assert.deepEqual([(await mediaOf(ada, id)).url, (await mediaOf(ada, id)).poster], [null, null]);

  await rm(temporary);
  await rename(`${temporary}.away`, temporary);
  world.clock.advance('1m');
  await world.runJobs();
  await world.runJobs();
  assert.equal((await mediaOf(ada, id)).state, 'READY');
  assert.equal((await filesOf(world)).length, withoutFfmpeg ? 1 : 2);
  assert.deepEqual(await workDirectories(), []);
});

test('a killed worker is replaced, and its child processes end with it', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id } = await uploaded(ada, await redVideo());
  const slow = await slowDecoder(t);
  const worker = plaza(t, {
    args: ['worker'],
    env: {
      DATABASE_URL: world.connectionString,
      DATA_DIR: world.dataDir,
      PATH: slow.path,
      TMPDIR: slow.folder,
      DEMO: 'off',
    },
  });
  await slow.begun();
  const processes = await mediaProcessesOf(worker.pid);
  assert.equal(processes.length, 1);
  worker.kill('SIGKILL');
  await worker.exited;
  await until(async () => !(await readdir('/proc')).includes(String(processes[0])), 'its process ends');
  assert.deepEqual(await rowsOf(world), [{ state: 'PROCESSING', source_key: `${uuidOf(id)}/source` }]);

  await unlockJobsOfDeadWorkers(world.app.services, 0);
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await rowsOf(world), [{ state: 'READY', source_key: null }]);
  assert.equal((await filesOf(world)).length, withoutFfmpeg ? 1 : 2);
});

test('a video that exceeds the time limit FAILS, and its decoder is killed', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_RECORDING_PROCESSING_MS: '4000' } });
  const ada = await world.user('ada');
  const slow = await slowDecoder(t);
  const before = process.env['PATH'];
  t.after(() => void (process.env['PATH'] = before));
  process.env['PATH'] = slow.path;
  const media = await processed(world, ada, await redVideo());
  await slow.begun();
  assert.equal(media.state, 'FAILED');
  const failures = await world.app.services.db.selectFrom('media').select('failure').execute();
  assert.deepEqual(failures, [
    { failure: 'processingMs: The file takes too long to process. Upload a smaller one.' },
  ]);
  assert.equal(await isDecoding(slow.folder), false);
  assert.deepEqual([await filesOf(world), await workDirectories()], [[], []]);
});

/** Whether a program of the folder is running. */
async function isDecoding(folder: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(commands)).some((command) => command.includes(folder));
}

test('a media item that is swept while it is processed stays deleted', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id } = await uploaded(ada, await redVideo());
  const slow = await slowDecoder(t);
  const before = process.env['PATH'];
  t.after(() => void (process.env['PATH'] = before));
  process.env['PATH'] = slow.path;
  const work = processUpload(world.app.services, { mediaId: uuidOf(id) });
  await slow.begun();
  process.env['PATH'] = before;
  await forgetJobs(world);
  world.clock.advance('25h');
  await runCron(world, 'media.sweepOrphans');
  assert.deepEqual(await rowsOf(world), []);
  await slow.goOn();
  await work;
  await world.runJobs();
  assert.deepEqual([await rowsOf(world), await filesOf(world), await workDirectories()], [[], [], []]);
});

test('FAILED and never processed items are swept after a day', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  assert.equal((await processed(world, ada, Buffer.from('fffb90640000', 'hex'))).state, 'FAILED');
  await uploaded(ada, await redVideo());
  await forgetJobs(world);
  assert.deepEqual((await rowsOf(world)).map((row) => row.state).toSorted(), ['FAILED', 'PROCESSING']);

  world.clock.advance('23h');
  await runCron(world, 'media.sweepOrphans');
  assert.equal((await rowsOf(world)).length, 2);
  world.clock.advance('2h');
  await runCron(world, 'media.sweepOrphans');
  assert.deepEqual([await rowsOf(world), await filesOf(world)], [[], []]);
});
