import { rm } from 'node:fs/promises';
import { temporaryFolder } from '../database.ts';
import { ROOT } from '../product-server.ts';
import { median, report } from '../report.ts';
import type { Size } from '../report.ts';
import { measureStart } from '../start.ts';
import type { Start } from '../start.ts';

const FIRST_START_MAX_MS = 8_000;
const SECOND_START_MAX_MS = 3_000;
/** Idle time after which memory of the startup has been released. */
const IDLE_MS = 10_000;
const REPEATS: Record<Size, number> = { small: 1, usual: 3, full: 7 };
const MIB = 1_024 * 1_024;

/**
 * Measures `npm start` on an empty folder until the first query is answered, and again on the resulting folder.
 * @returns whether both met their targets
 */
export async function runStart(size: Size): Promise<boolean> {
  const starts: { first: Start; second: Start }[] = [];
  for (let repeat = 0; repeat < REPEATS[size]; repeat += 1) starts.push(await measurePair());
  const rows = [
    rowOf(
      'first start',
      FIRST_START_MAX_MS,
      starts.map(({ first }) => first),
    ),
    rowOf(
      'second start',
      SECOND_START_MAX_MS,
      starts.map(({ second }) => second),
    ),
  ];
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
    targets: rows.map(({ name, readyMs, maxMs }) => ({
      name: `${name}, s`,
      measured: readyMs / 1_000,
      wanted: `<= ${maxMs / 1_000}`,
      isMet: readyMs <= maxMs,
    })),
    result: { rows, starts },
  });
}

async function measurePair(): Promise<{ first: Start; second: Start }> {
  const dataDir = await temporaryFolder();
  try {
    const first = await measureStart(ROOT, dataDir, IDLE_MS);
    return { first, second: await measureStart(ROOT, dataDir, IDLE_MS) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

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
