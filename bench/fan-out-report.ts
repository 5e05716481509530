import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { median } from './feed-report.ts';
import type { Sample } from './question-measure.ts';
import { printedTarget } from './question-report.ts';
import type { Target } from './question-report.ts';
import { formatTable } from './table.ts';

export type Delivery = {
  readonly followers: number;
  /** Until the mutation has answered. */
  readonly publishMs: number;
  /** Until the post is in the timelines of all followers. */
  readonly deliveredMs: number;
  readonly workerMs: number;
  readonly postgresMs: number;
};

export type FanOutMeasurement = {
  readonly deliveries: readonly Delivery[];
  /** One page of somebody who follows so many people, who are delivered and then looked up. */
  readonly reading: { readonly followees: number; readonly delivered: Sample; readonly pulled: Sample };
};

const PUBLISH_GROWTH_MAX = 1.5;
const DELIVERED_MS_MAX = 10_000;
const RESULTS = path.join(import.meta.dirname, 'results');

/** Prints the tables, writes `results/fan-out.json`. @returns whether every target was met */
export async function reportFanOut({ deliveries, reading }: FanOutMeasurement): Promise<boolean> {
  const rows = [...Map.groupBy(deliveries, ({ followers }) => followers)].map(([followers, of]) =>
    rowOf(followers, of),
  );
  const [fewest, most] = [rows.at(0), rows.at(-1)];
  const growth = (most?.publishMs ?? Number.NaN) / (fewest?.publishMs ?? Number.NaN);
  const slowestMs = Math.max(...deliveries.map(({ deliveredMs }) => deliveredMs));
  const targets: Target[] = [
    {
      name: 'createPost, p50 with most followers / fewest',
      measured: growth,
      wanted: `<= ${PUBLISH_GROWTH_MAX}`,
      isMet: growth <= PUBLISH_GROWTH_MAX,
    },
    {
      name: 'in all feeds, slowest, ms',
      measured: slowestMs,
      wanted: `< ${DELIVERED_MS_MAX}`,
      isMet: slowestMs < DELIVERED_MS_MAX,
    },
  ];
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpus: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', node: process.version },
    rows,
    reading,
    targets,
  };
  await mkdir(RESULTS, { recursive: true });
  await writeFile(path.join(RESULTS, 'fan-out.json'), `${JSON.stringify(result, null, 2)}\n`);
  console.log(formatTable(rows.map(printed)));
  console.log();
  console.log(formatTable(printedReading(reading)));
  console.log();
  console.log(formatTable(targets.map(printedTarget)));
  return targets.every(({ isMet }) => isMet);
}

function rowOf(followers: number, of: readonly Delivery[]) {
  const medianOf = (value: (delivery: Delivery) => number): number => median(of.map(value));
  return {
    followers,
    publishMs: medianOf(({ publishMs }) => publishMs),
    deliveredMs: medianOf(({ deliveredMs }) => deliveredMs),
    /** Of the worker and of PostgreSQL for one follower, the publishing included. */
    deliveryMicroseconds: medianOf(
      ({ workerMs, postgresMs }) => (1_000 * (workerMs + postgresMs)) / followers,
    ),
  };
}

const printed = (row: ReturnType<typeof rowOf>): Record<string, string> => ({
  followers: String(row.followers),
  'createPost p50 ms': row.publishMs.toFixed(1),
  'in all feeds after p50 ms': row.deliveredMs.toFixed(0),
  'CPU µs per delivery': row.followers < 1_000 ? '-' : row.deliveryMicroseconds.toFixed(0),
});

function printedReading({
  followees,
  delivered,
  pulled,
}: FanOutMeasurement['reading']): Record<string, string>[] {
  const row = (name: string, { alone, postgresMs }: Sample): Record<string, string> => ({
    [`${followees} followees`]: name,
    'p50 ms': alone.p50Ms.toFixed(2),
    'postgres ms/req': postgresMs?.toFixed(2) ?? '-',
  });
  return [row('delivered', delivered), row('looked up', pulled)];
}
