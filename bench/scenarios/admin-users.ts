import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Actor } from '#test/support/actor.ts';
import { openAdminApp } from '../harness/admin-app.ts';
import { familyCpuMs } from '../harness/cpu.ts';
import { type Bench, withBench } from '../harness/database.ts';
import { percentile } from '../harness/percentile.ts';
import { ROOT } from '../harness/product-server.ts';
import { report } from '../harness/report.ts';
import type { Size } from '../harness/report.ts';
import { startStatementRecorder } from '../harness/statement-recorder.ts';
import { accountsQuestions } from '../accounts/accounts-questions.ts';
import type { AccountsQuestion } from '../accounts/accounts-questions.ts';
import { seedAccounts } from '../accounts/accounts-world.ts';
import { findSequentialScans } from '../questions/question-plans.ts';
import type { AskedStatements } from '../questions/question-statements.ts';

const SCHEDULES = {
  small: { users: 20_000, rounds: 1, reads: 2 },
  usual: { users: 1_000_000, rounds: 3, reads: 10 },
  full: { users: 1_000_000, rounds: 10, reads: 20 },
} satisfies Record<Size, object>;
type Schedule = (typeof SCHEDULES)[Size];

const ORDERS = ['NEWEST', 'LAST_UPDATED'];
const PAGE_SIZE = 50;
const P50_MS = 30;
const LARGE_TABLES = ['users', 'username_history', 'restrictions'];

/**
 * Lists accounts by each condition alone in each order, the first page and the one after it, in one process with its client.
 * @returns whether every target was met
 */
export const runAdminUsers = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    const schedule = SCHEDULES[size];
    await seedAccounts(bench.client, schedule.users);
    const questions = accountsQuestions(schedule.users).flatMap((question) =>
      ORDERS.map((order) => ({ ...question, order, name: `${question.name}, ${order}` })),
    );
    const statements = await record(bench, questions);
    const scans = await findSequentialScans(bench.client, statements, LARGE_TABLES);
    for (const { question, table, text } of scans)
      console.log(`${question} reads all of ${table}:\n${text}\n`);
    const rows = await measure(bench, questions, schedule);
    const slowest = rows.reduce((a, b) => (a.p50Ms > b.p50Ms ? a : b));
    return report({
      scenario: 'admin-users',
      size,
      tables: [
        rows.map(({ name, p50Ms, p99Ms, postgresMs }) => ({
          accounts: name,
          'p50 ms': p50Ms.toFixed(1),
          'p99 ms': p99Ms.toFixed(1),
          'postgres ms/page': postgresMs?.toFixed(2) ?? '-',
        })),
      ],
      targets: [
        {
          name: `${slowest.name}, the slowest, p50 ms`,
          measured: slowest.p50Ms,
          wanted: `< ${P50_MS}`,
          isMet: slowest.p50Ms < P50_MS,
        },
        {
          name: 'statements that read all of a large table',
          measured: scans.length,
          wanted: '0',
          isMet: scans.length === 0,
        },
      ],
      result: { ...schedule, rows, sequentialScans: scans },
    });
  });

type Ordered = AccountsQuestion & { readonly order: string };

const page = z.object({
  adminGetUsers: z.object({
    nodes: z.array(z.object({})),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});

/** The document that the panel sends. */
async function readDocument(): Promise<string> {
  const text = await readFile(path.join(ROOT, 'packages/admin-panel/operations/users.graphql'), 'utf8');
  return text.slice(0, text.indexOf('query GetUser('));
}

/** @returns the cursor of the next page, null when there is none */
async function ask(
  admin: Actor,
  document: string,
  { filter, order, isEmpty = false }: Ordered,
  after: string | null,
): Promise<string | null> {
  const answer: unknown = await admin.do(document, { ...filter, order, first: PAGE_SIZE, after });
  const { nodes, pageInfo } = page.parse(answer).adminGetUsers;
  if ((nodes.length === 0) !== isEmpty)
    throw new Error(`${JSON.stringify(filter)} gives ${nodes.length} accounts.`);
  return pageInfo.hasNextPage ? pageInfo.endCursor : null;
}

/** Every executed text of the first pages. */
async function record({ product }: Bench, questions: readonly Ordered[]): Promise<AskedStatements[]> {
  const recorder = await startStatementRecorder(product.databaseUrl);
  const { app, admin } = await openAdminApp({ ...product, databaseUrl: recorder.connectionString });
  try {
    const document = await readDocument();
    const asked: AskedStatements[] = [];
    for (const question of questions) {
      recorder.take();
      await ask(admin, document, question, null);
      const statements = recorder.take();
      asked.push({ name: question.name, counts: null, fewest: statements.length, statements });
    }
    return asked;
  } finally {
    await app.close();
    await recorder.close();
  }
}

type Row = {
  readonly name: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of all of PostgreSQL for one page; null where unknown. */
  readonly postgresMs: number | null;
};

/** Takes turns, so that other load on the machine affects all questions. */
async function measure(
  { postmasterPid, product }: Bench,
  questions: readonly Ordered[],
  { rounds, reads }: Schedule,
): Promise<Row[]> {
  const { app, admin } = await openAdminApp(product);
  // They come in the rounds.
  const times = questions.map(() => [] as number[]);
  const cpuMs = questions.map(() => 0);
  try {
    const document = await readDocument();
    const timed = async (question: Ordered, index: number, after: string | null): Promise<string | null> => {
      const beganMs = performance.now();
      const next = await ask(admin, document, question, after);
      times[index]?.push(performance.now() - beganMs);
      return next;
    };
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, question] of questions.entries()) {
        const before = familyCpuMs(postmasterPid);
        for (let read = 0; read < reads; read += 1) {
          const next = await timed(question, index, null);
          if (next !== null) await timed(question, index, next);
        }
        cpuMs[index] =
          (cpuMs[index] ?? 0) + ((familyCpuMs(postmasterPid) ?? Number.NaN) - (before ?? Number.NaN));
      }
    }
  } finally {
    await app.close();
  }
  return questions.map(({ name }, index) => {
    const sorted = (times[index] ?? []).toSorted((left, right) => left - right);
    const postgresMs = (cpuMs[index] ?? Number.NaN) / sorted.length;
    return {
      name,
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
      postgresMs: Number.isNaN(postgresMs) ? null : postgresMs,
    };
  });
}
