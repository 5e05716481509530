import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { TOKEN_ISSUER } from '../contenders.ts';
import { startBenchDatabase, temporaryFolder } from '../database.ts';
import type { BenchDatabase } from '../database.ts';
import { checkFollowerCount, checkFollows, FOLLOWS, followRequests } from '../people-follows.ts';
import { checkAnswers, measureRequests, requestsOf } from '../people-measure.ts';
import type { Target, Turn } from '../people-measure.ts';
import { findSequentialScans } from '../people-plans.ts';
import { NOTHING, peopleQuestions } from '../people-questions.ts';
import type { PeopleQuestions, Question } from '../people-questions.ts';
import { measureLookUps } from '../people-reference.ts';
import { reportPeople } from '../people-report.ts';
import type { Measured, PeopleMeasurement } from '../people-report.ts';
import { startPeopleServer } from '../people-server.ts';
import type { PeopleServerOptions } from '../people-server.ts';
import { startStatementRecorder } from '../statement-recorder.ts';
import { recordQuestion, recordTurns } from '../people-statements.ts';
import type { AskedStatements } from '../people-statements.ts';
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
    const scans = await findSequentialScans(client, statements);
    const server = await startPeopleServer(options);
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
  options: PeopleServerOptions,
  { questions, starId }: PeopleQuestions,
  visitors: readonly Visitor[],
): Promise<AskedStatements[]> {
  const recorder = await startStatementRecorder(options.databaseUrl);
  const server = await startPeopleServer({ ...options, databaseUrl: recorder.connectionString });
  try {
    const recorded: AskedStatements[] = [];
    // Another visitor for each, because nobody may search as often as all of them together.
    for (const [index, visitor] of visitors.slice(0, questions.length).entries()) {
      const question = questions[index]!; // There are as many as there are of these visitors.
      recorded.push(await recordQuestion({ server, recorder }, question, visitor));
    }
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

/** Everything in turn, round by round, so that what else the machine does in these minutes falls on all of it. */
async function measureReads(
  target: Target,
  { asked, connectionString, schedule }: Reading,
): Promise<Pick<Measurement, 'references' | 'questions'>> {
  const nothing = measurable(NOTHING);
  const lookUp: Measurable = {
    name: 'a row by its key, by the bare driver',
    asked: '',
    hasTarget: false,
    samples: [],
  };
  const questions = asked.questions.map(measurable);
  const turn = turnOf(schedule, CONNECTIONS.reading);
  for (const question of [NOTHING, ...asked.questions]) await checkAnswers(target, question);
  for (let round = 0; round < schedule.rounds; round += 1) {
    lookUp.samples.push(await measureLookUps(connectionString, asked.personIds, turn));
    nothing.samples.push(await measureRequests(target, requestsOf(NOTHING, target.visitors), turn));
    for (const [index, question] of asked.questions.entries()) {
      const requests = requestsOf(question, target.visitors);
      questions[index]?.samples.push(await measureRequests(target, requests, turn));
    }
  }
  return { references: [lookUp, nothing], questions };
}

async function measureFollows(target: Target, starId: string, schedule: Schedule): Promise<Measured> {
  const follows: Measurable = { name: FOLLOWS, asked: '', hasTarget: false, samples: [] };
  const turn = turnOf(schedule, CONNECTIONS.following);
  const requests = followRequests(target.visitors, starId);
  await checkFollows(target.server, followRequests(target.visitors.slice(0, 1), starId));
  for (let round = 0; round < schedule.rounds; round += 1)
    follows.samples.push(await measureRequests(target, requests, turn));
  return follows;
}

type Measurable = Omit<Measured, 'samples'> & { readonly samples: Measured['samples'][number][] };

const measurable = ({ name, hasTarget, variables }: Question): Measurable => ({
  name,
  asked: variables.length === 1 ? JSON.stringify(variables[0]) : `${variables.length} different`,
  hasTarget,
  samples: [],
});

const turnOf = ({ warmUpMs, loadMs }: Schedule, connections: number): Turn => ({
  warmUpMs,
  loadMs,
  connections,
});
