import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { Client } from 'pg';
import { pino } from 'pino';
import { createLogger } from '#platform/kernel/logger.ts';
import { testDatabase } from '#test/support/database.ts';
import { until } from '#test/support/processes.ts';
import { runSql } from '#test/support/test-server.ts';
import { migrateDatabase, type MigrateOptions } from './migrate.ts';

const log = createLogger({ level: 'silent' });

async function emptyDatabase(t: TestContext): Promise<string> {
  const { connectionString } = await testDatabase(t);
  await runSql(connectionString, 'drop schema public cascade; create schema public');
  await runSql(connectionString, 'drop schema graphile_worker cascade');
  return connectionString;
}

async function migrations(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-migrations-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return folder;
}

/** Migrates without functions. @returns the names of the applied migrations */
async function migrate(options: MigrateOptions & { readonly folder: string }): Promise<readonly string[]> {
  const functionsFolder = path.join(options.folder, 'functions');
  await mkdir(functionsFolder, { recursive: true });
  return (await migrateDatabase({ functionsFolder, ...options })).migrations;
}

async function value(connectionString: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ value: unknown }>(text);
  await client.end();
  return rows[0]?.value;
}

test('migrations are applied once, in the order of their names, and the job queue gets its schema', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, {
    '2_fill.sql': `insert into a values (1); insert into a values (2);`,
    '1_make.sql': 'create table a (x int);',
    'notes.txt': 'not sql',
  });
  assert.deepEqual(await migrate({ connectionString, log, folder }), ['1_make', '2_fill']);
  assert.deepEqual(await migrate({ connectionString, log, folder }), []);
  assert.equal(await value(connectionString, 'select array_agg(x)::text as value from a'), '{1,2}');
  const queue = `select to_regprocedure('graphile_worker.add_job(text,json,text,timestamptz,int,text,int,text[],text)') is not null as value`;
  assert.equal(await value(connectionString, queue), true);
});

test('of two concurrent migrating processes one applies, and the other waits for it', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_make.sql': 'create table a (x int); select pg_sleep(0.2);' });
  const results = await Promise.all([
    migrate({ connectionString, log, folder }),
    migrate({ connectionString, log, folder }),
  ]);
  assert.deepEqual(results.flat(), ['1_make']);
  assert.equal(await value(connectionString, 'select count(*)::int as value from a'), 0);
});

test('a failed migration is rolled back, is named in the error, and can be fixed', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_wrong.sql': 'create table a (x int); create tabel b ();' });
  await assert.rejects(migrate({ connectionString, log, folder }), {
    message: /^Migration 1_wrong failed: syntax error/,
  });
  assert.equal(await value(connectionString, `select to_regclass('a') as value`), null);
  await writeFile(path.join(folder, '1_wrong.sql'), 'create table a (x int);');
  assert.deepEqual(await migrate({ connectionString, log, folder }), ['1_wrong']);
});

test('what was applied before a failure stays, and the next run continues after it', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, {
    '1_make.sql': 'create table a (x int);',
    '2_wrong.sql': 'insert into a values (1); insert into a values (1 / 0);',
    '3_more.sql': 'insert into a values (3);',
  });
  await assert.rejects(migrate({ connectionString, log, folder }), {
    message: 'Migration 2_wrong failed: division by zero',
  });
  const rows = 'select array_agg(x order by x)::text as value from a';
  assert.equal(await value(connectionString, rows), null);
  await writeFile(path.join(folder, '2_wrong.sql'), 'insert into a values (2);');
  assert.deepEqual(await migrate({ connectionString, log, folder }), ['2_wrong', '3_more']);
  assert.equal(await value(connectionString, rows), '{2,3}');
});

test('a migration that comes before an applied one is refused', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '2_make.sql': 'create table a (x int);' });
  await migrate({ connectionString, log, folder });
  await writeFile(path.join(folder, '1_late.sql'), 'create table b (x int);');
  await assert.rejects(migrate({ connectionString, log, folder }), {
    message: 'Migration 1_late comes before 2_make, which is applied: give it a later name.',
  });
});

