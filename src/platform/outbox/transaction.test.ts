import assert from 'node:assert/strict';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { createIds } from '#platform/kernel/ids.ts';
import { defineEvent } from '#platform/outbox/events/definition.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { testDatabase } from '#test/support/database.ts';
import { runSql } from '#test/support/test-server.ts';
import { openDatabase } from '#platform/db/connection.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from './transaction.ts';
import { createTransactions } from './transaction.ts';
import type { Transactions } from './transaction.ts';

const NOW = new Date('2026-11-20T12:00:00.123Z');
const ALICE = '01890a5d-ac96-774b-bcce-b302099a8057';
const BOB = '01890a5d-ac96-774b-bcce-b302099a8058';

const postLiked = defineEvent<{ postId: string; tags: string[] }>('postLiked');
const sendMail = defineJob<{ to: string }>('sendMail');

type World = { db: Db; transaction: Transactions; commits: () => number; connectionString: string };

async function world(t: TestContext): Promise<World> {
  const { connectionString } = await testDatabase(t);
  const log = createLogger({ level: 'silent' });
  const settings = { lanes: 1, transactionPoolSize: 4, statementTimeoutMs: 10_000, log };
  const database = await openDatabase({ ...settings, connectionString });
  t.after(() => database.close());
  await runSql(connectionString, 'create table things (id int primary key, count int not null default 0)');
  await runSql(connectionString, 'insert into things values (1), (2)');
  let commits = 0;
  const clock = { now: () => NOW };
  const onCommit = (): void => {
    commits += 1;
  };
  const transaction = createTransactions({ db: database.db, ids: createIds(clock), clock, onCommit });
  return { db: database.db, transaction, commits: () => commits, connectionString };
}

const touch = (tx: Tx, id: number): Promise<unknown> =>
  sql`update things set count = count + 1 where id = ${id}`.execute(tx);

const counts = async (db: Db): Promise<unknown[]> =>
  (await sql<{ count: number }>`select count from things order by id`.execute(db)).rows.map(
    (row) => row.count,
  );

const outbox = (db: Db): Promise<unknown[]> => db.selectFrom('outbox').selectAll().orderBy('id').execute();

test('events and jobs are stored with the rows of their transaction, in the order of their creation', async (t) => {
  const { db, transaction, commits } = await world(t);
  const runAt = new Date('2026-11-21T00:00:00.000Z');
  const result = await transaction(async (tx) => {
    tx.emit(postLiked, { postId: 'p', tags: ['a'] }, { userIds: [ALICE, BOB] });
    await touch(tx, 1);
    tx.enqueue(sendMail, { to: 'x' }, { runAt, key: 'mail:x' });
    tx.emit(postLiked, { postId: 'q', tags: [] }, { topic: ALICE });
    return 'done';
  });
  assert.equal(result, 'done');
  assert.deepEqual(await counts(db), [1, 0]);
  assert.equal(commits(), 1);
  const [liked, mail, second, ...others] = await db.selectFrom('outbox').selectAll().orderBy('id').execute();
  assert.match(String(liked?.event_id), /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  const event = {
    kind: 'event',
    name: 'postLiked',
    occurred_at: NOW,
    run_at: null,
    job_key: null,
    topic: null,
  };
  assert.deepEqual(liked, {
    ...event,
    id: 1,
    event_id: liked?.event_id,
    payload: { postId: 'p', tags: ['a'] },
    recipients: [ALICE, BOB],
  });
  assert.deepEqual(mail, {
    id: 2,
    kind: 'job',
    event_id: null,
    name: 'sendMail',
    payload: { to: 'x' },
    recipients: null,
    topic: null,
    occurred_at: NOW,
    run_at: runAt,
    job_key: 'mail:x',
  });
  assert.deepEqual(second, {
    ...event,
    id: 3,
    event_id: second?.event_id,
    payload: { postId: 'q', tags: [] },
    recipients: null,
    topic: ALICE,
  });
  assert.deepEqual(others, []);
});

test('a failed transaction leaves no row and no event, and does not notify the relay', async (t) => {
  const { db, transaction, commits } = await world(t);
  const failing = transaction(async (tx) => {
    tx.emit(postLiked, { postId: 'p', tags: [] });
    await touch(tx, 1);
    throw new Error('changed my mind');
  });
  await assert.rejects(failing, { message: 'changed my mind' });
  assert.deepEqual(await counts(db), [0, 0]);
  assert.deepEqual(await outbox(db), []);
  assert.equal(commits(), 0);
});

test('a transaction without events does not notify the relay', async (t) => {
  const { transaction, commits } = await world(t);
  await transaction((tx) => touch(tx, 1));
  assert.equal(commits(), 0);
});

test('of two deadlocked transactions one is retried, and its events are stored once', async (t) => {
  const { db, transaction, connectionString } = await world(t);
  await runSql(connectionString, `alter role current_user set deadlock_timeout = '50ms'`);
  const bothHoldOne = rendezvous(2);
  let runs = 0;
  const move = (first: number, second: number): Promise<void> =>
    transaction(async (tx) => {
      runs += 1;
      tx.emit(postLiked, { postId: `${first} to ${second}`, tags: [] });
      await touch(tx, first);
      await bothHoldOne();
      await touch(tx, second);
    });
  await Promise.all([move(1, 2), move(2, 1)]);
  assert.equal(runs, 3);
  assert.deepEqual(await counts(db), [2, 2]);
  const events = await db.selectFrom('outbox').select('payload').execute();
  const moves = events.map(({ payload }) => payload);
  assert.equal(moves.length, 2);
  assert.notDeepEqual(moves[0], moves[1]);
});

/** Makes the first callers wait for one another; later ones pass. */
function rendezvous(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === size) resolve();
    return promise;
  };
}

test('a transaction that the database refuses repeatedly fails after three retries', async (t) => {
  const { transaction } = await world(t);
  let runs = 0;
  const refused = transaction(async (tx) => {
    runs += 1;
    await sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`.execute(tx);
  });
  await assert.rejects(refused, { code: '40001' });
  assert.equal(runs, 4);
});

test('events and statements after the end of their transaction are refused', async (t) => {
  const { transaction } = await world(t);
  const kept = await transaction(async (tx) => ({
    late: () => tx.emit(postLiked, { postId: 'p', tags: [] }),
  }));
  assert.throws(kept.late, { message: /"postLiked" came after the end of its transaction/ });
});
