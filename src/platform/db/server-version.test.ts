import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { compareSchema } from './schema-version.ts';
import { serverProblem } from './server-version.ts';

test('a PostgreSQL older than 16 is refused by its version, a newer one is not', () => {
  assert.equal(serverProblem(150_017), 'The database is PostgreSQL 15.17: use PostgreSQL 16 or later.');
  assert.equal(serverProblem(90_624), 'The database is PostgreSQL 9.624: use PostgreSQL 16 or later.');
  assert.equal(serverProblem(160_000), null);
  assert.equal(serverProblem(180_001), null);
});

test('the version of a real server is read with its migrations', async (t) => {
  const { connectionString } = await testDatabase(t);
  const { serverVersion, missing } = await compareSchema(connectionString);
  assert.ok(serverVersion >= 160_000 && serverVersion < 1_000_000, String(serverVersion));
  assert.deepEqual(missing, []);
});
