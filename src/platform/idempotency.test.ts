import assert from 'node:assert/strict';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { testDatabase } from '#test/support/database.ts';
import { silent } from '#test/support/processes.ts';
import { runSql } from '#test/support/test-server.ts';
import type { RequestContext } from './context.ts';
import { openDatabase } from './db/connection.ts';
import type { Db, Tx } from './db/database.ts';
import { createTransactions } from './db/transaction.ts';
import { createIds } from './ids.ts';
import { withIdempotency } from './idempotency.ts';
import { uploadedFile } from './uploads.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const ALICE = '01890a5d-ac96-774b-bcce-b302099a8057';
const BOB = '01890a5d-ac96-774b-bcce-b302099a8058';

type World = {
  ctx: RequestContext;
  db: Db;
  connectionString: string;
  as(userId: string | null): RequestContext;
};

async function world(t: TestContext, { statementTimeoutMs = 10_000 } = {}): Promise<World> {
  const { connectionString } = await testDatabase(t);
  const settings = { lanes: 1, transactionPoolSize: 20, statementTimeoutMs, log: silent };
  const database = await openDatabase({ ...settings, connectionString });
  t.after(() => database.close());
  await runSql(connectionString, 'create table effects (id int generated always as identity, what text)');
  const { db } = database;
  const clock = { now: () => NOW };
  const transaction = createTransactions({ db, clock, ids: createIds(clock), onCommit: () => undefined });
  // All that idempotency uses of a context.
  const as = (userId: string | null): RequestContext =>
    ({
      db,
      clock,
      transaction,
      user: userId === null ? null : { id: userId },
      admin: null,
    }) as unknown as RequestContext;
  return { ctx: as(ALICE), db, connectionString, as };
}

/** A mutation as a service writes it. */
async function createThing(
  ctx: RequestContext,
  input: { idempotencyKey?: string | null; what: string },
  work: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<unknown> {
  const run = await withIdempotency(ctx, 'createThing', input);
  return run.transaction(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into effects (what) values (${input.what}) returning id`.execute(tx);
    await work(tx);
    return { id: rows[0]?.id };
  });
}

const effects = async (db: Db): Promise<unknown[]> =>
  (await sql<{ what: string }>`select what from effects order by id`.execute(db)).rows.map((row) => row.what);

const keys = (db: Db): Promise<unknown[]> => db.selectFrom('idempotency_keys').select('key').execute();

test('fifty at once with one key have one effect and one result', async (t) => {
  const { ctx, db } = await world(t);
  const input = { idempotencyKey: 'k', what: 'x' };
  const results = await Promise.all(Array.from({ length: 50 }, () => createThing(ctx, input)));
  assert.deepEqual(await effects(db), ['x']);
  assert.equal(results.length, 50);
  for (const result of results) assert.deepEqual(result, { id: 1 });
  const [record] = await db.selectFrom('idempotency_keys').selectAll().execute();
  assert.deepEqual(
    [record?.caller_id, record?.mutation, record?.key, record?.result, record?.expires_at],
    [ALICE, 'createThing', 'k', { id: 1 }, new Date('2026-12-20T12:00:00.000Z')],
  );
});

test('a repetition gets the first result, whatever the order of its fields, and does no work', async (t) => {
  const { ctx, db } = await world(t);
  const first = await createThing(ctx, { idempotencyKey: 'k', what: 'x' });
  const repeated = await createThing(ctx, { what: 'x', idempotencyKey: 'k' }, async () =>
    assert.fail('it worked'),
  );
  assert.deepEqual([first, repeated], [{ id: 1 }, { id: 1 }]);
  assert.deepEqual(await effects(db), ['x']);
});

test('a key that was used with another input is refused, also while the first is under way', async (t) => {
  const { ctx, db } = await world(t);
  const attempts = await Promise.allSettled(
    ['x', 'y'].map((what) => createThing(ctx, { idempotencyKey: 'k', what })),
  );
  const refused = attempts
    .filter((attempt) => attempt.status === 'rejected')
    .map((attempt) => attempt.reason);
  assert.equal(refused.length, 1);
  assert.equal(refused[0].code, 'IDEMPOTENCY_KEY_REUSED');
  assert.deepEqual(refused[0].inputPath, ['idempotencyKey']);
  assert.equal((await effects(db)).length, 1);
});

test('callers and mutations do not share keys', async (t) => {
  const { ctx, db, as } = await world(t);
  const input = { idempotencyKey: 'k', what: 'x' };
  await createThing(ctx, input);
  assert.deepEqual(await createThing(as(BOB), input), { id: 2 });
  const other = await withIdempotency(ctx, 'createOther', input);
  assert.equal(await other.transaction(async () => 'other'), 'other');
  assert.equal((await keys(db)).length, 3);
  assert.deepEqual(await effects(db), ['x', 'x']);
});

test('work that fails leaves no record and can be tried again with its key', async (t) => {
  const { ctx, db } = await world(t);
  const input = { idempotencyKey: 'k', what: 'x' };
  const failing = createThing(ctx, input, async () => {
    throw new Error('not enough coins');
  });
  await assert.rejects(failing, /not enough coins/);
  assert.deepEqual([await effects(db), await keys(db)], [[], []]);
  assert.deepEqual(await createThing(ctx, input), { id: 2 });
});

test('of two at once, the second does the work when the first fails', async (t) => {
  const { ctx, db } = await world(t);
  const input = { idempotencyKey: 'k', what: 'x' };
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = assert.rejects(
    createThing(ctx, input, async () => {
      await gate;
      throw new Error('failed late');
    }),
    /failed late/,
  );
  await untilWorking(db);
  const second = createThing(ctx, input);
  open();
  await first;
  await second;
  assert.deepEqual(await effects(db), ['x']);
});

/** Until one transaction stands open. */
async function untilWorking(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`.execute(
      db,
    );
    if (rows.length > 0) return;
  }
}

test('a connection that is killed in the middle leaves nothing half, and the key can be used', async (t) => {
  const { ctx, db, connectionString } = await world(t);
  const input = { idempotencyKey: 'k', what: 'x' };
  const killer = new Client({ connectionString });
  await killer.connect();
  const killed = createThing(ctx, input, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  });
  await assert.rejects(killed);
  await killer.end();
  assert.deepEqual([await effects(db), await keys(db)], [[], []]);
  await createThing(ctx, input);
  assert.deepEqual(await effects(db), ['x']);
});

