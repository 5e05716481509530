import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, pidOf, scriptArguments, stopChild } from '../contenders.ts';
import { childrenOf, processMemoryBytes } from '../cpu.ts';
import { temporaryFolder } from '../database.ts';
import { median } from '../feed-report.ts';
import { formatTable } from '../table.ts';

const FIRST_START_MAX_MS = 8_000;
const SECOND_START_MAX_MS = 3_000;
/** After so long without a request, what starting needed has been given back as far as it ever is. */
const IDLE_MS = 10_000;
const ANSWER_TIMEOUT_MS = 60_000;
const POLL_MS = 10;
/** The second field makes the answer wait for the database. */
const QUERY = '{ apiLimits { pageSizeMax } user(username: "nobody") { id } }';
const ROOT = path.resolve(import.meta.dirname, '../..');
const RESULTS = path.join(ROOT, 'bench/results');
const MIB = 1_024 * 1_024;

type Start = {
  readonly readyMs: number;
  readonly nodeBytes: number | null;
  readonly databaseBytes: number | null;
};

/**
 * `npm start` on an empty folder until the first query is answered, and again on the folder that it left.
 * @returns whether both were fast enough
 */
export async function runStart(options: { isFull: boolean }): Promise<boolean> {
  const repeats = options.isFull ? 7 : 3;
  const starts: { first: Start; second: Start }[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) starts.push(await measurePair());
  return report(starts);
}

async function measurePair(): Promise<{ first: Start; second: Start }> {
  const dataDir = await temporaryFolder();
  try {
    const first = await measureStart(dataDir);
    return { first, second: await measureStart(dataDir) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureStart(dataDir: string): Promise<Start> {
  const port = await freePort();
  const opsPort = await freePort();
  const startedMs = performance.now();
  const child = spawn(process.execPath, await scriptArguments('start'), {
    cwd: ROOT,
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
    await sleep(IDLE_MS);
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
    const response = await fetch(`http://127.0.0.1:${port}/web/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: QUERY }),
    });
    const text = await response.text();
    if (response.ok && text.startsWith('{"data":{')) return true;
    throw new TypeError(`The first answer is not data: ${text}`);
  } catch (error) {
    // Nobody listens yet. What listens has to answer.
    if (error instanceof TypeError && error.message === 'fetch failed') return false;
    throw error;
  }
}

/** The children are the database server's processes. */
function memoryOf(pid: number): Pick<Start, 'nodeBytes' | 'databaseBytes'> {
  return { nodeBytes: processMemoryBytes(pid), databaseBytes: familyMemoryBytes(childrenOf(pid)) };
}

function familyMemoryBytes(pids: readonly number[]): number {
  return pids.reduce(
    (sum, pid) => sum + (processMemoryBytes(pid) ?? 0) + familyMemoryBytes(childrenOf(pid)),
    0,
  );
}

async function report(starts: readonly { first: Start; second: Start }[]): Promise<boolean> {
  const rows = [
    { name: 'first start', maxMs: FIRST_START_MAX_MS, starts: starts.map(({ first }) => first) },
    { name: 'second start', maxMs: SECOND_START_MAX_MS, starts: starts.map(({ second }) => second) },
  ].map(({ name, maxMs, starts: kind }) => {
    const readyMs = median(kind.map((start) => start.readyMs));
    const nodeMib = median(kind.map((start) => start.nodeBytes ?? Number.NaN)) / MIB;
    const databaseMib = median(kind.map((start) => start.databaseBytes ?? Number.NaN)) / MIB;
    return { name, readyMs, maxMs, isMet: readyMs <= maxMs, nodeMib, databaseMib };
  });
  const machine = { cpus: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', node: process.version };
  await mkdir(RESULTS, { recursive: true });
  const result = { measuredAt: new Date().toISOString(), machine, rows, starts };
  await writeFile(path.join(RESULTS, 'start.json'), `${JSON.stringify(result, null, 2)}\n`);
  console.log(
    formatTable(
      rows.map((row) => ({
        start: row.name,
        'first answer s': (row.readyMs / 1_000).toFixed(2),
        'wanted s': (row.maxMs / 1_000).toFixed(2),
        met: row.isMet ? 'yes' : 'NO',
        'idle node MiB': row.nodeMib.toFixed(0),
        'idle postgres MiB': row.databaseMib.toFixed(0),
      })),
    ),
  );
  return rows.every((row) => row.isMet);
}
