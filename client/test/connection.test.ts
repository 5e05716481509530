import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { whenBusy } from '../../test/support/when-busy.ts';
import { testWorld } from '../../test/support/world.ts';
import { createSocialClient } from '../src/client.ts';
import { MessageAddedDocument } from '../src/generated/graphql.ts';
import { until, urlsOf } from './support/clients.ts';

test('the connection tells when it stands, and comes back at once for a device that wakes up', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const opened: WebSocket[] = [];
  let isCut = false;
  class Cuttable extends WebSocket {
    constructor(url: string, protocol: string) {
      super(isCut ? 'ws://127.0.0.1:9' : url, protocol);
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

  isCut = true;
  opened.at(-1)?.terminate();
  await until(() => !connection.isOpen());
  // By the fourth attempt the waits take seconds.
  await until(() => opened.length > 3);
  const wokenAtMs = Date.now();
  isCut = false;
  connection.wake();
  await until(() => connection.isOpen());
  assert.ok(Date.now() - wokenAtMs < whenBusy(1_000, 1), `${Date.now() - wokenAtMs} ms`);
  assert.deepEqual(told, [true, false, true]);

  connection.wake();
  const asked = opened.at(-1);
  await until(() => connection.isOpen());
  assert.equal(opened.at(-1), asked);
});
