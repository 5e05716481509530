import assert from 'node:assert/strict';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { CompiledQuery, type RootOperationNode, sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import type { Db } from '#platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import {
  ALICE,
  BOB,
  cursorAt,
  delivered,
  emit,
  range,
  sent,
  subscribed,
  TOPIC,
} from '#test/support/logged-events.ts';
import { type EventProcess, startEventProcess, until } from '#test/support/processes.ts';
import { runSql } from '#test/support/test-server.ts';
import {
  findLogExtent,
  listLoggedFrom,
  listNamedBetween,
  listAddressedAfter,
  removeRecipient,
} from './log.ts';
import { keepPartitions } from './log-partitions.ts';

type World = EventProcess & { readonly connectionString: string; keep(): Promise<void>; lines: string[] };

/** A log whose events up to `head` are trimmed. */
async function logAfter(t: TestContext, head: number): Promise<World> {
  const { connectionString } = await testDatabase(t);
  await runSql(connectionString, moveHead(head));
  const process = await startEventProcess(t, connectionString, { bus: createEmbeddedBus() });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  return { ...process, connectionString, keep: () => keepPartitions({ ...process, log }), lines };
}

const moveHead = (head: number): string =>
  `update event_head set position = ${head}, trimmed_position = ${head}`;

/** Partitions with the number of their rows. */
async function partitions({ db }: EventProcess, table = 'event_log'): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select c.relname as name,
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', c.relname), false, true, '')))[1]::text::integer as count
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass order by length(c.relname), c.relname`.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name.slice(table.length + 1), count]));
}

test('events on both sides of a border of partitions are replayed and delivered without a gap', async (t) => {
  const world = await logAfter(t, 999_995);
  const live = await subscribed(world.hub);
  for (const { number } of range(1, 10)) await emit(world, number);
  await delivered(world);
  await until(() => live.events.length === 10, 'the live events');
  assert.deepEqual(live.numbers(), range(1, 10));
  for (const table of ['event_log', 'event_recipients'])
    assert.deepEqual(await partitions(world, table), { 0: 4, 1: 6, default: 0 });
  const replayed = await subscribed(world.hub, { after: await cursorAt(world, 999_997) });
  await until(() => replayed.events.length === 8, 'the replayed events');
  assert.deepEqual(replayed.numbers(), range(3, 10));
});

test('three partitions are made ahead of the head, and those whose events are all trimmed are dropped', async (t) => {
  const world = await logAfter(t, 0);
  await world.keep();
  assert.deepEqual(await partitions(world), { 0: 0, 1: 0, 2: 0, 3: 0, default: 0 });
  await runSql(world.connectionString, moveHead(1_999_998));
  await world.keep();
  // The next event stands at the last position of partition 1.
  const kept = { 1: 0, 2: 0, 3: 0, 4: 0, default: 0 };
  assert.deepEqual([await partitions(world), await partitions(world, 'event_recipients')], [kept, kept]);
  for (const { number } of range(1, 2)) await emit(world, number);
  await delivered(world);
  await runSql(world.connectionString, 'update event_head set trimmed_position = 1999999');
  await Promise.all([world.keep(), world.keep()]);
  await world.keep();
  const left = { 2: 1, 3: 0, 4: 0, 5: 0, default: 0 };
  assert.deepEqual([await partitions(world), await partitions(world, 'event_recipients')], [left, left]);
  assert.deepEqual(world.lines, []);
});

test('events without a partition of their own are kept, are delivered in order, and raise an error', async (t) => {
  const world = await logAfter(t, 4_999_997);
  for (const { number } of range(1, 3)) await emit(world, number);
  await delivered(world);
  await world.keep();
  // An event of partition 5 is in the default one, so that partition 5 can no longer be made.
  assert.deepEqual(await partitions(world), { 6: 0, 7: 0, 8: 0, default: 3 });
  assert.deepEqual(
    world.lines.map((line) => [JSON.parse(line).msg, JSON.parse(line).table]),
    ['event_log', 'event_recipients'].map((table) => [
      'events are in the default partition of the log',
      table,
    ]),
  );
  await runSql(world.connectionString, 'update event_head set position = 5999999');
  for (const { number } of range(4, 5)) await emit(world, number);
  await delivered(world);
  const replayed = await subscribed(world.hub, { after: { position: 4_999_997, mark: '0' } });
  await until(() => replayed.events.length === 5, 'all of them');
  assert.deepEqual(replayed.numbers(), range(1, 5));
});

test('trimmed events are not read, although their partition still holds them', async (t) => {
  const world = await logAfter(t, 0);
  for (const { number } of range(1, 4)) await emit(world, number);
  await delivered(world);
  await runSql(world.connectionString, 'update event_head set trimmed_position = 2');
  const read = await listLoggedFrom(world.db, 1, 10);
  assert.deepEqual(
    read.map(({ payload }) => payload),
    range(3, 4),
  );
  const ids = await Promise.all([1, 2, 3].map(async (at) => (await findLogExtent(world.db, at)).eventId));
  assert.deepEqual(ids, [null, null, read[0]?.eventId]);
  assert.equal((await partitions(world))[0], 4);
});

test('an erased user is removed from the recipients of events in every partition, also of trimmed ones', async (t) => {
  const world = await logAfter(t, 999_998);
  for (const { number } of range(1, 3)) await emit(world, number, [ALICE, BOB]);
  await delivered(world);
  await runSql(world.connectionString, 'update event_head set trimmed_position = 999999');
  const remove = () => world.transaction((tx) => removeRecipient(tx, { userId: ALICE, limit: 2 }));
  assert.deepEqual([await remove(), await remove(), await remove()], [2, 1, 0]);
  const log = await world.db.selectFrom('event_log').select('recipients').execute();
  const recipients = await world.db.selectFrom('event_recipients').select('user_id').execute();
  assert.deepEqual(log, Array(3).fill({ recipients: [BOB] }));
  assert.deepEqual(recipients, Array(3).fill({ user_id: BOB }));
});

test('a partition that cannot be locked is left for the next attempt, and the relay does not wait', async (t) => {
  const world = await logAfter(t, 1_000_000);
  const reader = new Client({ connectionString: world.connectionString });
  await reader.connect();
  // As a backup does; an ordinary reader ends at once.
  await reader.query('begin; select from event_log');
  await assert.rejects(world.keep(), { code: '55P03' });
  for (const { number } of range(1, 3)) await emit(world, number);
  await delivered(world);
  assert.deepEqual(await partitions(world), { 0: 0, 1: 3, default: 0 });
  await reader.query('commit');
  await reader.end();
  await world.keep();
  assert.deepEqual(await partitions(world), { 1: 3, 2: 0, 3: 0, 4: 0, default: 0 });
});

test('statements of the log scan only the partitions of their positions', async (t) => {
  const world = await logAfter(t, 0);
  await world.keep();
  await runSql(world.connectionString, 'update event_head set position = 3000000');
  await world.keep();
  await sql`insert into event_log (position, event_id, name, payload, recipients, occurred_at)
    select position, gen_random_uuid(), ${sent.name}, '{}', array[${ALICE}::uuid], now()
    from generate_series(1, 3000000, 500) as position`.execute(world.db);
  await sql`insert into event_recipients (user_id, name, position)
    select user_id, name, position from event_log, unnest(recipients) as user_id`.execute(world.db);
  await sql`update event_head set trimmed_position = 999000`.execute(world.db);
  const open = ['event_log_4', 'event_log_5', 'event_log_6', 'event_log_default'];
  const alice = { userId: ALICE, names: [sent.name], topics: [TOPIC] };
  const latest = { after: 2_999_000, newest: 3_000_000, limit: 10 };
  const near = { ...latest, after: 2_999_990 };
  const range = { names: [sent.name], after: 2_000_500, upTo: 2_010_000, limit: 10 };
  for (const mode of ['custom', 'generic'] as const) {
    const scanned = (read: (db: Db) => Promise<unknown>): Promise<string[]> =>
      scannedBy(world.db, mode, read);
    assert.deepEqual(await scanned((db) => findLogExtent(db, 1_500_501)), ['event_head', 'event_log_1']);
    assert.deepEqual(await scanned((db) => listLoggedFrom(db, 2_999_501, 501)), [
      'event_head',
      'event_log_2',
      'event_log_3',
      ...open,
    ]);
    assert.deepEqual(await scanned((db) => listNamedBetween(db, range)), ['event_log_2']);
    for (const missed of [latest, near]) {
      assert.deepEqual(await scanned((db) => listAddressedAfter(db, alice, missed)), [
        'event_log_2',
        'event_log_3',
        ...open,
        'event_recipients_2',
        'event_recipients_3',
        'event_recipients_4',
        'event_recipients_5',
        'event_recipients_6',
        'event_recipients_default',
      ]);
    }
  }
});

/** Tables that the statements of `read` scan by their plan; partitions that are pruned while it runs are not among them. */
async function scannedBy(
  db: Db,
  mode: 'custom' | 'generic',
  read: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const nodes: RootOperationNode[] = [];
  await read(
    db.withPlugin({
      transformQuery({ node }) {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  return db.transaction().execute(async (tx) => {
    const run = async (text: string) => (await tx.executeQuery(CompiledQuery.raw(text))).rows;
    await run(`set local plan_cache_mode = force_${mode}_plan`);
    const scanned = new Set<string>();
    for (const node of nodes) {
      const { sql: text, parameters } = tx.getExecutor().compileQuery(node, { queryId: 'explained' });
      await run(`prepare explained as ${text}`);
      const values = parameters.map(literal);
      const plan = await run(`explain (analyze, format json) execute explained (${values.join()})`);
      await run('deallocate explained');
      JSON.stringify(plan, (_key, part: unknown) => {
        if (isScan(part) && part['Actual Loops'] > 0) scanned.add(part['Relation Name']);
        return part;
      });
    }
    return [...scanned].toSorted();
  });
}

/** The parameters are numbers, texts and arrays of names. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `'{${value.join()}}'`;
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

type Scan = { readonly 'Relation Name': string; readonly 'Actual Loops': number };

const isScan = (part: unknown): part is Scan =>
  typeof part === 'object' && part !== null && 'Relation Name' in part;
