import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { AppError } from '#platform/kernel/errors.ts';
import { defaultLimits } from '#domains/modules.ts';
import { noise, wav } from '#test/support/content/media-files.ts';
import { mediaProcessesOf, readerOf } from '#test/support/content/media-processes.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { silent, until } from '#test/support/processes.ts';
import { createMediaProcessPool, type TaskBounds } from './media-process-pool.ts';

const MINUTE_MS = 60_000;
const BOUNDS: TaskBounds = {
  ownerId: 'ada',
  timeoutMs: MINUTE_MS,
  memoryBytesMax: defaultLimits.mediaProcessBytes,
  signal: new AbortController().signal,
  log: silent,
};

let directory = '';
let small = '';
/** Half a second of work. */
let large = '';
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'plaza-pool-'));
  small = join(directory, 'small.png');
  large = join(directory, 'large.jpg');
  await writeFile(small, await noise(40, 30).png().toBuffer());
  await writeFile(large, await noise(4_000, 3_000).jpeg().toBuffer());
});
after(() => rm(directory, { recursive: true }));

/** A pool for images and a list of its processes. */
async function startPool(options: { processesMax?: number; idleMs?: number } = {}) {
  const others = new Set(await mediaProcessesOf(process.pid));
  const pool = createMediaProcessPool({
    processesMax: 1,
    waitingMax: 20,
    ownWaitingMax: 20,
    idleMs: MINUTE_MS,
    ...options,
  });
  return {
    pids: async () => (await mediaProcessesOf(process.pid)).filter((pid) => !others.has(pid)),
    async render(path: string, bounds: Partial<TaskBounds> = {}) {
      // Separate directories, as in production: two tasks that write the same files would corrupt each other's.
      const task = {
        path,
        directory: await mkdtemp(join(directory, 'render-')),
        pixelsMax: 50_000_000,
        framesMax: 1_000,
      };
      return pool.perform('image', task, { ...BOUNDS, ...bounds });
    },
    pool,
  };
}

/** An ended process stays listed until its parent has been notified. */
function isKnown(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function refusalOf(work: Promise<unknown>): Promise<unknown[]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof AppError, String(error));
  return [error.code, error.details];
}

test('one process performs all tasks sequentially and stays for the next one', async () => {
  const { render, pids } = await startPool();
  const images = await Promise.all([render(small), render(small), render(small)]);
  assert.deepEqual(
    images.map(({ width, height }) => [width, height]),
    [
      [40, 30],
      [40, 30],
      [40, 30],
    ],
  );
  const first = await pids();
  assert.equal(first.length, 1);
  await render(small);
  assert.deepEqual(await pids(), first);
});

test('a pool of two processes never runs a third', async () => {
  const { render, pids } = await startPool({ processesMax: 2 });
  await Promise.all(Array.from({ length: 6 }, (_, index) => render(small, { ownerId: `user ${index}` })));
  assert.equal((await pids()).length, 2);
});

test('Large images of one owner leave a process to another, whose small one is not delayed', async () => {
  const { render, pids } = await startPool({ processesMax: 2 });
  await Promise.all([render(small), render(small, { ownerId: 'ben' })]);
  const leaving = new AbortController();
  const works = Array.from({ length: 21 }, () =>
    render(large, { signal: leaving.signal }).catch(() => undefined),
  );
  await readerOf(process.pid, large);
  const beganMs = performance.now();
  assert.equal((await render(small, { ownerId: 'ben' })).width, 40);
  const tookMs = performance.now() - beganMs;
  leaving.abort(new Error('the test has ended'));
  await Promise.all(works);
  assert.ok(tookMs < whenBusy(1_000, 1), `${tookMs} ms`);
  assert.ok((await pids()).length <= 2);
});

test('an idle process ends, and the next file gets a new one', async () => {
  const { render, pids } = await startPool({ idleMs: 30 });
  await render(small);
  await until(async () => (await pids()).length === 0, 'the process ends');
  assert.equal((await render(small)).width, 40);
});

test('a process that is killed during a task fails only that task', async () => {
  const { render, pids } = await startPool();
  const killed = refusalOf(render(large));
  const next = render(small);
  const reader = await readerOf(process.pid, large);
  process.kill(reader, 'SIGKILL');
  assert.deepEqual(await killed, ['VALIDATION_FAILED', { constraint: 'decoder' }]);
  assert.equal((await next).width, 40);
  assert.equal((await pids()).includes(reader), false);
});

