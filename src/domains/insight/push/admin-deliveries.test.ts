import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { registerDevice, sendTest } from '#test/support/push/push-world.ts';
import { testWorld } from '#test/support/world.ts';

const DELIVERIES = `query ($id: ID!, $first: Int, $after: String) {
  adminGetNotificationDeliveries(userId: $id, first: $first, after: $after) {
    nodes { id recipientId deviceId platform type state reason detail }
    pageInfo { hasNextPage endCursor }
  }
}`;

test('support sees page by page why notifications of a user did not come, and none of another user', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await sendTest(ada);
  const deviceId = await registerDevice(ada, 'refused: a phone');
  await sendTest(ada);
  await world.runJobs();
  await sendTest(ben);
  const support = await world.admin({ role: 'SUPPORT' });
  const pages: Untyped[] = [];
  let after: string | null = null;
  for (const _page of [1, 2]) {
    const { adminGetNotificationDeliveries: page }: Untyped = await support.do(DELIVERIES, {
      id: ada.id,
      first: 1,
      after,
    });
    pages.push(page);
    after = page.pageInfo.endCursor;
  }
  const shown = pages.flatMap(({ nodes }) => nodes.map(({ id: _id, ...delivery }: Untyped) => delivery));
  const test = { recipientId: ada.id, type: 'TEST' };
  assert.deepEqual(shown, [
    { ...test, deviceId, platform: 'FCM', state: 'FAILED', reason: 'REFUSED', detail: shown[0].detail },
    { ...test, deviceId: null, platform: null, state: 'SKIPPED', reason: 'NO_DEVICE', detail: null },
  ]);
  assert.match(shown[0]?.detail ?? '', /./);
  assert.deepEqual(
    pages.map(({ pageInfo }) => pageInfo.hasNextPage),
    [true, false],
  );
  const { id } = pages[0]!.nodes[0];
  const { adminGetNode } = await support.do(
    'query ($id: ID!) { adminGetNode(id: $id) { ... on AdminNotificationDelivery { reason } } }',
    { id },
  );
  assert.deepEqual(adminGetNode, { reason: 'REFUSED' });
  const analyst = await world.admin({ role: 'ANALYST' });
  const { errors } = await analyst.ask(DELIVERIES, { id: ada.id });
  assert.deepEqual(
    errors?.map(({ extensions }: Untyped) => extensions.code),
    ['FORBIDDEN'],
  );
});
