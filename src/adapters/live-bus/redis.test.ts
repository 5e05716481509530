import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { pino } from 'pino';
import { freePort } from '#test/support/transport/free-port.ts';
import type { LiveBusPort } from '#ports/live-bus.ts';
import { silent, until } from '#test/support/processes.ts';
import { grown, heardBy, liveBusContract, typing, untilHeard } from './live-bus.contract.ts';
import { createRedisBus } from './redis.ts';

const PROGRAM = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

if (PROGRAM === undefined) {
  test('redis: the bus', { skip: 'NEITHER redis-server NOR valkey-server IS INSTALLED' }, () => undefined);
} else {
  testRedisBus(PROGRAM);
}

function testRedisBus(program: string): void {
  let port = 0;
  let server: ChildProcess | null = null;
  const address = (): string => `redis://127.0.0.1:${port}`;

  async function startServer(): Promise<void> {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    server = spawn(program, settings, { stdio: 'ignore' });
    await until(() => isAnswering(address()), 'the server answers');
  }

  async function killServer(): Promise<void> {
    if (!server) return;
    const gone = once(server, 'exit');
    // SIGKILL also ends a process that a test has stopped by SIGSTOP.
    server.kill('SIGKILL');
    await gone;
    server = null;
  }

  before(async () => {
    port = await freePort();
    await startServer();
  });
  after(killServer);

  async function openBus(t: TestContext, url = address(), log = silent): Promise<LiveBusPort> {
    const bus = await createRedisBus({ url, log });
    t.after(() => bus.close());
    return bus;
  }

  liveBusContract('redis', async (t) => [await openBus(t), await openBus(t)]);

  test('redis: a thousand signals of one turn are one message', async (t) => {
    const [ours, theirs] = [await openBus(t), await openBus(t)];
    const heard = heardBy(theirs);
    const watcher = createClient({ url: address() });
    await watcher.connect();
    t.after(() => watcher.destroy());
    const messages: string[] = [];
    await watcher.pSubscribe('*', (message) => void messages.push(message));
    for (let number = 1; number <= 500; number++) {
      ours.publish(grown(number));
      ours.publish(typing(['alice'], { number }));
    }
    await until(() => heard.length === 501 && messages.length > 0, 'all are heard');
    assert.deepEqual(heard.at(-1), grown(500));
    assert.equal(messages.length, 1);
  });

  test("redis: installations with other database numbers do not receive each other's signals", async (t) => {
    const ours = await openBus(t, `${address()}/1`);
    const others = heardBy(await openBus(t, `${address()}/2`));
    const same = heardBy(await openBus(t, `${address()}/1`));
    ours.publish(grown(1));
    await until(() => same.length === 1, 'the same installation hears');
    assert.deepEqual(others, []);
  });

  test('redis: foreign messages on the channel are ignored', async (t) => {
    const [ours, theirs] = [await openBus(t), await openBus(t)];
    const heard = heardBy(theirs);
    const stranger = createClient({ url: address() });
    await stranger.connect();
    t.after(() => stranger.destroy());
    for (const text of ['', 'hello', '[]', '{"sender":1,"signals":[]}']) {
      assert.equal(await stranger.publish('plaza_live_bus:0', text), 2);
    }
    ours.publish(grown(1));
    await until(() => heard.length > 0, 'the bus still hears');
    assert.deepEqual(heard, [grown(1)]);
  });

  test('redis: during an outage nothing throws and own listeners receive signals; after the restart all receive again', async (t) => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const ours = await openBus(t, address(), log);
    const theirs = await openBus(t);
    const heard = heardBy(ours);

    await killServer();
    for (let position = 1; position <= 20; position++) {
      ours.publish(grown(position));
      ours.publish(typing(['alice']));
      await sleep(20);
    }
    assert.equal(heard.length, 40);
    assert.equal(ours.isConnected(), false);
    assert.equal(lines.filter((line) => line.includes('"fault":"away","msg":"a port fails"')).length, 1);

    await startServer();
    await untilHeard(ours, theirs);
    await untilHeard(theirs, ours);
    assert.equal(ours.isConnected(), true);
    assert.equal(lines.filter((line) => line.includes('a port works again')).length, 1);
    assert.equal(lines.length, 2);
  });

  test('redis: an unresponsive server is disconnected, and reconnected when it recovers', async (t) => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const [ours, theirs] = [await openBus(t, address(), log), await openBus(t)];
    server?.kill('SIGSTOP');
    ours.publish(grown(1));
    await until(() => lines.some((line) => line.includes('a port fails')), 'it is left');
    server?.kill('SIGCONT');
    await untilHeard(ours, theirs);
    await untilHeard(theirs, ours);
  });

  test('redis: a bus opens during an outage of the server', async (t) => {
    const bus = await openBus(t, 'redis://127.0.0.1:1');
    const heard = heardBy(bus);
    bus.publish(grown(3));
    assert.deepEqual(heard, [grown(3)]);
  });
}

async function isAnswering(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.destroy();
  }
}
