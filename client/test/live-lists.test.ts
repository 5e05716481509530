import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { requestFrom, say, startWith } from '../../test/support/messaging/messaging.ts';
import { type Person, testWorld } from '../../test/support/world.ts';
import { createSocialClient, type SocialClient } from '../src/client.ts';
import {
  ChatDocument,
  ConversationAddedDocument,
  ConversationMessagesDocument,
  ConversationUpdatedDocument,
  MessageAddedDocument,
  MessageDeletedDocument,
  MessageUpdatedDocument,
  MyConversationsDocument,
} from '../src/generated/graphql.ts';
import { until, urlsOf } from './support/clients.ts';

const EDIT = `mutation ($id: ID!, $text: String!) {
  editMessage(input: { messageId: $id, text: $text }) { errors { code } } }`;
const DELETE = `mutation ($id: ID!, $scope: MessageDeletionScope!) {
  deleteMessage(input: { messageId: $id, scope: $scope }) { errors { code } } }`;

test('a list of messages follows what is sent, edited and deleted, without another request', async (t) => {
  const { ada, ben, cleo, atBen, requests, after } = await scene(t);
  const conversationId = await startWith(ada, ben);
  const elsewhere = await startWith(ada, ben, cleo);
  await say(ada, conversationId, 'One');
  const shown = await watchMessages(t, atBen, conversationId);
  const chat = await watchChat(t, atBen, conversationId);
  assert.deepEqual([shown(), chat()], [['One'], ['One']]);
  const requestsBefore = requests();
  for (const query of [MessageAddedDocument, MessageUpdatedDocument, MessageDeletedDocument])
    t.after(follow(atBen, query, after));

  await say(ada, conversationId, 'Two');
  await say(ada, elsewhere, 'Elsewhere');
  await say(ben, conversationId, 'Three');
  await until(() => shown().length === 3);
  assert.deepEqual(shown(), ['Three', 'Two', 'One']);

  const [, two, one] = await idsOf(ben, conversationId);
  await ada.do(EDIT, { id: two, text: 'Two!' });
  await until(() => shown()[1] === 'Two!');
  await ben.do(DELETE, { id: one, scope: 'ME' });
  await until(() => shown().length === 2);
  await ada.do(DELETE, { id: two, scope: 'EVERYONE' });
  await until(() => shown()[1] === '' && chat()[1] === '');
  assert.deepEqual(
    [shown(), chat()],
    [
      ['Three', ''],
      ['Three', ''],
    ],
  );
  assert.equal(requests(), requestsBefore);
});

test('an inbox gets new conversations, and the last one that has spoken comes first after the pinned', async (t) => {
  const { world, ada, ben, cleo, dan, atBen, after } = await scene(t);
  const [first, second] = [await startWith(ada, ben), await startWith(cleo, ben)];
  await ben.do(
    'mutation ($id: ID!) { pinConversation(input: { conversationId: $id }) { errors { code } } }',
    { id: second },
  );
  const primary = await watchInbox(t, atBen, 'PRIMARY');
  const requests = await watchInbox(t, atBen, 'REQUESTS');
  assert.deepEqual(
    [primary(), requests()],
    [
      [
        [second, null],
        [first, null],
      ],
      [],
    ],
  );
  for (const query of [MessageAddedDocument, ConversationAddedDocument, ConversationUpdatedDocument])
    t.after(follow(atBen, query, after));

  const third = await startWith(dan, ben);
  await until(() => primary().length === 3);
  await say(ada, first, 'Hello');
  await say(cleo, second, 'Hi');
  await until(() => primary().every(([id, text]) => id === third || text !== null));
  assert.deepEqual(primary(), [
    [second, 'Hi'],
    [first, 'Hello'],
    [third, null],
  ]);
  await ben.do(
    'mutation ($id: ID!) { archiveConversation(input: { conversationId: $id }) { errors { code } } }',
    { id: third },
  );
  await until(() => primary().length === 2);
  const request = await requestFrom(await world.user('eve'), ben);
  await until(() => requests().length === 1);
  assert.deepEqual(requests()[0]?.[0], request);
  assert.equal(primary().length, 2);
});

async function scene(t: TestContext) {
  const world = await testWorld(t);
  const [ada, ben, cleo, dan] = await Promise.all([
    world.user('ada'),
    world.user('ben'),
    world.user('cleo'),
    world.user('dan'),
  ]);
  let requests = 0;
  const atBen = createSocialClient({
    ...urlsOf(world),
    getToken: () => ben.token,
    fetch: (input, init) => {
      requests += 1;
      return fetch(input, init);
    },
  });
  t.after(() => atBen.close());
  const after: string = (await ben.ask('{ eventCursor }')).data.eventCursor;
  return { world, ada, ben, cleo, dan, atBen, after, requests: () => requests };
}

/** The texts of a conversation as a screen shows them, newest first. */
async function watchMessages(
  t: TestContext,
  { apollo }: SocialClient,
  conversationId: string,
): Promise<() => string[]> {
  const shown = apollo.watchQuery({ query: ConversationMessagesDocument, variables: { conversationId } });
  t.after(() => shown.stop());
  shown.subscribe({});
  await until(() => shown.getCurrentResult().dataState === 'complete');
  return () =>
    shown
      .getCurrentResult()
      .data?.conversationMessages?.edges?.map((edge) => edge?.node?.content?.text ?? '') ?? [];
}

/** As `watchMessages`, of a screen that asks for the conversation with its messages. */
async function watchChat(t: TestContext, { apollo }: SocialClient, id: string): Promise<() => string[]> {
  const shown = apollo.watchQuery({ query: ChatDocument, variables: { id } });
  t.after(() => shown.stop());
  shown.subscribe({});
  await until(() => shown.getCurrentResult().dataState === 'complete');
  return () =>
    shown
      .getCurrentResult()
      .data?.conversation?.messages?.edges?.map((edge) => edge?.node?.content?.text ?? '') ?? [];
}

/** The ids of an inbox and the text of the last message of each, as a screen shows them. */
async function watchInbox(
  t: TestContext,
  { apollo }: SocialClient,
  inbox: 'PRIMARY' | 'REQUESTS',
): Promise<() => [string | undefined, string | null][]> {
  const shown = apollo.watchQuery({ query: MyConversationsDocument, variables: { inbox } });
  t.after(() => shown.stop());
  shown.subscribe({});
  await until(() => shown.getCurrentResult().dataState === 'complete');
  return () =>
    shown
      .getCurrentResult()
      .data?.myConversations?.edges?.map((edge) => [
        edge?.node?.id,
        edge?.node?.lastMessage?.content?.text ?? null,
      ]) ?? [];
}

type Followed =
  | typeof MessageAddedDocument
  | typeof MessageUpdatedDocument
  | typeof MessageDeletedDocument
  | typeof ConversationAddedDocument
  | typeof ConversationUpdatedDocument;

/** Follows an event from a cursor on. @returns what ends it */
function follow({ apollo }: SocialClient, query: Followed, after: string): () => void {
  const following = apollo.subscribe({ query, variables: { after } }).subscribe({});
  return () => following.unsubscribe();
}

async function idsOf(person: Person, conversationId: string): Promise<string[]> {
  const { conversationMessages } = await person.do(
    'query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { id } } }',
    { id: conversationId },
  );
  return conversationMessages.nodes.map(({ id }: { id: string }) => id);
}
