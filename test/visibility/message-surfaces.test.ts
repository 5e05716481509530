import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Answer, Untyped } from '#test/support/actor.ts';
import {
  CALLERS,
  outcomeOf,
  type Surface,
  surfaceScene,
  toCallers,
  unlessRefused,
  variablesOf,
} from '#test/support/messaging/message-surfaces.ts';
import { moderateMessage } from '#test/support/people/moderate.ts';
import { testWorld } from '#test/support/world.ts';

const MESSAGE = '... on Message { reactions { emoji count } pinnedAt viewer { reactions } }';
const summary = (node: Answer['data']): unknown =>
  node && [
    node.reactions.map(({ emoji, count }: { emoji: string; count: number }) => `${emoji} ${count}`),
    node.pinnedAt !== null,
    node.viewer?.reactions,
  ];
const HIDDEN = 'UnavailableContent';
/** The content as `Hello` or, where its text is not there, its type. */
const contentOf = ({ content }: Untyped): unknown => content.text || content.__typename;
const usernames = (nodes: Untyped): unknown =>
  nodes?.map(({ user }: Untyped) => user?.username ?? null) ?? null;

const READS: Readonly<Record<string, Surface>> = {
  node: {
    document: `query ($id: ID!) { node(id: $id) { ... on Message {
      sender { username } content { __typename text } clientData editHistory { text } } } }`,
    read: ({ data }) => data.node && [data.node.sender?.username ?? null, contentOf(data.node)],
    shown: toCallers({
      member: ['ada', 'Hello'],
      later: null,
      blocked: [null, HIDDEN],
      stranger: null,
      unsigned: null,
    }),
  },
  nodes: {
    document: 'query ($id: ID!) { nodes(ids: [$id]) { id } }',
    read: ({ data }) => data.nodes.map((node: unknown) => node !== null),
    shown: toCallers({
      member: [true],
      later: [false],
      blocked: [true],
      stranger: [false],
      unsigned: [false],
    }),
  },
  conversation: {
    document:
      'query ($group: ID!) { conversation(id: $group) { participantCount participants { nodes { user { username } } } } }',
    read: unlessRefused(
      ({ conversation }) =>
        conversation && [conversation.participantCount, conversation.participants.nodes.length],
    ),
    shown: {
      ...toCallers({ member: [7, 7], later: [7, 7], blocked: [7, 7], stranger: null }),
      // Invited users see the face of the group alone.
      invited: [7, 0],
    },
  },
  'the first message of conversationMessages': {
    document: `query ($group: ID!) { conversationMessages(conversationId: $group, last: 1) {
      nodes { seq content { __typename text } } } }`,
    read: unlessRefused(({ conversationMessages }) => conversationMessages?.nodes.map(contentOf) ?? null),
    shown: toCallers({ member: ['Hello'], later: ['Tea, of course'], blocked: [HIDDEN], stranger: null }),
  },
  messagesAround: {
    document: `query ($id: ID!) { messagesAround(messageId: $id) { messages { content { __typename text } } } }`,
    read: unlessRefused(({ messagesAround }) => messagesAround && contentOf(messagesAround.messages.at(-1))),
    shown: toCallers({ member: 'Hello', later: null, blocked: HIDDEN, stranger: null }),
  },
  conversationMedia: {
    document: `query ($group: ID!) { conversationMedia(conversationId: $group, kind: LINK) { nodes { id } } }`,
    read: unlessRefused(({ conversationMedia }) => conversationMedia?.nodes ?? null),
    shown: toCallers({ member: [], later: [], blocked: [], stranger: null }),
  },
  conversationParticipants: {
    document: `query ($group: ID!) { conversationParticipants(conversationId: $group, query: "ada") { nodes { user { username } } } }`,
    read: unlessRefused(({ conversationParticipants }) => usernames(conversationParticipants?.nodes)),
    shown: toCallers({ member: ['ada'], later: ['ada'], blocked: [], stranger: null }),
  },
  'Conversation.lastMessage': {
    document: '{ myConversations(inbox: PRIMARY) { nodes { lastMessage { content { __typename text } } } } }',
    read: unlessRefused(({ myConversations }) =>
      myConversations.nodes.map(({ lastMessage }: Untyped) => contentOf(lastMessage)),
    ),
    shown: toCallers({
      member: ['SystemContent'],
      later: ['SystemContent'],
      blocked: ['SystemContent'],
      stranger: [],
    }),
  },
  'Conversation.lastMessage of requests': {
    document: '{ myConversations(inbox: REQUESTS) { nodes { lastMessage { seq } viewer { unreadCount } } } }',
    read: unlessRefused(({ myConversations }) => myConversations.nodes),
    shown: {
      ...toCallers({ member: [], later: [], blocked: [], stranger: [] }),
      invited: [{ lastMessage: null, viewer: { unreadCount: 0 } }],
    },
  },
  'viewer.unreadCount': {
    document: 'query ($group: ID!) { conversation(id: $group) { viewer { unreadCount } } }',
    read: unlessRefused(({ conversation }) => conversation?.viewer.unreadCount ?? null),
    shown: {
      ...toCallers({ member: 4, blockedByReactor: 3, later: 1, blocked: 1, stranger: null }),
      invited: 0,
    },
  },
  messageReaders: {
    document: 'query ($id: ID!) { messageReaders(messageId: $id) { nodes { username } } }',
    read: unlessRefused(({ messageReaders }) => messageReaders),
    shown: toCallers({ member: 'FORBIDDEN', later: null, blocked: 'FORBIDDEN', stranger: null }),
  },
  'Message.reactions, pinnedAt and viewer.reactions': {
    document: `query ($id: ID!) { node(id: $id) { ${MESSAGE} } }`,
    read: ({ data }) => summary(data.node),
    shown: toCallers({
      member: [['👍 1'], true, []],
      later: null,
      blocked: [[], true, []],
      stranger: null,
      unsigned: null,
    }),
  },
  messageReactors: {
    document:
      'query ($id: ID!) { messageReactors(messageId: $id, emoji: "👍") { nodes { user { username } emoji } } }',
    read: unlessRefused(({ messageReactors }) => usernames(messageReactors?.nodes)),
    shown: toCallers({ member: ['cleo'], blockedByReactor: [], later: null, blocked: null, stranger: null }),
  },
  searchMessages: {
    document:
      'query ($group: ID!) { found: searchMessages(query: "hello") { nodes { id } } inGroup: searchMessages(query: "hello", conversationId: $group) { nodes { id } } }',
    read: unlessRefused(({ found, inGroup }) => [found.nodes.length, inGroup?.nodes.length ?? null]),
    shown: toCallers({ member: [1, 1], later: [0, 0], blocked: [0, 0], stranger: [0, null] }),
  },
  'Conversation.pinnedMessages': {
    document: `query ($group: ID!) { conversation(id: $group) { pinnedMessages { nodes { content { __typename text } } } } }`,
    read: unlessRefused(({ conversation }) => conversation?.pinnedMessages.nodes.map(contentOf) ?? null),
    shown: {
      ...toCallers({ member: ['Hello'], later: [], blocked: [HIDDEN], stranger: null }),
      invited: [],
    },
  },
};

