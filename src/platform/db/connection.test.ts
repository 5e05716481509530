import assert from 'node:assert/strict';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { createLogger } from '#platform/kernel/logger.ts';
import { runInScope } from '#platform/kernel/operation-scope.ts';
import { testDatabase } from '#test/support/database.ts';
import { runSql } from '#test/support/test-server.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { openDatabase } from './connection.ts';
import type { DatabaseOptions } from './connection.ts';
import type { Db } from './database.ts';

const log = createLogger({ level: 'silent' });

async function open(
  t: TestContext,
  options: Partial<DatabaseOptions> = {},
): Promise<{ db: Db; connectionString: string }> {
  const { connectionString } = await testDatabase(t);
  const settings = { lanes: 1, transactionPoolSize: 2, statementTimeoutMs: 10_000, log };
  const database = await openDatabase({ ...settings, ...options, connectionString });
  t.after(() => database.close());
  return { db: database.db, connectionString };
}

async function one(db: Db, text: string): Promise<unknown> {
  const { rows } = await sql.raw<{ value: unknown }>(text).execute(db);
  return rows[0]?.value;
}

test('column values arrive as the JavaScript types of the row types', async (t) => {
  const { db } = await open(t);
  const { rows } = await sql`select 9007199254740991::int8 as big, array[1, null]::int8[] as bigs,
    '2026-11-20 12:00:00.123456+02'::timestamptz as moment, '2026-11-20'::date as day, '{"a": [1]}'::jsonb as json,
    '01890a5d-ac96-774b-bcce-b302099a8057'::uuid as id, 1.50::numeric as amount, null::timestamptz as never,
    array['2026-11-20 12:00:00+00'::timestamptz] as moments`.execute(db);
  assert.deepEqual(rows, [
    {
      big: 9007199254740991,
      bigs: [1, null],
      moment: new Date('2026-11-20T10:00:00.123Z'),
      day: '2026-11-20',
      json: { a: [1] },
      id: '01890a5d-ac96-774b-bcce-b302099a8057',
      amount: '1.50',
      never: null,
      moments: [new Date('2026-11-20T12:00:00.000Z')],
    },
  ]);
});

test('a bigint beyond the safe integers is an error, and the connection stays usable', async (t) => {
  const { db } = await open(t);
  await assert.rejects(one(db, 'select 9007199254740993::int8 as value'), RangeError);
  assert.equal(await one(db, 'select 7 as value'), 7);
});

test('pipelined statements run in order, and a failing one does not affect its neighbours', async (t) => {
  const { db, connectionString } = await open(t);
  await runSql(connectionString, 'create sequence turns');
  const results = await Promise.allSettled([
    one(db, `select nextval('turns') as value from pg_sleep(0.05)`),
    one(db, `select 1 / 0 as value`),
    one(db, `select nextval('turns') as value`),
    one(db, `select nextval('turns') as value`),
  ]);
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
    [1, 'error: division by zero', 2, 3],
  );
});

test('a statement is prepared from its second use on', async (t) => {
  const { db } = await open(t);
  const prepared = (): Promise<unknown> =>
    one(
      db,
      `select count(*) as value from pg_prepared_statements where statement like 'select "id" from "outbox"%'`,
    );
  const query = db.selectFrom('outbox').select('id').where('name', '=', 'x');
  await query.execute();
  assert.equal(await prepared(), 0);
  await query.execute();
  await query.execute();
  assert.equal(await prepared(), 1);
});

test('a connection never holds more than its limit of prepared statements', async (t) => {
  const { db, connectionString } = await open(t, { lanes: 2 });
  for (let i = 0; i < 1_300; i += 1) {
    await one(db, `select ${i} as value`);
    await one(db, `select ${i} as value`);
  }
  const held = await Promise.all(
    [1, 2, 3, 4].map(() => one(db, 'select count(*) as value from pg_prepared_statements')),
  );
  assert.ok(
    held.every((count) => Number(count) <= 500),
    `they hold ${held.join(', ')}`,
  );
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    `select count(*)::int as sessions from pg_stat_activity where application_name = 'plaza' and datname = current_database()`,
  );
  await client.end();
  assert.deepEqual(rows, [{ sessions: 2 }]);
});

test('a prepared statement still works after a migration has changed its columns', async (t) => {
  const { db, connectionString } = await open(t);
  await runSql(connectionString, 'create table things (a int); insert into things values (1)');
  const read = async (): Promise<unknown[]> => (await sql`select * from things`.execute(db)).rows;
  await read();
  assert.deepEqual(await read(), [{ a: 1 }]);
  await runSql(connectionString, 'alter table things add column b int default 2');
  assert.deepEqual(await read(), [{ a: 1, b: 2 }]);
});

test('a write reports the number of changed rows', async (t) => {
  const { db } = await open(t);
  const job = { kind: 'job', name: 'x', payload: '{}', occurred_at: new Date() } as const;
  const inserted = await db.insertInto('outbox').values([job, job]).executeTakeFirst();
  assert.equal(inserted.numInsertedOrUpdatedRows, 2n);
});

test('a connection outside of a transaction refuses to act as one', async (t) => {
  const { db } = await open(t);
  const work = db.connection().execute(async (connection) => {
    await one(connection, 'select 1 as value');
    await one(connection, 'select 2 as value');
  });
  await assert.rejects(work, {
    message: 'Statements outside of a transaction share no connection: use a transaction.',
  });
});

test('a scope counts the statements of its reads and transactions', async (t) => {
  const { db } = await open(t);
  const counted = await runInScope({ signal: new AbortController().signal }, async (scope) => {
    await Promise.all([one(db, 'select 1 as value'), one(db, 'select 2 as value')]);
    await db.transaction().execute((tx) => one(tx, 'select 3 as value'));
    return scope.statements;
  });
  assert.equal(counted, 3);
});

