import { z } from 'zod';
import { withBench } from '../harness/database.ts';
import type { Bench } from '../harness/database.ts';
import { runJobNow } from '../harness/jobs.ts';
import { measureRequests, startLoadGenerator } from '../harness/measure.ts';
import type { Measurable, Sample } from '../harness/measure.ts';
import { ask, requestText, startProductServer, startProductWorker } from '../harness/product-server.ts';
import type { VisitorRequest } from '../harness/product-server.ts';
import { findSequentialScans } from '../questions/question-plans.ts';
import { measureLookUps } from '../questions/question-reference.ts';
import { reportQuestions } from '../questions/question-report.ts';
import type { Measured, MeasuredChange, QuestionMeasurement } from '../questions/question-report.ts';
import { recordQuestion, recordTurns } from '../questions/question-statements.ts';
import type { AskedStatements } from '../questions/question-statements.ts';
import type { Change, Place, Question, QuestionTable, Schedule } from '../questions/questions.ts';
import type { Size } from '../harness/report.ts';
import { startStatementRecorder } from '../harness/statement-recorder.ts';
import { mintTokens } from '../harness/tokens.ts';
import type { Visitor } from '../harness/tokens.ts';

const SMALL: Schedule = { rounds: 1, loadMs: 100, warmUpMs: 100 };
const READING_CONNECTIONS = 16;
const CHANGING = { rounds: 3, turn: { warmUpMs: 1_000, loadMs: 3_000, connections: 8 } };
const SMALL_CHANGING = { rounds: 1, turn: { warmUpMs: 100, loadMs: 300, connections: 8 } };
const COUNTED_LATER_MS = 10_000;
const CHECKED_REQUESTS = 20;
/** Two that undo each other; with more in each turn the visitor's budget would be exhausted. */
const RECORDED_CHANGES = 2;
const CONNECTIONS = { reading: READING_CONNECTIONS, changing: CHANGING.turn.connections };

/**
 * Fills a world, measures all questions about it in turns, and makes all changes.
 * @returns whether every target was met
 */
export const runQuestions = (table: QuestionTable, size: Size): Promise<boolean> =>
  withBench((bench) => askQuestions(bench, table, size));

/** As `runQuestions`, in an empty database that is kept for further measurements. */
export async function askQuestions(bench: Bench, table: QuestionTable, size: Size): Promise<boolean> {
  const startedMs = performance.now();
  await table.fill(bench.client);
  const fillSeconds = (performance.now() - startedMs) / 1_000;
  console.log(`The world was filled in ${fillSeconds.toFixed(0)} s.\n`);
  const worker = table.jobs.length === 0 ? null : await startProductWorker(bench.product);
  try {
    const jobs = [];
    for (const name of table.jobs) jobs.push({ name, ms: await runJobNow(bench.client, name) });
    const measured = await measureWorld(bench, table, size);
    return await reportQuestions(
      { ...measured, name: table.name, world: table.size, fillSeconds, connections: CONNECTIONS, jobs },
      size,
    );
  } finally {
    await worker?.stop();
  }
}

type Asked = Awaited<ReturnType<QuestionTable['ask']>>;

async function measureWorld(
  bench: Bench,
  table: QuestionTable,
  size: Size,
): Promise<Pick<QuestionMeasurement, 'questions' | 'changes' | 'statements' | 'scans'>> {
  const visitors = await mintTokens(bench.product, table.visitors);
  const { asked, statements } = await recordStatements(bench, table, visitors);
  const scans = await findSequentialScans(bench.client, statements, table.largeTables);
  const server = await startProductServer(bench.product);
  try {
    const measurable = { server, postmasterPid: bench.postmasterPid };
    const schedule = size === 'small' ? SMALL : table.schedule[size];
    const questions = await measureInRounds({ bench, measurable, visitors }, asked.questions, size, schedule);
    const changes = [];
    for (const change of asked.changes)
      changes.push(await measureChange({ bench, measurable, visitors }, change, size));
    return { questions, changes, statements, scans };
  } finally {
    await server.stop();
  }
}

