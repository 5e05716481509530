import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { CONTENDERS, startContender, stopChild, TOKEN_ISSUER } from '../contenders.ts';
import type { ContenderName, ContenderOptions, Running } from '../contenders.ts';
import { familyCpuMs, processCpuMs } from '../cpu.ts';
import { startBenchDatabase, temporaryFolder } from '../database.ts';
import type { BenchDatabase } from '../database.ts';
import { compareFeeds, feedRequest } from '../feed-check.ts';
import { countFeedStatements } from '../feed-statement-check.ts';
import { reportFeed } from '../feed-report.ts';
import type { FeedMeasurement, Round } from '../feed-report.ts';
import type { LoadOrder, LoadReport } from '../load.ts';
import { installPeers } from '../peers-install.ts';
import { mintTokens, readKeySet } from '../tokens.ts';
import type { Visitor } from '../tokens.ts';
import { FEED_WORLD, seedWorld } from '../world.ts';

const CONNECTIONS = 32;
const POOL_SIZE = 6;
const PAGE_SIZE = 20;
/** Everybody asks about once a second, as somebody who scrolls does. */
const VISITORS = 400;
const CHECKED_VISITORS = 50;

type Schedule = { readonly rounds: number; readonly roundMs: number; readonly warmUpMs: number };
const QUICK: Schedule = { rounds: 5, roundMs: 4_000, warmUpMs: 6_000 };
const FULL: Schedule = { rounds: 11, roundMs: 8_000, warmUpMs: 10_000 };

/**
 * The home feed of many different people against the peers and the limit, in turns, on one database.
 * @returns whether every target was met
 */
export async function runFeed(options: { isFull: boolean }): Promise<boolean> {
  await installPeers();
  const database = await startBenchDatabase();
  const dataDir = await temporaryFolder();
  try {
    const world = await prepareWorld(database, dataDir);
    const statements = await countFeedStatements(world.contender, world.visitors);
    const measured = await measure(world, database, options.isFull ? FULL : QUICK);
    return await reportFeed({
      ...measured,
      statements,
      world: FEED_WORLD,
      poolSize: POOL_SIZE,
      connections: CONNECTIONS,
    });
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type PreparedWorld = { readonly contender: ContenderOptions; readonly visitors: readonly Visitor[] };

async function prepareWorld(database: BenchDatabase, dataDir: string): Promise<PreparedWorld> {
  const { connectionString } = database;
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await seedWorld(client, FEED_WORLD);
    await client.query(await readFile(path.join(import.meta.dirname, '../peers/postgraphile.sql'), 'utf8'));
    const secrets = { identity: newSecret(), mediaLink: newSecret(), adminToken: newSecret() };
    const rules = { connectionString, secret: secrets.identity, issuer: TOKEN_ISSUER };
    const visitors = await mintTokens(rules, visitorNumbers());
    const keySet = await readKeySet(client);
    return {
      contender: { databaseUrl: connectionString, dataDir, poolSize: POOL_SIZE, keySet, secrets },
      visitors,
    };
  } finally {
    await client.end();
  }
}

/** Spread over the whole world, and none of those who are away. */
const visitorNumbers = (): number[] =>
  Array.from({ length: VISITORS }, (_, index) => 1 + (index * FEED_WORLD.users) / VISITORS);

const newSecret = (): string => randomBytes(32).toString('base64url');

async function measure(
  { contender, visitors }: PreparedWorld,
  database: BenchDatabase,
  schedule: Schedule,
): Promise<Pick<FeedMeasurement, 'leaves' | 'rounds'>> {
  const servers: Running[] = [];
  const generator = fork(path.join(import.meta.dirname, '../load.ts'));
  try {
    for (const name of CONTENDERS) servers.push(await startContender(name, contender));
    const checked = visitors.slice(0, CHECKED_VISITORS);
    const leaves = await compareFeeds(servers, checked, PAGE_SIZE);
    const rounds: Round[] = [];
    for (const server of servers) await loadOne(generator, server, visitors, 0, schedule.warmUpMs);
    for (let round = 0; round < schedule.rounds; round += 1) {
      rounds.push(
        await playRound({ servers, generator, visitors, database, round, durationMs: schedule.roundMs }),
      );
    }
    await compareFeeds(servers, checked, PAGE_SIZE);
    return { leaves, rounds };
  } finally {
    await Promise.all([stopChild(generator), ...servers.map((server) => server.stop())]);
  }
}

type RoundOptions = {
  readonly servers: readonly Running[];
  readonly generator: ChildProcess;
  readonly visitors: readonly Visitor[];
  readonly database: BenchDatabase;
  readonly round: number;
  readonly durationMs: number;
};

/** Every server in turn, so that what else the machine does in these seconds falls on all of them. */
async function playRound({
  servers,
  generator,
  visitors,
  database,
  round,
  durationMs,
}: RoundOptions): Promise<Round> {
  const results: Partial<Record<ContenderName, Round[ContenderName]>> = {};
  // Each round begins with another server: nobody is always the one who comes after the heaviest.
  for (let turn = 0; turn < servers.length; turn += 1) {
    const server = servers[(round + turn) % servers.length]!; // The index is within the list.
    const cpuBefore = cpuOf(server, database);
    const load = await loadOne(generator, server, visitors, round * 997, durationMs);
    const cpuAfter = cpuOf(server, database);
    results[server.name] = {
      requestsPerSecond: load.requests / load.seconds,
      p50Ms: load.p50Ms,
      p99Ms: load.p99Ms,
      nodeMs: perRequest(cpuBefore.node, cpuAfter.node, load.requests),
      postgresMs: perRequest(cpuBefore.postgres, cpuAfter.postgres, load.requests),
    };
  }
  // All servers had their turn.
  return results as Round;
}

const cpuOf = (server: Running, database: BenchDatabase) => ({
  node: processCpuMs(server.pid),
  postgres: familyCpuMs(database.postmasterPid),
});

const perRequest = (before: number | null, after: number | null, requests: number): number | null =>
  before === null || after === null ? null : (after - before) / requests;

async function loadOne(
  generator: ChildProcess,
  server: Running,
  visitors: readonly Visitor[],
  offset: number,
  durationMs: number,
): Promise<LoadReport> {
  const requests = visitors.map((visitor) => feedRequest(server, visitor, PAGE_SIZE));
  const order: LoadOrder = { port: server.port, requests, offset, connections: CONNECTIONS, durationMs };
  const answered = once(generator, 'message');
  generator.send(order);
  // The load generator answers an order with nothing else.
  const [report] = (await answered) as [LoadReport];
  if (report.wrong.length > 0)
    throw new Error(`${server.name} gave wrong answers:\n${report.wrong.join('\n')}`);
  return report;
}