test('who has waited too long for the other is told that it is in progress', async (t) => {
  const { ctx, db } = await world(t, { statementTimeoutMs: 300 });
  const input = { idempotencyKey: 'k', what: 'x' };
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = createThing(ctx, input, () => gate);
  await untilWorking(db);
  await assert.rejects(createThing(ctx, input), { code: 'IDEMPOTENCY_IN_PROGRESS' });
  open();
  assert.deepEqual(await first, { id: 1 });
  assert.deepEqual(await createThing(ctx, input), { id: 1 });
});

test('keys have 1 to 255 characters that a database can hold', async (t) => {
  const { ctx, db } = await world(t);
  for (const idempotencyKey of ['', 'k'.repeat(256), 'a\0b', '\ud800']) {
    await assert.rejects(createThing(ctx, { idempotencyKey, what: 'x' }), {
      code: 'VALIDATION_FAILED',
      inputPath: ['idempotencyKey'],
    });
  }
  assert.deepEqual(await effects(db), []);
  for (const idempotencyKey of ['k', 'k'.repeat(255), "'; -- 👋"])
    await createThing(ctx, { idempotencyKey, what: 'x' });
  assert.equal((await keys(db)).length, 3);
});

test('without a key, or without a caller, nothing is recorded and everything is done', async (t) => {
  const { ctx, db, as } = await world(t);
  await createThing(ctx, { what: 'x' });
  await createThing(ctx, { idempotencyKey: null, what: 'x' });
  await createThing(as(null), { idempotencyKey: 'k', what: 'x' });
  await createThing(as(null), { idempotencyKey: 'k', what: 'x' });
  assert.deepEqual([await effects(db), await keys(db)], [['x', 'x', 'x', 'x'], []]);
});

test('the first result is already what a repetition gets: JSON', async (t) => {
  const { ctx } = await world(t);
  const run = async (): Promise<unknown> => {
    const idempotent = await withIdempotency(ctx, 'createThing', { idempotencyKey: 'k' });
    return idempotent.transaction(async (): Promise<unknown> => ({ at: NOW, nothing: undefined }));
  };
  assert.deepEqual([await run(), await run()], [{ at: NOW.toISOString() }, { at: NOW.toISOString() }]);
});

test('an uploaded file counts by its content', async (t) => {
  const { ctx } = await world(t);
  const upload = async (path: string, sha256: string): Promise<unknown> => {
    const file = uploadedFile({ path, sha256, fileName: path, contentType: 'image/png', sizeBytes: 1 });
    const run = await withIdempotency(ctx, 'uploadMedia', { idempotencyKey: 'k', file });
    return run.transaction(async () => 'stored');
  };
  assert.equal(await upload('/tmp/1', 'aa'), 'stored');
  assert.equal(await upload('/tmp/2', 'aa'), 'stored');
  await assert.rejects(upload('/tmp/1', 'bb'), { code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('a mutation with a second transaction is told so, instead of getting the result of its first', async (t) => {
  const { ctx } = await world(t);
  const run = await withIdempotency(ctx, 'createThing', { idempotencyKey: 'k' });
  await run.transaction(async () => 1);
  await assert.rejects(
    run.transaction(async () => 2),
    /more than one transaction/,
  );
});
