import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import {
  countingFollower,
  createCounts,
  listCounts,
  numbered,
  recount,
} from '#test/support/jobs/counting-follower.ts';
import { testDatabase } from '#test/support/database.ts';
import { type EventProcess, startEventProcess, until } from '#test/support/processes.ts';
import { catchUpFollowers, type EventFollower, followEvents, startFollowers } from './event-followers.ts';

const other = defineEvent<object>('other');

type World = EventProcess & {
  readonly connectionString: string;
  readonly services: Services;
  readonly lines: string[];
  /** Runs followers until the test ends. */
  start(followers: readonly EventFollower[]): void;
};

async function world(t: TestContext): Promise<World> {
  const ends: { close(): Promise<void> }[] = [];
  // First, so that followers end before their connections.
  t.after(async () => {
    for (const end of ends) await end.close();
  });
  const { connectionString } = await testDatabase(t);
  const bus = createEmbeddedBus();
  const process = await startEventProcess(t, connectionString, { bus });
  const { db, transaction } = process;
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  // The services that followers without a domain use.
  const services = {
    clock: systemClock,
    log,
    db,
    transaction,
    ports: { liveBus: bus },
  } as unknown as Services;
  await createCounts(db);
  const start = (followers: readonly EventFollower[]): void =>
    void ends.push(startFollowers(services, followers));
  return { ...process, connectionString, services, lines, start };
}

async function emitNumbers({ transaction, relay }: World, from: number, to: number): Promise<void> {
  await transaction(async (tx) => {
    for (let number = from; number <= to; number += 1) tx.emit(numbered, { number });
  });
  await relay.drain();
}

const positionOf = async ({ db }: World, name: string): Promise<number | undefined> =>
  (await db.selectFrom('event_followers').select('position').where('name', '=', name).executeTakeFirst())
    ?.position;

const PROCESS = path.resolve(
  import.meta.dirname,
  '../../../../test/support/jobs/counting-follower-process.ts',
);
const KILLS = 6;

/** Kills a process that follows the log after some batches, at any moment of the next ones. */
async function killWhileFollowing({ connectionString }: World): Promise<void> {
  const child = spawn(process.execPath, [PROCESS, connectionString], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  await sleep(Math.random() * 150);
  child.kill('SIGKILL');
  await exited;
}

test('a follower that is killed at random moments counts each of 50 000 events once', async (t) => {
  const here = await world(t);
  await catchUpFollowers(here.services, [countingFollower(100)]);
  const emitting = (async () => {
    for (let from = 1; from <= 50_000; from += 10_000) await emitNumbers(here, from, from + 9_999);
  })();
  for (let kills = 0; kills < KILLS; kills += 1) await killWhileFollowing(here);
  await emitting;
  const killedAt = (await positionOf(here, 'counting')) ?? 0;
  assert.ok(killedAt > 0 && killedAt < 50_000, String(killedAt));

  here.start([countingFollower(500)]);
  await until(async () => (await positionOf(here, 'counting')) === 50_000, 'all events are counted');
  const counts = await listCounts(here.db);
  assert.equal(
    counts.reduce((sum, { count }) => sum + count, 0),
    50_000,
  );
  assert.deepEqual(counts, await recount(here.db));
});

test('two workers that run the same follower count no event twice', async (t) => {
  const here = await world(t);
  await catchUpFollowers(here.services, [countingFollower(10)]);
  here.start([countingFollower(10)]);
  here.start([countingFollower(10)]);
  for (let from = 1; from <= 3_000; from += 100) await emitNumbers(here, from, from + 99);
  await until(async () => (await positionOf(here, 'counting')) === 3_000, 'all events are counted');
  assert.deepEqual(await listCounts(here.db), await recount(here.db));
});

test('events that are logged closely are worked together, at most twenty times a second', async (t) => {
  const here = await world(t);
  const batches: number[] = [];
  const follower = followEvents('gathering', [numbered], {
    batch: 100,
    work: async (_services, _tx, events) => void batches.push(events.length),
  });
  await catchUpFollowers(here.services, [follower]);
  const startedMs = performance.now();
  here.start([follower]);
  const count = 60;
  for (let number = 1; number <= count; number += 1) {
    await emitNumbers(here, number, number);
    await here.relay.drain();
  }
  await until(async () => (await positionOf(here, 'gathering')) === count, 'all events are worked');
  const slots = (performance.now() - startedMs) / 50;
  assert.equal(
    batches.reduce((sum, size) => sum + size, 0),
    count,
  );
  assert.ok(batches.length <= slots + 1, `${batches.length} batches in ${slots} slots`);
});

test('an event that is logged between the reads of head and events is counted once', async (t) => {
  const here = await world(t);
  await catchUpFollowers(here.services, [countingFollower(10)]);
  await emitNumbers(here, 1, 1);
  const writer = new Client({ connectionString: here.connectionString });
  await writer.connect();
  // The head is in another table: the follower has read it when it waits for this one.
  await writer.query('begin; lock table event_log in access exclusive mode');
  const following = catchUpFollowers(here.services, [countingFollower(10)]);
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(here.db);
    return rows.length === 1;
  }, 'the follower waits for the events');
  await writer.query(`insert into event_log (position, event_id, name, payload, recipients, occurred_at)
    values (2, gen_random_uuid(), 'numbered', '{"number":2}', '{}', now());
    update event_head set position = 2; commit`);
  await writer.end();
  await following;
  await catchUpFollowers(here.services, [countingFollower(10)]);
  assert.deepEqual(await listCounts(here.db), await recount(here.db));
  assert.equal(await positionOf(here, 'counting'), 2);
});

