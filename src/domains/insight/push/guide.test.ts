import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { testWorld } from '#test/support/world.ts';

test('the documents of the guide for notifications work', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const text = await readFile('docs/guides/push.md', 'utf8');
  const documents = new Map(
    [...text.matchAll(/^```graphql\n(\w+ (\w+).*?)^```$/gms)].map(([, document = '', name = '']) => [
      name,
      document,
    ]),
  );
  const document = (name: string): string =>
    documents.get(name) ?? assert.fail(`${name} is not in the guide`);

  const { pushSetup } = await ada.do(document('PushSetup'));
  assert.deepEqual(pushSetup, {
    platforms: ['FCM', 'APNS', 'APNS_VOIP', 'WEB_PUSH'],
    webPushPublicKey: null,
  });
  const input = { platform: 'FCM', token: 'gone: a token', appId: 'com.example.app', locale: 'en-GB' };
  await ada.do(document('RegisterPushDevice'), { input });
  const { sendTestNotification } = await ada.do(document('SendTestNotification'));
  assert.equal(sendTestNotification.deviceCount, 1);
  await world.runJobs();
  const { myNotificationDeliveries } = await ada.do(document('MyNotificationDeliveries'));
  assert.deepEqual(
    myNotificationDeliveries.nodes.map(({ occurredAt: _, ...delivery }: { occurredAt: string }) => delivery),
    [{ platform: 'FCM', state: 'FAILED', reason: 'GONE', detail: null }],
  );
});
