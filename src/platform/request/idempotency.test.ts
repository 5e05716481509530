import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { testDatabase } from '#test/support/database.ts';
import { silent } from '#test/support/processes.ts';
import { runSql } from '#test/support/test-server.ts';
import type { RequestContext } from './context.ts';
import { openDatabase } from '#platform/db/connection.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { findResult, idempotencyKeyOf, once } from './idempotency.ts';
import { markFreeJson } from '#platform/kernel/free-json.ts';
import { uploadedFile } from '#platform/kernel/uploads.ts';

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
  // The parts of a context that idempotency uses.
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

let made = 0;

/** A mutation as a service writes it. */
async function createThing(
  ctx: RequestContext,
  input: { idempotencyKey?: string | null; what: string },
  work: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<unknown> {
  const key = idempotencyKeyOf(ctx, 'createThing', input);
  const first = key && (await findResult(ctx.db, key));
  if (first) return first.result;
  made += 1;
  return once(ctx, key, { id: made }, async (tx) => {
    await sql`insert into effects (what) values (${input.what})`.execute(tx);
    await work(tx);
  });
}

const effects = async (db: Db): Promise<unknown[]> =>
  (await sql<{ what: string }>`select what from effects order by id`.execute(db)).rows.map((row) => row.what);

const keys = (db: Db): Promise<unknown[]> => db.selectFrom('idempotency_keys').select('key').execute();

test('fifty concurrent calls with one key have one effect and one result', async (t) => {
  const { ctx, db } = await world(t);
  const input = { idempotencyKey: 'k', what: 'x' };
  const results = await Promise.all(Array.from({ length: 50 }, () => createThing(ctx, input)));
  assert.deepEqual(await effects(db), ['x']);
  assert.equal(results.length, 50);
  const [winner] = results;
  for (const result of results) assert.deepEqual(result, winner);
  const [record] = await db.selectFrom('idempotency_keys').selectAll().execute();
  assert.deepEqual(
    [record?.caller_id, record?.mutation, record?.key, record?.result, record?.expires_at],
    [ALICE, 'createThing', 'k', winner, new Date('2026-12-20T12:00:00.000Z')],
  );
});

test('a repetition gets the first result, whatever the order of its fields, and does no work', async (t) => {
  const { ctx, db } = await world(t);
  const first = await createThing(ctx, { idempotencyKey: 'k', what: 'x' });
  const repeated = await createThing(ctx, { what: 'x', idempotencyKey: 'k' }, async () =>
    assert.fail('it worked'),
  );
  assert.deepEqual(repeated, first);
  assert.deepEqual(await effects(db), ['x']);
});

test('a key that was used with another input is refused, also while the first is in progress', async (t) => {
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
  assert.deepEqual(await createThing(as(BOB), input), { id: made });
  const otherKey = idempotencyKeyOf(ctx, 'createOther', input);
  assert.equal(await once(ctx, otherKey, 'other', async () => undefined), 'other');
  assert.equal((await keys(db)).length, 3);
  assert.deepEqual(await effects(db), ['x', 'x']);
});

test('failed work leaves no record and can be retried with its key', async (t) => {
  const { ctx, db } = await world(t);
  const input = { idempotencyKey: 'k', what: 'x' };
  const failing = createThing(ctx, input, async () => {
    throw new Error('not enough coins');
  });
  await assert.rejects(failing, /not enough coins/);
  assert.deepEqual([await effects(db), await keys(db)], [[], []]);
  assert.deepEqual(await createThing(ctx, input), { id: made });
});

test('the second of two concurrent calls does the work when the first fails', async (t) => {
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

/** Waits until one transaction is open. */
async function untilWorking(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`.execute(
      db,
    );
    if (rows.length > 0) return;
  }
}

test('a connection that is killed during the work leaves no partial write, and the key can be used again', async (t) => {
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

test('a call that waits too long for a concurrent one is refused with IDEMPOTENCY_IN_PROGRESS', async (t) => {
  const { ctx, db } = await world(t, { statementTimeoutMs: 300 });
  const input = { idempotencyKey: 'k', what: 'x' };
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = createThing(ctx, input, () => gate);
  await untilWorking(db);
  await assert.rejects(createThing(ctx, input), { code: 'IDEMPOTENCY_IN_PROGRESS' });
  open();
  assert.deepEqual(await createThing(ctx, input), await first);
});

test('keys are UUIDs, or short texts of letters, digits, hyphens and underscores that are no number of a card', async (t) => {
  const { ctx, db } = await world(t);
  const refused: [string, readonly string[]][] = [
    ['characters', ['', 'k'.repeat(65), 'a b', 'a.b', 'a:b', 'é', 'k\n', "';", '👋', 'a\0b', '\ud800']],
    [
      'cardNumber',
      [
        '4111111111111111',
        '4222222222222',
        '6304000000000000000',
        'tip-4111111111111111',
        '4111-1111-1111-1111',
        '4111_1111_1111_1111',
        '3782-822463-10005',
        'a12345678901234567890',
        '4111111111111111aaaaaaaaaaaaaaaa',
        '41111111-1111-4111-8111-111111111111-4111111111111111',
        '041111111-1111-4111-8111-1111111111111',
      ],
    ],
  ];
  for (const [constraint, texts] of refused) {
    for (const idempotencyKey of texts) {
      await assert.rejects(
        createThing(ctx, { idempotencyKey, what: 'x' }),
        { code: 'VALIDATION_FAILED', inputPath: ['idempotencyKey'], details: { constraint } },
        idempotencyKey,
      );
    }
  }
  assert.deepEqual(await effects(db), []);
  const taken = [
    'k',
    'k'.repeat(64),
    'Tip_1-a',
    '123456789012',
    '123456-123456-123456',
    randomUUID(),
    randomUUID().toUpperCase(),
    '41111111-1111-4111-8111-111111111111',
    // A prefix or a suffix before a UUID is common, and a key must not be refused by the chance of its digits.
    'tip-41111111-1111-4111-8111-111111111111',
    'tip_41111111111141118111111111111111',
    '12345678-1234-4123-8123-123456789012-1',
  ];
  for (const idempotencyKey of taken) await createThing(ctx, { idempotencyKey, what: 'x' });
  assert.equal((await keys(db)).length, taken.length);
});

test('a call without a key or without a caller records nothing and does its work', async (t) => {
  const { ctx, db, as } = await world(t);
  await createThing(ctx, { what: 'x' });
  await createThing(ctx, { idempotencyKey: null, what: 'x' });
  await createThing(as(null), { idempotencyKey: 'k', what: 'x' });
  await createThing(as(null), { idempotencyKey: 'k', what: 'x' });
  assert.deepEqual([await effects(db), await keys(db)], [['x', 'x', 'x', 'x'], []]);
});

test('a field that is left out is the same as null, within objects too', async (t) => {
  const { ctx } = await world(t);
  const act = (input: object): Promise<unknown> =>
    once(
      ctx,
      idempotencyKeyOf(ctx, 'createThing', { idempotencyKey: 'k', ...input }),
      'made',
      async () => undefined,
    );
  assert.equal(await act({ what: 'x', place: { name: 'Oslo' } }), 'made');
  assert.equal(await act({ what: 'x', note: null, place: { name: 'Oslo', note: null } }), 'made');
  for (const other of [
    { what: 'x', place: null },
    { what: 'x', note: '', place: { name: 'Oslo' } },
  ]) {
    await assert.rejects(act(other), { code: 'IDEMPOTENCY_KEY_REUSED' });
  }
});

test('free data of a client is compared as it is', async (t) => {
  const { ctx } = await world(t);
  const act = (data: unknown): Promise<unknown> => {
    const input = { idempotencyKey: 'k', data: markFreeJson(data) };
    return once(ctx, idempotencyKeyOf(ctx, 'createThing', input), 'made', async () => undefined);
  };
  assert.equal(await act({ a: null, b: 1 }), 'made');
  assert.equal(await act({ b: 1, a: null }), 'made');
  await assert.rejects(act({ b: 1 }), { code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('an uploaded file is compared by its content', async (t) => {
  const { ctx } = await world(t);
  const upload = async (path: string, sha256: string): Promise<unknown> => {
    const file = uploadedFile({ path, sha256, fileName: path, contentType: 'image/png', sizeBytes: 1 });
    const key = idempotencyKeyOf(ctx, 'uploadMedia', { idempotencyKey: 'k', file });
    return once(ctx, key, 'stored', async () => undefined);
  };
  assert.equal(await upload('/tmp/1', 'aa'), 'stored');
  assert.equal(await upload('/tmp/2', 'aa'), 'stored');
  await assert.rejects(upload('/tmp/1', 'bb'), { code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('transactions after the protected one run normally', async (t) => {
  const { ctx, db } = await world(t);
  const key = idempotencyKeyOf(ctx, 'createThing', { idempotencyKey: 'k' });
  await once(ctx, key, 1, async () => undefined);
  await ctx.transaction(async (tx) => {
    await sql`insert into effects (what) values ('later')`.execute(tx);
  });
  assert.deepEqual(await effects(db), ['later']);
});
