import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { formatTable } from './table.ts';

/** `small` proves within about a minute that a scenario works: its figures are neither judged nor stored. */
export type Size = 'small' | 'usual' | 'full';

export type Target = {
  readonly name: string;
  readonly measured: number;
  readonly wanted: string;
  readonly isMet: boolean;
};

export type Report = {
  /** Names the file below `results`. */
  readonly scenario: string;
  readonly size: Size;
  readonly tables: readonly (readonly Readonly<Record<string, string>>[])[];
  readonly targets: readonly Target[];
  /** Further values of the report. */
  readonly result: object;
};

const RESULTS = path.join(import.meta.dirname, '../results');

/** Prints the tables and stores the result. @returns whether every target was met */
export async function report({ scenario, size, tables, targets, result }: Report): Promise<boolean> {
  const judged = size === 'small' ? [] : targets;
  for (const rows of [...tables, judged.map(printedTarget)])
    if (rows.length > 0) console.log(`${formatTable(rows)}\n`);
  if (size === 'small') return true;
  const kept = {
    measuredAt: new Date().toISOString(),
    machine: { cpus: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', node: process.version },
    ...result,
    targets,
  };
  await mkdir(RESULTS, { recursive: true });
  await writeFile(path.join(RESULTS, `${scenario}.json`), `${JSON.stringify(kept, null, 2)}\n`);
  return targets.every(({ isMet }) => isMet);
}

const printedTarget = ({ name, measured, wanted, isMet }: Target): Record<string, string> => ({
  target: name,
  measured: Number.isInteger(measured) ? String(measured) : measured.toFixed(2),
  wanted,
  met: isMet ? 'yes' : 'NO',
});

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** @returns null when all values are null */
export function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}
