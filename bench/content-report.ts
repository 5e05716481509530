import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import type { ContentWorldSize } from './content-world.ts';
import type { SequentialScan } from './question-plans.ts';
import { evenStatements, printed, printedTarget, rowsOf, timeTargets } from './question-report.ts';
import type { Measured, Target } from './question-report.ts';
import type { AskedStatements } from './question-statements.ts';
import { formatTable } from './table.ts';

export type ContentMeasurement = {
  readonly world: ContentWorldSize;
  readonly fillSeconds: number;
  readonly connections: { readonly reading: number; readonly writing: number };
  readonly questions: readonly Measured[];
  /** All on one post. */
  readonly reactions: Measured;
  /** Views from the first report until the last one is counted. */
  readonly viewsPerSecond: number;
  /** How long the jobs take that make trends and rankings. */
  readonly jobs: readonly { readonly name: string; readonly ms: number }[];
  readonly statements: readonly AskedStatements[];
  readonly scans: readonly SequentialScan[];
};

const REACTIONS_PER_SECOND_MIN = 200;
const VIEWS_PER_SECOND_MIN = 5_000;
const RESULTS = path.join(import.meta.dirname, 'results');

/** Prints the tables, writes `results/content.json`. @returns whether every target was met */
export async function reportContent(measured: ContentMeasurement): Promise<boolean> {
  const { questions, reactions, statements, scans, connections } = measured;
  const rows = rowsOf(questions);
  const reactionRows = rowsOf([reactions]);
  const targets = [
    ...timeTargets(rows),
    ...rateTargets(measured, reactionRows[0]?.atOnce.requestsPerSecond ?? 0),
    evenStatements(statements),
    {
      name: 'statements that read all of a large table',
      measured: scans.length,
      wanted: '0',
      isMet: scans.length === 0,
    },
  ];
  await mkdir(RESULTS, { recursive: true });
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpus: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', node: process.version },
    ...measured,
    rows: [...rows, ...reactionRows],
    targets,
    statements: statements.map(({ name, fewest, counts }) => ({ name, fewest, ...counts })),
  };
  await writeFile(path.join(RESULTS, 'content.json'), `${JSON.stringify(result, null, 2)}\n`);
  console.log(formatTable(rows.map((row) => printed(row, connections.reading, statements))));
  console.log();
  console.log(formatTable(reactionRows.map((row) => printed(row, connections.writing, statements))));
  console.log();
  console.log(formatTable(measured.jobs.map(({ name, ms }) => ({ job: name, ms: ms.toFixed(0) }))));
  console.log();
  console.log(formatTable(targets.map(printedTarget)));
  for (const { question, table, text } of scans) console.log(`\n${question} reads all of ${table}:\n${text}`);
  return targets.every(({ isMet }) => isMet);
}

function rateTargets({ viewsPerSecond }: ContentMeasurement, reactionsPerSecond: number): Target[] {
  return [
    {
      name: 'reactions to one post per second',
      measured: reactionsPerSecond,
      wanted: `>= ${REACTIONS_PER_SECOND_MIN}`,
      isMet: reactionsPerSecond >= REACTIONS_PER_SECOND_MIN,
    },
    {
      name: 'views per second, counted',
      measured: viewsPerSecond,
      wanted: `>= ${VIEWS_PER_SECOND_MIN}`,
      isMet: viewsPerSecond >= VIEWS_PER_SECOND_MIN,
    },
  ];
}
