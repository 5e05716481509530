import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/support/transport/free-port.ts';
import { childrenOf, commandOf, processMemoryBytes } from './cpu.ts';
import { pidOf, stopChild } from './processes.ts';
import { PRODUCT_PATH, scriptArguments } from './product-server.ts';

const ANSWER_TIMEOUT_MS = 60_000;
const POLL_MS = 10;
/** The second field makes the answer depend on the database. */
const QUERY = '{ apiLimits { requests { pageSizeMax } } user(username: "nobody") { id } }';

export type Start = {
  readonly readyMs: number;
  readonly nodeBytes: number | null;
  readonly databaseBytes: number | null;
};

/** Runs `npm start` of the product in this folder until it answers, and measures its memory once it is idle. */
export function measureStart(root: string, dataDir: string, idleMs: number): Promise<Start> {
  return whileStarted(root, dataDir, async ({ pid, readyMs }) => {
    await sleep(idleMs);
    return { readyMs, ...memoryOf(pid) };
  });
}

/** Runs the product until no job has been due for some seconds: the demo world then has all of its content. */
export function fillDemoWorld(root: string, dataDir: string): Promise<void> {
  return whileStarted(root, dataDir, async ({ opsPort }) => {
    const deadlineMs = performance.now() + FILL_TIMEOUT_MS;
    let quietSeconds = 0;
    while (quietSeconds < QUIET_SECONDS) {
      if (performance.now() > deadlineMs) throw new Error('The demo world is not filled in time.');
      await sleep(1_000);
      quietSeconds = (await dueJobs(opsPort)) === 0 ? quietSeconds + 1 : 0;
    }
  });
}

const FILL_TIMEOUT_MS = 300_000;
const QUIET_SECONDS = 10;

async function dueJobs(opsPort: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  const counts = [...metrics.matchAll(/^jobs_waiting\{.*\} (\d+)$/gm)].map(([, count]) => Number(count));
  return counts.reduce((sum, count) => sum + count, 0);
}

type Started = { readonly pid: number; readonly opsPort: number; readonly readyMs: number };

async function whileStarted<T>(
  root: string,
  dataDir: string,
  work: (started: Started) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const opsPort = await freePort();
  const startedMs = performance.now();
  const child = spawn(process.execPath, await scriptArguments('start', root), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      OPS_PORT: String(opsPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
  });
  try {
    await untilAnswered(child, port);
    return await work({ pid: pidOf(child), opsPort, readyMs: performance.now() - startedMs });
  } finally {
    await stopChild(child);
  }
}

async function untilAnswered(child: ChildProcess, port: number): Promise<void> {
  const deadlineMs = performance.now() + ANSWER_TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null)
      throw new Error(`The product ended with code ${child.exitCode} while starting.`);
    if (await isAnswered(port)) return;
    await sleep(POLL_MS);
  }
  throw new Error(`No query was answered in ${ANSWER_TIMEOUT_MS / 1_000} s.`);
}

async function isAnswered(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${PRODUCT_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: QUERY }),
    });
    const text = await response.text();
    if (response.ok && text.startsWith('{"data":{')) return true;
    throw new TypeError(`The first answer is not data: ${text}`);
  } catch (error) {
    // Connection refused is expected until the server listens; any other failure is an error.
    if (error instanceof TypeError && error.message === 'fetch failed') return false;
    throw error;
  }
}

/** The children are those of the database server, and processes of Node.js for media. */
function memoryOf(pid: number): Pick<Start, 'nodeBytes' | 'databaseBytes'> {
  const family = familyOf(pid);
  return {
    nodeBytes: memoryOfAll(family.filter((member) => !isDatabase(member))),
    databaseBytes: memoryOfAll(family.filter(isDatabase)),
  };
}

const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

const isDatabase = (pid: number): boolean => /^([^\0]*\/)?postgres[:\0]/.test(commandOf(pid) ?? '');

/** Null without /proc. */
function memoryOfAll(pids: readonly number[]): number | null {
  const known = pids.map(processMemoryBytes).filter((bytes) => bytes !== null);
  return known.length === 0 ? null : known.reduce((sum, bytes) => sum + bytes, 0);
}
