import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import { createPostgresBus } from '#adapters/live-bus/postgres.ts';
import type { BusSignal } from '#ports/live-bus.ts';
import type { Db } from '#platform/db/database.ts';
import { isDatabaseAway } from '#platform/db/database-fault.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { runInScope } from '#platform/kernel/operation-scope.ts';
import { testDatabase } from '#test/support/database.ts';
import { deafBus, openTestDatabase, silent, startEventProcess, until } from '#test/support/processes.ts';
import { listeningTo } from '#test/support/transport/listening.ts';
import { runSql } from '#test/support/test-server.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { defineEvent } from '#platform/outbox/events/definition.ts';
import { startRelay } from './relay.ts';

const counted = defineEvent<{ number: number }>('counted');
const sendMail = defineJob<{ to: string }>('sendMail');
const sendPush = defineJob<{ to: string }>('sendPush');

const ids = createIds(systemClock);

type LogRow = { position: number; payload: unknown };

const logged = (db: Db): Promise<LogRow[]> =>
  db.selectFrom('event_log').select(['position', 'payload']).orderBy('position').execute();

async function jobs(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select identifier as name, payload, key from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id order by jobs.id`.execute(db);
  return rows;
}

/** A separate connection; its loss is ignored, since the database is dropped while it is open. */
async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const numbers = (rows: readonly LogRow[]): unknown[] => rows.map((row) => row.payload);
const upTo = (count: number): { number: number }[] =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1 }));

test('events of transactions on one row in several processes are logged in commit order', async (t) => {
  const { connectionString } = await testDatabase(t);
  await runSql(connectionString, 'create table counter (number int); insert into counter values (0)');
  const processes = await Promise.all(
    [1, 2, 3].map(() => startEventProcess(t, connectionString, { bus: createEmbeddedBus() })),
  );
  const count = ({ transaction }: (typeof processes)[number]): Promise<void> =>
    transaction(async (tx) => {
      const { rows } = await sql<{ number: number }>`
        update counter set number = number + 1 returning number`.execute(tx);
      tx.emit(counted, { number: rows[0]?.number ?? 0 });
    });
  await Promise.all(Array.from({ length: 70 }, () => processes.map(count)).flat());
  await Promise.all(processes.map(({ relay }) => relay.drain()));
  const [first] = processes;
  assert.ok(first);
  assert.deepEqual(
    await logged(first.db),
    upTo(210).map((payload) => ({ position: payload.number, payload })),
  );
  assert.deepEqual(await first.db.selectFrom('outbox').selectAll().execute(), []);
});

test('an event of a process that died between commit and relay is relayed by another process', async (t) => {
  const { connectionString } = await testDatabase(t);
  const survivor = await startEventProcess(t, connectionString, { bus: createEmbeddedBus() });
  const dying = await startEventProcess(t, connectionString, { bus: deafBus(), hints: false });
  await dying.relay.close();
  await dying.transaction(async (tx) => tx.emit(counted, { number: 1 }));
  await until(async () => (await logged(survivor.db)).length === 1, 'the event is logged');
});

test('a relay whose connection is killed during a batch moves nothing, then everything once', async (t) => {
  const { connectionString } = await testDatabase(t);
  const { relay, transaction, db } = await startEventProcess(t, connectionString, { bus: deafBus() });
  const blocker = await connected(connectionString);
  await blocker.query('begin; lock table event_recipients in exclusive mode');
  await transaction(async (tx) => {
    for (const payload of upTo(20)) tx.emit(counted, payload, { userIds: [ids.next()] });
    tx.enqueue(sendMail, { to: 'x' });
  });
  const stuck = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await until(async () => (await blocker.query(stuck)).rows.length === 1, 'the relay is in its batch');
  await blocker.query(`select pg_terminate_backend(pid) from (${stuck}) as relay`);
  // By a connection of its own: others of the relay's lane end with it.
  assert.equal((await blocker.query('select from outbox')).rows.length, 21);
  await blocker.query('rollback');
  // This may still be the batch whose connection was killed.
  await relay.drain().catch((error: unknown) => assert.ok(isDatabaseAway(error), String(error)));
  await relay.drain();
  assert.deepEqual(numbers(await logged(db)), upTo(20));
  assert.equal((await jobs(db)).length, 1);
  await blocker.end();
});

test('the relay continues after the operation that notified it has ended', async (t) => {
  const { connectionString } = await testDatabase(t);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const { relay, transaction, db } = await startEventProcess(t, connectionString, {
    bus: deafBus(),
    log,
    hints: false,
  });
  const blocker = await connected(connectionString);
  await blocker.query('begin');
  await blocker.query('select from event_head for update');
  await transaction(async (tx) => tx.emit(counted, { number: 1 }));
  const client = new AbortController();
  const counts = await runInScope({ signal: client.signal }, async (scope) => {
    relay.notify();
    await sleep(100);
    return scope;
  });
  client.abort(new Error('The client went away.'));
  await blocker.query('commit');
  await relay.drain();
  assert.deepEqual(numbers(await logged(db)), upTo(1));
  assert.equal(counts.statements, 0);
  assert.deepEqual(lines, []);
  await blocker.end();
});

test('an idle relay writes nothing', async (t) => {
  const { connectionString } = await testDatabase(t);
  const { relay, db } = await startEventProcess(t, connectionString, { bus: deafBus() });
  const lockedBy = async (): Promise<unknown> =>
    (await sql`select xmax::text from event_head`.execute(db)).rows;
  const before = await lockedBy();
  await relay.drain();
  assert.deepEqual(await lockedBy(), before);
});

test('a failed transaction does not notify the relay', async (t) => {
  const { connectionString } = await testDatabase(t);
  const { relay, transaction, db } = await startEventProcess(t, connectionString, { bus: deafBus() });
  const failing = transaction(async (tx) => {
    tx.emit(counted, { number: 1 });
    tx.enqueue(sendMail, { to: 'x' });
    throw new Error('changed its mind');
  });
  await assert.rejects(failing, /changed its mind/);
  await relay.drain();
  assert.deepEqual([await logged(db), await jobs(db)], [[], []]);
});

test('a process that finds the head locked waits without a connection, and relays once it is free', async (t) => {
  const { connectionString } = await testDatabase(t);
  const process = await startEventProcess(t, connectionString, { bus: createEmbeddedBus() });
  const other = await connected(connectionString);
  t.after(() => other.end());
  await other.query('begin; select position from event_head for update');
  await process.transaction(async (tx) => tx.emit(counted, { number: 1 }));
  const drained = process.relay.drain();
  for (let looks = 0; looks < 20; looks += 1) {
    const { rows } = await other.query<{ waiting: number }>(`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    assert.deepEqual(rows, [{ waiting: 0 }]);
    await sleep(5);
  }
  assert.deepEqual(await logged(process.db), []);
  await other.query('commit');
  await drained;
  assert.deepEqual(numbers(await logged(process.db)), [{ number: 1 }]);
});

