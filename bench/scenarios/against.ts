import { rm } from 'node:fs/promises';
import { feedRequests, writeRequests } from '../writes/compared-requests.ts';
import { temporaryFolder, withBenches } from '../harness/database.ts';
import type { Bench } from '../harness/database.ts';
import { measureLoad, startLoadGenerator } from '../harness/measure.ts';
import type { Cost, Load, Measurable } from '../harness/measure.ts';
import { requestText, ROOT, startProductServer } from '../harness/product-server.ts';
import type { ProductServer, VisitorRequest } from '../harness/product-server.ts';
import { median, medianOrNull, report } from '../harness/report.ts';
import type { Size, Target } from '../harness/report.ts';
import { measureStart } from '../harness/start.ts';
import { mintTokens } from '../harness/tokens.ts';
import type { Visitor } from '../harness/tokens.ts';
import { withWorkTree } from '../harness/work-tree.ts';
import {
  activeNumbers,
  FEED_WORLD,
  feedVisitorNumbers,
  seedWorld,
  SMALL_FEED_WORLD,
} from '../harness/world.ts';
import type { WorldSize } from '../harness/world.ts';

type Schedule = { readonly rounds: number; readonly roundMs: number; readonly warmUpMs: number };
/** V8 optimizes the hot code of a server for some twenty seconds: rounds before that compare compilers. */
const SCHEDULES: Record<Size, Schedule> = {
  small: { rounds: 2, roundMs: 500, warmUpMs: 500 },
  usual: { rounds: 20, roundMs: 1_500, warmUpMs: 25_000 },
  full: { rounds: 60, roundMs: 1_500, warmUpMs: 25_000 },
};

/** Maximum loss of speed of this work tree: two runs of the same code do not differ by more. */
const RATIO_MIN = 0.97;

/** A measurement of both work trees, one immediately after the other in each round. */
type Comparison = { readonly name: string; readonly unit: string; readonly rounds: readonly Pair[] };
type Pair = {
  readonly now: number;
  readonly before: number;
  /** Ratio of the speeds: above one this work tree is faster. */
  readonly ratio: number;
  /** Ratio of the CPU of the server and of PostgreSQL: below one this work tree takes less. */
  readonly cpuRatio: number | null;
};

/**
 * Compares this work tree with another commit's, each on a database of its own with the same data, in turns.
 * @returns whether this one is not slower
 */
export const runAgainst = (
  scenario: 'feed' | 'writes' | 'start',
  commit: string,
  size: Size,
): Promise<boolean> =>
  withWorkTree(commit, async (root) => {
    const roots = [ROOT, root];
    const compared =
      scenario === 'start'
        ? await compareStarts(roots, SCHEDULES[size].rounds)
        : await compareServers(roots, scenario === 'feed' ? FEED : WRITES, size);
    return report({
      scenario: `${scenario}-against`,
      size,
      tables: [compared.map(printed)],
      targets: compared.map(targetOf),
      result: { commit, compared },
    });
  });

type Workload = {
  readonly connections: number;
  visitors(world: WorldSize): number[];
  /** Lists of requests, by name. */
  requests(server: ProductServer, visitors: readonly Visitor[]): Promise<Record<string, VisitorRequest[]>>;
};

const FEED: Workload = { connections: 32, visitors: feedVisitorNumbers, requests: feedRequests };
/** Many different users, so that no budget is exhausted. */
const WRITES: Workload = { connections: 8, visitors: activeNumbers, requests: writeRequests };

async function compareServers(
  roots: readonly string[],
  workload: Workload,
  size: Size,
): Promise<Comparison[]> {
  return withBenches(roots, async (benches) => {
    const sides: Side[] = [];
    try {
      for (const bench of benches)
        sides.push(await openSide(bench, workload, size === 'small' ? SMALL_FEED_WORLD : FEED_WORLD));
      return await playRounds(sides, workload.connections, SCHEDULES[size]);
    } finally {
      for (const { server } of sides) await server.stop();
    }
  });
}

type Side = Measurable & {
  readonly server: ProductServer;
  readonly requests: ReadonlyMap<string, readonly string[]>;
};

