import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { CONTENDERS } from './contenders.ts';
import type { ContenderName } from './contenders.ts';
import type { FeedStatementCounts } from './feed-statement-check.ts';
import { formatTable } from './table.ts';
import type { WorldSize } from './world.ts';

export type Sample = {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of the server's process for one request; null where it cannot be measured. */
  readonly nodeMs: number | null;
  /** CPU of all of PostgreSQL for one request. */
  readonly postgresMs: number | null;
};

export type Round = Readonly<Record<ContenderName, Sample>>;

export type FeedMeasurement = {
  readonly leaves: number;
  readonly rounds: readonly Round[];
  readonly statements: FeedStatementCounts;
  readonly world: WorldSize;
  readonly poolSize: number;
  readonly connections: number;
};

/** How many times the throughput of each of the others the product's must be. */
const TARGET_RATIOS: Readonly<Record<Exclude<ContenderName, 'plaza'>, number>> = {
  postgraphile: 2.5,
  'apollo-prisma': 3.5,
  limit: 0.65,
};

const RESULTS = path.join(import.meta.dirname, 'results');

/** Prints the table, writes `results/feed.json`. @returns whether every target was met */
export async function reportFeed(measured: FeedMeasurement): Promise<boolean> {
  const targets = targetsOf(measured);
  const contenders = CONTENDERS.map((name) => ({
    name,
    ...medianSample(measured.rounds.map((round) => round[name])),
  }));
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpus: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', node: process.version },
    world: measured.world,
    connections: measured.connections,
    poolSize: measured.poolSize,
    leavesPerFeed: Math.round(measured.leaves),
    statements: measured.statements,
    contenders,
    targets,
    rounds: measured.rounds,
  };
  await mkdir(RESULTS, { recursive: true });
  await writeFile(path.join(RESULTS, 'feed.json'), `${JSON.stringify(result, null, 2)}\n`);
  console.log(formatTable(contenders.map(toRow)));
  console.log();
  console.log(
    formatTable(
      targets.map(({ name, measured: value, target, isMet }) => ({
        target: name,
        measured: value.toFixed(2),
        wanted: target.toFixed(2),
        met: isMet ? 'yes' : 'NO',
      })),
    ),
  );
  return targets.every(({ isMet }) => isMet);
}

type Target = {
  readonly name: string;
  readonly measured: number;
  readonly target: number;
  readonly isMet: boolean;
};

function targetsOf({ rounds, statements }: FeedMeasurement): Target[] {
  const ratios = Object.entries(TARGET_RATIOS).map(([name, target]) => {
    // The entries are those of the object above.
    const other = name as keyof typeof TARGET_RATIOS;
    const perRound = rounds.map((round) => round.plaza.requestsPerSecond / round[other].requestsPerSecond);
    const measured = median(perRound);
    return { name: `plaza / ${name}`, measured, target, isMet: measured >= target };
  });
  const { of1, of50 } = statements;
  return [
    ...ratios,
    { name: 'statements for 50 posts, as for 1', measured: of50, target: of1, isMet: of50 === of1 },
  ];
}

function medianSample(samples: readonly Sample[]): Sample {
  return {
    requestsPerSecond: median(samples.map((sample) => sample.requestsPerSecond)),
    p50Ms: median(samples.map((sample) => sample.p50Ms)),
    p99Ms: median(samples.map((sample) => sample.p99Ms)),
    nodeMs: medianOrNull(samples.map((sample) => sample.nodeMs)),
    postgresMs: medianOrNull(samples.map((sample) => sample.postgresMs)),
  };
}

function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function toRow(sample: Sample & { name: string }): Record<string, string> {
  return {
    server: sample.name,
    'req/s': sample.requestsPerSecond.toFixed(0),
    'p50 ms': sample.p50Ms.toFixed(1),
    'p99 ms': sample.p99Ms.toFixed(1),
    'node ms/req': sample.nodeMs?.toFixed(2) ?? '-',
    'postgres ms/req': sample.postgresMs?.toFixed(2) ?? '-',
  };
}