const IMPATIENT = { lockTimeoutMs: 50, pauseMs: 20, attempts: 3 };

/** A transaction that has written to the table, and so holds a lock on it, until it is ended. */
async function writer(t: TestContext, connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  t.after(() => client.end());
  await client.query('begin; insert into a values (7)');
  return client;
}

test('a migration gives up a lock that others hold, so that nothing waits behind it, and tries again', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_make.sql': 'create table a (x int);' });
  await migrate({ connectionString, log, folder });
  await writeFile(path.join(folder, '2_alter.sql'), 'create table b (x int); alter table a add y int;');

  const other = await writer(t, connectionString);
  const patience = IMPATIENT;
  await assert.rejects(migrate({ connectionString, log, folder, patience }), {
    message:
      'Migration 2_alter failed: other transactions hold a lock that it needs. Nothing of it is applied; end them, then run it again.',
  });
  assert.equal(await value(connectionString, `select to_regclass('b') as value`), null);

  const lines: string[] = [];
  const noting = pino({}, { write: (line: string) => void lines.push(line) });
  const migrating = migrate({
    connectionString,
    log: noting,
    folder,
    patience: { ...patience, attempts: 1_000 },
  });
  await until(() => lines.length >= 2, 'two attempts have failed');
  // Between and during the attempts others read the table.
  assert.equal(await value(connectionString, 'select count(*)::int as value from a'), 0);
  await other.query('commit');
  assert.deepEqual(await migrating, ['2_alter']);
  assert.equal(await value(connectionString, 'select count(y)::int + count(*)::int as value from a'), 1);
});

const INDEX = `-- transaction: off
-- For those who look for x.
create index concurrently if not exists a_x
  on a (x);
`;

const isValid = `select indisvalid as value from pg_index where indexrelid = to_regclass('a_x')`;
const isRecorded = `select count(*)::int as value from kysely_migration where name = '2_index'`;