test('a follower begins at the head of the log, takes the events of its names in order and passes the others', async (t) => {
  const here = await world(t);
  const taken: number[][] = [];
  const follower = followEvents('listing', [numbered], {
    batch: 2,
    work: async (_services, _tx, events) => void taken.push(events.map(({ payload }) => payload.number)),
  });
  await emitNumbers(here, 1, 3);
  assert.equal(await catchUpFollowers(here.services, [follower]), false);
  assert.equal(await positionOf(here, 'listing'), 3);
  await here.transaction(async (tx) => tx.emit(other, {}));
  await emitNumbers(here, 4, 6);
  await here.transaction(async (tx) => tx.emit(other, {}));
  await here.relay.drain();
  assert.equal(await catchUpFollowers(here.services, [follower]), true);
  assert.deepEqual(taken, [[4, 5], [6]]);
  assert.equal(await positionOf(here, 'listing'), 8);
  assert.equal(await catchUpFollowers(here.services, [follower]), false);
});

test('a follower with few events passes a long log in steps', async (t) => {
  const here = await world(t);
  await catchUpFollowers(here.services, [countingFollower(100)]);
  await sql`insert into event_log (position, event_id, name, payload, recipients, occurred_at)
    select position, gen_random_uuid(), 'other', '{}', '{}', now() from generate_series(1, 25000) as position`.execute(
    here.db,
  );
  await sql`update event_head set position = 25000`.execute(here.db);
  await emitNumbers(here, 1, 1);
  assert.equal(await catchUpFollowers(here.services, [countingFollower(100)]), true);
  assert.equal(await positionOf(here, 'counting'), 25_001);
  assert.deepEqual(await listCounts(here.db), [{ digit: 1, count: 1, sum: 1 }]);
});

test('a follower that fails repeats its batch until it succeeds, without a trace, and holds up no other', async (t) => {
  const here = await world(t);
  let failures = 0;
  const failing = countingFollower(10, () => {
    if (failures === 3) return;
    failures += 1;
    throw new Error('not yet');
  });
  const taken: number[] = [];
  const sound = followEvents('sound', [numbered], {
    batch: 10,
    work: async (_services, _tx, events) => void taken.push(events.length),
  });
  await catchUpFollowers(here.services, [failing, sound]);
  await emitNumbers(here, 1, 10);
  await assert.rejects(catchUpFollowers(here.services, [failing]), /not yet/);
  assert.deepEqual(await listCounts(here.db), []);
  assert.equal(await positionOf(here, 'counting'), 0);

  here.start([failing, sound]);
  await until(async () => (await positionOf(here, 'sound')) === 10, 'the other one is done');
  await until(async () => (await positionOf(here, 'counting')) === 10, 'it has recovered');
  assert.deepEqual(await listCounts(here.db), await recount(here.db));
  assert.deepEqual(taken, [10]);
  const messages = here.lines.map((line) => JSON.parse(line).msg);
  assert.deepEqual(messages, [
    'event follower counting failed and is retried',
    'event follower counting recovered',
  ]);
});

test('a follower that has missed trimmed events says so and continues with those that are left', async (t) => {
  const here = await world(t);
  await catchUpFollowers(here.services, [countingFollower(100)]);
  await emitNumbers(here, 1, 20);
  await sql`delete from event_log where position <= 15`.execute(here.db);
  await sql`update event_head set trimmed_position = 15`.execute(here.db);
  await catchUpFollowers(here.services, [countingFollower(100)]);
  assert.equal(
    (await listCounts(here.db)).reduce((sum, { count }) => sum + count, 0),
    5,
  );
  // Pino writes JSON.
  const { msg, follower, after, upTo } = JSON.parse(here.lines.join(''));
  assert.deepEqual(
    { msg, follower, after, upTo },
    { msg: 'a follower has missed trimmed events', follower: 'counting', after: 0, upTo: 15 },
  );
});

test('what a follower emits and enqueues leaves with its batch', async (t) => {
  const here = await world(t);
  const echo = followEvents('echo', [other], {
    batch: 5,
    work: async (_services, tx, events) => {
      for (const { position } of events) tx.emit(numbered, { number: position });
    },
  });
  const followers = [echo, countingFollower(5)];
  await catchUpFollowers(here.services, followers);
  await here.transaction(async (tx) => tx.emit(other, {}));
  await here.relay.drain();
  await catchUpFollowers(here.services, followers);
  await here.relay.drain();
  await catchUpFollowers(here.services, followers);
  assert.deepEqual(await listCounts(here.db), [{ digit: 1, count: 1, sum: 1 }]);
});
