import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import type { SequentialScan } from './question-plans.ts';
import type { AskedStatements } from './question-statements.ts';
import type { PeopleWorldSize } from './people-world.ts';
import { evenStatements, printed, printedTarget, rowsOf, timeTargets } from './question-report.ts';
import type { Measured, Row, Target } from './question-report.ts';
import { formatTable } from './table.ts';

export type PeopleMeasurement = {
  readonly world: PeopleWorldSize;
  readonly fillSeconds: number;
  readonly connections: { readonly reading: number; readonly following: number };
  /** Among them what the machine needs for next to nothing: an empty query, and a person's row by the bare driver. */
  readonly questions: readonly Measured[];
  readonly follows: Measured;
  readonly statements: readonly AskedStatements[];
  readonly scans: readonly SequentialScan[];
};

const RESULTS = path.join(import.meta.dirname, 'results');

/** Prints the tables, writes `results/people.json`. @returns whether every target was met */
export async function reportPeople(measured: PeopleMeasurement): Promise<boolean> {
  const { questions, follows, statements, scans, connections } = measured;
  const rows = rowsOf(questions);
  const followRows = rowsOf([follows]);
  const targets = targetsOf(rows, measured);
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
    measured: [...questions, follows],
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

function targetsOf(rows: readonly Row[], { statements, scans }: PeopleMeasurement): Target[] {
  return [
    ...timeTargets(rows),
    evenStatements(statements),
    {
      name: 'statements that read all of users or follows',
      measured: scans.length,
      wanted: '0',
      isMet: scans.length === 0,
    },
  ];
}
