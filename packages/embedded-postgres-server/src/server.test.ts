import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from './server.ts';
import type { EmbeddedPostgres } from './server.ts';

const ignore = (): void => undefined;
const log = { debug: ignore, warn: ignore, error: ignore };

/** In memory where there is enough: new clusters make many small writes. */
async function baseFolder(): Promise<string> {
  const memory = '/dev/shm';
  const freeBytes = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return freeBytes > 1024 ** 3 ? memory : tmpdir();
}

type Folder = {
  readonly dataDir: string;
  /** Starts a server in the folder or in one below it; it is stopped at the end of the test. */
  start(below?: string): Promise<EmbeddedPostgres>;
  /** Starts a process that starts a server in the folder and then idles. */
  startParent(): Promise<{ child: ChildProcess; connectionString: string }>;
};

async function emptyFolder(t: TestContext): Promise<Folder> {
  const dataDir = await mkdtemp(path.join(await baseFolder(), 'embedded-postgres-'));
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
    // At last: a running server still writes into its folder.
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    dataDir,
    async start(below = '.') {
      const server = await startEmbeddedPostgres({ dataDir: path.join(dataDir, below), log });
      ends.push(() => server.stop());
      return server;
    },
    async startParent() {
      const child = spawnParent(dataDir);
      ends.push(() => child.kill('SIGKILL'));
      // A stream's 'data' event has one argument.
      const [output] = (await once(child.stdout, 'data')) as [Buffer];
      return { child, connectionString: output.toString().trim() };
    },
  };
}

async function ask(connectionString: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ value: unknown }>(text);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

const pidFile = (dataDir: string): string => path.join(dataDir, 'postgres', 'postmaster.pid');

async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(pidFile(dataDir), 'utf8')).split('\n')[0]);
}

async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      // Signal 0 only checks, and fails when the process does not exist.
      return;
    }
    await sleep(10);
  }
}

test('a restarted server has the data of the first start', async (t) => {
  const { start } = await emptyFolder(t);
  const first = await start();
  await ask(first.connectionString, 'create table kept as select 42 as x');
  await first.stop();
  await first.stop();
  const second = await start();
  assert.equal(await ask(second.connectionString, 'select x as value from kept'), 42);
});

test('the server is durable, listens only on the loopback, and only the owner can read its password', async (t) => {
  const { dataDir, start } = await emptyFolder(t);
  const server = await start();
  const settings = `select string_agg(name || '=' || setting, ' ' order by name) as value from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'jit', 'listen_addresses', 'max_connections')`;
  assert.equal(
    await ask(server.connectionString, settings),
    'fsync=on full_page_writes=on jit=off listen_addresses=127.0.0.1 max_connections=200 synchronous_commit=on',
  );
  assert.equal((await stat(path.join(dataDir, 'postgres.password'))).mode & 0o777, 0o600);
  const wrong = server.connectionString.replace(/:[^:@]+@/, ':guess@');
  await assert.rejects(ask(wrong, 'select 1 as value'), { code: '28P01' });
});

const canSetPolicy = spawnSync('chrt', ['--version']).status === 0;
const SCHED_BATCH = 3;

test(
  'sessions do not take a core from the process that sends statements',
  { skip: !canSetPolicy && 'needs chrt of util-linux' },
  async (t) => {
    const { dataDir, start } = await emptyFolder(t);
    await start();
    // Sessions inherit the policy of the first process.
    const line = await readFile(`/proc/${await serverPid(dataDir)}/stat`, 'utf8');
    // By proc_pid_stat(5), the 41st field; the name before the third may contain spaces.
    const policy = line.slice(line.lastIndexOf(')') + 2).split(' ')[41 - 3];
    assert.equal(Number(policy), SCHED_BATCH);
  },
);

test('a folder in use is refused with a reason, and free again after the stop', async (t) => {
  const { start } = await emptyFolder(t);
  const server = await start();
  await assert.rejects(start(), { message: /is in use by another running instance/ });
  assert.equal(await ask(server.connectionString, 'select 1 as value'), 1);
  await server.stop();
  await (await start()).stop();
});

