import { feedRequests, followRequests, writeRequests } from '../writes/compared-requests.ts';
import { withBench } from '../harness/database.ts';
import type { Bench } from '../harness/database.ts';
import { measureLoad, startLoadGenerator } from '../harness/measure.ts';
import type { Cost, Load } from '../harness/measure.ts';
import { requestText, startProductServer } from '../harness/product-server.ts';
import type { ProductServer } from '../harness/product-server.ts';
import { median, report } from '../harness/report.ts';
import type { Size } from '../harness/report.ts';
import { mintTokens } from '../harness/tokens.ts';
import type { Visitor } from '../harness/tokens.ts';
import { FEED_WORLD, feedVisitorNumbers, seedWorld, SMALL_FEED_WORLD } from '../harness/world.ts';

const CONNECTIONS = 32;
/** One request in twenty writes. */
const READS_FOR_A_WRITE = 19;
/** Of ten writes. */
const SHARES = { reactToPost: 6, addComment: 2, createPost: 1, follow: 1 } as const;

type Schedule = { readonly rounds: number; readonly roundMs: number; readonly coldMs: number };
const SCHEDULES: Record<Size, Schedule> = {
  small: { rounds: 1, roundMs: 500, coldMs: 2_000 },
  usual: { rounds: 12, roundMs: 2_000, coldMs: 20_000 },
  full: { rounds: 40, roundMs: 2_000, coldMs: 40_000 },
};
const SLICE_MS = 500;

const MIXED_RATIO_MIN = 0.9;
const WARM_RATIO = 0.95;
const WARM_WITHIN_MS = 5_000;

/**
 * Loads the feed from a cold start, then with and without writes beside it, in turns.
 * @returns whether every target was met
 */
export const runFeedMixed = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    const world = size === 'small' ? SMALL_FEED_WORLD : FEED_WORLD;
    await seedWorld(bench.client, world);
    const visitors = await mintTokens(bench.product, feedVisitorNumbers(world));
    const server = await startProductServer(bench.product);
    try {
      const schedule = SCHEDULES[size];
      const slices = await loadFromCold(bench, server, visitors, schedule);
      const rounds = await loadInTurns(bench, server, visitors, schedule);
      return await reportMixed(slices, rounds, size);
    } finally {
      await server.stop();
    }
  });

type Slice = Load & Cost;

async function loadFromCold(
  { postmasterPid }: Bench,
  server: ProductServer,
  visitors: readonly Visitor[],
  { coldMs }: Schedule,
): Promise<Slice[]> {
  const { feed = [] } = await feedRequests(server, visitors);
  const requests = feed.map(requestText);
  const generator = startLoadGenerator();
  const slices: Slice[] = [];
  let sent = 0;
  try {
    for (let spentMs = 0; spentMs < coldMs; spentMs += SLICE_MS) {
      const order = { requests, offset: sent, connections: CONNECTIONS, durationMs: SLICE_MS };
      const slice = await measureLoad(generator, { server, postmasterPid }, order);
      sent += slice.requests;
      slices.push(slice);
    }
  } finally {
    await generator.stop();
  }
  return slices;
}

type Round = { readonly reads: Slice; readonly mixed: Slice };

async function loadInTurns(
  { postmasterPid }: Bench,
  server: ProductServer,
  visitors: readonly Visitor[],
  { rounds, roundMs }: Schedule,
): Promise<Round[]> {
  const { feed = [] } = await feedRequests(server, visitors);
  const reads = feed.map(requestText);
  const mixed = await mixedRequests(server, visitors, reads);
  const generator = startLoadGenerator();
  let offset = 0;
  const load = async (requests: readonly string[]): Promise<Slice> => {
    // Posts that are written change the feeds.
    const order = { requests, offset, connections: CONNECTIONS, durationMs: roundMs, answersVary: true };
    const slice = await measureLoad(generator, { server, postmasterPid }, order);
    offset += slice.requests;
    return slice;
  };
  try {
    const played: Round[] = [];
    for (let round = 0; round < rounds; round += 1)
      played.push({ reads: await load(reads), mixed: await load(mixed) });
    return played;
  } finally {
    await generator.stop();
  }
}

async function mixedRequests(
  server: ProductServer,
  visitors: readonly Visitor[],
  reads: readonly string[],
): Promise<string[]> {
  const written = { ...(await writeRequests(server, visitors)), follow: followRequests(visitors) };
  const kinds = Object.entries(SHARES).flatMap(([name, share]) => {
    // The entries are those of the object above.
    const requests = written[name as keyof typeof SHARES].map(requestText);
    return Array.from({ length: share }, (_, place) =>
      requests.filter((_request, at) => at % share === place),
    );
  });
  const mixed: string[] = [];
  for (let at = 0; at < reads.length * 10; at += 1) {
    mixed.push(reads[at % reads.length]!); // The index is within the list.
    if ((at + 1) % READS_FOR_A_WRITE > 0) continue;
    const turn = (at + 1) / READS_FOR_A_WRITE - 1;
    const requests = kinds[turn % kinds.length]!; // As above.
    mixed.push(requests[Math.floor(turn / kinds.length) % requests.length]!); // As above.
  }
  return mixed;
}

function reportMixed(slices: readonly Slice[], rounds: readonly Round[], size: Size): Promise<boolean> {
  const later = median(
    slices.slice(Math.floor(slices.length / 2)).map(({ requestsPerSecond }) => requestsPerSecond),
  );
  const warmAt = slices.findIndex(({ requestsPerSecond }) => requestsPerSecond >= later * WARM_RATIO);
  const warmMs = (warmAt + 1) * SLICE_MS;
  const ratio = median(rounds.map(({ reads, mixed }) => mixed.requestsPerSecond / reads.requestsPerSecond));
  const rows = (['reads', 'mixed'] as const).map((name) => {
    const of = rounds.map((round) => round[name]);
    return {
      load: name === 'reads' ? 'the feed alone' : 'one request in twenty writes',
      'req/s': median(of.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0),
      'p50 ms': median(of.map(({ p50Ms }) => p50Ms)).toFixed(1),
      'p99 ms': median(of.map(({ p99Ms }) => p99Ms)).toFixed(1),
    };
  });
  return report({
    scenario: 'feed-mixed',
    size,
    tables: [rows],
    targets: [
      {
        name: 'requests/s, one in twenty a write / the feed alone',
        measured: ratio,
        wanted: `>= ${MIXED_RATIO_MIN}`,
        isMet: ratio >= MIXED_RATIO_MIN,
      },
      {
        name: `from a cold start to ${WARM_RATIO} of its later speed, ms`,
        measured: warmMs,
        wanted: `<= ${WARM_WITHIN_MS}`,
        isMet: warmMs <= WARM_WITHIN_MS,
      },
    ],
    result: { slices, rounds },
  });
}
