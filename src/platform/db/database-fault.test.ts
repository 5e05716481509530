import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createLogger } from '#platform/kernel/logger.ts';
import { databaseProxy } from '#test/support/transport/database-proxy.ts';
import { testDatabase } from '#test/support/database.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { runSql, temporaryFolder } from '#test/support/test-server.ts';
import { openDatabase } from './connection.ts';
import type { Database } from './connection.ts';
import { isDatabaseAway } from './database-fault.ts';
import { startEmbeddedPostgres } from '@plaza/embedded-postgres-server';

const log = createLogger({ level: 'silent' });
const SETTINGS = { lanes: 2, transactionPoolSize: 2, statementTimeoutMs: 10_000, log };

const read = ({ db }: Database): Promise<unknown> => sql`select 1`.execute(db);
const write = ({ db }: Database): Promise<unknown> =>
  db.transaction().execute((tx) => sql`select 1`.execute(tx));

async function untilServed(database: Database): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const results = await Promise.allSettled([read(database), write(database)]);
    if (results.every((result) => result.status === 'fulfilled')) return;
    for (const result of results) {
      if (result.status === 'rejected') assert.ok(isDatabaseAway(result.reason), String(result.reason));
    }
    assert.ok(Date.now() < deadline, 'the database did not come back');
    await sleep(10);
  }
}

test('a database that refuses connections is away', async () => {
  const away = openDatabase({ ...SETTINGS, connectionString: 'postgresql://plaza:x@127.0.0.1:1/postgres' });
  await assert.rejects(away, isDatabaseAway);
});

test('connections closed by the server are replaced', async (t) => {
  const { connectionString } = await testDatabase(t);
  const database = await openDatabase({ ...SETTINGS, connectionString });
  t.after(() => database.close());
  const slowRead = assert.rejects(sql`select pg_sleep(5)`.execute(database.db), isDatabaseAway);
  const slowWrite = assert.rejects(
    database.db.transaction().execute((tx) => sql`select pg_sleep(5)`.execute(tx)),
    isDatabaseAway,
  );
  await sleep(100);
  await runSql(
    connectionString,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plaza' and datname = current_database()`,
  );
  await Promise.all([slowRead, slowWrite]);
  await untilServed(database);
});

test('transactions count as missing while none can begin, and as degraded while some cannot', async (t) => {
  const proxy = await databaseProxy(t, (await testDatabase(t)).connectionString);
  const database = await openDatabase({ ...SETTINGS, connectionString: proxy.connectionString });
  t.after(() => database.close());
  await write(database);
  assert.equal(await database.transactionHealth(), 'ready');
  proxy.refuseNew();
  await database.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    await assert.rejects(write(database), isDatabaseAway);
    assert.equal(await database.transactionHealth(), 'missing');
    assert.deepEqual(await read(database).then(() => database.counts().lanes), {
      up: 2,
      down: 0,
      statements: 0,
    });
  });
  assert.equal(await database.transactionHealth(), 'degraded');
  await write(database);
  assert.deepEqual(database.counts().transactions, { connections: 1, idle: 1, waiting: 0, failures: 2 });
});

test('statements fail immediately while PostgreSQL is down, and work again after its restart', async (t) => {
  const dataDir = await temporaryFolder();
  const server = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
  const database = await openDatabase({ ...SETTINGS, connectionString: server.connectionString });
  t.after(async () => {
    await database.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const [pid] = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const underWay = assert.rejects(sql`select pg_sleep(5)`.execute(database.db), isDatabaseAway);
  await sleep(50);
  process.kill(Number(pid), 'SIGQUIT'); // PostgreSQL's immediate shutdown.
  await underWay;
  const startedMs = performance.now();
  await assert.rejects(write(database), isDatabaseAway);
  assert.ok(performance.now() - startedMs < whenBusy(1_000, 1));
  await untilServed(database);
});
