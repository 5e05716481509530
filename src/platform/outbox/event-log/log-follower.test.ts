import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import { createPostgresBus } from '#adapters/live-bus/postgres.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { databaseProxy } from '#test/support/transport/database-proxy.ts';
import { testDatabase } from '#test/support/database.ts';
import {
  ALICE,
  ANOTHER_TOPIC,
  audiences,
  BOB,
  cursorAt,
  delivered,
  emit,
  other,
  range,
  sent,
  startOne,
  subscribed,
  type Subscription,
  THE_START,
  TOPIC,
} from '#test/support/logged-events.ts';
import { deafBus, openTestDatabase, silent, startEventProcess, until } from '#test/support/processes.ts';
import { listLoggedFrom } from './log.ts';
import { type LogFollower, startLogFollower } from './log-follower.ts';
import { startRelay } from './relay.ts';

const positions = (subscription: Subscription): number[] =>
  subscription.events.map((event) => event.position);

test('every subscriber in every process receives each of 200 concurrent events once, all in the same order', async (t) => {
  const { connectionString } = await testDatabase(t);
  const processes = await Promise.all(
    [1, 2, 3].map(async () => {
      const bus = await createPostgresBus({ connectionString, log: silent });
      t.after(() => bus.close());
      return startEventProcess(t, connectionString, { bus });
    }),
  );
  const subscriptions = await Promise.all(
    processes.flatMap(({ hub }) => [ALICE, BOB].map((userId) => subscribed(hub, { userId }))),
  );
  const emits = range(1, 200).map(({ number }) => {
    const from = processes[number % 3];
    assert.ok(from);
    return emit(from, number, [BOB, ALICE]);
  });
  await Promise.all(emits);
  await until(() => subscriptions.every(({ events }) => events.length >= 200), 'all have all');
  await sleep(50);
  for (const subscription of subscriptions) {
    assert.deepEqual(
      positions(subscription),
      range(1, 200).map(({ number }) => number),
    );
    assert.deepEqual(
      subscription.events.map(({ eventId }) => eventId),
      subscriptions[0]?.events.map(({ eventId }) => eventId),
    );
    const numbers = subscription.events.map(({ payload }) => JSON.stringify(payload));
    assert.equal(new Set(numbers).size, 200);
  }
});

test('a subscriber receives events addressed to it under the subscribed name, and none from before', async (t) => {
  const process = await startOne(t);
  await emit(process, 1);
  await delivered(process);
  const alice = await subscribed(process.hub);
  await process.transaction(async (tx) => {
    tx.emit(sent, { number: 2 }, { userIds: [ALICE, ALICE] });
    tx.emit(other, { number: 3 }, { userIds: [ALICE] });
    tx.emit(sent, { number: 4 }, { userIds: [BOB] });
    tx.emit(sent, { number: 5 });
    tx.emit(sent, { number: 6 }, { userIds: [BOB, ALICE] });
  });
  await delivered(process);
  assert.deepEqual(alice.numbers(), [{ number: 2 }, { number: 6 }]);
  const [first] = alice.events;
  assert.ok(first);
  assert.deepEqual([first.position, first.name, first.isStored], [2, 'sent', true]);
  assert.ok(first.occurredAt instanceof Date);
});

test('a replay continues with live events without gap or duplicate while events arrive', async (t) => {
  const { connectionString } = await testDatabase(t);
  const bus = createEmbeddedBus();
  const process = await startEventProcess(t, connectionString, { bus });
  // Longer than one page of the replay.
  await process.transaction(async (tx) => {
    for (const payload of range(1, 1_200)) tx.emit(sent, payload, { userIds: [ALICE] });
  });
  let isEmitting = true;
  let last = 1_200;
  const emitting = (async () => {
    while (isEmitting) await emit(process, (last += 1));
  })();
  const subscriptions: { after: number; subscription: Subscription }[] = [];
  await process.relay.drain();
  for (let after = 100; after < 1_300; after += 60) {
    subscriptions.push({
      after,
      subscription: await subscribed(process.hub, { after: await cursorAt(process, Math.min(after, 1_200)) }),
    });
    await sleep(2);
  }
  isEmitting = false;
  await emitting;
  await delivered(process);
  assert.ok(last > 1_220, `only ${last - 1_200} events came meanwhile`);
  for (const { after, subscription } of subscriptions) {
    await until(() => subscription.events.at(-1)?.position === last, 'the last event');
    assert.deepEqual(subscription.numbers(), range(Math.min(after, 1_200) + 1, last));
  }
});

