import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Client } from 'pg';
import type { LiveBusPort } from '#ports/live-bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { databaseProxy } from '#test/support/transport/database-proxy.ts';
import { silent, until } from '#test/support/processes.ts';
import { runSql } from '#test/support/test-server.ts';
import { grown, heardBy, liveBusContract, typing, untilHeard } from './live-bus.contract.ts';
import { packSignals, unpackSignals } from './packets.ts';
import { createPostgresBus } from './postgres.ts';

async function openBus(t: TestContext, connectionString: string, log = silent): Promise<LiveBusPort> {
  const bus = await createPostgresBus({ connectionString, log });
  t.after(() => bus.close());
  return bus;
}

async function openTwo(t: TestContext): Promise<[LiveBusPort, LiveBusPort]> {
  const { connectionString } = await testDatabase(t);
  return [await openBus(t, connectionString), await openBus(t, connectionString)];
}

liveBusContract('postgres', openTwo);

/** Closes the connection of that name of each of the two buses. */
async function killConnections(connectionString: string, name: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
    [name],
  );
  await client.end();
  assert.equal(rowCount, 2, name);
}

test('connections closed by the server are reopened, for receiving and for publishing', async (t) => {
  const { connectionString } = await testDatabase(t);
  const [ours, theirs] = [await openBus(t, connectionString), await openBus(t, connectionString)];
  for (const name of ['plaza-live-bus-in', 'plaza-live-bus-out', 'plaza-live-bus-in']) {
    await killConnections(connectionString, name);
    await untilHeard(ours, theirs);
    await untilHeard(theirs, ours);
  }
});

test('a bus without its database never throws, serves its own listeners and logs one line for each connection', async (t) => {
  const { connectionString } = await testDatabase(t);
  const proxy = await databaseProxy(t, connectionString);
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const ours = await openBus(t, proxy.connectionString, log);
  const theirs = await openBus(t, connectionString);
  const heard = heardBy(ours);

  await proxy.cut();
  for (let position = 1; position <= 20; position++) {
    ours.publish(grown(position));
    ours.publish(typing(['alice']));
    await sleep(20);
  }
  assert.equal(heard.length, 40);
  assert.equal(lines.filter((line) => line.includes('"fault":"away","msg":"a port fails"')).length, 1);

  await proxy.restore();
  await untilHeard(ours, theirs);
  await untilHeard(theirs, ours);
  assert.equal(lines.filter((line) => line.includes('a port works again')).length, 1);
  assert.equal(lines.length, 2);
});

test('a bus opens during a database outage', async (t) => {
  const bus = await openBus(t, 'postgresql://plaza:x@127.0.0.1:1/postgres');
  const heard = heardBy(bus);
  bus.publish(grown(3));
  assert.deepEqual(heard, [grown(3)]);
});

test('foreign notifications on the channel are ignored', async (t) => {
  const { connectionString } = await testDatabase(t);
  const [ours, theirs] = [await openBus(t, connectionString), await openBus(t, connectionString)];
  const heard = heardBy(theirs);
  for (const payload of ['', 'hello', '[]', '{"sender":1,"signals":[]}', '{"sender":"x","signals":7}']) {
    await runSql(connectionString, `notify plaza_live_bus, '${payload}'`);
  }
  ours.publish(grown(1));
  await until(() => heard.length > 0, 'the bus still hears');
  assert.deepEqual(heard, [grown(1)]);
});

test('a thousand signals of one turn take one transaction, and its log positions collapse to the highest', async (t) => {
  const { connectionString } = await testDatabase(t);
  const [ours, theirs] = [await openBus(t, connectionString), await openBus(t, connectionString)];
  const heard = heardBy(theirs);
  const watcher = new Client({ connectionString });
  // The database is dropped while it is still connected.
  watcher.on('error', () => undefined);
  await watcher.connect();
  let packets = 0;
  watcher.on('notification', () => (packets += 1));
  await watcher.query('listen plaza_live_bus');
  for (let number = 1; number <= 500; number++) {
    ours.publish(grown(number));
    ours.publish(typing(['alice'], { number }));
  }
  await until(() => heard.length === 501, 'all are heard');
  assert.deepEqual(heard.at(-1), grown(500));
  await until(() => packets >= 10, 'the packets');
  // 500 signals of about 200 bytes in packets of 8 000.
  assert.ok(packets >= 10 && packets <= 20, `${packets} packets`);
});

test("packets stay below PostgreSQL's limit, and signals that cannot be split are dropped", () => {
  const fits = 'x'.repeat(7_600);
  const sent = [
    typing(['alice'], { fits }),
    typing(['bob'], { tooLarge: 'ü'.repeat(4_000) }),
    typing(
      Array.from({ length: 1_000 }, (_, number) => `user-${number}`),
      { half: 'x'.repeat(4_000) },
    ),
    grown(5),
  ];
  const { payloads, unsendable } = packSignals('me', sent, 7_999);
  assert.equal(unsendable, 1);
  for (const payload of payloads) assert.ok(Buffer.byteLength(payload) < 8_000);
  const signals = payloads.flatMap((payload) => unpackSignals(payload)?.signals ?? []);
  assert.deepEqual(signals[0], typing(['alice'], { fits }));
  assert.deepEqual(signals.at(-1), grown(5));
  const users = signals.slice(1, -1).flatMap((signal) => (signal.kind === 'ephemeral' ? signal.userIds : []));
  assert.deepEqual([users.length, users[0], users[999]], [1_000, 'user-0', 'user-999']);
});
