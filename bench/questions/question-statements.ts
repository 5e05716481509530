import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ask } from '../harness/product-server.ts';
import type { ProductServer, VisitorRequest } from '../harness/product-server.ts';
import type { Question } from './questions.ts';
import type { RecordedStatement, StatementRecorder } from '../harness/statement-recorder.ts';
import type { Visitor } from '../harness/tokens.ts';

/**
 * Statements of one request once the session is cached, by the size of its page. Requests about one user may need fewer than
 * others, so of the pages with one item the most expensive counts among those that the page of fifty consists of.
 */
export type StatementCounts = { readonly of1: number; readonly of50: number };

export type AskedStatements = {
  readonly name: string;
  /** Null where there are no pages. */
  readonly counts: StatementCounts | null;
  readonly fewest: number;
  /** Every executed text, with its first values. */
  readonly statements: readonly RecordedStatement[];
};

const QUIET_MS = 100;
/** Few enough to stay within the life of the session cache. */
const REPEATS = 3;
/** More for changes, since the relay of their events often runs before the answer has arrived. */
const TURNS = 12;
const PAGE_SIZE = 50;

export type Listening = { readonly server: ProductServer; readonly recorder: StatementRecorder };

/** Sends one question repeatedly through the recorder. */
export async function recordQuestion(
  listening: Listening,
  { name, query, variables: [variables = {}], isPaged }: Question,
  visitor: Visitor,
): Promise<AskedStatements> {
  const record = (paging: object): Promise<Recorded> =>
    recordRequest(listening, { visitor, asked: { query, variables: { ...variables, ...paging } } });
  if (!isPaged) {
    const { fewest, statements } = await record({});
    return { name, counts: null, fewest, statements };
  }
  const fifty = await record({ first: PAGE_SIZE });
  const statements = [...fifty.statements];
  let of1 = 0;
  let paging: { first: number; after?: string } | null = { first: 1 };
  for (let page = 0; paging && page < PAGE_SIZE && of1 < fifty.fewest; page += 1) {
    const one = await record(paging);
    of1 = Math.max(of1, one.fewest);
    statements.push(...one.statements);
    paging = one.endCursor === null ? null : { first: 1, after: one.endCursor };
  }
  return { name, counts: { of1, of50: fifty.fewest }, fewest: fifty.fewest, statements };
}

/** Sends requests that undo each other in turn, so that each changes something. */
export async function recordTurns(
  listening: Listening,
  name: string,
  requests: readonly VisitorRequest[],
): Promise<AskedStatements[]> {
  const turns: Recorded[][] = [];
  for (let repeat = 0; repeat < TURNS; repeat += 1) {
    const turn: Recorded[] = [];
    for (const request of requests) turn.push(await recordOnce(listening, request));
    turns.push(turn);
  }
  return requests.map((_request, index) => {
    const recorded = turns.flatMap((turn) => turn.slice(index, index + 1));
    const { fewest, statements } = fewestOf(recorded);
    return { name, counts: null, fewest, statements };
  });
}

type Recorded = Pick<AskedStatements, 'fewest' | 'statements'> & {
  /** Null after an empty page, and where there are no pages. */
  readonly endCursor: string | null;
};

async function recordRequest(listening: Listening, request: VisitorRequest): Promise<Recorded> {
  const recorded: Recorded[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) recorded.push(await recordOnce(listening, request));
  return fewestOf(recorded);
}

/** The minimum of several runs, since background work of the server may fall into one of them. */
const fewestOf = (recorded: readonly Recorded[]): Recorded => ({
  fewest: Math.min(...recorded.map(({ fewest }) => fewest)),
  statements: recorded.flatMap(({ statements }) => statements),
  endCursor: recorded[0]?.endCursor ?? null,
});

async function recordOnce({ server, recorder }: Listening, request: VisitorRequest): Promise<Recorded> {
  recorder.take();
  const answer = pagedAnswer.safeParse(await ask(server, request));
  const statements = recorder.take();
  await sleep(QUIET_MS);
  const endCursor = answer.data?.list.pageInfo.endCursor ?? null;
  return { fewest: statements.length, statements, endCursor };
}

const pagedAnswer = z.object({
  list: z.object({ pageInfo: z.object({ endCursor: z.string().nullable() }) }),
});
