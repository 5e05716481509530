import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { stopChild } from './contenders.ts';
import { familyCpuMs, processCpuMs } from './cpu.ts';
import type { LoadOrder, LoadReport } from './load.ts';
import { ask, requestText } from './product-server.ts';
import type { ProductServer, VisitorRequest } from './product-server.ts';
import type { Question } from './questions.ts';
import type { Visitor } from './tokens.ts';

export type Load = { readonly requestsPerSecond: number; readonly p50Ms: number; readonly p99Ms: number };

/** What one connection gets, and what each gets of several at once. */
export type Sample = {
  readonly alone: Load;
  readonly atOnce: Load;
  /** CPU of the server's process and of all of PostgreSQL for one request of several at once; null where it is not known. */
  readonly nodeMs: number | null;
  readonly postgresMs: number | null;
};

export type Turn = { readonly warmUpMs: number; readonly loadMs: number; readonly connections: number };

export type Target = {
  readonly server: ProductServer;
  readonly visitors: readonly Visitor[];
  readonly postmasterPid: number;
};

const CHECKED_REQUESTS = 20;

/** @throws Error when an answer is not what the question must get */
export async function checkAnswers({ server, visitors }: Target, question: Question): Promise<void> {
  for (const request of requestsOf(question, visitors).slice(0, CHECKED_REQUESTS)) {
    const answer = question.answer.safeParse(await ask(server, request));
    if (answer.success) continue;
    const { variables } = request.asked;
    throw new Error(`${question.name} with ${JSON.stringify(variables)} got: ${answer.error.message}`);
  }
}

/** Loads the server with the same requests: a while unmeasured, then by one connection, then by several. */
export async function measureRequests(
  { server, postmasterPid }: Target,
  requests: readonly VisitorRequest[],
  turn: Turn,
): Promise<Sample> {
  // It remembers what each request got first, so each of these lists has a process of its own.
  const generator = fork(path.join(import.meta.dirname, 'load.ts'));
  const texts = requests.map(requestText);
  let offset = 0;
  const load = async (connections: number, durationMs: number): Promise<LoadReport> => {
    const order = { port: server.port, requests: texts, offset, connections, durationMs };
    const report = await loadOnce(generator, order);
    offset += report.requests;
    return report;
  };
  const cpu = () => ({ node: processCpuMs(server.pid), postgres: familyCpuMs(postmasterPid) });
  try {
    await load(turn.connections, turn.warmUpMs);
    const alone = await load(1, turn.loadMs);
    const before = cpu();
    const atOnce = await load(turn.connections, turn.loadMs);
    const after = cpu();
    return {
      alone: summaryOf(alone),
      atOnce: summaryOf(atOnce),
      nodeMs: perRequest(before.node, after.node, atOnce.requests),
      postgresMs: perRequest(before.postgres, after.postgres, atOnce.requests),
    };
  } finally {
    await stopChild(generator);
  }
}

/** Loads the server with the same requests for a while. */
export async function loadRequests(
  { server }: Target,
  requests: readonly VisitorRequest[],
  { connections, durationMs }: Pick<LoadOrder, 'connections' | 'durationMs'>,
): Promise<LoadReport> {
  const generator = fork(path.join(import.meta.dirname, 'load.ts'));
  const order = {
    port: server.port,
    requests: requests.map(requestText),
    offset: 0,
    connections,
    durationMs,
  };
  try {
    return await loadOnce(generator, order);
  } finally {
    await stopChild(generator);
  }
}

/** Every visitor asks once, each with the next variables. */
export const requestsOf = ({ query, variables }: Question, visitors: readonly Visitor[]): VisitorRequest[] =>
  visitors.map((visitor, index) => ({
    visitor,
    asked: { query, variables: variables[index % variables.length] ?? {} },
  }));

async function loadOnce(generator: ChildProcess, order: LoadOrder): Promise<LoadReport> {
  const answered = Promise.race([once(generator, 'message'), failedExit(generator)]);
  generator.send(order);
  // The load generator answers an order with nothing else.
  const [report] = (await answered) as [LoadReport];
  if (report.wrong.length > 0) throw new Error(`There were wrong answers:\n${report.wrong.join('\n')}`);
  return report;
}

async function failedExit(generator: ChildProcess): Promise<never> {
  await once(generator, 'exit');
  throw new Error('The load generator has ended.');
}

const summaryOf = ({ requests, seconds, p50Ms, p99Ms }: LoadReport): Load => ({
  requestsPerSecond: requests / seconds,
  p50Ms,
  p99Ms,
});

const perRequest = (before: number | null, after: number | null, requests: number): number | null =>
  before === null || after === null ? null : (after - before) / requests;
