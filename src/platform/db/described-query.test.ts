import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import test from 'node:test';
import type { TestContext } from 'node:test';
import type { Client, QueryResult } from 'pg';
import { testDatabase } from '#test/support/database.ts';
import type { Statement } from './described-query.ts';
import { pipelinedClient, send } from './session.ts';

const SQL = 'select $1::int8 as number, now() - now() = $2::interval as "isZero", null::uuid as nobody';

async function connected(t: TestContext): Promise<{ client: Client; descriptions: () => number }> {
  const { connectionString } = await testDatabase(t);
  const { client } = pipelinedClient({ connectionString, statementTimeoutMs: 10_000 });
  await client.connect();
  // The database is dropped first.
  client.on('error', () => undefined);
  t.after(() => client.end());
  let described = 0;
  // The driver's own connection, which its types leave out.
  const connection = Reflect.get(client, 'connection') as EventEmitter;
  connection.on('rowDescription', () => (described += 1));
  return { client, descriptions: () => described };
}

const run = (client: Client, statement: Statement): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    send(client, statement, (error, result) => (error ? reject(error) : resolve(result)));
  });

const named = (value: number): Statement => ({ sql: SQL, parameters: [value, '0 s'], name: 'numbers' });

test('the columns of a prepared statement are described once for each connection', async (t) => {
  const { client, descriptions } = await connected(t);
  for (const number of [1, 2, 3]) {
    const { rows, command, rowCount, fields } = await run(client, named(number));
    assert.deepEqual(rows, [{ number, isZero: true, nobody: null }]);
    assert.deepEqual({ command, rowCount }, { command: 'SELECT', rowCount: 1 });
    assert.deepEqual(
      fields.map(({ name }) => name),
      ['number', 'isZero', 'nobody'],
    );
  }
  assert.equal(descriptions(), 1);

  const other = await connected(t);
  assert.deepEqual((await run(other.client, named(4))).rows, [{ number: 4, isZero: true, nobody: null }]);
  assert.equal(other.descriptions(), 1);
});

test('statements that leave together before the first answer are all described', async (t) => {
  const { client, descriptions } = await connected(t);
  const results = await Promise.all([1, 2, 3].map((number) => run(client, named(number))));
  assert.deepEqual(
    results.map(({ rows: [row] }): unknown => row.number),
    [1, 2, 3],
  );
  assert.equal(descriptions(), 3);
  await run(client, named(4));
  assert.equal(descriptions(), 3);
});

test('an unnamed statement is described each time, and a refused value leaves the description as it was', async (t) => {
  const { client, descriptions } = await connected(t);
  await run(client, { ...named(1), name: undefined });
  await run(client, { ...named(1), name: undefined });
  assert.equal(descriptions(), 2);

  await run(client, named(1));
  await assert.rejects(run(client, { ...named(1), parameters: ['one', '0 s'] }), { code: '22P02' });
  assert.deepEqual((await run(client, named(2))).rows, [{ number: 2, isZero: true, nobody: null }]);
  assert.equal(descriptions(), 3);
});

test('a prepared statement whose columns have changed fails', async (t) => {
  const { client } = await connected(t);
  await run(client, { sql: 'create temporary table things (size integer)', parameters: [], name: undefined });
  const all = { sql: 'select * from things', parameters: [], name: 'all' };
  await run(client, all);
  await run(client, all);
  await run(client, { sql: 'alter table things add weight integer', parameters: [], name: undefined });
  await assert.rejects(run(client, all), { routine: 'RevalidateCachedQuery' });
});