test('a log follower that lags behind the log delivers nothing twice after a replay', async (t) => {
  const { connectionString } = await testDatabase(t);
  const writer = await startEventProcess(t, connectionString, { bus: deafBus() });
  const bus = createEmbeddedBus();
  const reader = await startEventProcess(t, connectionString, { bus });
  for (const { number } of range(1, 5)) await emit(writer, number);
  await writer.relay.drain();
  const replaying = await subscribed(reader.hub, { after: await cursorAt(reader, 2) });
  await until(() => replaying.events.length === 3, 'the replay');
  await reader.hub.catchUp();
  await emit(writer, 6);
  await writer.relay.drain();
  await reader.hub.catchUp();
  await until(() => replaying.events.length >= 4, 'the live event');
  assert.deepEqual(replaying.numbers(), range(3, 6));
});

test('a cursor from before the trimmed position or from the future is expired', async (t) => {
  const { connectionString } = await testDatabase(t);
  const bus = createEmbeddedBus();
  const writer = await startEventProcess(t, connectionString, { bus });
  for (const { number } of range(1, 5)) await emit(writer, number);
  await writer.relay.drain();
  // This process has read none of the events itself.
  const process = await startEventProcess(t, connectionString, { bus });
  await sql`update event_head set trimmed_position = 3`.execute(process.db);
  const subscribeAfter = async (position: number): Promise<unknown> =>
    subscribed(process.hub, { after: await cursorAt(process, position) });
  await assert.rejects(subscribeAfter(2), { code: 'CURSOR_EXPIRED' });
  await assert.rejects(subscribeAfter(6), { code: 'CURSOR_EXPIRED' });
  const kept = await subscribed(process.hub, { after: await cursorAt(process, 3) });
  const newest = await subscribed(process.hub, { after: await cursorAt(process, 5) });
  await emit(process, 6);
  await delivered(process);
  await until(() => kept.events.length === 3 && newest.events.length === 1, 'both');
  assert.deepEqual([kept.numbers(), newest.numbers()], [range(4, 6), range(6, 6)]);
});

test('events trimmed during a long replay end it instead of leaving a gap', async (t) => {
  const { connectionString } = await testDatabase(t);
  const bus = createEmbeddedBus();
  const writer = await startEventProcess(t, connectionString, { bus });
  await writer.transaction(async (tx) => {
    for (const payload of range(1, 1_100)) tx.emit(sent, payload, { userIds: [ALICE] });
  });
  await writer.relay.drain();
  const { hub, db } = await startEventProcess(t, connectionString, { bus });
  const firstPage = Promise.withResolvers<number>();
  const trimmed = Promise.withResolvers<void>();
  const subscription = await subscribed(hub, {
    after: THE_START,
    onReplay: (events) => {
      firstPage.resolve(events.length);
      return trimmed.promise;
    },
  });
  assert.equal(await firstPage.promise, 500);
  await sql`delete from event_recipients where position <= 900`.execute(db);
  await sql`update event_head set trimmed_position = 900`.execute(db);
  trimmed.resolve();
  const error = await subscription.ended;
  assert.ok(error instanceof AppError);
  assert.equal(error.code, 'CURSOR_EXPIRED');
  assert.deepEqual(subscription.numbers(), range(1, 500));
});

test('a process that has read the events replays them without a statement', async (t) => {
  const { connectionString } = await testDatabase(t);
  const proxy = await databaseProxy(t, connectionString);
  const process = await startEventProcess(t, proxy.connectionString, { bus: createEmbeddedBus() });
  await process.transaction(async (tx) => {
    for (const payload of range(1, 40)) {
      tx.emit(sent, payload, payload.number % 2 === 0 ? { userIds: [ALICE] } : { topic: TOPIC });
    }
    tx.emit(sent, { number: 41 }, { userIds: [BOB] });
    tx.emit(sent, { number: 42 }, { topic: ANOTHER_TOPIC });
  });
  await delivered(process);
  audiences.set(TOPIC, new Set([ALICE]));
  const after = await cursorAt(process, 10);
  await proxy.cut();
  const member = await subscribed(process.hub, { after, topics: [TOPIC] });
  const stranger = await subscribed(process.hub, { after });
  await until(() => member.events.length === 30 && stranger.events.length === 15, 'the replays');
  assert.deepEqual(member.numbers(), range(11, 40));
  assert.deepEqual(
    stranger.numbers(),
    range(11, 40).filter(({ number }) => number % 2 === 0),
  );
});