test('an interrupted concurrent index is dropped and made anew by the next run', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_make.sql': 'create table a (x int);' });
  await migrate({ connectionString, log, folder });
  await writeFile(path.join(folder, '2_index.sql'), INDEX);

  const other = await writer(t, connectionString);
  const migrating = assert.rejects(migrate({ connectionString, log, folder }), /^Error: Migration 2_index/);
  await until(
    async () => (await value(connectionString, isValid)) === false,
    'the index waits for the transaction',
  );
  // Writes go on meanwhile, and the process is lost.
  await runSql(connectionString, 'insert into a values (8)');
  await runSql(
    connectionString,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like '%create index concurrently%' and pid <> pg_backend_pid()`,
  );
  await migrating;
  assert.equal(await value(connectionString, isValid), false);
  assert.equal(await value(connectionString, isRecorded), 0);

  await other.query('commit');
  assert.deepEqual(await migrate({ connectionString, log, folder }), ['2_index']);
  assert.equal(await value(connectionString, isValid), true);
  assert.equal(await value(connectionString, isRecorded), 1);
});

test('an index that was made but not recorded is recorded by the next run', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_make.sql': 'create table a (x int);', '2_index.sql': INDEX });
  await migrate({ connectionString, log, folder });
  await runSql(connectionString, `delete from kysely_migration where name = '2_index'`);
  assert.deepEqual(await migrate({ connectionString, log, folder }), ['2_index']);
});

test('of three processes one makes a concurrent index while the others wait', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_make.sql': 'create table a (x int);', '2_index.sql': INDEX });
  const results = await Promise.all([1, 2, 3].map(() => migrate({ connectionString, log, folder })));
  assert.deepEqual(results.flat(), ['1_make', '2_index']);
});

test('outside of a transaction only one repeatable statement about an index is accepted', async (t) => {
  const connectionString = await emptyDatabase(t);
  const refused = {
    message: /^Migration 1_wrong failed: outside of a transaction write one "create index concurrently/,
  };
  for (const text of [
    'create index concurrently a_x on a (x);',
    'create index concurrently if not exists a_x on a (x); create table b (x int);',
    'create table b (x int);',
  ]) {
    const folder = await migrations(t, { '1_wrong.sql': `-- transaction: off\n${text}` });
    await assert.rejects(migrate({ connectionString, log, folder }), refused);
  }
});

const ADD_TABLE = 'create table sums (x int check (x = twice(x / 2)));';
const TWICE = `create or replace function twice(x int) returns int language sql immutable return x + x;`;
const COUNT = `
create or replace function sum_of_all() returns bigint language sql stable as 'select sum(x) from sums';
create or replace function note_sum() returns trigger language plpgsql as $$
begin
  if new.x = 4 then new.x := 6; end if;
  return new;
end $$;
create or replace trigger note_sum before insert on sums for each row execute function note_sum();`;

test('a pure function is there before the tables, any other after them with its triggers, and each is applied once', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_make.sql': ADD_TABLE });
  const functionsFolder = await migrations(t, { 'twice.sql': TWICE, 'note_sum.sql': COUNT });
  const options = { connectionString, log, folder, functionsFolder };
  assert.deepEqual(await migrateDatabase(options), {
    migrations: ['1_make'],
    functions: ['note_sum', 'twice'],
  });
  assert.deepEqual(await migrateDatabase(options), { migrations: [], functions: [] });
  await runSql(connectionString, 'insert into sums values (2), (4)');
  assert.equal(await value(connectionString, 'select sum_of_all()::int as value'), 8);
});

test('a function whose text has changed replaces the one before, with its trigger', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_make.sql': ADD_TABLE });
  const functionsFolder = await migrations(t, { 'twice.sql': TWICE, 'note_sum.sql': COUNT });
  const options = { connectionString, log, folder, functionsFolder };
  await migrateDatabase(options);
  await writeFile(path.join(functionsFolder, 'note_sum.sql'), COUNT.replace('new.x = 4', 'new.x = 8'));
  assert.deepEqual(await migrateDatabase(options), { migrations: [], functions: ['note_sum'] });
  await runSql(connectionString, 'insert into sums values (4), (8)');
  assert.equal(await value(connectionString, 'select sum_of_all()::int as value'), 10);
});

test('a function that fails is named and leaves the one before, and the next run continues after it', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_make.sql': 'create table a (x int);' });
  const functionsFolder = await migrations(t, {
    'first.sql': functionOf('first', 1),
    'second.sql': functionOf('second', 1),
  });
  const options = { connectionString, log, folder, functionsFolder };
  await migrateDatabase(options);
  await writeFile(path.join(functionsFolder, 'first.sql'), functionOf('first', 2));
  await writeFile(path.join(functionsFolder, 'second.sql'), `${functionOf('second', 2)} create trigger;`);
  await assert.rejects(migrateDatabase(options), { message: /^Function second failed: syntax error/ });
  const both = `select array[first(), second()]::text as value`;
  assert.equal(await value(connectionString, both), '{2,1}');
  await writeFile(path.join(functionsFolder, 'second.sql'), functionOf('second', 3));
  assert.deepEqual(await migrateDatabase(options), { migrations: [], functions: ['second'] });
  assert.equal(await value(connectionString, both), '{2,3}');
});

test('a function is created after those that it calls', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_make.sql': 'create table a (x int default first());' });
  const functionsFolder = await migrations(t, {
    'first.sql': 'create or replace function first() returns int language sql immutable return second() + 1;',
    'second.sql': functionOf('second', 1),
  });
  const { functions } = await migrateDatabase({ connectionString, log, folder, functionsFolder });
  assert.deepEqual(functions, ['second', 'first']);
  assert.equal(await value(connectionString, 'select first() as value'), 2);
});

const functionOf = (name: string, result: number): string =>
  `create or replace function ${name}() returns int language sql immutable as 'select ${result}';`;
