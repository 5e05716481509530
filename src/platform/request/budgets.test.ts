import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '#platform/db/connection.ts';
import { type Clock, SECOND_MS } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { runInScope } from '#platform/kernel/operation-scope.ts';
import type { Allowance, Budgets, Point } from '#platform/kernel/rate-limit.ts';
import { createTransactions, type Transactions } from '#platform/outbox/transaction.ts';
import { testDatabase } from '#test/support/database.ts';
import { openTestDatabase } from '#test/support/processes.ts';
import { createBudgets } from './budgets.ts';

const MINUTES_TEN: Allowance = { points: 3, windowSeconds: 600 };
const MINUTE: Allowance = { points: 3, windowSeconds: 60 };

/** Two processes on one database, with a clock that stands still. */
type Two = {
  readonly pass: (seconds: number) => void;
  readonly here: Process;
  readonly there: Process;
};
type Process = Database & { readonly budgets: Budgets; readonly transaction: Transactions };

async function twoProcesses(t: TestContext): Promise<Two> {
  const { connectionString } = await testDatabase(t);
  let nowMs = Date.UTC(2026, 0, 1);
  const clock: Clock = { now: () => new Date(nowMs) };
  const secret = Buffer.from('a secret of all processes');
  const open = async (): Promise<Process> => {
    const database = await openTestDatabase(t, connectionString);
    const { db } = database;
    const transaction = createTransactions({ db, clock, ids: createIds(clock), onCommit: () => undefined });
    return { ...database, transaction, budgets: createBudgets({ clock, db, secret }) };
  };
  const [here, there] = [await open(), await open()];
  await sql`create table acts (id integer generated always as identity, name text unique)`.execute(here.db);
  return { here, there, pass: (seconds) => void (nowMs += seconds * SECOND_MS) };
}

const pointOf = (allowance: Allowance, key = 'ada'): Point => ({ name: 'act', allowance, key });
const point = pointOf(MINUTES_TEN);

/** Inserts a row under the budget, in an operation of its own. @returns `OK` or the code of the refusal, and the statements sent */
async function act(process: Process, name: string | null = null, of = point) {
  const signal = new AbortController().signal;
  return runInScope({ signal }, async (scope) => {
    const insert = () =>
      process.transaction(async (tx) => {
        await sql`insert into acts (name) values (${name}) on conflict do nothing`.execute(tx);
      });
    const code = await process.budgets.spendByCommit(of, insert).then(
      () => 'OK',
      (error: unknown) => codeOf(error),
    );
    return { code, statements: scope.statements };
  });
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : assert.fail(String(error));

const spend = (process: Process, of: Point): Promise<unknown> =>
  process.budgets.spend(of).then(() => 'OK', codeOf);

async function actsOf({ db }: Process): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from acts`.execute(db);
  return rows[0]?.count ?? 0;
}

test('acts of one person in two processes share a budget, and the act beyond it is rolled back', async (t) => {
  const { here, there, pass } = await twoProcesses(t);
  for (const process of [here, there, here]) {
    assert.deepEqual(await act(process), { code: 'OK', statements: 1 });
  }
  assert.deepEqual([(await act(there)).code, (await act(here)).code], ['RATE_LIMITED', 'RATE_LIMITED']);
  assert.equal(await actsOf(here), 3);
  // A refusal is remembered: the next act is not begun.
  assert.deepEqual(await act(here), { code: 'RATE_LIMITED', statements: 0 });
  assert.equal((await act(here, null, pointOf(MINUTES_TEN, 'ben'))).code, 'OK');
  pass(600);
  assert.equal((await act(here)).code, 'OK');
  assert.equal((await here.budgets.windowOf(point)).spent, 1);
});

test('concurrent acts in two processes do not pass the budget together', async (t) => {
  const { here, there } = await twoProcesses(t);
  const acts = await Promise.all(
    Array.from({ length: 20 }, (_, index) => act(index % 2 === 0 ? here : there)),
  );
  const passed = acts.filter(({ code }) => code === 'OK');
  assert.deepEqual([passed.length, await actsOf(here)], [3, 3]);
});

test('an act that changes nothing spends nothing, and one of two transactions spends once', async (t) => {
  const { here } = await twoProcesses(t);
  for (let turn = 0; turn < 5; turn += 1) assert.equal((await act(here, 'the same')).code, 'OK');
  assert.equal((await here.budgets.windowOf(point)).spent, 1);
  const twice = () =>
    runInScope({ signal: new AbortController().signal }, () =>
      here.budgets.spendByCommit(point, async () => {
        for (const turn of [1, 2]) {
          await here.transaction((tx) => sql`insert into acts (name) values (${turn})`.execute(tx));
        }
      }),
    );
  await twice();
  assert.equal((await here.budgets.windowOf(point)).spent, 2);
});

test('a transaction that is repeated after a deadlock spends once', async (t) => {
  const { here } = await twoProcesses(t);
  let turns = 0;
  await runInScope({ signal: new AbortController().signal }, () =>
    here.budgets.spendByCommit(point, () =>
      here.transaction(async (tx) => {
        turns += 1;
        await sql`insert into acts default values`.execute(tx);
        // Fails at the commit, like a serialization failure.
        if (turns === 1) {
          await sql`create function pg_temp.fail() returns trigger language plpgsql as
            $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx);
          await sql`create constraint trigger fail after insert on acts deferrable initially deferred
            for each row execute function pg_temp.fail()`.execute(tx);
          await sql`insert into acts default values`.execute(tx);
        }
      }),
    ),
  );
  assert.deepEqual([turns, await actsOf(here)], [2, 1]);
  assert.equal((await here.budgets.windowOf(point)).spent, 1);
});