test('a killed server is restarted on the same port with all committed data', async (t) => {
  const { dataDir, start } = await emptyFolder(t);
  const server = await start();
  await ask(server.connectionString, 'create table kept as select 42 as x');
  const pid = await serverPid(dataDir);
  process.kill(pid, 'SIGKILL');
  await untilGone(pid);
  const deadline = Date.now() + 20_000;
  let answer: unknown = null;
  while (answer === null && Date.now() < deadline) {
    answer = await ask(server.connectionString, 'select x as value from kept').catch(() => sleep(50, null));
  }
  assert.equal(answer, 42);
});

test('the server ends with its parent, even a killed one, and the next start has all committed data', async (t) => {
  const { dataDir, start, startParent } = await emptyFolder(t);
  const { child, connectionString } = await startParent();
  await ask(connectionString, 'create table kept as select 42 as x');
  const pid = await serverPid(dataDir);
  child.kill('SIGKILL');
  await untilGone(pid);
  const server = await start();
  assert.equal(await ask(server.connectionString, 'select x as value from kept'), 42);
});

test('after parent and server are killed together, the next start recovers', async (t) => {
  const { dataDir, start, startParent } = await emptyFolder(t);
  const { child, connectionString } = await startParent();
  await ask(connectionString, 'create table kept as select 42 as x');
  const pid = await serverPid(dataDir);
  child.kill('SIGSTOP'); // Prevents it from noticing the end of its server.
  process.kill(pid, 'SIGKILL');
  child.kill('SIGKILL');
  await untilGone(pid);
  assert.equal(await serverPid(dataDir), pid);
  const server = await start();
  assert.equal(await ask(server.connectionString, 'select x as value from kept'), 42);
});

test(
  'a server that outlived its parent is stopped by the next start',
  { skip: process.platform !== 'linux' && 'needs /proc to find the watcher of the server' },
  async (t) => {
    const { dataDir, start, startParent } = await emptyFolder(t);
    const { child, connectionString } = await startParent();
    await ask(connectionString, 'create table kept as select 42 as x');
    const pid = await serverPid(dataDir);
    const [watcher = 0, ...others] = await processesOf('sh\0-c\0', dataDir);
    assert.deepEqual(others, []);
    process.kill(watcher, 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await ask(connectionString, 'select x as value from kept'), 42);
    const server = await start();
    assert.notEqual(await serverPid(dataDir), pid);
    assert.equal(await ask(server.connectionString, 'select x as value from kept'), 42);
  },
);

async function processesOf(command: string, dataDir: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.startsWith(command) && line.includes(dataDir)) found.push(Number(pid));
  }
  return found;
}

test(
  'root keeps a cluster below a folder that only root can traverse, and another user runs it',
  { skip: (process.platform !== 'linux' || process.getuid?.() !== 0) && 'needs root on Linux' },
  async (t) => {
    const { dataDir: closed, start } = await emptyFolder(t);
    await chmod(closed, 0o700);
    await (await start('data')).stop();
    const server = await start('data');
    assert.equal(await ask(server.connectionString, 'select 1 as value'), 1);
    assert.notEqual((await stat(`/proc/${await serverPid(path.join(closed, 'data'))}`)).uid, 0);
  },
);

test('a stale pid file whose process id belongs to another program does not prevent the start', async (t) => {
  const { dataDir, start } = await emptyFolder(t);
  await (await start()).stop();
  await writeFile(pidFile(dataDir), `${process.pid}\n${dataDir}/postgres\n`);
  const server = await start();
  assert.equal(await ask(server.connectionString, 'select 1 as value'), 1);
});

function spawnParent(dataDir: string): ChildProcessByStdio<null, Readable, null> {
  const script = `
    import { startEmbeddedPostgres } from './server.ts';
    const ignore = () => undefined;
    const log = { debug: ignore, warn: ignore, error: ignore };
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
    console.log(server.connectionString);
    setInterval(() => undefined, 1_000);`;
  return spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
