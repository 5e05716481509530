import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'pg';
import { testDatabase } from './database.ts';
import { runSql } from './test-server.ts';

async function rowCount(connectionString: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from outbox');
  await client.end();
  return rows[0]?.count ?? -1;
}

const JOB = `insert into outbox (kind, name, payload, occurred_at) values ('job', 'x', '{}', now())`;

test('two test databases are migrated and isolated from each other', async (t) => {
  const [first, second] = await Promise.all([testDatabase(t), testDatabase(t)]);
  await runSql(first.connectionString, JOB);
  assert.deepEqual([await rowCount(first.connectionString), await rowCount(second.connectionString)], [1, 0]);
});

test('a test database is dropped when its test ends, even with an open connection', async (t) => {
  let connectionString = '';
  await t.test('the test', async (inner) => {
    ({ connectionString } = await testDatabase(inner));
    const forgotten = new Client({ connectionString });
    forgotten.on('error', () => undefined);
    await forgotten.connect();
  });
  await assert.rejects(rowCount(connectionString), { code: '3D000' });
});