test('points spent together are spent all or not at all, and come back to the window they are of', async (t) => {
  const { here, there, pass } = await twoProcesses(t);
  const boundless = pointOf({ points: Number.POSITIVE_INFINITY, windowSeconds: 3_600 }, 'all');
  const charges = [];
  for (const process of [here, there, here])
    charges.push(await process.budgets.spendShared(boundless, point));
  assert.deepEqual(charges.at(-1)?.spent, [3, 3]);
  await assert.rejects(here.budgets.spendShared(boundless, point), {
    code: 'RATE_LIMITED',
    details: { retryAfterSeconds: 600 },
  });
  assert.equal((await here.budgets.windowOf(boundless)).spent, 3);
  await charges[0]?.giveBack();
  assert.deepEqual((await here.budgets.spendShared(boundless, point)).spent, [3, 3]);
  pass(600);
  assert.deepEqual((await here.budgets.spendShared(boundless, point)).spent, [4, 1]);
  await charges[1]?.giveBack();
  assert.deepEqual(
    [(await there.budgets.windowOf(boundless)).spent, (await there.budgets.windowOf(point)).spent],
    [3, 1],
  );
});

test('a point comes back although its operation was aborted', async (t) => {
  const { here } = await twoProcesses(t);
  const operation = new AbortController();
  await runInScope({ signal: operation.signal }, async () => {
    const charge = await here.budgets.spend(point);
    operation.abort(new Error('The client has gone.'));
    await charge.giveBack();
  });
  assert.equal((await here.budgets.windowOf(point)).spent, 0);
});

test('windows up to a minute are counted by each process for itself', async (t) => {
  const { here, there, pass } = await twoProcesses(t);
  const short = pointOf(MINUTE);
  const codes = [];
  for (const process of [here, here, here, here, there]) codes.push(await spend(process, short));
  assert.deepEqual(codes, ['OK', 'OK', 'OK', 'RATE_LIMITED', 'OK']);
  pass(59);
  assert.equal(await spend(here, short), 'RATE_LIMITED');
  pass(1);
  assert.equal(await spend(here, short), 'OK');
  const rows = await here.db.selectFrom('budget_counts').selectAll().execute();
  assert.deepEqual(rows, []);
});

test('without the database no shared point is spent', async (t) => {
  const { here } = await twoProcesses(t);
  await sql`alter table budget_counts rename to away`.execute(here.db);
  await assert.rejects(here.budgets.spend(point), /budget_counts/);
});
