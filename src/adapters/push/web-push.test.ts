import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { movableClock } from '#test/support/clock.ts';
import { webPushServer } from '#test/support/push/web-push-server.ts';
import { hello, IMPATIENCE, networkContract, pushContract } from './push.contract.ts';
import { createWebPush } from './web-push.ts';

pushContract('web-push', webPush);
networkContract('web-push', webPush);

test('life, urgency, topic and badge reach the push service', async (t) => {
  const { push, server, clock } = await webPush(t);
  const token = server.tokenThat('accepted');
  const expiresAt = new Date(clock.now().getTime() + 3_600_000);
  await push.send([hello(token, { badge: 3, collapseKey: 'group of a "long" name'.repeat(9), expiresAt })]);
  await push.send([hello(token, { shown: null, isUrgent: false, expiresAt: new Date(0) })]);
  const [shown, silent] = server.received;
  assert.deepEqual([shown?.isUrgent, shown?.details['badge']], [true, 3]);
  assert.match(String(shown?.details['topic']), /^[\w-]{32}$/);
  assert.match(String(shown?.details['ttl']), /^(3600|359\d)$/);
  assert.deepEqual(
    [silent?.title, silent?.isUrgent, silent?.details],
    [null, false, { badge: null, ttl: '0', topic: undefined }],
  );
});

test('a subscription leads nowhere but to push services', async (t) => {
  const { push, server } = await webPush(t);
  const good = server.tokenThat('accepted');
  // The subscription of the support.
  const { keys } = JSON.parse(good) as { keys: object };
  const endpoints = [
    'http://push.example.com/send/1',
    'https://169.254.169.254/latest/meta-data',
    'https://push.example.com:8443/send/1',
    'https://user:password@push.example.com/send/1',
    'https://push.example.com.evil.example/send/1',
    'https://evilpush.example/send/1',
    'https://push.example/send/1',
    'https://localhost/send/1',
    'file:///etc/passwd',
  ];
  const tokens = [
    ...endpoints.map((endpoint) => JSON.stringify({ endpoint, keys })),
    JSON.stringify({ endpoint: 'https://push.example.com/send/1' }),
    JSON.stringify({ endpoint: 'https://push.example.com/send/1', keys: { p256dh: 'short', auth: 'short' } }),
    'null',
    '[]',
    'push.example.com',
  ];
  for (const token of tokens) {
    assert.equal(push.isToken(token), false, token);
    assert.deepEqual(
      await push.send([hello(token)]),
      [{ outcome: 'REFUSED', reason: 'Subscription' }],
      token,
    );
  }
  assert.equal(push.isToken(JSON.stringify({ endpoint: 'https://a.b.push.example/1', keys })), true);
});

test('the key is the one by which browsers subscribe', async (t) => {
  const { push, server } = await webPush(t);
  assert.equal(push.publicKey, server.publicKey);
});

async function webPush(t: TestContext) {
  const server = await webPushServer(t);
  const { publicKey, privateKey, httpsAgent, host } = server;
  const clock = movableClock();
  const push = createWebPush({
    subject: 'mailto:push@plaza.example',
    publicKey,
    privateKey,
    hosts: [host, '*.push.example'],
    httpsAgent,
    clock,
    patience: IMPATIENCE,
  });
  t.after(() => push.close());
  return { push, server, clock };
}
