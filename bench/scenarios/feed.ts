import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { COMPARED_SERVERS, startComparedServer } from '../feed/compared-servers.ts';
import type { ComparedServerName, ComparedServerOptions, Running } from '../feed/compared-servers.ts';
import { withBench } from '../harness/database.ts';
import type { Bench } from '../harness/database.ts';
import { compareFeeds, feedRequest } from '../feed/feed-check.ts';
import { reportFeed } from '../feed/feed-report.ts';
import type { FeedMeasurement, Round } from '../feed/feed-report.ts';
import { countFeedStatements } from '../feed/feed-statement-check.ts';
import { measureLoad, startLoadGenerator } from '../harness/measure.ts';
import type { LoadGenerator } from '../harness/measure.ts';
import { installPeers } from '../feed/peers-install.ts';
import { LANES } from '../harness/product-server.ts';
import type { Size } from '../harness/report.ts';
import { mintTokens, readKeySet } from '../harness/tokens.ts';
import type { Visitor } from '../harness/tokens.ts';
import { FEED_WORLD, feedVisitorNumbers, seedWorld, SMALL_FEED_WORLD } from '../harness/world.ts';

const CONNECTIONS = 32;
const PAGE_SIZE = 20;
const CHECKED_VISITORS = 50;

type Schedule = { readonly rounds: number; readonly roundMs: number; readonly warmUpMs: number };
const SCHEDULES: Record<Size, Schedule> = {
  small: { rounds: 1, roundMs: 500, warmUpMs: 500 },
  usual: { rounds: 5, roundMs: 4_000, warmUpMs: 6_000 },
  full: { rounds: 11, roundMs: 8_000, warmUpMs: 10_000 },
};

/**
 * Compares the home feed of many users with the peers and the limit server, in turns, on one database.
 * @returns whether every target was met
 */
export async function runFeed(size: Size): Promise<boolean> {
  await installPeers();
  const world = size === 'small' ? SMALL_FEED_WORLD : FEED_WORLD;
  return withBench(async (bench) => {
    const { client, product } = bench;
    await seedWorld(client, world);
    await client.query(await readFile(path.join(import.meta.dirname, '../peers/postgraphile.sql'), 'utf8'));
    const visitors = await mintTokens(product, feedVisitorNumbers(world));
    const serverOptions = { ...product, keySet: await readKeySet(client) };
    const statements = await countFeedStatements(product, visitors);
    const measured = await measure(bench, { serverOptions, visitors, schedule: SCHEDULES[size] });
    return reportFeed({ ...measured, statements, world, poolSize: LANES, connections: CONNECTIONS }, size);
  });
}

type Comparison = {
  readonly serverOptions: ComparedServerOptions;
  readonly visitors: readonly Visitor[];
  readonly schedule: Schedule;
};

async function measure(
  bench: Bench,
  { serverOptions, visitors, schedule }: Comparison,
): Promise<Pick<FeedMeasurement, 'leaves' | 'rounds'>> {
  const servers: Running[] = [];
  const generator = startLoadGenerator();
  try {
    for (const name of COMPARED_SERVERS) servers.push(await startComparedServer(name, serverOptions));
    const checked = visitors.slice(0, CHECKED_VISITORS);
    const leaves = await compareFeeds(servers, checked, PAGE_SIZE);
    const rounds: Round[] = [];
    const scene = { bench, servers, generator, visitors };
    await playRound(scene, 0, schedule.warmUpMs);
    for (let round = 0; round < schedule.rounds; round += 1)
      rounds.push(await playRound(scene, round, schedule.roundMs));
    await compareFeeds(servers, checked, PAGE_SIZE);
    return { leaves, rounds };
  } finally {
    await Promise.all([generator.stop(), ...servers.map((server) => server.stop())]);
  }
}

type Scene = {
  readonly bench: Bench;
  readonly servers: readonly Running[];
  readonly generator: LoadGenerator;
  readonly visitors: readonly Visitor[];
};

/** Runs every server in turn, so that other load on the machine affects all of them. */
async function playRound(
  { bench, servers, generator, visitors }: Scene,
  round: number,
  durationMs: number,
): Promise<Round> {
  const results: Partial<Record<ComparedServerName, Round[ComparedServerName]>> = {};
  // Each round begins with another server, so that none always follows the heaviest.
  for (let turn = 0; turn < servers.length; turn += 1) {
    const server = servers[(round + turn) % servers.length]!; // The index is within the list.
    const requests = visitors.map((visitor) => feedRequest(server, visitor, PAGE_SIZE));
    const order = { requests, offset: round * 997, connections: CONNECTIONS, durationMs };
    results[server.name] = await measureLoad(
      generator,
      { server, postmasterPid: bench.postmasterPid },
      order,
    );
  }
  // All servers have been measured.
  return results as Round;
}