const act = (name: string, input: string, shown: Surface['shown'], types = ''): Surface => ({
  document: `mutation (${types || '$id: ID!'}) { ${name}(input: { ${input} }) { errors { code } } }`,
  read: outcomeOf(name),
  shown,
});
const BOTH = '$id: ID!, $group: ID!';
const unseen = { later: 'NOT_FOUND', stranger: 'NOT_FOUND' };
const NOBODYS = toCallers({ ...unseen, member: 'NOT_FOUND', blocked: 'NOT_FOUND' });
const OF_MEMBERS = toCallers({ ...unseen, member: 'done', later: 'done', blocked: 'done' });

const ACTS: Readonly<Record<string, Surface>> = {
  editMessage: act('editMessage', 'messageId: $id, text: "Mine"', NOBODYS),
  'deleteMessage for everyone': act('deleteMessage', 'messageId: $id, scope: EVERYONE', NOBODYS),
  openViewOnce: act(
    'openViewOnce',
    'messageId: $id',
    toCallers({ ...unseen, member: 'INVALID_STATE', blocked: 'INVALID_STATE' }),
  ),
  pinMessage: act(
    'pinMessage',
    'messageId: $id',
    toCallers({ ...unseen, member: 'FORBIDDEN', blocked: 'INVALID_STATE' }),
  ),
  unpinMessage: act(
    'unpinMessage',
    'messageId: $id',
    toCallers({ ...unseen, member: 'FORBIDDEN', blocked: 'FORBIDDEN' }),
  ),
  removeMessageReaction: {
    document: `mutation ($id: ID!) { removeMessageReaction(input: { messageId: $id, emoji: "👍" }) {
      message { ${MESSAGE.replace('... on Message {', '').slice(0, -1)} } errors { code } } }`,
    read: unlessRefused(({ removeMessageReaction }) => summary(removeMessageReaction.message)),
    // The reaction of somebody else stays; whoever does not see the message does not learn that there is one.
    shown: toCallers({ member: [['👍 1'], true, []], blocked: [[], true, []], later: null, stranger: null }),
  },
  reactToMessage: act(
    'reactToMessage',
    'messageId: $id, emoji: "🎉"',
    toCallers({ ...unseen, member: 'done', blocked: 'INVALID_STATE' }),
  ),
  markConversationRead: act(
    'markConversationRead',
    'conversationId: $group, upToMessageId: $id',
    toCallers({ ...unseen, member: 'done', blocked: 'done' }),
    BOTH,
  ),
  setTyping: act('setTyping', 'conversationId: $group, isTyping: true', OF_MEMBERS, '$group: ID!'),
  updateConversation: act(
    'updateConversation',
    'conversationId: $group, title: "Ours"',
    toCallers({ member: 'FORBIDDEN', later: 'FORBIDDEN', blocked: 'FORBIDDEN', stranger: 'NOT_FOUND' }),
    '$group: ID!',
  ),
  removeParticipant: act(
    'removeParticipant',
    'conversationId: $group, userId: $ada',
    toCallers({ member: 'FORBIDDEN', later: 'FORBIDDEN', blocked: 'FORBIDDEN', stranger: 'NOT_FOUND' }),
    '$group: ID!, $ada: ID!',
  ),
  createConversationInvite: act(
    'createConversationInvite',
    'conversationId: $group',
    toCallers({ member: 'FORBIDDEN', later: 'FORBIDDEN', blocked: 'FORBIDDEN', stranger: 'NOT_FOUND' }),
    '$group: ID!',
  ),
  'sendMessage as a reply': act(
    'sendMessage',
    'conversationId: $group, text: "And?", replyToId: $id',
    toCallers({ ...unseen, member: 'done', blocked: 'done' }),
    BOTH,
  ),
  'scheduleMessage as a reply': act(
    'scheduleMessage',
    'conversationId: $group, text: "And?", replyToId: $id, sendAt: $at',
    toCallers({ ...unseen, member: 'done', blocked: 'done' }),
    `${BOTH}, $at: DateTime!`,
  ),
  forwardMessage: act(
    'forwardMessage',
    'messageId: $id, conversationIds: [$group]',
    toCallers({ ...unseen, member: 'done', blocked: 'NOT_FOUND' }),
    BOTH,
  ),
  // A message that the caller does not see cannot be hidden.
  'deleteMessage for oneself': act(
    'deleteMessage',
    'messageId: $id, scope: ME',
    toCallers({ member: 'done', later: 'done', blocked: 'done', stranger: 'done' }),
  ),
};

