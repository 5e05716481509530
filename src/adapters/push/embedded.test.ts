import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Pool } from 'pg';
import { movableClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { randomHex, type ReceivedPush } from '#test/support/push/push-behaviour.ts';
import { webPushServer } from '#test/support/push/web-push-server.ts';
import { createEmbeddedPush } from './embedded.ts';
import { hello, pushContract, type PushSubject } from './push.contract.ts';
import { createWebPush } from './web-push.ts';

pushContract('embedded', embedded);

test('a repeated message is kept once, by the end of its token', async (t) => {
  const { push, pool } = await embedded(t);
  const message = hello('the token of a phone');
  await push.send([message]);
  await push.send([message]);
  const { rows } = await pool.query('select provider, app_id, token_end, badge from recorded_pushes');
  assert.deepEqual(rows, [
    { provider: 'FCM', app_id: 'com.example.plaza', token_end: ' a phone', badge: null },
  ]);
});

test('an unavailable database says nothing of the message', async (t) => {
  const connectionString = `postgres://u@127.0.0.1:${await freePort()}/none`;
  const push = createEmbeddedPush({ provider: 'FCM', connectionString, clock: movableClock() });
  t.after(() => push.close());
  assert.deepEqual(await push.send([hello('a phone')]), [{ outcome: 'UNAVAILABLE' }]);
});

test('subscriptions of browsers are sent to as well, and other tokens reach no push service', async (t) => {
  const server = await webPushServer(t);
  const { publicKey, privateKey, httpsAgent, host } = server;
  const clock = movableClock();
  const subject = 'mailto:push@plaza.example';
  const browsers = createWebPush({ subject, publicKey, privateKey, hosts: [host], httpsAgent, clock });
  const { connectionString } = await testDatabase(t);
  const push = createEmbeddedPush({ provider: 'WEB_PUSH', connectionString, clock, browsers });
  t.after(() => push.close());
  assert.equal(push.publicKey, publicKey);
  const answers = await push.send([
    hello(server.tokenThat('accepted')),
    hello(server.tokenThat('gone')),
    hello('a browser of a test'),
  ]);
  assert.deepEqual(answers, [{ outcome: 'OK' }, { outcome: 'GONE' }, { outcome: 'OK' }]);
  assert.equal(server.received.length, 1);
});

/** Each look at what was received reads the table as it was after the last message. */
async function embedded(t: TestContext): Promise<PushSubject & { readonly pool: Pool }> {
  const { connectionString } = await testDatabase(t);
  const push = createEmbeddedPush({ provider: 'FCM', connectionString, clock: movableClock() });
  const pool = new Pool({ connectionString, max: 1 });
  pool.on('error', () => {});
  t.after(async () => {
    await push.close();
    await pool.end();
  });
  const received: ReceivedPush[] = [];
  async function look(): Promise<void> {
    const { rows } = await pool.query<Pick<ReceivedPush, 'id' | 'title' | 'body' | 'data'>>(
      'select id, title, body, data from recorded_pushes',
    );
    received.length = 0;
    received.push(...rows.map((row) => ({ ...row, token: '', isUrgent: true, details: {} })));
  }
  return {
    pool,
    push: {
      ...push,
      async send(messages) {
        const answers = await push.send(messages);
        await look();
        return answers;
      },
    },
    server: {
      received,
      tokenThat: (behaviour) => `${behaviour}:${randomHex(4)}`,
      behave: () => undefined,
      cutOff: async () => undefined,
    },
  };
}
