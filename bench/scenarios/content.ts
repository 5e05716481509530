import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { seedHashtags } from '../content-hashtags.ts';
import { findPlaces } from '../content-places.ts';
import { contentQuestions } from '../content-questions.ts';
import { reportContent } from '../content-report.ts';
import type { ContentMeasurement } from '../content-report.ts';
import { seedSearch } from '../content-search.ts';
import { seedThread } from '../content-thread.ts';
import { CONTENT_WORLD, contentVisitorNumbers, seedContent } from '../content-world.ts';
import {
  checkReactionCounts,
  reactionRequests,
  untilViewsAreCounted,
  VIEW_EVENTS,
  viewRequests,
} from '../content-writes.ts';
import { TOKEN_ISSUER } from '../contenders.ts';
import { startBenchDatabase, temporaryFolder } from '../database.ts';
import type { BenchDatabase } from '../database.ts';
import { runJobNow } from '../jobs.ts';
import { startProductServer, startProductWorker } from '../product-server.ts';
import type { ProductServerOptions } from '../product-server.ts';
import { loadRequests, measureRequests } from '../question-measure.ts';
import type { Target } from '../question-measure.ts';
import { findSequentialScans } from '../question-plans.ts';
import type { Measured } from '../question-report.ts';
import { measureInRounds, recordQuestions } from '../question-rounds.ts';
import type { Question } from '../questions.ts';
import { startStatementRecorder } from '../statement-recorder.ts';
import { mintTokens } from '../tokens.ts';
import type { Visitor } from '../tokens.ts';

/** How many read at once, and how many change the same at once. */
const CONNECTIONS = { reading: 16, writing: 8 };

type Schedule = { readonly rounds: number; readonly loadMs: number; readonly warmUpMs: number };
const QUICK: Schedule = { rounds: 3, loadMs: 700, warmUpMs: 300 };
/** Longer than this the visitors' tokens would not last. */
const FULL: Schedule = { rounds: 5, loadMs: 1_000, warmUpMs: 500 };
const REACTIONS: Schedule = { rounds: 3, loadMs: 3_000, warmUpMs: 1_000 };
const VIEWS = { durationMs: 10_000, connections: CONNECTIONS.writing };

/** What is read was made by them. */
const JOBS = ['hashtags.findTrends', 'explore.rank'];

const LARGE_TABLES = [
  'users',
  'posts',
  'post_counters',
  'post_search',
  'post_hashtags',
  'post_reactions',
  'comments',
  'hashtags',
  'hashtag_hours',
];

/**
 * What people publish and find: a discussion of a hundred thousand comments, reactions to one post, views, hashtags,
 * searches in a million posts.
 * @returns whether every target was met
 */
export async function runContent(options: { isFull: boolean }): Promise<boolean> {
  const database = await startBenchDatabase();
  const dataDir = await temporaryFolder();
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    const fillSeconds = await fill(client);
    const measured = await measureWorld(client, database, {
      dataDir,
      schedule: options.isFull ? FULL : QUICK,
    });
    return await reportContent({ ...measured, world: CONTENT_WORLD, fillSeconds, connections: CONNECTIONS });
  } finally {
    await client.end();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function fill(client: Client): Promise<number> {
  const startedMs = performance.now();
  await seedContent(client, CONTENT_WORLD);
  await seedThread(client, CONTENT_WORLD);
  await seedHashtags(client, CONTENT_WORLD);
  await seedSearch(client);
  await client.query('vacuum (freeze, analyze)');
  await client.query('checkpoint');
  const seconds = (performance.now() - startedMs) / 1_000;
  console.log(`The world was filled in ${seconds.toFixed(0)} s.\n`);
  return seconds;
}

type Measurement = Omit<ContentMeasurement, 'world' | 'fillSeconds' | 'connections'>;

async function measureWorld(
  client: Client,
  { connectionString, postmasterPid }: BenchDatabase,
  { dataDir, schedule }: { dataDir: string; schedule: Schedule },
): Promise<Measurement> {
  const secrets = { identity: newSecret(), mediaLink: newSecret(), adminToken: newSecret() };
  const rules = { connectionString, secret: secrets.identity, issuer: TOKEN_ISSUER };
  const options = { databaseUrl: connectionString, dataDir, secrets };
  const worker = await startProductWorker(options);
  try {
    const jobs = [];
    for (const name of JOBS) jobs.push({ name, ms: await runJobNow(client, name) });
    const visitors = await mintTokens(rules, contentVisitorNumbers(CONTENT_WORLD));
    const { questions, postId, statements } = await recordStatements(client, options, visitors);
    const scans = await findSequentialScans(client, statements, LARGE_TABLES);
    const server = await startProductServer(options);
    try {
      const target = { server, visitors, postmasterPid };
      const turn = { ...schedule, connections: CONNECTIONS.reading };
      const read = await measureInRounds(target, { questions, references: [] }, { ...schedule, turn });
      const reactions = await measureReactions(client, target, postId);
      const viewsPerSecond = await measureViews(client, target);
      return { questions: read, reactions, viewsPerSecond, jobs, statements, scans };
    } finally {
      await server.stop();
    }
  } finally {
    await worker.stop();
  }
}

const newSecret = (): string => randomBytes(32).toString('base64url');

type Recorded = Pick<ContentMeasurement, 'statements'> & {
  readonly questions: readonly Question[];
  readonly postId: string;
};

async function recordStatements(
  client: Client,
  options: ProductServerOptions,
  visitors: readonly Visitor[],
): Promise<Recorded> {
  const recorder = await startStatementRecorder(options.databaseUrl);
  const server = await startProductServer({ ...options, databaseUrl: recorder.connectionString });
  try {
    const places = await findPlaces(client, server, visitorOf(visitors));
    const questions = contentQuestions(places);
    const statements = await recordQuestions({ server, recorder }, questions, visitors);
    return { questions, postId: places.postId, statements };
  } finally {
    await server.stop();
    await recorder.close();
  }
}

function visitorOf([visitor]: readonly Visitor[]): Visitor {
  if (!visitor) throw new Error('The world has no visitor.');
  return visitor;
}

async function measureReactions(client: Client, target: Target, postId: string): Promise<Measured> {
  const requests = reactionRequests(target.visitors, postId);
  const turn = { ...REACTIONS, connections: CONNECTIONS.writing };
  const samples = [];
  for (let round = 0; round < REACTIONS.rounds; round += 1)
    samples.push(await measureRequests(target, requests, turn));
  await checkReactionCounts(client);
  return { name: 'reactToPost, all to one post', asked: '', p50MsMax: null, samples };
}

/** From the first report until the last one is counted, by one worker. @returns views in each second */
async function measureViews(client: Client, target: Target): Promise<number> {
  const { rows } = await client.query(
    'select id from posts where deleted_at is null order by id desc limit 20000',
  );
  const requests = viewRequests(
    target.visitors,
    idRows.parse(rows).map(({ id }) => id),
  );
  const startedMs = performance.now();
  const load = await loadRequests(target, requests, VIEWS);
  await untilViewsAreCounted(client);
  const seconds = (performance.now() - startedMs) / 1_000;
  return (load.requests * VIEW_EVENTS) / seconds;
}

const idRows = z.array(z.object({ id: z.string() }));