/** Sends each question by another visitor, since the search budget is per visitor. */
async function recordStatements(
  { client, product }: Bench,
  table: QuestionTable,
  visitors: readonly Visitor[],
): Promise<{ asked: Asked; statements: AskedStatements[] }> {
  const recorder = await startStatementRecorder(product.databaseUrl);
  const server = await startProductServer({ ...product, databaseUrl: recorder.connectionString });
  const visitorAt = (index: number): Visitor => visitors[index % visitors.length]!; // The index is within the list.
  try {
    const place: Place = { client, server, visitor: visitorAt(0) };
    const asked = await table.ask(place);
    const listening = { server, recorder };
    const statements: AskedStatements[] = [];
    for (const [index, question] of asked.questions.entries())
      statements.push(await recordQuestion(listening, question, visitorAt(index)));
    for (const { name, requests } of asked.changes)
      statements.push(
        ...(await recordTurns(listening, name, requests([visitorAt(0)]).slice(0, RECORDED_CHANGES))),
      );
    return { asked, statements };
  } finally {
    await server.stop();
    await recorder.close();
  }
}

type Scene = {
  readonly bench: Bench;
  readonly measurable: Measurable;
  readonly visitors: readonly Visitor[];
};

/** The minimal query: the fixed cost of a request. */
const NOTHING: Question = {
  name: '{ __typename }',
  query: '{ __typename }',
  variables: [{}],
  isPaged: false,
  p50MsMax: null,
  answer: z.object({ __typename: z.literal('Query') }),
};

/**
 * Measures everything in turns, round by round, so that other load on the machine affects all of it. The minimal
 * row and the minimal request take their turns with the questions.
 */
async function measureInRounds(
  { bench, measurable, visitors }: Scene,
  asked: readonly Question[],
  size: Size,
  { rounds, ...schedule }: Schedule,
): Promise<Measured[]> {
  const turn = { ...schedule, connections: READING_CONNECTIONS };
  const questions = [NOTHING, ...asked].map((question) => ({
    question,
    requests: requestsOf(question, visitors),
    samples: [] as Sample[], // They come in the rounds.
  }));
  for (const { question, requests } of questions)
    for (const request of requests.slice(0, CHECKED_REQUESTS))
      await checkAnswer(measurable.server, question, request, size);
  const lookUps: Sample[] = [];
  for (let round = 0; round < rounds; round += 1) {
    lookUps.push(await measureLookUps(bench, turn));
    for (const { requests, samples } of questions)
      samples.push(await measureRequests(measurable, requests, turn));
  }
  return [
    { name: 'a row by its key, by the bare driver', asked: '', p50MsMax: null, samples: lookUps },
    ...questions.map(({ question: { name, p50MsMax, variables }, samples }) => ({
      name,
      asked: variables.length === 1 ? JSON.stringify(variables[0]) : `${variables.length} different`,
      p50MsMax,
      samples,
    })),
  ];
}

/** Every visitor sends one request, each with the next variables. */
const requestsOf = ({ query, variables }: Question, visitors: readonly Visitor[]): VisitorRequest[] =>
  visitors.map((visitor, index) => ({
    visitor,
    asked: { query, variables: variables[index % variables.length] ?? {} },
  }));

/** @throws Error for an unexpected answer, except in a small world */
async function checkAnswer(
  server: Measurable['server'],
  { name, answer }: Pick<Question, 'name' | 'answer'>,
  request: VisitorRequest,
  size: Size,
): Promise<void> {
  const { error } = answer.safeParse(await ask(server, request));
  if (!error || size === 'small') return;
  throw new Error(`${name} with ${JSON.stringify(request.asked.variables)} got: ${error.message}`);
}

async function measureChange(
  { bench, measurable, visitors }: Scene,
  change: Change,
  size: Size,
): Promise<MeasuredChange> {
  const { name, perRequest, perSecondMin } = change;
  const requests = change.requests(visitors);
  for (const request of change.requests(visitors.slice(0, 1)))
    await checkAnswer(measurable.server, change, request, size);
  const { rounds, turn } = size === 'small' ? SMALL_CHANGING : CHANGING;
  if (change.isCountedLater) {
    const generator = startLoadGenerator();
    try {
      const startedMs = performance.now();
      const load = await generator.load({
        port: measurable.server.port,
        requests: requests.map(requestText),
        offset: 0,
        connections: turn.connections,
        durationMs: size === 'small' ? turn.loadMs : COUNTED_LATER_MS,
      });
      await change.check(bench.client);
      const seconds = (performance.now() - startedMs) / 1_000;
      return {
        name,
        perRequest,
        perSecondMin,
        samples: [],
        countedPerSecond: (load.requests * perRequest) / seconds,
      };
    } finally {
      await generator.stop();
    }
  }
  const samples: Sample[] = [];
  for (let round = 0; round < rounds; round += 1)
    samples.push(await measureRequests(measurable, requests, turn));
  await change.check(bench.client);
  return { name, perRequest, perSecondMin, samples, countedPerSecond: null };
}
