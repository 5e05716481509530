import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { TOKEN_ISSUER } from '../contenders.ts';
import { startBenchDatabase, temporaryFolder } from '../database.ts';
import { feedDocument } from '../feed-answers.ts';
import { reportFeedGrowth } from '../feed-growth-report.ts';
import type { GrowthStep } from '../feed-growth-report.ts';
import { ask, startProductServer } from '../product-server.ts';
import type { ProductServer, VisitorRequest } from '../product-server.ts';
import { measureRequests } from '../question-measure.ts';
import type { Sample, Turn } from '../question-measure.ts';
import { mintTokens } from '../tokens.ts';
import type { Visitor } from '../tokens.ts';
import { seedWorld } from '../world.ts';
import type { WorldSize } from '../world.ts';

/** A prime, so that everybody's followees are different people. */
const USERS = 6_007;
const READERS = 100;
const STEPS = [
  { posts: 10_000, followees: 50 },
  { posts: 100_000, followees: 500 },
  { posts: 1_000_000, followees: 5_000 },
];
const FULL_STEP = { posts: 10_000_000, followees: 5_000 };

const TURN: Turn = { warmUpMs: 3_000, loadMs: 5_000, connections: 16 };
const ROUNDS = 3;
const PAGE_SIZE = 20;
/** More than a timeline holds. */
const DEEP_PAGES = 9;
const DEEP_PAGE_SIZE = 100;

/**
 * The home feed where ever more is published and ever more people are followed.
 * @returns whether every target was met
 */
export async function runFeedGrowth(options: { isFull: boolean }): Promise<boolean> {
  const steps: GrowthStep[] = [];
  for (const step of options.isFull ? [...STEPS, FULL_STEP] : STEPS) {
    steps.push(await measureStep({ ...step, users: USERS, readers: READERS, hasPictures: false }));
  }
  return reportFeedGrowth(steps);
}

async function measureStep(world: WorldSize): Promise<GrowthStep> {
  const database = await startBenchDatabase();
  const dataDir = await temporaryFolder();
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    await seedWorld(client, world);
    const secrets = { identity: newSecret(), mediaLink: newSecret(), adminToken: newSecret() };
    const { connectionString, postmasterPid } = database;
    const rules = { connectionString, secret: secrets.identity, issuer: TOKEN_ISSUER };
    const visitors = await mintTokens(rules, visitorNumbers());
    const server = await startProductServer({ databaseUrl: connectionString, dataDir, secrets });
    const measure = (requests: readonly VisitorRequest[]) =>
      samplesOf({ server, visitors, postmasterPid }, requests);
    try {
      const first = await measure(firstPages(visitors));
      const below = await deepPages(server, visitors);
      const deep = below.length === 0 ? [] : await measure(below);
      for (const statement of LOOK_EVERYBODY_UP) await client.query(statement);
      return { world, first, deep, lookedUp: await measure(firstPages(visitors)) };
    } finally {
      await server.stop();
    }
  } finally {
    await client.end();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Spread over the readers, and none of those who are away. */
const visitorNumbers = (): number[] => Array.from({ length: READERS / 2 - 2 }, (_, index) => 2 + 2 * index);

const newSecret = (): string => randomBytes(32).toString('base64url');

type Target = Parameters<typeof measureRequests>[0];

async function samplesOf(target: Target, requests: readonly VisitorRequest[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < ROUNDS; round += 1) samples.push(await measureRequests(target, requests, TURN));
  return samples;
}

const firstPages = (visitors: readonly Visitor[]): VisitorRequest[] =>
  visitors.map((visitor) => ({
    visitor,
    asked: { query: feedDocument('plaza'), variables: { first: PAGE_SIZE } },
  }));

const pageSchema = z.object({
  feed: z.object({ pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }) }),
});
const PAGE = `query ($first: Int!, $after: String) { feed(first: $first, after: $after) {
  nodes { id } pageInfo { hasNextPage endCursor } } }`;

/** A page below the timeline for everybody whose feed goes as far down. */
async function deepPages(server: ProductServer, visitors: readonly Visitor[]): Promise<VisitorRequest[]> {
  const requests: VisitorRequest[] = [];
  for (const visitor of visitors) {
    let pageInfo: z.infer<typeof pageSchema>['feed']['pageInfo'] = { hasNextPage: true, endCursor: null };
    for (let page = 0; page < DEEP_PAGES && pageInfo.hasNextPage; page += 1) {
      const asked = { query: PAGE, variables: { first: DEEP_PAGE_SIZE, after: pageInfo.endCursor } };
      ({ pageInfo } = pageSchema.parse(await ask(server, { visitor, asked })).feed);
    }
    if (!pageInfo.hasNextPage) continue;
    const query = feedDocument('plaza')
      .replace('$first: Int!', '$first: Int!, $after: String')
      .replace('first: $first', 'first: $first, after: $after');
    requests.push({ visitor, asked: { query, variables: { first: PAGE_SIZE, after: pageInfo.endCursor } } });
  }
  return requests;
}

/** As for people who were away for long. Their timelines are empty and nobody fills them here. */
const LOOK_EVERYBODY_UP = [
  'truncate timeline_entries',
  "update timelines set floor_id = '00000000-0000-0000-0000-000000000000'",
  'update follows set is_pulled = true',
  'vacuum analyze',
];
