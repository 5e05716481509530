import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { requestFrom, say, startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import { collectEvents } from '#test/support/transport/collected-events.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const READ_ALL = `mutation ($inbox: Inbox!) { markInboxRead(input: { inbox: $inbox }) { inbox errors { code } } }`;
const COUNTS = `query ($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Conversation { viewer { lastReadSeq unreadCount unreadMentionCount isMarkedUnread } } }
  myUnreadCounts { conversationCount mentionConversationCount requestCount archivedCount } }`;

const own = (person: Person, mutation: string, id: string): Promise<Untyped> =>
  person.do(`mutation ($id: ID!) { ${mutation}(input: { conversationId: $id }) { errors { code } } }`, {
    id,
  });

test('an inbox is read to its end at once, the others are untouched, and who wrote is told', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const direct = await startWith(ada, ben);
  const group = await startWith(ada, ben, cleo);
  const archived = await startWith(cleo, ben);
  const request = await requestFrom(await world.user('dora'), ben);
  for (const text of ['One', 'Two']) await say(ada, direct, text);
  await say(cleo, group, '@ben');
  await say(cleo, archived, 'Hello');
  await own(ben, 'archiveConversation', archived);
  const empty = await startWith(ada, cleo);
  await own(cleo, 'markConversationUnread', empty);
  const ids = [direct, group, archived];
  const before = await ben.do(COUNTS, { ids });
  assert.deepEqual(before.myUnreadCounts, {
    conversationCount: 2,
    mentionConversationCount: 1,
    requestCount: 1,
    archivedCount: 1,
  });

  const { events, close } = await collectEvents(world, ada, [
    'subscription { messageRead { user { username } readSeq } }',
  ]);
  t.after(close);
  assert.deepEqual((await ben.do(READ_ALL, { inbox: 'PRIMARY' })).markInboxRead, {
    inbox: 'PRIMARY',
    errors: [],
  });
  const unmarked = { unreadCount: 0, unreadMentionCount: 0, isMarkedUnread: false };
  assert.deepEqual(await ben.do(COUNTS, { ids }), {
    nodes: [
      { viewer: { lastReadSeq: 2, ...unmarked } },
      { viewer: { lastReadSeq: 1, ...unmarked } },
      { viewer: { lastReadSeq: 0, ...unmarked, unreadCount: 1 } },
    ],
    myUnreadCounts: {
      conversationCount: 0,
      mentionConversationCount: 0,
      requestCount: 1,
      archivedCount: 1,
    },
  });
  await until(() => events.length >= 2, 'both conversations are told');
  const told = events.map(({ messageRead: { user, readSeq } }) => [user.username, readSeq]);
  assert.deepEqual(
    told.toSorted(([, one], [, other]) => one - other),
    [
      ['ben', 1],
      ['ben', 2],
    ],
  );

  await own(ben, 'markConversationUnread', direct);
  for (const inbox of ['PRIMARY', 'ARCHIVED', 'REQUESTS']) await ben.do(READ_ALL, { inbox });
  const after = await ben.do(COUNTS, { ids: [...ids, request] });
  assert.deepEqual(
    after.nodes.map(({ viewer }: Untyped) => [viewer.unreadCount, viewer.isMarkedUnread]),
    [
      [0, false],
      [0, false],
      [0, false],
      [0, false],
    ],
  );
});

test('more conversations than one transaction takes are read, and the own devices are told of each', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await startWith(ada, ben);
  await say(ada, id, 'Hello');
  const { events, close } = await collectEvents(world, ben, [
    'subscription { messageRead { conversation { id } readSeq } }',
  ]);
  t.after(close);
  await ben.do(READ_ALL, { inbox: 'PRIMARY' });
  await until(() => events.length >= 1, 'the own device is told');
  assert.deepEqual(events[0], { messageRead: { conversation: { id }, readSeq: 1 } });
  // Nothing is left to read.
  const statements = await world.statementsOf(() => ben.do(READ_ALL, { inbox: 'PRIMARY' }));
  assert.ok(statements <= 6, `${statements} statements`);
});
