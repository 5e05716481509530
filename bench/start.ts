import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/support/free-port.ts';
import { childrenOf, processMemoryBytes } from './cpu.ts';
import { pidOf, stopChild } from './processes.ts';
import { PRODUCT_PATH, scriptArguments } from './product-server.ts';

const ANSWER_TIMEOUT_MS = 60_000;
const POLL_MS = 10;
/** The second field makes the answer depend on the database. */
const QUERY = '{ apiLimits { pageSizeMax } user(username: "nobody") { id } }';

export type Start = {
  readonly readyMs: number;
  readonly nodeBytes: number | null;
  readonly databaseBytes: number | null;
};

/** Runs `npm start` of the product in this folder until it answers, and measures its memory once it is idle. */
export async function measureStart(root: string, dataDir: string, idleMs: number): Promise<Start> {
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
    const readyMs = performance.now() - startedMs;
    await sleep(idleMs);
    return { readyMs, ...memoryOf(pidOf(child)) };
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

/** The child processes are those of the database server. */
function memoryOf(pid: number): Pick<Start, 'nodeBytes' | 'databaseBytes'> {
  return { nodeBytes: processMemoryBytes(pid), databaseBytes: familyMemoryBytes(childrenOf(pid)) };
}

function familyMemoryBytes(pids: readonly number[]): number {
  return pids.reduce(
    (sum, pid) => sum + (processMemoryBytes(pid) ?? 0) + familyMemoryBytes(childrenOf(pid)),
    0,
  );
}
