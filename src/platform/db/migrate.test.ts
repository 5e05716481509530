import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { Client } from 'pg';
import { createLogger } from '#platform/kernel/logger.ts';
import { testDatabase } from '#test/support/database.ts';
import { runSql } from '#test/support/test-server.ts';
import { migrateDatabase } from './migrate.ts';

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
  assert.deepEqual(await migrateDatabase({ connectionString, log, folder }), ['1_make', '2_fill']);
  assert.deepEqual(await migrateDatabase({ connectionString, log, folder }), []);
  assert.equal(await value(connectionString, 'select array_agg(x)::text as value from a'), '{1,2}');
  const queue = `select to_regprocedure('graphile_worker.add_job(text,json,text,timestamptz,int,text,int,text[],text)') is not null as value`;
  assert.equal(await value(connectionString, queue), true);
});

test('of two concurrent migrating processes one applies, and the other waits for it', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_make.sql': 'create table a (x int); select pg_sleep(0.2);' });
  const results = await Promise.all([
    migrateDatabase({ connectionString, log, folder }),
    migrateDatabase({ connectionString, log, folder }),
  ]);
  assert.deepEqual(results.flat(), ['1_make']);
  assert.equal(await value(connectionString, 'select count(*)::int as value from a'), 0);
});

test('a failed migration is rolled back, is named in the error, and can be fixed', async (t) => {
  const connectionString = await emptyDatabase(t);
  const folder = await migrations(t, { '1_wrong.sql': 'create table a (x int); create tabel b ();' });
  await assert.rejects(migrateDatabase({ connectionString, log, folder }), {
    message: /^Migration 1_wrong failed: syntax error/,
  });
  assert.equal(await value(connectionString, `select to_regclass('a') as value`), null);
  await writeFile(path.join(folder, '1_wrong.sql'), 'create table a (x int);');
  assert.deepEqual(await migrateDatabase({ connectionString, log, folder }), ['1_wrong']);
});
