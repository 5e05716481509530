import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { TOKEN_ISSUER } from '../contenders.ts';
import { startBenchDatabase, temporaryFolder } from '../database.ts';
import type { BenchDatabase } from '../database.ts';
import { checkFollowerCount, checkFollows, FOLLOWS, followRequests } from '../people-follows.ts';
import { measureRequests } from '../question-measure.ts';
import type { Sample, Target, Turn } from '../question-measure.ts';
import { findSequentialScans } from '../question-plans.ts';
import { peopleQuestions } from '../people-questions.ts';
import type { PeopleQuestions } from '../people-questions.ts';
import { NOTHING } from '../questions.ts';
import { measureLookUps } from '../people-reference.ts';
import { reportPeople } from '../people-report.ts';
import type { PeopleMeasurement } from '../people-report.ts';
import type { Measured } from '../question-report.ts';
import { startProductServer } from '../product-server.ts';
import type { ProductServerOptions } from '../product-server.ts';
import { startStatementRecorder } from '../statement-recorder.ts';
import { measureInRounds, recordQuestions } from '../question-rounds.ts';
import { recordTurns } from '../question-statements.ts';
import type { AskedStatements } from '../question-statements.ts';
import { PEOPLE_WORLD, seedPeople, visitorNumbers } from '../people-world.ts';
import { mintTokens } from '../tokens.ts';
import type { Visitor } from '../tokens.ts';

/** How many read at once, and how many follow the same person at once. */
const CONNECTIONS = { reading: 16, following: 8 };

type Schedule = { readonly rounds: number; readonly loadMs: number; readonly warmUpMs: number };
const QUICK: Schedule = { rounds: 3, loadMs: 1_000, warmUpMs: 500 };
/** Longer than this the visitors' tokens would not last. */
const FULL: Schedule = { rounds: 5, loadMs: 1_300, warmUpMs: 600 };

/**
 * Profiles, searches and follows among a million people, one of whom everybody follows.
 * @returns whether every target was met
 */
export async function runPeople(options: { isFull: boolean }): Promise<boolean> {
  const database = await startBenchDatabase();
  const dataDir = await temporaryFolder();
  try {
    const fillSeconds = await fill(database);
    const measured = await measureWorld(database, dataDir, options.isFull ? FULL : QUICK);
    return await reportPeople({ ...measured, world: PEOPLE_WORLD, fillSeconds, connections: CONNECTIONS });
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function fill({ connectionString }: BenchDatabase): Promise<number> {
  const startedMs = performance.now();
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await seedPeople(client, PEOPLE_WORLD);
  } finally {
    await client.end();
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  console.log(`The world was filled in ${seconds.toFixed(0)} s.\n`);
  return seconds;
}

type Measurement = Omit<PeopleMeasurement, 'world' | 'fillSeconds' | 'connections'>;

async function measureWorld(
  { connectionString, postmasterPid }: BenchDatabase,
  dataDir: string,
  schedule: Schedule,
): Promise<Measurement> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const secrets = { identity: newSecret(), mediaLink: newSecret(), adminToken: newSecret() };
    const rules = { connectionString, secret: secrets.identity, issuer: TOKEN_ISSUER };
    const visitors = await mintTokens(rules, visitorNumbers(PEOPLE_WORLD));
    const asked = await peopleQuestions(client);
    const options = { databaseUrl: connectionString, dataDir, secrets };
    const statements = await recordStatements(options, asked, visitors);
    const scans = await findSequentialScans(client, statements, ['users', 'follows']);
    const server = await startProductServer(options);
    try {
      const target = { server, visitors, postmasterPid };
      const read = await measureReads(target, { asked, connectionString, schedule });
      const follows = await measureFollows(target, asked.starId, schedule);
      await checkFollowerCount(client);
      return { ...read, follows, statements, scans };
    } finally {
      await server.stop();
    }
  } finally {
    await client.end();
  }
}

const newSecret = (): string => randomBytes(32).toString('base64url');

async function recordStatements(
  options: ProductServerOptions,
  { questions, starId }: PeopleQuestions,
  visitors: readonly Visitor[],
): Promise<AskedStatements[]> {
  const recorder = await startStatementRecorder(options.databaseUrl);
  const server = await startProductServer({ ...options, databaseUrl: recorder.connectionString });
  try {
    const recorded = await recordQuestions({ server, recorder }, questions, visitors);
    const follows = await recordTurns(
      { server, recorder },
      FOLLOWS,
      followRequests(visitors.slice(0, 1), starId),
    );
    return [...recorded, ...follows];
  } finally {
    await server.stop();
    await recorder.close();
  }
}

type Reading = {
  readonly asked: PeopleQuestions;
  readonly connectionString: string;
  readonly schedule: Schedule;
};

/** The least that a request and the least that a row can cost take their turns with the questions. */
async function measureReads(
  target: Target,
  { asked, connectionString, schedule }: Reading,
): Promise<Pick<Measurement, 'questions'>> {
  const turn = turnOf(schedule, CONNECTIONS.reading);
  const lookUp = {
    name: 'a row by its key, by the bare driver',
    measure: () => measureLookUps(connectionString, asked.personIds, turn),
  };
  const questions = [NOTHING, ...asked.questions];
  return {
    questions: await measureInRounds(target, { references: [lookUp], questions }, { ...schedule, turn }),
  };
}

async function measureFollows(target: Target, starId: string, schedule: Schedule): Promise<Measured> {
  const samples: Sample[] = [];
  const turn = turnOf(schedule, CONNECTIONS.following);
  const requests = followRequests(target.visitors, starId);
  await checkFollows(target.server, followRequests(target.visitors.slice(0, 1), starId));
  for (let round = 0; round < schedule.rounds; round += 1)
    samples.push(await measureRequests(target, requests, turn));
  return { name: FOLLOWS, asked: '', p50MsMax: null, samples };
}

const turnOf = ({ warmUpMs, loadMs }: Schedule, connections: number): Turn => ({
  warmUpMs,
  loadMs,
  connections,
});
