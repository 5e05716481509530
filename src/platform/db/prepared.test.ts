import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { testDatabase } from '#test/support/database.ts';
import { openTestDatabase } from '#test/support/processes.ts';
import { prepared } from './prepared.ts';
import type { Tables } from './tables.ts';

const difference = () =>
  prepared<{ left: number; right: number }, object>((db, { left, right }) =>
    sql<object>`select ${left}::integer - ${right}::integer as ahead, ${right}::integer - ${left}::integer as behind,
      ${'$2'}::text as own, '$1' as plain, 'it''s $2' as quoted`.compile(db),
  );

test('a prepared statement has each value once, however often it is used, and its string literals are unchanged', async (t) => {
  const { connectionString } = await testDatabase(t);
  const { db } = await openTestDatabase(t, connectionString);
  const statement = difference();
  const texts = { own: '$2', plain: '$1', quoted: "it's $2" };
  assert.deepEqual(await statement(db, { left: 5, right: 3 }), [{ ahead: 2, behind: -2, ...texts }]);
  assert.deepEqual(await statement(db, { left: 1, right: 4 }), [{ ahead: -3, behind: 3, ...texts }]);
});

test('values are numbered in the order of the compiled text', async () => {
  const sent: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      sent.push(query);
    },
  });
  await difference()(db, { left: 5, right: 3 });
  const [query] = sent;
  assert.deepEqual(query?.parameters, [5, 3, '$2']);
  assert.match(
    query.sql,
    /^select \$1::integer - \$2::integer as ahead, \$2::integer - \$1::integer as behind,/,
  );
  assert.match(query.sql, /\$3::text as own, '\$1' as plain, 'it''s \$2' as quoted$/);
});
