import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { movableClock } from '#test/support/clock.ts';
import { apnsServer } from '#test/support/push/apns-server.ts';
import { createApnsPush } from './apns.ts';
import { hello, IMPATIENCE, networkContract, pushContract } from './push.contract.ts';

pushContract('apns', apns);
networkContract('apns', apns);

test('an alert, a silent message and a call have the headers that Apple asks for', async (t) => {
  const { push, server } = await apns(t);
  const token = server.tokenThat('accepted');
  const expiresAt = new Date('2030-01-01T00:00:00.900Z');
  await push.send([hello(token, { badge: 3, collapseKey: 'k'.repeat(80), expiresAt })]);
  await push.send([hello(token, { isUrgent: false, expiresAt })]);
  await push.send([hello(token, { shown: null, badge: 0, expiresAt })]);
  await push.send([hello(token, { kind: 'VOIP', shown: null, isUrgent: false, expiresAt })]);
  const expiration = '1893456000';
  assert.deepEqual(
    server.received.map(({ isUrgent, details }) => ({ isUrgent, ...details })),
    [
      {
        isUrgent: true,
        badge: 3,
        topic: 'com.example.plaza',
        type: 'alert',
        expiration,
        collapseId: 'k'.repeat(64),
      },
      {
        isUrgent: false,
        badge: null,
        topic: 'com.example.plaza',
        type: 'alert',
        expiration,
        collapseId: undefined,
      },
      {
        isUrgent: false,
        badge: 0,
        topic: 'com.example.plaza',
        type: 'background',
        expiration,
        collapseId: undefined,
      },
      {
        isUrgent: true,
        badge: null,
        topic: 'com.example.plaza.voip',
        type: 'voip',
        expiration,
        collapseId: undefined,
      },
    ],
  );
});

test('one connection and one signed token serve many messages, and both are replaced in time', async (t) => {
  const { push, server, clock } = await apns(t);
  const token = server.tokenThat('accepted');
  for (let times = 0; times < 5; times += 1) await push.send([hello(token)]);
  assert.deepEqual([server.connections(), server.bearers.size], [1, 1]);
  clock.advance('49m');
  await push.send([hello(token)]);
  assert.equal(server.bearers.size, 1);
  clock.advance('1m');
  await push.send([hello(token)]);
  assert.equal(server.bearers.size, 2);
  server.hangUp();
  // The end of the connection costs at most one attempt.
  const [first] = await push.send([hello(token)]);
  if (first?.outcome !== 'OK') assert.deepEqual(await push.send([hello(token)]), [{ outcome: 'OK' }]);
  assert.equal(server.connections(), 2);
});

test('a key that Apple does not know is a fault of the installation, and no word about devices', async (t) => {
  const { server, clock } = await apns(t);
  const options = { ...optionsOf(server), clock, teamId: 'OTHER12345' };
  const push = await createApnsPush(options);
  t.after(() => push.close());
  assert.deepEqual(await push.send([hello(server.tokenThat('accepted'))]), [{ outcome: 'UNAVAILABLE' }]);
  await assert.rejects(createApnsPush({ ...options, key: 'no key' }));
});

test('builds of developers are reached at the other address', async (t) => {
  const { server, clock } = await apns(t);
  const other = await apnsServer(t);
  const push = await createApnsPush({
    ...optionsOf(server),
    clock,
    key: server.key,
    origins: { PRODUCTION: other.origin, SANDBOX: server.origin },
  });
  t.after(() => push.close());
  await push.send([hello(server.tokenThat('accepted'), { environment: 'SANDBOX' })]);
  assert.equal(server.received.length, 1);
});

test('device tokens are hexadecimal', async (t) => {
  const { push } = await apns(t);
  for (const token of ['ab'.repeat(32), 'AB'.repeat(100)]) assert.equal(push.isToken(token), true);
  for (const token of ['ab'.repeat(31), 'xy'.repeat(32), `${'ab'.repeat(32)}/../x`])
    assert.equal(push.isToken(token), false);
});

const optionsOf = (server: Awaited<ReturnType<typeof apnsServer>>) => ({
  key: server.key,
  keyId: server.keyId,
  teamId: server.teamId,
  origins: { PRODUCTION: server.origin, SANDBOX: server.origin },
  trusted: server.certificate,
  patience: IMPATIENCE,
});

async function apns(t: TestContext) {
  const server = await apnsServer(t);
  const clock = movableClock();
  const push = await createApnsPush({ ...optionsOf(server), clock });
  t.after(() => push.close());
  return { push, server, clock };
}
