import { COMPARED_SERVERS } from './compared-servers.ts';
import type { ComparedServerName } from './compared-servers.ts';
import type { FeedStatementCounts } from './feed-statement-check.ts';
import { medianCost, medianLoad } from '../harness/measure.ts';
import type { Cost, Load } from '../harness/measure.ts';
import { median, report } from '../harness/report.ts';
import type { Size, Target } from '../harness/report.ts';
import type { WorldSize } from '../harness/world.ts';

export type Round = Readonly<Record<ComparedServerName, Load & Cost>>;

export type FeedMeasurement = {
  readonly leaves: number;
  readonly rounds: readonly Round[];
  readonly statements: FeedStatementCounts;
  readonly world: WorldSize;
  readonly poolSize: number;
  readonly connections: number;
};

/** Minimum ratios of the product's throughput to that of each other server. */
const TARGET_RATIOS: Readonly<Record<Exclude<ComparedServerName, 'plaza'>, number>> = {
  postgraphile: 4,
  'apollo-prisma': 6,
  limit: 0.75,
};

/** @returns whether every target was met */
export function reportFeed(measured: FeedMeasurement, size: Size): Promise<boolean> {
  const { leaves, rounds, ...given } = measured;
  const servers = COMPARED_SERVERS.map((name) => {
    const of = rounds.map((round) => round[name]);
    return { name, ...medianLoad(of), ...medianCost(of) };
  });
  return report({
    scenario: 'feed',
    size,
    tables: [servers.map(toRow)],
    targets: targetsOf(measured),
    result: { ...given, leavesPerFeed: Math.round(leaves), servers, rounds },
  });
}

function targetsOf({ rounds, statements }: FeedMeasurement): Target[] {
  const ratios = Object.entries(TARGET_RATIOS).map(([name, wanted]) => {
    // The entries are those of the object above.
    const other = name as keyof typeof TARGET_RATIOS;
    const perRound = rounds.map((round) => round.plaza.requestsPerSecond / round[other].requestsPerSecond);
    const measured = median(perRound);
    return {
      name: `plaza / ${name}`,
      measured,
      wanted: `>= ${wanted.toFixed(2)}`,
      isMet: measured >= wanted,
    };
  });
  const { of1, of50 } = statements;
  const isEven = of50 === of1;
  return [
    ...ratios,
    { name: 'statements for 50 posts, as for 1', measured: of50, wanted: String(of1), isMet: isEven },
  ];
}

const toRow = (sample: Load & Cost & { readonly name: string }): Record<string, string> => ({
  server: sample.name,
  'req/s': sample.requestsPerSecond.toFixed(0),
  'p50 ms': sample.p50Ms.toFixed(1),
  'p99 ms': sample.p99Ms.toFixed(1),
  'node ms/req': sample.nodeMs?.toFixed(2) ?? '-',
  'postgres ms/req': sample.postgresMs?.toFixed(2) ?? '-',
});