test('each caller gets of each field and mutation what they see of the message', async (t) => {
  const world = await testWorld(t);
  const { callers, values } = await surfaceScene(world);
  const at = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
  for (const [name, { document, read, shown }] of Object.entries({ ...READS, ...ACTS })) {
    for (const caller of CALLERS) {
      const answer = await callers[caller].ask(document, variablesOf(document, { ...values, at }));
      assert.deepEqual(read(answer), shown[caller], `${name}: ${caller}`);
    }
  }
});

/** The message as it is shown while it is held or removed: to those who saw it, and to its sender in both states. */
const MODERATED: Readonly<Record<string, { member: unknown; held: unknown; removed: unknown }>> = {
  node: { member: null, held: ['ada', 'Hello'], removed: null },
  nodes: { member: [false], held: [true], removed: [false] },
  messagesAround: { member: null, held: 'Hello', removed: null },
  'the first message of conversationMessages': {
    member: ['Which?'],
    held: ['Hello'],
    removed: ['Which?'],
  },
  'Message.reactions, pinnedAt and viewer.reactions': {
    member: null,
    held: [['👍 1'], true, []],
    removed: null,
  },
  messageReactors: { member: null, held: ['cleo'], removed: null },
  messageReaders: { member: null, held: { nodes: [] }, removed: null },
  searchMessages: { member: [0, 0], held: [1, 1], removed: [0, 0] },
  'Conversation.pinnedMessages': { member: [], held: ['Hello'], removed: [] },
  'viewer.unreadCount': { member: 3, held: 1, removed: 1 },
};

/** Mutations that do not find the message for those who saw it. */
const REFUSED = ['reactToMessage', 'markConversationRead', 'sendMessage as a reply', 'forwardMessage'];

test('what is held is shown to its sender alone, what is removed to nobody, and what is restored as before', async (t) => {
  const world = await testWorld(t);
  const { ada, callers, values } = await surfaceScene(world);
  const { id = '' } = values;
  const ask = async (caller: { ask: typeof ada.ask }, { document, read }: Surface): Promise<unknown> =>
    read(await caller.ask(document, variablesOf(document, values)));
  const before: Record<string, unknown> = {};
  for (const [name, surface] of Object.entries(READS)) before[name] = await ask(ada, surface);
  for (const state of ['HELD', 'REMOVED'] as const) {
    await moderateMessage(world, id, state);
    for (const [name, { member, held, removed }] of Object.entries(MODERATED)) {
      const surface = READS[name]!; // a name of the table
      assert.deepEqual(await ask(callers.member, surface), member, `${state}: ${name}`);
      assert.deepEqual(await ask(ada, surface), state === 'HELD' ? held : removed, `${state}: ${name}, ada`);
      for (const caller of ['outsider', 'former', 'invited', 'anonymous', 'admin'] as const) {
        assert.deepEqual(await ask(callers[caller], surface), surface.shown[caller], `${name}: ${caller}`);
      }
    }
    for (const name of REFUSED) {
      assert.equal(await ask(callers.member, ACTS[name]!), 'NOT_FOUND', `${state}: ${name}`); // as above
    }
  }
  await moderateMessage(world, id, 'VISIBLE');
  for (const [name, surface] of Object.entries(READS)) {
    assert.deepEqual(await ask(ada, surface), before[name], `restored: ${name}, ada`);
    for (const caller of CALLERS) {
      assert.deepEqual(
        await ask(callers[caller], surface),
        surface.shown[caller],
        `restored: ${name}, ${caller}`,
      );
    }
  }
});
