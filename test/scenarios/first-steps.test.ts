import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '#test/support/world.ts';

test('two users follow, post, read the feed, and send messages that arrive live', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');

  await ada.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
    id: ben.id,
  });
  const { createPost } = await ben.do(
    'mutation { createPost(input: { text: "Good morning" }) { post { id } errors { code } } }',
  );
  const { feed } = await ada.do('{ feed { edges { reason node { id text author { username } } } } }');
  assert.deepEqual(feed.edges, [
    {
      reason: 'FOLLOWING',
      node: { id: createPost.post.id, text: 'Good morning', author: { username: 'ben' } },
    },
  ]);

  const added = await ben.subscribe('subscription { conversationAdded { conversation { kind } } }');
  const messages = await ben.subscribe(
    'subscription { messageAdded { cursor message { seq content { text } sender { username } } } }',
  );
  const { startConversation } = await ada.do(
    'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { conversation { id } errors { code } } }',
    { id: ben.id },
  );
  assert.deepEqual((await added.next()).data, { conversationAdded: { conversation: { kind: 'DIRECT' } } });
  await ada.do(
    'mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hello" }) { errors { code } } }',
    { id: startConversation.conversation.id },
  );
  const event = await messages.next();
  assert.deepEqual(event.data.messageAdded.message, {
    seq: 1,
    content: { text: 'Hello' },
    sender: { username: 'ada' },
  });

  const admin = await world.admin();
  const { adminGetUsers } = await admin.do('{ adminGetUsers { nodes { username email } } }');
  assert.deepEqual(adminGetUsers.nodes, [
    { username: 'ben', email: 'ben@example.com' },
    { username: 'ada', email: 'ada@example.com' },
  ]);
});