test('a job replaces an earlier one with its key, within a batch and across batches, and keys are per name', async (t) => {
  const { connectionString } = await testDatabase(t);
  const { relay, transaction, db } = await startEventProcess(t, connectionString, {
    bus: deafBus(),
    hints: false,
  });
  const longKey = 'k'.repeat(2_000);
  await transaction(async (tx) => {
    tx.enqueue(sendMail, { to: 'first' }, { key: 'a' });
    tx.enqueue(sendPush, { to: 'push' }, { key: 'a' });
    tx.enqueue(sendMail, { to: 'second' }, { key: 'a' });
    tx.enqueue(sendMail, { to: 'long' }, { key: longKey });
    tx.enqueue(sendMail, { to: 'free' });
    tx.enqueue(sendMail, { to: 'free' });
  });
  await relay.drain();
  await transaction(async (tx) => {
    tx.enqueue(sendMail, { to: 'third' }, { key: 'a' });
    tx.enqueue(sendMail, { to: 'longer' }, { key: longKey });
  });
  await relay.drain();
  const found = (await jobs(db)).map((job) => JSON.stringify(job)).toSorted();
  assert.equal(found.length, 5);
  assert.equal(found.filter((job) => job.includes('"free"')).length, 2);
  assert.equal(found.filter((job) => job.includes('"longer"')).length, 1);
  assert.ok(found.includes('{"name":"sendMail","payload":{"to":"third"},"key":"sendMail:a"}'));
  assert.ok(found.includes('{"name":"sendPush","payload":{"to":"push"},"key":"sendPush:a"}'));
});

test('many recipients make smaller batches, and one event passes with any number of them', async (t) => {
  const { connectionString } = await testDatabase(t);
  const database = await openTestDatabase(t, connectionString);
  const { db } = database;
  const transaction = createTransactions({ db, ids, clock: systemClock, onCommit: () => undefined });
  const userIds = Array.from({ length: 6_000 }, () => ids.next());
  await transaction(async (tx) => {
    for (const payload of upTo(3)) tx.emit(counted, payload, { userIds });
    tx.emit(counted, { number: 4 }, { userIds: Array.from({ length: 12_000 }, () => ids.next()) });
    tx.emit(counted, { number: 5 }, { userIds: [userIds[0] ?? '', userIds[0] ?? ''] });
  });
  const positions: number[] = [];
  const bus = createEmbeddedBus();
  bus.subscribe((signal) => signal.kind === 'log' && positions.push(signal.position));
  const relay = startRelay({
    db,
    bus,
    log: pino({ level: 'silent' }),
    listenerJobs: new Map(),
    onLogged: () => undefined,
  });
  await relay.drain();
  await relay.close();
  assert.deepEqual(positions, [2, 4, 5]);
  assert.deepEqual(numbers(await logged(db)), upTo(5));
  const { rows } = await sql`select position, count(*) from event_recipients group by 1 order by 1`.execute(
    db,
  );
  assert.deepEqual(
    rows,
    [6_000, 6_000, 6_000, 12_000, 1].map((count, index) => ({ position: index + 1, count })),
  );
});

