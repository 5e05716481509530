import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { testWorld } from '#test/support/world.ts';

test('what a suspended account has scheduled is not sent, neither while it is suspended nor after', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, admin] = [await world.user('ada'), await world.user('ben'), await world.admin()];
  const id = await startWith(ada, ben);
  const sendAt = new Date(world.clock.now().getTime() + MINUTE_MS).toISOString();
  await ada.do(
    'mutation ($input: ScheduleMessageInput!) { scheduleMessage(input: $input) { errors { code } } }',
    {
      input: { conversationId: id, text: 'Now', sendAt },
    },
  );
  const user = { id: ada.id };
  await admin.do(
    'mutation ($id: ID!) { adminSuspendUser(input: { userId: $id, reason: "Spam" }) { errors { code } } }',
    user,
  );
  world.clock.advance('2m');
  await world.runJobs();
  await admin.do(
    'mutation ($id: ID!) { adminUnsuspendUser(input: { userId: $id }) { errors { code } } }',
    user,
  );
  await world.runJobs();
  const { conversationMessages } = await ben.do(
    'query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { id } } }',
    { id },
  );
  assert.deepEqual(conversationMessages.nodes, []);
  const signedIn = await world.signIn(ada);
  const { myScheduledMessages } = await signedIn.do('{ myScheduledMessages { nodes { failureCode } } }');
  assert.deepEqual(myScheduledMessages.nodes, [{ failureCode: 'RESTRICTED' }]);
});