test('an event whose signal the bus loses is delivered by the poll', async (t) => {
  const { connectionString } = await testDatabase(t);
  const [writer, reader] = [
    await startEventProcess(t, connectionString, { bus: deafBus() }),
    await startEventProcess(t, connectionString, { bus: deafBus() }),
  ];
  const alice = await subscribed(reader.hub);
  await emit(writer, 1);
  await until(() => alice.events.length === 1, 'the event');
});

test('a subscription that was ended is told of nothing more, also while it replays', async (t) => {
  const process = await startOne(t);
  await emit(process, 1);
  await delivered(process);
  const waiting = await subscribed(process.hub);
  const [told, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const replaying = await subscribed(process.hub, {
    after: THE_START,
    onReplay() {
      told.resolve();
      return goOn.promise;
    },
  });
  await told.promise;
  waiting.stop();
  replaying.stop();
  goOn.resolve();
  await emit(process, 2);
  await delivered(process);
  const later = await subscribed(process.hub, { after: THE_START });
  await until(() => later.events.length === 2, 'both events');
  assert.deepEqual([waiting.numbers(), replaying.numbers()], [[], range(1, 1)]);
});

test('an event of a topic is one row, and reaches its audience live and later', async (t) => {
  const { connectionString } = await testDatabase(t);
  const bus = createEmbeddedBus();
  const [first, second] = await Promise.all(
    [1, 2].map(() => startEventProcess(t, connectionString, { bus })),
  );
  assert.ok(first && second);
  audiences.set(TOPIC, new Set([ALICE, BOB]));
  audiences.set(ANOTHER_TOPIC, new Set([BOB]));
  const [alice, bob] = [await subscribed(first.hub), await subscribed(second.hub, { userId: BOB })];
  await first.transaction(async (tx) => {
    tx.emit(sent, { number: 1 }, { topic: TOPIC });
    tx.emit(sent, { number: 2 }, { topic: ANOTHER_TOPIC });
    tx.emit(sent, { number: 3 }, { userIds: [ALICE] });
    tx.emit(sent, { number: 4 }, { topic: TOPIC });
  });
  await first.relay.drain();
  await Promise.all([first.hub.catchUp(), second.hub.catchUp()]);
  await until(() => alice.events.length === 3 && bob.events.length === 3, 'both have theirs');
  assert.deepEqual(alice.numbers(), [{ number: 1 }, { number: 3 }, { number: 4 }]);
  assert.deepEqual(bob.numbers(), [{ number: 1 }, { number: 2 }, { number: 4 }]);
  const { rows } = await sql`select count(*)::integer as count from event_recipients`.execute(first.db);
  assert.deepEqual(rows, [{ count: 1 }]);

  const late = await startEventProcess(t, connectionString, { bus });
  const [near, far] = await Promise.all(
    // With few topics events are looked up, with many they are read through.
    [1, 100].map((times) =>
      subscribed(late.hub, {
        userId: BOB,
        after: THE_START,
        topics: [TOPIC, ANOTHER_TOPIC, ...Array.from({ length: times }, () => randomUUID())],
      }),
    ),
  );
  await until(() => near?.events.length === 3 && far?.events.length === 3, 'the replays');
  assert.deepEqual([near?.numbers(), far?.numbers()], [bob.numbers(), bob.numbers()]);
});

test('an ephemeral event reaches the connected recipients in every process and is not replayed', async (t) => {
  const { connectionString } = await testDatabase(t);
  const [first, second] = await Promise.all(
    [1, 2].map(async () => {
      const bus = await createPostgresBus({ connectionString, log: silent });
      t.after(() => bus.close());
      return startEventProcess(t, connectionString, { bus });
    }),
  );
  assert.ok(first && second);
  await emit(first, 1);
  await first.relay.drain();
  await Promise.all([first.hub.catchUp(), second.hub.catchUp()]);
  const [here, there, bob] = await Promise.all([
    subscribed(first.hub),
    subscribed(second.hub),
    subscribed(second.hub, { userId: BOB }),
  ]);
  first.hub.sendEphemeral(sent, { number: 2 }, { userIds: [ALICE, ALICE] });
  await until(() => there.events.length === 1, 'the other process hears');
  assert.deepEqual(here.events, there.events);
  assert.deepEqual(bob.events, []);
  const [event] = there.events;
  assert.ok(event);
  assert.deepEqual([event.position, event.isStored, event.payload], [1, false, { number: 2 }]);
  const late = await subscribed(second.hub, { after: THE_START });
  await until(() => late.events.length === 1, 'the replay');
  assert.deepEqual(late.numbers(), range(1, 1));
});

test('a listener receives every event of its name, and one that throws does not affect the others', async (t) => {
  const process = await startOne(t);
  const heard: object[] = [];
  process.hub.listen(sent.name, () => {
    throw new Error('a bug');
  });
  process.hub.listen(sent.name, (payload) => heard.push(payload));
  const alice = await subscribed(process.hub);
  await emit(process, 1, [ALICE, BOB]);
  await emit(process, 2, []);
  await emit(process, 3, [ALICE]);
  await delivered(process);
  assert.deepEqual(heard, range(1, 3));
  assert.deepEqual(alice.numbers(), [{ number: 1 }, { number: 3 }]);
});

test('closing ends all streams, also those subscribed afterwards', async (t) => {
  const process = await startOne(t);
  const alice = await subscribed(process.hub);
  await emit(process, 1);
  const catchingUp = process.hub.catchUp().catch(() => undefined);
  await process.hub.close();
  await catchingUp;
  assert.equal(await alice.ended, null);
  const late = await subscribed(process.hub);
  assert.equal(await late.ended, null);
});

test('a log follower logs one line while the database is down, and continues where it was', async (t) => {
  const { connectionString } = await testDatabase(t);
  const proxy = await databaseProxy(t, connectionString);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const writer = await startEventProcess(t, connectionString, { bus: deafBus() });
  const { db } = await openTestDatabase(t, proxy.connectionString, log);
  const hub = await startLogFollower({
    db,
    bus: deafBus(),
    clock: systemClock,
    ids: createIds(systemClock),
    log,
  });
  t.after(() => hub.close());
  const alice = await subscribed(hub);
  await proxy.cut();
  for (const { number } of range(1, 3)) await emit(writer, number);
  await writer.relay.drain();
  await assert.rejects(hub.catchUp());
  await sleep(500);
  assert.equal(lines.length, 1);
  await proxy.restore();
  await until(() => alice.events.length >= 3, 'the events');
  assert.deepEqual(alice.numbers(), range(1, 3));
  assert.equal(lines.length, 2);
});

test('a log follower does not read what its own process has relayed, but what another one has relayed in between', async (t) => {
  const { connectionString } = await testDatabase(t);
  const proxy = await databaseProxy(t, connectionString);
  const { db } = await openTestDatabase(t, proxy.connectionString);
  const other = await startEventProcess(t, connectionString, { bus: deafBus(), hints: false });
  const ids = createIds(systemClock);
  const hub = await startLogFollower({ db, bus: deafBus(), clock: systemClock, ids, log: silent });
  t.after(() => hub.close());
  await other.relay.close();
  // A relay for each event: none polls, so that it is known which one moves it.
  const relayed = async (number: number, onLogged: LogFollower['take'] = () => undefined): Promise<void> => {
    await emit(other, number);
    const options = { db: other.db, bus: deafBus(), log: silent, listenerJobs: new Map() };
    const relay = startRelay({ ...options, onLogged });
    await relay.drain();
    await relay.close();
  };
  const alice = await subscribed(hub);
  await proxy.cut();
  await relayed(1, hub.take);
  await relayed(2, hub.take);
  assert.equal(hub.newest().position, 2);
  await relayed(3);
  await relayed(4, hub.take);
  assert.equal(hub.newest().position, 2);
  await proxy.restore();
  await until(() => hub.newest().position === 4, 'the events of the other one');
  await proxy.cut();
  await relayed(5, hub.take);
  await until(() => alice.events.length >= 5, 'all events');
  assert.deepEqual(alice.numbers(), range(1, 5));
  assert.deepEqual(alice.events, await listLoggedFrom(other.db, 1, 5));
});
