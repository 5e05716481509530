import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { WebSocket } from 'ws';
import { whenBusy } from '../../test/support/when-busy.ts';
import { testWorld } from '../../test/support/world.ts';
import { createSocialClient } from '../src/client.ts';
import { MessageAddedDocument } from '../src/generated/graphql.ts';
import { until, urlsOf } from './support/clients.ts';

/** A server that accepts connections and says nothing. */
async function silentServer(t: TestContext): Promise<{ url: string; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}`, sockets };
}

test('the connection tells when it stands, and comes back at once for a device that wakes up', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const opened: WebSocket[] = [];
  let cutTo: string | null = null;
  class Cuttable extends WebSocket {
    constructor(url: string, protocol: string) {
      super(cutTo ?? url, protocol);
      opened.push(this);
    }
  }
  const social = createSocialClient({
    ...urlsOf(world),
    webSocket: Cuttable,
    getToken: () => ada.token,
  });
  t.after(() => social.close());
  const { connection } = social;
  const told: boolean[] = [];
  connection.onChange(() => told.push(connection.isOpen()));
  const subscription = social.apollo.subscribe({ query: MessageAddedDocument }).subscribe({});
  t.after(() => subscription.unsubscribe());
  await until(() => connection.isOpen());

  const held = await silentServer(t);
  for (const isAttempting of [false, true]) {
    cutTo = 'ws://127.0.0.1:9';
    const before = opened.length;
    opened.at(-1)?.terminate();
    await until(() => !connection.isOpen());
    // By the fourth attempt the waits take seconds.
    await until(() => opened.length > before + 2);
    if (isAttempting) {
      cutTo = held.url;
      await until(() => held.sockets.length === 1);
    } else {
      await until(() => opened.at(-1)?.readyState === WebSocket.CLOSED);
    }
    const wokenAtMs = Date.now();
    cutTo = null;
    connection.wake();
    held.sockets.forEach((socket) => socket.destroy());
    await until(() => connection.isOpen());
    const tookMs = Date.now() - wokenAtMs;
    assert.ok(
      tookMs < whenBusy(1_000, 1),
      `${isAttempting ? 'during an attempt' : 'between two'}: ${tookMs} ms`,
    );
  }
  assert.deepEqual(told, [true, false, true, false, true]);

  connection.wake();
  const asked = opened.at(-1);
  await until(() => connection.isOpen());
  assert.equal(opened.at(-1), asked);
});