test('an idle process that is killed is replaced', async () => {
  const { render, pids } = await startPool();
  await render(small);
  const [pid = 0] = await pids();
  process.kill(pid, 'SIGKILL');
  await until(async () => !isKnown(pid), 'this process is told that the other one has ended');
  assert.equal((await render(small)).width, 40);
});

test('a process that takes too long is killed', async () => {
  const { render, pids } = await startPool();
  assert.deepEqual(await refusalOf(render(large, { timeoutMs: 1 })), [
    'VALIDATION_FAILED',
    { constraint: 'processingMs', limit: 1 },
  ]);
  assert.deepEqual(await pids(), []);
  assert.equal((await render(small)).width, 40);
});

test('a process that takes too much memory is killed before the machine runs out of it', async () => {
  const { render, pids } = await startPool();
  // An interlaced image must be decoded in one piece: 38 million pixels of four bytes.
  const path = join(directory, 'interlaced.png');
  await sharp({ create: { width: 6_200, height: 6_200, channels: 4, background: '#0f08' } })
    .png({ progressive: true })
    .toFile(path);
  const memoryBytesMax = 160 * 1_024 * 1_024;
  assert.deepEqual(await refusalOf(render(path, { memoryBytesMax })), [
    'VALIDATION_FAILED',
    { constraint: 'mediaProcessBytes', limit: memoryBytesMax },
  ]);
  assert.deepEqual(await pids(), []);
  assert.equal((await render(path)).width, 4_096);
});

test('a process whose request is aborted is killed', async () => {
  const { render, pids } = await startPool();
  const leaving = new AbortController();
  const reason = new Error('client left');
  const abandoned = assert.rejects(render(large, { signal: leaving.signal }), reason);
  await readerOf(process.pid, large);
  leaving.abort(reason);
  await abandoned;
  assert.deepEqual(await pids(), []);
});

test('child programs of a process end with it, and the process ends with its parent', async (t) => {
  const pidFile = join(directory, 'decoder.pid');
  const sound = join(directory, 'sound.wav');
  await writeFile(
    sound,
    wav(100, () => 1),
  );
  // Stands in for a decoder that never exits.
  const decoder = join(directory, 'decoder');
  await writeFile(decoder, `#!/bin/sh\necho $$ > ${pidFile}\nexec sleep 600\n`);
  await chmod(decoder, 0o755);
  const bounded = join(directory, 'bounded');
  await writeFile(bounded, '#!/bin/sh\nwhile [ "${1#--}" != "$1" ]; do shift; done\nexec "$@"\n');
  await chmod(bounded, 0o755);
  const task = {
    path: sound,
    directory,
    videoDurationMsMax: MINUTE_MS,
    audioDurationMsMax: MINUTE_MS,
    videoEdgePixelsMax: 100,
    timeoutMs: MINUTE_MS,
    tools: { ffmpeg: decoder, prlimit: bounded },
    toolMemoryBytesMax: BOUNDS.memoryBytesMax,
  };
  const decoderPid = async (): Promise<number> => {
    await until(async () => Number(await readFile(pidFile, 'utf8').catch(() => '')) > 0, 'it decodes');
    return Number(await readFile(pidFile, 'utf8'));
  };

  await t.test('the group ends when the request is aborted', async () => {
    const { pool } = await startPool();
    const leaving = new AbortController();
    const abandoned = assert.rejects(
      pool.perform('recording', task, { ...BOUNDS, signal: leaving.signal }),
      /left/,
    );
    const pid = await decoderPid();
    leaving.abort(new Error('client left'));
    await abandoned;
    await until(() => !isAlive(pid), 'the decoder ends');
  });

  await t.test('the group ends when the server is killed', async () => {
    await rm(pidFile);
    const pool = new URL('./media-process-pool.ts', import.meta.url).href;
    const script = `
      const { createMediaProcessPool } = await import('${pool}');
      const pool = createMediaProcessPool({ processesMax: 1, waitingMax: 0, idleMs: 1_000 });
      const bounds = { timeoutMs: 60_000, memoryBytesMax: 1e9, signal: new AbortController().signal };
      await pool.perform('recording', ${JSON.stringify(task)}, bounds);`;
    const server = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
    const pid = await decoderPid();
    const [mediaProcess = 0] = await mediaProcessesOf(server.pid ?? 0);
    assert.ok(mediaProcess > 0);
    server.kill('SIGKILL');
    await until(() => !isAlive(mediaProcess), 'the media process ends');
    await until(() => !isAlive(pid), 'the decoder ends');
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
