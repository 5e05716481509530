import { rm } from 'node:fs/promises';
import { temporaryFolder } from '../harness/database.ts';
import { ROOT } from '../harness/product-server.ts';
import { median, report } from '../harness/report.ts';
import type { Size } from '../harness/report.ts';
import { fillDemoWorld, measureStart } from '../harness/start.ts';
import type { Start } from '../harness/start.ts';

const FIRST_START_MAX_MS = 8_000;
const SECOND_START_MAX_MS = 3_000;
/** Of the second start, whose demo world is filled: nothing but the product at rest takes memory. */
const IDLE_NODE_MAX_MIB = 300;
const IDLE_DATABASE_MAX_MIB = 200;
/** Idle time after which memory of the startup has been released. */
const IDLE_MS = 10_000;
const REPEATS: Record<Size, number> = { small: 1, usual: 3, full: 7 };
const MIB = 1_024 * 1_024;

/**
 * Measures `npm start` on an empty folder until the first query is answered, and again when the demo world is filled, with
 * its memory ten seconds later.
 * @returns whether all targets were met
 */
export async function runStart(size: Size): Promise<boolean> {
  const starts: { first: Start; second: Start }[] = [];
  for (let repeat = 0; repeat < REPEATS[size]; repeat += 1) starts.push(await measurePair());
  const firsts = starts.map(({ first }) => first);
  const seconds = starts.map(({ second }) => second);
  const second = rowOf('second start', SECOND_START_MAX_MS, seconds);
  const rows = [rowOf('first start', FIRST_START_MAX_MS, firsts), second];
  return report({
    scenario: 'start',
    size,
    tables: [
      rows.map(({ name, nodeMib, databaseMib }) => ({
        start: name,
        'idle node MiB': nodeMib.toFixed(0),
        'idle postgres MiB': databaseMib.toFixed(0),
      })),
    ],
    targets: [
      ...rows.map(({ name, readyMs, maxMs }) => ({
        name: `${name}, s`,
        measured: readyMs / 1_000,
        wanted: `<= ${maxMs / 1_000}`,
        isMet: readyMs <= maxMs,
      })),
      memoryTarget('idle node, MiB', second.nodeMib, IDLE_NODE_MAX_MIB),
      memoryTarget('idle postgres, MiB', second.databaseMib, IDLE_DATABASE_MAX_MIB),
    ],
    result: { rows, starts },
  });
}

async function measurePair(): Promise<{ first: Start; second: Start }> {
  const dataDir = await temporaryFolder();
  try {
    const first = await measureStart(ROOT, dataDir, IDLE_MS);
    await fillDemoWorld(ROOT, dataDir);
    return { first, second: await measureStart(ROOT, dataDir, IDLE_MS) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Without /proc the measure is NaN, and the target not met. */
const memoryTarget = (name: string, mib: number, maxMib: number) => ({
  name,
  measured: mib,
  wanted: `<= ${maxMib}`,
  isMet: mib <= maxMib,
});

function rowOf(name: string, maxMs: number, starts: readonly Start[]) {
  const medianMib = (bytesOf: (start: Start) => number | null): number =>
    median(starts.map((start) => bytesOf(start) ?? Number.NaN)) / MIB;
  return {
    name,
    readyMs: median(starts.map(({ readyMs }) => readyMs)),
    maxMs,
    nodeMib: medianMib(({ nodeBytes }) => nodeBytes),
    databaseMib: medianMib(({ databaseBytes }) => databaseBytes),
  };
}
