import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { movableClock } from '#test/support/clock.ts';
import { fcmServer } from '#test/support/push/fcm-server.ts';
import { createServiceAccountCredential } from '../identity/firebase-credential.ts';
import { createFcmPush } from './fcm.ts';
import { hello, IMPATIENCE, networkContract, pushContract } from './push.contract.ts';

pushContract('fcm', fcm);
networkContract('fcm', fcm);

test('priority, life, key and badge reach Android, and a silent message has data alone', async (t) => {
  const { push, server, clock } = await fcm(t);
  const token = server.tokenThat('accepted');
  const expiresAt = new Date(clock.now().getTime() + 3_600_000);
  await push.send([hello(token, { badge: 3, collapseKey: 'group', expiresAt })]);
  await push.send([hello(token, { shown: null, isUrgent: false, expiresAt: new Date(0) })]);
  const [shown, silent] = server.received;
  const { ttl, ...details } = shown?.details ?? {};
  assert.deepEqual(details, {
    collapse_key: 'group',
    notification: { notification_count: 3, tag: 'group' },
  });
  assert.match(String(ttl), /^3\d{3}(\.\d+)?s$/);
  assert.deepEqual(
    [silent?.title, silent?.isUrgent, silent?.data, silent?.details],
    [null, false, { type: 'TEST' }, { ttl: '0s' }],
  );
});

test('one access token serves many messages', async (t) => {
  const { push, server } = await fcm(t);
  const token = server.tokenThat('accepted');
  for (let times = 0; times < 3; times += 1) await push.send([hello(token)]);
  assert.equal(server.accessTokens(), 1);
});

async function fcm(t: TestContext) {
  const server = await fcmServer(t);
  const { projectId, serviceAccount, httpAgent } = server;
  const clock = movableClock();
  const credential = await createServiceAccountCredential({
    serviceAccount,
    httpAgent,
    clock,
    timeoutMs: 1_000,
  });
  const push = await createFcmPush({ projectId, credential, httpAgent, clock, patience: IMPATIENCE });
  t.after(() => push.close());
  return { push, server, clock };
}
