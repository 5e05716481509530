import { medianCost, medianLoad } from '../harness/measure.ts';
import type { Sample } from '../harness/measure.ts';
import { report } from '../harness/report.ts';
import type { Size, Target } from '../harness/report.ts';
import type { WorldSize } from '../harness/world.ts';

export type GrowthStep = {
  readonly world: WorldSize;
  /** The first page, read from the timeline. */
  readonly first: readonly Sample[];
  /** A page below the timeline, where all followees are pulled; empty when there is none. */
  readonly deep: readonly Sample[];
  /** The first page of a user without a timeline. */
  readonly lookedUp: readonly Sample[];
};

/** Maximum ratio of the time of the first page in the largest world to that in the smallest. */
const GROWTH_MAX = 1.5;
/** Maximum ratio of the time of a page of pulled followees to that of the first page in the same world. */
const PULLED_MAX = 10;

/** @returns whether every target was met */
export function reportFeedGrowth(steps: readonly GrowthStep[], size: Size): Promise<boolean> {
  const rows = steps.flatMap((step) => [
    rowOf(step, 'first page', step.first),
    ...(step.deep.length === 0 ? [] : [rowOf(step, 'below the timeline', step.deep)]),
    rowOf(step, 'without a timeline', step.lookedUp),
  ]);
  const first = rows.filter(({ page }) => page === 'first page');
  const growth = (first.at(-1)?.p50Ms ?? Number.NaN) / (first.at(0)?.p50Ms ?? Number.NaN);
  const pulled = rows.map(
    (row) => row.p50Ms / (first.find(({ posts }) => posts === row.posts)?.p50Ms ?? Number.NaN),
  );
  return report({
    scenario: 'feed-growth',
    size,
    tables: [rows.map(printed)],
    targets: [
      atMost('first page, p50 of the largest world / smallest', growth, GROWTH_MAX),
      atMost('pages of pulled followees, p50 / first page', Math.max(...pulled), PULLED_MAX),
    ],
    result: { rows },
  });
}

const atMost = (name: string, measured: number, max: number): Target => ({
  name,
  measured,
  wanted: `<= ${max}`,
  isMet: measured <= max,
});

const rowOf = ({ world }: GrowthStep, page: string, samples: readonly Sample[]) => {
  const { p50Ms, p99Ms } = medianLoad(samples.map(({ alone }) => alone));
  const { requestsPerSecond } = medianLoad(samples.map(({ atOnce }) => atOnce));
  const { postgresMs } = medianCost(samples);
  const { posts, followees } = world;
  return { posts, followees, page, p50Ms, p99Ms, requestsPerSecond, postgresMs };
};

const printed = (row: ReturnType<typeof rowOf>): Record<string, string> => ({
  posts: String(row.posts),
  followees: String(row.followees),
  page: row.page,
  'p50 ms': row.p50Ms.toFixed(2),
  'p99 ms': row.p99Ms.toFixed(1),
  'req/s, 16 at once': row.requestsPerSecond.toFixed(0),
  'postgres ms/req': row.postgresMs?.toFixed(2) ?? '-',
});
