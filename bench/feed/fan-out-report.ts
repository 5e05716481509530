import type { Sample } from '../harness/measure.ts';
import { median, report } from '../harness/report.ts';
import type { Size } from '../harness/report.ts';

export type Delivery = {
  readonly followers: number;
  /** Time until the mutation has answered. */
  readonly publishMs: number;
  /** Time until the post is in the timelines of all followers. */
  readonly deliveredMs: number;
  readonly workerMs: number;
  readonly postgresMs: number;
};

export type FanOutMeasurement = {
  readonly deliveries: readonly Delivery[];
  /** One page of a user with so many followees, first fanned out, then pulled. */
  readonly reading: { readonly followees: number; readonly delivered: Sample; readonly pulled: Sample };
};

const PUBLISH_GROWTH_MAX = 1.5;
const DELIVERED_MS_MAX = 10_000;

/** @returns whether every target was met */
export function reportFanOut({ deliveries, reading }: FanOutMeasurement, size: Size): Promise<boolean> {
  const rows = [...Map.groupBy(deliveries, ({ followers }) => followers)].map(([followers, of]) =>
    rowOf(followers, of),
  );
  const [fewest, most] = [rows.at(0), rows.at(-1)];
  const growth = (most?.publishMs ?? Number.NaN) / (fewest?.publishMs ?? Number.NaN);
  const slowestMs = Math.max(...deliveries.map(({ deliveredMs }) => deliveredMs));
  const targets = [
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
  return report({
    scenario: 'fan-out',
    size,
    tables: [rows.map(printed), printedReading(reading)],
    targets,
    result: { rows, reading },
  });
}

function rowOf(followers: number, of: readonly Delivery[]) {
  const medianOf = (value: (delivery: Delivery) => number): number => median(of.map(value));
  return {
    followers,
    publishMs: medianOf(({ publishMs }) => publishMs),
    deliveredMs: medianOf(({ deliveredMs }) => deliveredMs),
    /** CPU of the worker and of PostgreSQL for one follower, including the mutation. */
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