test('an ended operation starts no statement', async (t) => {
  const { db } = await open(t);
  const reason = new Error('gone');
  await runInScope({ signal: AbortSignal.abort(reason) }, async (scope) => {
    await assert.rejects(one(db, 'select 1 as value'), reason);
    await assert.rejects(
      db.transaction().execute((tx) => one(tx, 'select 1 as value')),
      reason,
    );
    assert.equal(scope.statements, 0);
  });
});

test('an aborted read fails immediately and frees its connection for the next statement', async (t) => {
  const { db } = await open(t);
  const operation = new AbortController();
  const startedMs = performance.now();
  const slow = runInScope({ signal: operation.signal }, () => one(db, 'select pg_sleep(40) as value'));
  const behind = one(db, `select 'served' as value`);
  setTimeout(() => operation.abort(new Error('too slow')), 50);
  await assert.rejects(slow, { message: 'too slow' });
  assert.equal(await behind, 'served');
  assert.ok(performance.now() - startedMs < whenBusy(4_000, 1));
});

test('an aborted read that is queued behind another is cancelled only at its turn', async (t) => {
  const { db } = await open(t);
  const operation = new AbortController();
  const startedMs = performance.now();
  const before = one(db, `select 'untouched' as value from pg_sleep(0.3)`);
  const slow = runInScope({ signal: operation.signal }, () => one(db, 'select pg_sleep(40) as value'));
  const behind = one(db, `select 'served' as value`);
  setTimeout(() => operation.abort(new Error('too slow')), 50);
  await assert.rejects(slow, { message: 'too slow' });
  assert.deepEqual(await Promise.all([before, behind]), ['untouched', 'served']);
  assert.ok(performance.now() - startedMs < whenBusy(4_000, 1));
});

test('a read that is hit by the cancellation of another is retried once', async (t) => {
  const { db, connectionString } = await open(t);
  await runSql(connectionString, 'create sequence tries');
  const admin = new Client({ connectionString });
  await admin.connect();
  const read = `select nextval('tries') as value from pg_advisory_xact_lock_shared(1)`;

  await admin.query('select pg_advisory_lock(1)');
  const innocent = one(db, read);
  const retried = await nextTry(admin, await cancel(admin, await nextTry(admin)));
  await admin.query('select pg_advisory_unlock(1)');
  assert.equal(await innocent, 1);

  await admin.query('select pg_advisory_lock(1)');
  const refused = assert.rejects(one(db, read), { code: '57014' });
  const first = await cancel(admin, await nextTry(admin, retried));
  await cancel(admin, await nextTry(admin, first));
  await refused;
  await admin.end();
});

interface Try {
  pid: number;
  startedAt: string;
}

/** The statement that waits for the lock, once it is another one than `before`. */
async function nextTry(admin: Client, before?: Try): Promise<Try> {
  for (;;) {
    const { rows } = await admin.query<Try>(
      `select pid, query_start::text as "startedAt" from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'
          and query_start > coalesce($1, '-infinity'::timestamptz)`,
      [before?.startedAt],
    );
    if (rows[0]) return rows[0];
    await sleep(5);
  }
}

async function cancel(admin: Client, running: Try): Promise<Try> {
  await admin.query('select pg_cancel_backend($1)', [running.pid]);
  return running;
}

test('a statement that times out fails and is not retried', async (t) => {
  const { db, connectionString } = await open(t, { statementTimeoutMs: 200 });
  await runSql(connectionString, 'create sequence tries');
  await assert.rejects(
    one(db, `select pg_sleep(3), nextval('tries') as value from (select nextval('tries')) x`),
    {
      code: '57014',
    },
  );
  assert.equal(await one(db, `select nextval('tries') <= 2 as value`), true);
});

test('an aborted transaction is cancelled and rolled back, and its connection serves the next one', async (t) => {
  const { db } = await open(t, { transactionPoolSize: 1 });
  const operation = new AbortController();
  const startedMs = performance.now();
  const work = runInScope({ signal: operation.signal }, () =>
    db.transaction().execute(async (tx) => {
      await sql`insert into outbox (kind, name, payload, occurred_at) values ('job', 'x', '{}', now())`.execute(
        tx,
      );
      await sql`select pg_sleep(40)`.execute(tx);
    }),
  );
  setTimeout(() => operation.abort(new Error('too slow')), 50);
  await assert.rejects(work, { message: 'too slow' });
  assert.equal(await db.transaction().execute((tx) => one(tx, 'select count(*) as value from outbox')), 0);
  assert.ok(performance.now() - startedMs < whenBusy(4_000, 1));
});

test('a transaction whose signal aborts before the commit is rolled back', async (t) => {
  const { db } = await open(t);
  const operation = new AbortController();
  const work = runInScope({ signal: operation.signal }, () =>
    db.transaction().execute(async (tx) => {
      await sql`insert into outbox (kind, name, payload, occurred_at) values ('job', 'x', '{}', now())`.execute(
        tx,
      );
      operation.abort(new Error('gone'));
    }),
  );
  await assert.rejects(work, { message: 'gone' });
  assert.equal(await one(db, 'select count(*) as value from outbox'), 0);
});

test('a transaction that swallows the failure of a statement is not reported as committed', async (t) => {
  const { db } = await open(t);
  const work = db.transaction().execute(async (tx) => {
    await one(tx, 'select 1 / 0 as value').catch(() => undefined);
  });
  await assert.rejects(work, {
    message: 'The transaction was rolled back: one of its statements had failed.',
  });
});
