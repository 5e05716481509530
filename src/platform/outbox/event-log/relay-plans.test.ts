import assert from 'node:assert/strict';
import test from 'node:test';
import { findBacklog } from './backlog.ts';
import { blocksRead } from '#test/support/people/blocks-read.ts';
import { connectTo, type LoneRelay, startLoneRelay, storeEvents } from '#test/support/jobs/lone-relay.ts';
import { until } from '#test/support/processes.ts';

/** Number of blocks that the relay reads to move so many events. */
async function blocksToMove({ db, relay, client }: LoneRelay, events: number): Promise<number> {
  await storeEvents(client, events);
  return blocksRead(db, () => relay.drain());
}

/** The least of a few batches: a vacuum may have the statement planned anew, which reads the catalog. */
async function leastBlocksToMove(scene: LoneRelay): Promise<number> {
  const blocks: number[] = [];
  for (let batches = 0; batches < 5; batches += 1) blocks.push(await blocksToMove(scene, EVENTS));
  return Math.min(...blocks);
}

/** PostgreSQL plans a statement for its values five times before it keeps a plan. */
async function keepPlan({ relay }: LoneRelay): Promise<void> {
  for (let runs = 0; runs < 8; runs += 1) await relay.drain();
}

async function untilBoundIsLast({ relay, client }: LoneRelay): Promise<void> {
  const { rows } = await client.query<{ last: string }>('select last_value as last from outbox_id_seq');
  await until(async () => {
    await relay.drain();
    return relay.bound().from > Number(rows[0]?.last);
  }, 'the bound is behind all ids');
}

const EVENTS = 10;
const BATCH_ROWS = 500;

test('a batch reads hardly more while a snapshot keeps thousands of moved events', async (t) => {
  const scene = await startLoneRelay(t);
  await keepPlan(scene);
  const before = await leastBlocksToMove(scene);
  const backup = await connectTo(t, scene.connectionString);
  await backup.query('begin isolation level repeatable read; select from outbox');
  for (let moved = 0; moved < 5_000; moved += 5 * EVENTS) await blocksToMove(scene, 5 * EVENTS);
  await untilBoundIsLast(scene);
  const after = await leastBlocksToMove(scene);
  assert.ok(after < 1.8 * before, `${after} blocks after, ${before} before`);
  const idle = await blocksRead(scene.db, () => scene.relay.drain());
  assert.ok(idle < before, `${idle} blocks to find nothing, ${before} to move events before`);
});

test('a batch reads hardly more while versions of the head are kept by a snapshot', async (t) => {
  const scene = await startLoneRelay(t);
  await keepPlan(scene);
  const before = await leastBlocksToMove(scene);
  const backup = await connectTo(t, scene.connectionString);
  await backup.query('begin isolation level repeatable read; select from outbox');
  await scene.client.query(
    'do $$ begin for i in 1..10000 loop update event_head set position = position + 1; end loop; end $$',
  );
  await scene.client.query('vacuum event_head');
  const after = await leastBlocksToMove(scene);
  assert.ok(after < 1.8 * before, `${after} blocks after, ${before} before`);
});

test('a batch of a long backlog reads as much as one of a short one, by a plan for an empty outbox', async (t) => {
  const scene = await startLoneRelay(t);
  await keepPlan(scene);
  await blocksToMove(scene, BATCH_ROWS);
  const ofShort = await blocksToMove(scene, BATCH_ROWS);
  const ofLong = (await blocksToMove(scene, 10 * BATCH_ROWS)) / 10;
  assert.ok(ofLong < 1.2 * ofShort, `${ofLong} blocks in a long backlog, ${ofShort} in a short one`);
  await scene.client.query('vacuum outbox');
  await keepPlan(scene);
  const afterVacuum = (await blocksToMove(scene, 10 * BATCH_ROWS)) / 10;
  assert.ok(afterVacuum < 1.2 * ofShort, `${afterVacuum} blocks after the table was found empty`);
});

for (const [plan, setting] of [
  ['reads the whole table', 'enable_indexscan'],
  ['looks its versions up', 'enable_seqscan'],
]) {
  test(`a batch that saw the outbox before another one ended moves the rest, where the plan ${plan}`, async (t) => {
    const { relay, client, connectionString, lastBatch } = await startLoneRelay(t);
    await relay.drain();
    await relay.close();
    const batch = lastBatch();
    assert.ok(batch);
    const [first, second] = await Promise.all([1, 2].map(() => connectTo(t, connectionString)));
    assert.ok(first && second);
    await storeEvents(client, 5);
    await first.query('begin');
    await first.query(batch.sql, [...batch.parameters]);
    await storeEvents(client, 5, 6);
    await second.query(`set ${setting} = off`);
    // The batch sleeps between its look at the outbox and the lock on the head.
    const slow = batch.sql.replace('select id from outbox', 'select id from outbox, pg_sleep(0.5)');
    assert.notEqual(slow, batch.sql);
    const moving = second.query(slow, [...batch.parameters]);
    const sleeping = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    await until(async () => (await client.query(sleeping)).rows.length === 1, 'the second batch has begun');
    await first.query('commit');
    await moving;
    const { rows } = await client.query(`
      select (select position::int from event_head) as head, (select count(*)::int from outbox) as waiting,
        array(select position::int from event_log order by position) as positions`);
    assert.deepEqual(rows, [{ head: 10, waiting: 0, positions: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }]);
  });
}

test('the backlog is counted without reading over moved events that a snapshot keeps', async (t) => {
  const scene = await startLoneRelay(t);
  const { client, db, relay } = scene;
  const count = async (): Promise<number> => (await findBacklog(db, relay.bound())).outboxRows;
  await keepPlan(scene);
  for (let counts = 0; counts < 8; counts += 1) await count();
  const before = await blocksRead(db, count);
  const backup = await connectTo(t, scene.connectionString);
  await backup.query('begin isolation level repeatable read; select from outbox');
  await blocksToMove(scene, 5_000);
  await untilBoundIsLast(scene);
  const after = await blocksRead(db, count);
  assert.ok(after < before + 20, `${after} blocks after, ${before} before`);
  await relay.close();
  await storeEvents(client, 3);
  assert.equal(await count(), 3);
});
