import { medianCost, medianLoad } from '../harness/measure.ts';
import type { Cost, Load, Sample } from '../harness/measure.ts';
import type { SequentialScan } from './question-plans.ts';
import type { AskedStatements } from './question-statements.ts';
import { report } from '../harness/report.ts';
import type { Size, Target } from '../harness/report.ts';

/** Measurement of a repeated question. */
export type Measured = {
  /** The row of the results. Of several with one name the slowest is reported. */
  readonly name: string;
  /** Distinguishes it from others with the same name. */
  readonly asked: string;
  readonly p50MsMax: number | null;
  readonly samples: readonly Sample[];
};

/** Measurement of a repeated change: in samples, or as a whole until jobs have counted it. */
export type MeasuredChange = {
  readonly name: string;
  readonly samples: readonly Sample[];
  readonly countedPerSecond: number | null;
  readonly perRequest: number;
  readonly perSecondMin: number | null;
};

export type QuestionMeasurement = {
  readonly name: string;
  readonly world: object;
  readonly fillSeconds: number;
  readonly connections: { readonly reading: number; readonly changing: number };
  /** Durations of the jobs that prepare data. */
  readonly jobs: readonly { readonly name: string; readonly ms: number }[];
  /** Includes baselines of the machine: an empty query, and a row by the bare driver. */
  readonly questions: readonly Measured[];
  readonly changes: readonly MeasuredChange[];
  readonly statements: readonly AskedStatements[];
  readonly scans: readonly SequentialScan[];
};

/** Prints the tables and stores the result. @returns whether every target was met */
export function reportQuestions(measured: QuestionMeasurement, size: Size): Promise<boolean> {
  const { name, statements, scans, connections, jobs, questions, changes, ...given } = measured;
  const rows = rowsOf(questions);
  const changeRows = changes
    .filter(({ samples }) => samples.length > 0)
    .map((change) => ({ name: change.name, p50MsMax: null, ...mediansOf(change.samples) }));
  for (const { question, table, text } of scans) console.log(`${question} reads all of ${table}:\n${text}\n`);
  return report({
    scenario: name,
    size,
    tables: [
      rows.map((row) => printed(row, connections.reading, statements)),
      changeRows.map((row) => printed(row, connections.changing, statements)),
      jobs.map((job) => ({ job: job.name, ms: job.ms.toFixed(0) })),
    ],
    targets: [
      ...timeTargets(rows),
      ...changes.flatMap(rateTarget),
      noneOf('lists with other statements for 50 items than for 1', statements.filter(isUneven)),
      noneOf('statements that read all of a large table', scans),
    ],
    result: {
      ...given,
      connections,
      jobs,
      rows: [...rows, ...changeRows],
      statements: statements.map(({ name: asked, fewest, counts }) => ({ name: asked, fewest, ...counts })),
      sequentialScans: scans,
      measured: [...questions, ...changes],
    },
  });
}

type Row = Cost & {
  readonly name: string;
  readonly p50MsMax: number | null;
  readonly alone: Load;
  readonly atOnce: Load;
};

/** Medians over the rounds; of several with one name the slowest. */
function rowsOf(measured: readonly Measured[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { name, p50MsMax, samples } of measured) {
    const row = { name, p50MsMax, ...mediansOf(samples) };
    const known = rows.get(name);
    if (!known || known.alone.p50Ms < row.alone.p50Ms) rows.set(name, row);
  }
  return [...rows.values()];
}

const mediansOf = (samples: readonly Sample[]): Sample => ({
  alone: medianLoad(samples.map(({ alone }) => alone)),
  atOnce: medianLoad(samples.map(({ atOnce }) => atOnce)),
  ...medianCost(samples),
});

const timeTargets = (rows: readonly Row[]): Target[] =>
  rows.flatMap(({ name, p50MsMax, alone: { p50Ms } }) =>
    p50MsMax === null
      ? []
      : [{ name: `${name}, p50 ms`, measured: p50Ms, wanted: `< ${p50MsMax}`, isMet: p50Ms < p50MsMax }],
  );

function rateTarget({ name, samples, countedPerSecond, perRequest, perSecondMin }: MeasuredChange): Target[] {
  if (perSecondMin === null) return [];
  const measured = countedPerSecond ?? mediansOf(samples).atOnce.requestsPerSecond * perRequest;
  return [
    {
      name: `${name}, per second`,
      measured,
      wanted: `>= ${perSecondMin}`,
      isMet: measured >= perSecondMin,
    },
  ];
}

/** Lists must not execute more statements for many items than for one. */
const isUneven = ({ counts }: AskedStatements): boolean => counts?.of1 !== counts?.of50;

const noneOf = (name: string, found: readonly unknown[]): Target => ({
  name,
  measured: found.length,
  wanted: '0',
  isMet: found.length === 0,
});

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
