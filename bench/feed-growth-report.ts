import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { median } from './feed-report.ts';
import type { Sample } from './question-measure.ts';
import { printedTarget } from './question-report.ts';
import type { Target } from './question-report.ts';
import { formatTable } from './table.ts';
import type { WorldSize } from './world.ts';

export type GrowthStep = {
  readonly world: WorldSize;
  /** The first page, of a timeline. */
  readonly first: readonly Sample[];
  /** A page below the timeline, where everybody who is followed is looked up; empty when nothing is there. */
  readonly deep: readonly Sample[];
  /** The first page of somebody without a timeline. */
  readonly lookedUp: readonly Sample[];
};

/** The first page of the largest world may take so many times as long as that of the smallest. */
const GROWTH_MAX = 1.5;
const RESULTS = path.join(import.meta.dirname, 'results');

/** Prints the table, writes `results/feed-growth.json`. @returns whether every target was met */
export async function reportFeedGrowth(steps: readonly GrowthStep[]): Promise<boolean> {
  const rows = steps.flatMap((step) => [
    rowOf(step, 'first page', step.first),
    ...(step.deep.length === 0 ? [] : [rowOf(step, 'below the timeline', step.deep)]),
    rowOf(step, 'without a timeline', step.lookedUp),
  ]);
  const p50s = rows.filter(({ page }) => page === 'first page').map(({ p50Ms }) => p50Ms);
  const growth = (p50s.at(-1) ?? Number.NaN) / (p50s.at(0) ?? Number.NaN);
  const target: Target = {
    name: 'first page, p50 of the largest world / smallest',
    measured: growth,
    wanted: `<= ${GROWTH_MAX}`,
    isMet: growth <= GROWTH_MAX,
  };
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpus: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', node: process.version },
    rows,
    targets: [target],
  };
  await mkdir(RESULTS, { recursive: true });
  await writeFile(path.join(RESULTS, 'feed-growth.json'), `${JSON.stringify(result, null, 2)}\n`);
  console.log(formatTable(rows.map(printed)));
  console.log();
  console.log(formatTable([printedTarget(target)]));
  return target.isMet;
}

const rowOf = ({ world }: GrowthStep, page: string, samples: readonly Sample[]) => ({
  posts: world.posts,
  followees: world.followees,
  page,
  p50Ms: median(samples.map(({ alone }) => alone.p50Ms)),
  p99Ms: median(samples.map(({ alone }) => alone.p99Ms)),
  requestsPerSecond: median(samples.map(({ atOnce }) => atOnce.requestsPerSecond)),
  postgresMs: median(samples.map(({ postgresMs }) => postgresMs ?? Number.NaN)),
});

const printed = (row: ReturnType<typeof rowOf>): Record<string, string> => ({
  posts: String(row.posts),
  followees: String(row.followees),
  page: row.page,
  'p50 ms': row.p50Ms.toFixed(2),
  'p99 ms': row.p99Ms.toFixed(1),
  'req/s, 16 at once': row.requestsPerSecond.toFixed(0),
  'postgres ms/req': row.postgresMs.toFixed(2),
});
