import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { accept, leave, rejoin, requestFrom, say, startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import { collectEvents } from '#test/support/transport/collected-events.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const CLEAR = `mutation ($id: ID!) { clearConversation(input: { conversationId: $id }) {
  conversation { lastMessage { seq } viewer { inbox clearedSeq isPinned isArchived unreadCount } } errors { code path } } }`;
const SHOWN = `query ($id: ID!) {
  conversation(id: $id) { viewer { inbox clearedSeq unreadCount } }
  conversationMessages(conversationId: $id, first: 10) { nodes { id seq } }
  primary: myConversations(inbox: PRIMARY, first: 10) { nodes { id lastMessage { seq } } }
  archived: myConversations(inbox: ARCHIVED, first: 10) { nodes { id } }
  myUnreadCounts { conversationCount mentionConversationCount }
  searchMessages(query: "needle", first: 10) { nodes { seq } } }`;
const DELETE = `mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) {
  message { id } errors { code } } }`;

const clear = async (person: Person, id: string): Promise<Untyped> =>
  (await person.do(CLEAR, { id })).clearConversation;

async function shownTo(person: Person, id: string): Promise<Untyped> {
  const shown = await person.do(SHOWN, { id });
  const seqsOf = (nodes: readonly Untyped[]): number[] => nodes.map(({ seq }) => seq);
  return {
    viewer: shown.conversation.viewer,
    seqs: seqsOf(shown.conversationMessages.nodes),
    primary: shown.primary.nodes,
    archived: shown.archived.nodes,
    unread: shown.myUnreadCounts.conversationCount,
    found: seqsOf(shown.searchMessages.nodes),
  };
}

test('an emptied direct conversation is gone for one of the two until its next message, and the other one notices nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await startWith(ada, ben);
  for (const text of ['first needle', 'second needle']) await say(ada, id, text);
  await world.runJobs();
  for (const own of ['pinConversation', 'markConversationUnread']) {
    await ben.do(`mutation ($id: ID!) { ${own}(input: { conversationId: $id }) { errors { code } } }`, {
      id,
    });
  }
  const before = await shownTo(ada, id);
  assert.deepEqual(before, {
    viewer: { inbox: 'PRIMARY', clearedSeq: 0, unreadCount: 0 },
    seqs: [2, 1],
    primary: [{ id, lastMessage: { seq: 2 } }],
    archived: [],
    unread: 0,
    found: [2, 1],
  });

  assert.deepEqual(await clear(ben, id), {
    conversation: {
      lastMessage: null,
      viewer: { inbox: null, clearedSeq: 2, isPinned: false, isArchived: false, unreadCount: 0 },
    },
    errors: [],
  });
  const nothing = { seqs: [], primary: [], archived: [], unread: 0, found: [] };
  assert.deepEqual(await shownTo(ben, id), {
    ...nothing,
    viewer: { inbox: null, clearedSeq: 2, unreadCount: 0 },
  });
  assert.deepEqual(await shownTo(ada, id), before);

  assert.equal(await say(ada, id, 'third needle'), 3);
  await world.runJobs();
  assert.deepEqual(await shownTo(ben, id), {
    viewer: { inbox: 'PRIMARY', clearedSeq: 2, unreadCount: 1 },
    seqs: [3],
    primary: [{ id, lastMessage: { seq: 3 } }],
    archived: [],
    unread: 1,
    found: [3],
  });
  assert.deepEqual((await shownTo(ada, id)).seqs, [3, 2, 1]);
});

test('a conversation without a message is emptied as well, one in the archive leaves it, and whoever does not take part is refused', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const id = await startWith(ada, ben);
  await ada.do(
    'mutation ($id: ID!) { archiveConversation(input: { conversationId: $id }) { errors { code } } }',
    {
      id,
    },
  );
  await clear(ada, id);
  assert.deepEqual(await shownTo(ada, id), {
    viewer: { inbox: null, clearedSeq: 0, unreadCount: 0 },
    seqs: [],
    primary: [],
    archived: [],
    unread: 0,
    found: [],
  });
  await say(ben, id, 'Hello');
  assert.deepEqual((await shownTo(ada, id)).primary, [{ id, lastMessage: { seq: 1 } }]);
  const { data } = await cleo.ask(CLEAR, { id });
  assert.deepEqual(data.clearConversation, {
    conversation: null,
    errors: [{ code: 'NOT_FOUND', path: ['conversationId'] }],
  });
});

test('a group stays listed when it is emptied, and its readers and pins are as before for the others', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const id = await startWith(ada, ben, cleo);
  await say(ada, id, '@ben, a needle');
  const { conversationMessages } = await ada.do(SHOWN, { id });
  const messageId: string = conversationMessages.nodes[0].id;
  await ada.do('mutation ($id: ID!) { pinMessage(input: { messageId: $id }) { errors { code } } }', {
    id: messageId,
  });
  await ben.do(
    `mutation ($id: ID!, $upTo: ID!) {
      markConversationRead(input: { conversationId: $id, upToMessageId: $upTo }) { errors { code } } }`,
    { id, upTo: messageId },
  );
  const seen = `query ($id: ID!, $messageId: ID!) { messageReaders(messageId: $messageId, first: 5) { nodes { username } }
    node(id: $messageId) { ... on Message { readerCount } }
    conversation(id: $id) { pinnedMessages(first: 5) { nodes { seq } } } }`;
  const seenBefore = await ada.do(seen, { id, messageId });
  assert.deepEqual(seenBefore.messageReaders.nodes, [{ username: 'ben' }]);
  assert.equal(seenBefore.conversation.pinnedMessages.nodes.length, 1);

  const { conversation } = await clear(ben, id);
  assert.deepEqual([conversation.viewer.inbox, conversation.lastMessage], ['PRIMARY', null]);
  assert.deepEqual(await ada.do(seen, { id, messageId }), seenBefore);
  const own = await ben.do(seen, { id, messageId });
  assert.deepEqual(own, {
    messageReaders: null,
    node: null,
    conversation: { pinnedMessages: { nodes: [] } },
  });
  const { primary } = await shownTo(ben, id);
  assert.deepEqual(primary, [{ id, lastMessage: null }]);
});

test('the own devices hear of it, no event of an emptied message reaches them, and a reply shows none of it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await startWith(ada, ben);
  await say(ada, id, 'Old');
  const { conversationMessages } = await ada.do(SHOWN, { id });
  const old: string = conversationMessages.nodes[0].id;
  const { events, close } = await collectEvents(world, ben, [
    'subscription { conversationUpdated { changes } }',
    'subscription { messageUpdated { message { seq } } }',
    'subscription { messageAdded { message { seq replyTo { content { __typename } } } } }',
  ]);
  t.after(close);
  await clear(ben, id);
  await ada.do(
    'mutation ($id: ID!) { editMessage(input: { messageId: $id, text: "New" }) { errors { code } } }',
    {
      id: old,
    },
  );
  await ada.do(
    `mutation ($id: ID!, $old: ID!) {
      sendMessage(input: { conversationId: $id, text: "Reply", replyToId: $old }) { errors { code } } }`,
    { id, old },
  );
  // The event of the edit would come before that of the reply.
  await until(() => events.length >= 2, 'the reply is told');
  assert.deepEqual(events, [
    { conversationUpdated: { changes: ['CLEAR'] } },
    { messageAdded: { message: { seq: 2, replyTo: { content: { __typename: 'UnavailableContent' } } } } },
  ]);
});

test('a request is emptied like any other, and accepted after its next message', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await requestFrom(ada, ben);
  await say(ada, id, 'Hello');
  assert.equal((await clear(ben, id)).conversation.viewer.inbox, null);
  await say(ada, id, 'Again');
  await accept(ben, id);
  const { viewer, seqs } = await shownTo(ben, id);
  assert.deepEqual([viewer.inbox, seqs], ['PRIMARY', [2]]);
});

test('whoever comes back to a group, or has emptied it, deletes what they wrote before for everyone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const id = await startWith(ada, ben, cleo);
  const sent: string[] = [];
  for (const text of ['One', 'Two', 'Three']) {
    await say(ben, id, text);
    const { conversationMessages } = await ben.do(SHOWN, { id });
    sent.push(conversationMessages.nodes[0].id);
  }
  const [first, second, third] = sent as [string, string, string];
  const remove = async (messageId: string): Promise<Untyped> => {
    const { data } = await ben.ask(DELETE, { id: messageId });
    return data.deleteMessage;
  };
  await leave(world, ben, id);
  assert.deepEqual(await remove(first), { message: null, errors: [{ code: 'NOT_FOUND' }] });
  await rejoin(world, ben, id);
  assert.deepEqual(await remove(first), { message: null, errors: [] });
  await clear(ben, id);
  assert.deepEqual(await remove(second), { message: null, errors: [] });
  world.clock.advance('49h');
  ben.token = (await world.signIn(ben)).token;
  cleo.token = (await world.signIn(cleo)).token;
  assert.deepEqual(await remove(third), { message: null, errors: [{ code: 'INVALID_STATE' }] });
  const { conversationMessages } = await cleo.do(
    `query ($id: ID!) { conversationMessages(conversationId: $id, first: 10) { nodes { content { __typename } } } }`,
    { id },
  );
  assert.deepEqual(
    conversationMessages.nodes.map(({ content }: Untyped) => content.__typename),
    ['TextContent', 'DeletedContent', 'DeletedContent'],
  );
});