test('a run is one statement, with jobs too, and finding nothing is one', async (t) => {
  const { connectionString } = await testDatabase(t);
  const { db } = await openTestDatabase(t, connectionString);
  let statements = 0;
  const counting = listeningTo(db, (query) => {
    // Beside runs it looks for completed ids, at most once a second.
    if (!/pg_locks|least\(/.test(query.sql)) statements += 1;
  });
  const relay = startRelay({
    db: counting,
    bus: deafBus(),
    log: silent,
    listenerJobs: new Map([['counted', ['first', 'second']]]),
    onLogged: () => undefined,
  });
  t.after(() => relay.close());
  const transaction = createTransactions({ db, ids, clock: systemClock, onCommit: () => undefined });
  await relay.drain();
  assert.equal(statements, 1);
  await transaction(async (tx) => {
    tx.enqueue(sendMail, { to: 'x' });
    tx.emit(counted, { number: 1 }, { userIds: [ids.next()] });
  });
  await relay.drain();
  assert.equal(statements, 2);
  assert.deepEqual(numbers(await logged(db)), upTo(1));
  assert.deepEqual(await jobs(db), [
    { name: 'sendMail', payload: { to: 'x' }, key: null },
    { name: 'first', payload: { number: 1 }, key: null },
    { name: 'second', payload: { number: 1 }, key: null },
  ]);
});

test('the statement publishes on a bus of the database, and the own process hears of it once', async (t) => {
  const { connectionString } = await testDatabase(t);
  const buses = await Promise.all([1, 2].map(() => createPostgresBus({ connectionString, log: silent })));
  t.after(() => Promise.all(buses.map((bus) => bus.close())));
  const heard = buses.map((bus) => {
    const signals: BusSignal[] = [];
    bus.subscribe((signal) => signals.push(signal));
    return signals;
  });
  const [bus] = buses;
  assert.ok(bus);
  const { relay, transaction } = await startEventProcess(t, connectionString, { bus, hints: false });
  for (const { number } of upTo(2)) {
    await transaction(async (tx) => tx.emit(counted, { number }));
    await relay.drain();
  }
  await transaction(async (tx) => tx.enqueue(sendMail, { to: 'x' }));
  await relay.drain();
  const grown = upTo(2).map(({ number }) => ({ kind: 'log', position: number }));
  await until(() => heard[1]?.length === 2, 'the other bus hears');
  assert.deepEqual(heard, [grown, grown]);
});

test('relays that run at once beside writers log and hand over every event once, in commit order', async (t) => {
  const { connectionString } = await testDatabase(t);
  await runSql(
    connectionString,
    'create table counter (id int, number int); insert into counter select id, 0 from generate_series(0, 3) id',
  );
  const bus = createEmbeddedBus();
  const processes = await Promise.all(
    [1, 2].map(() => startEventProcess(t, connectionString, { bus, hints: false })),
  );
  const [writer, other] = processes;
  assert.ok(writer && other);
  const heard = processes.map(({ hub }) => {
    const payloads: object[] = [];
    hub.listen(counted.name, (payload) => payloads.push(payload));
    return payloads;
  });
  let isWriting = true;
  const relaying = processes.map(async ({ relay }) => {
    while (isWriting) await relay.drain();
  });
  const write = async (id: number): Promise<void> => {
    for (let times = 0; times < 40; times += 1) {
      await writer.transaction(async (tx) => {
        const { rows } = await sql<{ number: number }>`
          update counter set number = number + 1 where id = ${id} returning number + 1000 * id as number`.execute(
          tx,
        );
        tx.emit(counted, { number: rows[0]?.number ?? 0 }, { userIds: [ids.next()] });
        tx.enqueue(sendMail, { to: String(id) });
      });
    }
  };
  await Promise.all([0, 1, 2, 3, 0, 1, 2, 3].map(write));
  isWriting = false;
  await Promise.all(relaying);
  for (const { relay } of processes) await relay.drain();
  for (const { hub } of processes) await hub.catchUp();
  const rows = await logged(writer.db);
  assert.deepEqual(
    rows.map(({ position }) => position),
    upTo(320).map(({ number }) => number),
  );
  for (const id of [0, 1, 2, 3]) {
    const ofCounter = numbers(rows).filter(
      (payload) => Math.floor((payload as { number: number }).number / 1000) === id,
    );
    assert.deepEqual(
      ofCounter,
      upTo(80).map(({ number }) => ({ number: number + 1000 * id })),
    );
  }
  assert.deepEqual(heard, [numbers(rows), numbers(rows)]);
  assert.equal((await jobs(writer.db)).length, 320);
  const { rows: heads } = await sql`select position from event_head`.execute(writer.db);
  assert.deepEqual(heads, [{ position: 320 }]);
});

test('a failing relay retries by itself', async (t) => {
  const { connectionString } = await testDatabase(t);
  const { transaction, db } = await startEventProcess(t, connectionString, { bus: deafBus() });
  await runSql(connectionString, 'alter table event_log rename to hidden');
  await transaction(async (tx) => tx.emit(counted, { number: 1 }));
  await sleep(150);
  await runSql(connectionString, 'alter table hidden rename to event_log');
  await until(async () => (await logged(db)).length === 1, 'the event is logged');
});
