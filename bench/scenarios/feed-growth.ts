import { z } from 'zod';
import { withBench } from '../harness/database.ts';
import { feedDocument } from '../feed/feed-answers.ts';
import { reportFeedGrowth } from '../feed/feed-growth-report.ts';
import type { GrowthStep } from '../feed/feed-growth-report.ts';
import { measureRequests } from '../harness/measure.ts';
import type { Measurable, Sample, Turn } from '../harness/measure.ts';
import { ask, startProductServer } from '../harness/product-server.ts';
import type { ProductServer, VisitorRequest } from '../harness/product-server.ts';
import type { Size } from '../harness/report.ts';
import { mintTokens } from '../harness/tokens.ts';
import type { Visitor } from '../harness/tokens.ts';
import { seedWorld } from '../harness/world.ts';
import type { WorldSize } from '../harness/world.ts';

/** A prime, so that the followees of all users differ. */
const USERS = 6_007;
const READERS = 100;
const STEPS = [
  { posts: 10_000, followees: 50 },
  { posts: 100_000, followees: 500 },
  { posts: 1_000_000, followees: 5_000 },
];
const SMALL_STEPS = [{ posts: 10_000, followees: 50 }];
const FULL_STEP = { posts: 10_000_000, followees: 5_000 };

const TURN: Turn = { warmUpMs: 3_000, loadMs: 5_000, connections: 16 };
const ROUNDS = 3;
const SMALL_TURN: Turn = { warmUpMs: 100, loadMs: 300, connections: 16 };
const PAGE_SIZE = 20;
/** More than a timeline holds. */
const DEEP_PAGES = 9;
const DEEP_PAGE_SIZE = 100;

/**
 * Measures the home feed with growing numbers of posts and followees.
 * @returns whether every target was met
 */
export async function runFeedGrowth(size: Size): Promise<boolean> {
  const planned = {
    small: SMALL_STEPS,
    usual: STEPS,
    full: [...STEPS, FULL_STEP],
  }[size];
  const turn = size === 'small' ? SMALL_TURN : TURN;
  const steps: GrowthStep[] = [];
  for (const step of planned)
    steps.push(await measureStep({ ...step, users: USERS, readers: READERS, hasPictures: false }, turn));
  return reportFeedGrowth(steps, size);
}

const measureStep = (world: WorldSize, turn: Turn): Promise<GrowthStep> =>
  withBench(async ({ client, postmasterPid, product }) => {
    await seedWorld(client, world);
    const visitors = await mintTokens(product, visitorNumbers());
    const server = await startProductServer(product);
    const measure = (requests: readonly VisitorRequest[]) =>
      samplesOf({ server, postmasterPid }, requests, turn);
    try {
      const first = await measure(firstPages(visitors));
      const below = await deepPages(server, visitors);
      const deep = below.length === 0 ? [] : await measure(below);
      for (const statement of LOOK_EVERYBODY_UP) await client.query(statement);
      return { world, first, deep, lookedUp: await measure(firstPages(visitors)) };
    } finally {
      await server.stop();
    }
  });

/** Spread over the readers, without inactive accounts. */
const visitorNumbers = (): number[] => Array.from({ length: READERS / 2 - 2 }, (_, index) => 2 + 2 * index);

async function samplesOf(
  measurable: Measurable,
  requests: readonly VisitorRequest[],
  turn: Turn,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    samples.push(await measureRequests(measurable, requests, turn));
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

/** A page below the timeline for every reader whose feed is long enough. */
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

/** As for users who were inactive for long: their timelines are empty and no job fills them here. */
const LOOK_EVERYBODY_UP = [
  'truncate timeline_entries',
  "update timelines set floor_id = '00000000-0000-0000-0000-000000000000'",
  'update follows set is_pulled = true',
  'vacuum analyze',
];
