import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { median } from './feed-report.ts';
import type { Load, Sample } from './people-measure.ts';
import type { SequentialScan } from './people-plans.ts';
import type { AskedStatements } from './people-statements.ts';
import type { PeopleWorldSize } from './people-world.ts';
import { formatTable } from './table.ts';

/** One thing that was asked again and again. */
export type Measured = {
  /** The row of the results. Of several with one name the slowest stands there. */
  readonly name: string;
  /** What tells it from others with the same name. */
  readonly asked: string;
  readonly hasTarget: boolean;
  readonly samples: readonly Sample[];
};

export type PeopleMeasurement = {
  readonly world: PeopleWorldSize;
  readonly fillSeconds: number;
  readonly connections: { readonly reading: number; readonly following: number };
  /** What the machine needs for next to nothing: an empty query, and a person's row by the bare driver. */
  readonly references: readonly Measured[];
  readonly questions: readonly Measured[];
  readonly follows: Measured;
  readonly statements: readonly AskedStatements[];
  readonly scans: readonly SequentialScan[];
};

const P50_MAX_MS = 10;
const RESULTS = path.join(import.meta.dirname, 'results');

/** Prints the tables, writes `results/people.json`. @returns whether every target was met */
export async function reportPeople(measured: PeopleMeasurement): Promise<boolean> {
  const { references, questions, follows, statements, scans, connections } = measured;
  const rows = rowsOf([...references, ...questions]);
  const followRows = rowsOf([follows]);
  const targets = targetsOf(rowsOf(questions), measured);
  await mkdir(RESULTS, { recursive: true });
  const machine = { cpus: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', node: process.version };
  const result = {
    measuredAt: new Date().toISOString(),
    machine,
    world: measured.world,
    fillSeconds: measured.fillSeconds,
    connections,
    rows: [...rows, ...followRows],
    targets,
    statements: statements.map(({ name, fewest, counts }) => ({ name, fewest, ...counts })),
    sequentialScans: scans,
    measured: [...references, ...questions, follows],
  };
  await writeFile(path.join(RESULTS, 'people.json'), `${JSON.stringify(result, null, 2)}\n`);
  console.log(formatTable(rows.map((row) => printed(row, connections.reading, statements))));
  console.log();
  console.log(formatTable(followRows.map((row) => printed(row, connections.following, statements))));
  console.log();
  console.log(formatTable(targets.map(printedTarget)));
  for (const { question, table, text } of scans) console.log(`\n${question} reads all of ${table}:\n${text}`);
  return targets.every(({ isMet }) => isMet);
}

type Row = {
  readonly name: string;
  readonly hasTarget: boolean;
  readonly alone: Load;
  readonly atOnce: Load;
  readonly nodeMs: number | null;
  readonly postgresMs: number | null;
};

/** Medians over the rounds; of several with one name the slowest. */
function rowsOf(measured: readonly Measured[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { name, hasTarget, samples } of measured) {
    const row: Row = {
      name,
      hasTarget,
      alone: medianLoad(samples.map(({ alone }) => alone)),
      atOnce: medianLoad(samples.map(({ atOnce }) => atOnce)),
      nodeMs: medianOrNull(samples.map(({ nodeMs }) => nodeMs)),
      postgresMs: medianOrNull(samples.map(({ postgresMs }) => postgresMs)),
    };
    const known = rows.get(name);
    if (!known || known.alone.p50Ms < row.alone.p50Ms) rows.set(name, row);
  }
  return [...rows.values()];
}

const medianLoad = (loads: readonly Load[]): Load => ({
  requestsPerSecond: median(loads.map(({ requestsPerSecond }) => requestsPerSecond)),
  p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
});

function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

type Target = {
  readonly name: string;
  readonly measured: number;
  readonly wanted: string;
  readonly isMet: boolean;
};

function targetsOf(rows: readonly Row[], { statements, scans }: PeopleMeasurement): Target[] {
  const times = rows.filter(({ hasTarget }) => hasTarget);
  const paged = statements.filter(({ counts }) => counts !== null);
  const uneven = paged.filter(({ counts }) => counts?.of1 !== counts?.of50).length;
  return [
    ...times.map(({ name, alone: { p50Ms } }) => ({
      name: `${name}, p50 ms`,
      measured: p50Ms,
      wanted: `< ${P50_MAX_MS}`,
      isMet: p50Ms < P50_MAX_MS,
    })),
    {
      name: 'lists with other statements for 50 people than for 1',
      measured: uneven,
      wanted: '0',
      isMet: uneven === 0,
    },
    {
      name: 'statements that read all of users or follows',
      measured: scans.length,
      wanted: '0',
      isMet: scans.length === 0,
    },
  ];
}

function printed(
  row: Row,
  connections: number,
  statements: readonly AskedStatements[],
): Record<string, string> {
  const counts = new Set(statements.filter(({ name }) => name === row.name).map(({ fewest }) => fewest));
  return {
    question: row.name,
    'p50 ms': row.alone.p50Ms.toFixed(2),
    'p99 ms': row.alone.p99Ms.toFixed(1),
    'req/s': row.alone.requestsPerSecond.toFixed(0),
    [`p50 ms, ${connections} at once`]: row.atOnce.p50Ms.toFixed(1),
    [`p99 ms, ${connections} at once`]: row.atOnce.p99Ms.toFixed(1),
    [`req/s, ${connections} at once`]: row.atOnce.requestsPerSecond.toFixed(0),
    'node ms/req': row.nodeMs?.toFixed(2) ?? '-',
    'postgres ms/req': row.postgresMs?.toFixed(2) ?? '-',
    statements: counts.size === 0 ? '-' : [...counts].sort((left, right) => left - right).join(' or '),
  };
}

const printedTarget = ({ name, measured, wanted, isMet }: Target): Record<string, string> => ({
  target: name,
  measured: Number.isInteger(measured) ? String(measured) : measured.toFixed(2),
  wanted,
  met: isMet ? 'yes' : 'NO',
});