async function openSide(
  { client, product, postmasterPid }: Bench,
  workload: Workload,
  world: WorldSize,
): Promise<Side> {
  await seedWorld(client, world);
  const visitors = await mintTokens(product, workload.visitors(world));
  const server = await startProductServer(product);
  try {
    const lists = Object.entries(await workload.requests(server, visitors));
    const requests = new Map(lists.map(([name, list]) => [name, list.map(requestText)]));
    return { server, postmasterPid, requests };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function playRounds(
  sides: readonly Side[],
  connections: number,
  { rounds, roundMs, warmUpMs }: Schedule,
): Promise<Comparison[]> {
  const compared = [...(sides[0]?.requests.keys() ?? [])].map((name) => ({
    name,
    unit: 'req/s',
    // The load generator stores the first answer to each request of a list.
    generator: startLoadGenerator(),
    offset: 0,
    rounds: [] as Pair[], // They come in the rounds.
  }));
  try {
    for (let round = -1; round < rounds; round += 1) {
      for (const each of compared) {
        const [now, before] = await inTurn(sides, round, (side) =>
          measureLoad(each.generator, side, {
            requests: side.requests.get(each.name) ?? [],
            offset: each.offset,
            connections,
            durationMs: round < 0 ? warmUpMs : roundMs,
          }),
        );
        each.offset += Math.max(now.requests, before.requests);
        if (round >= 0) each.rounds.push(pairOf(now, before));
      }
    }
    return compared.map(({ name, unit, rounds: pairs }) => ({ name, unit, rounds: pairs }));
  } finally {
    for (const { generator } of compared) await generator.stop();
  }
}

const pairOf = (now: Load & Cost, before: Load & Cost): Pair => ({
  now: now.requestsPerSecond,
  before: before.requestsPerSecond,
  ratio: now.requestsPerSecond / before.requestsPerSecond,
  cpuRatio:
    now.nodeMs === null || now.postgresMs === null || before.nodeMs === null || before.postgresMs === null
      ? null
      : (now.nodeMs + now.postgresMs) / (before.nodeMs + before.postgresMs),
});

/** Runs the same on both, every other time with the second one first. @returns in the order of the arguments */
async function inTurn<Item, Result>(
  items: readonly Item[],
  round: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly [Result, Result]> {
  const [first, second] = items;
  if (first === undefined || second === undefined) throw new Error('There are not two to compare.');
  if (round % 2 === 0) return [await work(first), await work(second)];
  const late = await work(second);
  return [await work(first), late];
}

/** `npm start` on an empty folder, and again on the resulting folder. */
async function compareStarts(roots: readonly string[], rounds: number): Promise<Comparison[]> {
  const first: Pair[] = [];
  const second: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [now, before] = await inTurn(roots, round, startTwice);
    for (const [pairs, which] of [
      [first, 0],
      [second, 1],
    ] as const) {
      const [nowMs, beforeMs] = [now[which], before[which]];
      pairs.push({ now: nowMs, before: beforeMs, ratio: beforeMs / nowMs, cpuRatio: null });
    }
  }
  return [
    { name: 'first start', unit: 'ms', rounds: first },
    { name: 'second start', unit: 'ms', rounds: second },
  ];
}

async function startTwice(root: string): Promise<readonly [number, number]> {
  const dataDir = await temporaryFolder();
  try {
    const first = await measureStart(root, dataDir, 0);
    const second = await measureStart(root, dataDir, 0);
    return [first.readyMs, second.readyMs];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function printed({ name, unit, rounds }: Comparison): Record<string, string> {
  const ratios = rounds.map(({ ratio }) => ratio);
  const cpuRatio = medianOrNull(rounds.map((pair) => pair.cpuRatio));
  return {
    compared: `${name}, ${unit}`,
    before: median(rounds.map(({ before }) => before)).toFixed(0),
    now: median(rounds.map(({ now }) => now)).toFixed(0),
    'speed, now / before': median(ratios).toFixed(3),
    least: Math.min(...ratios).toFixed(3),
    most: Math.max(...ratios).toFixed(3),
    'CPU, now / before': cpuRatio?.toFixed(3) ?? '-',
  };
}

function targetOf({ name, rounds }: Comparison): Target {
  const measured = median(rounds.map(({ ratio }) => ratio));
  return {
    name: `${name}, speed now / before`,
    measured,
    wanted: `>= ${RATIO_MIN}`,
    isMet: measured >= RATIO_MIN,
  };
}
