import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Actor, Answer, Subscription, Untyped } from '#test/support/actor.ts';
import { LIVE_LOCATION, OSLO, sentLive } from '#test/support/live-locations.ts';
import { sentPoll, vote } from '#test/support/message-polls.ts';
import { pin, react, sent } from '#test/support/message-reactions.ts';
import { block, leave, rejoin, SEND, startWith } from '#test/support/messaging.ts';
import { testWorld, type World } from '#test/support/world.ts';

/**
 * Answers to callers about a message by search, of reactions to it, of its pin, of a poll and of a live location. Ada wrote them in a group, Cleo reacted and voted; Ben is a member.
 * The later member joined after it, the former one left; Ada has blocked the last but one, and Cleo the last: both are members.
 */
const CALLERS = [
  'member',
  'outsider',
  'former',
  'later',
  'blocked',
  'blockedByReactor',
  'anonymous',
] as const;
type Caller = (typeof CALLERS)[number];

type Surface = {
  readonly document: string;
  readonly read: (answer: Answer) => unknown;
  readonly shown: Readonly<Record<Caller, unknown>>;
};

const MESSAGE = '... on Message { reactions { emoji count } pinnedAt viewer { reactions } }';
const summary = (node: Answer['data']): unknown =>
  node && [
    node.reactions.map(({ emoji, count }: { emoji: string; count: number }) => `${emoji} ${count}`),
    node.pinnedAt !== null,
    node.viewer?.reactions,
  ];
const codeOf = ({ errors }: Answer): unknown => errors?.[0]?.extensions.code ?? null;
const outcomeOf =
  (field: string) =>
  (answer: Answer): unknown =>
    codeOf(answer) ?? answer.data[field].errors[0]?.code ?? 'done';

const SURFACES: Readonly<Record<string, Surface>> = {
  'Message.reactions, pinnedAt and viewer.reactions': {
    document: `query ($id: ID!) { node(id: $id) { ${MESSAGE} } }`,
    read: ({ data }) => summary(data.node),
    shown: {
      member: [['👍 1'], true, []],
      outsider: null,
      former: null,
      later: null,
      blocked: [[], true, []],
      blockedByReactor: [['👍 1'], true, []],
      anonymous: null,
    },
  },
  messageReactors: {
    document:
      'query ($id: ID!) { messageReactors(messageId: $id, emoji: "👍") { nodes { user { username } emoji } } }',
    read: (answer) =>
      codeOf(answer) ??
      answer.data.messageReactors?.nodes.map(({ user }: { user: { username: string } }) => user.username) ??
      null,
    shown: {
      member: ['cleo'],
      outsider: null,
      former: null,
      later: null,
      blocked: null,
      blockedByReactor: [],
      anonymous: 'UNAUTHENTICATED',
    },
  },
  searchMessages: {
    document:
      'query ($group: ID!) { found: searchMessages(query: "hello") { nodes { id } } inGroup: searchMessages(query: "hello", conversationId: $group) { nodes { id } } }',
    read: (answer) =>
      codeOf(answer) ?? [answer.data.found.nodes.length, answer.data.inGroup?.nodes.length ?? null],
    shown: {
      member: [1, 1],
      outsider: [0, null],
      former: [0, null],
      later: [0, 0],
      blocked: [0, 0],
      blockedByReactor: [1, 1],
      anonymous: 'UNAUTHENTICATED',
    },
  },
  'Conversation.pinnedMessages': {
    document: `query ($group: ID!) { conversation(id: $group) { pinnedMessages { nodes { content { __typename } } } } }`,
    read: (answer) =>
      codeOf(answer) ??
      answer.data.conversation?.pinnedMessages.nodes.map(
        ({ content }: { content: { __typename: string } }) => content.__typename,
      ) ??
      null,
    shown: {
      member: ['TextContent'],
      outsider: null,
      former: null,
      later: [],
      blocked: ['UnavailableContent'],
      blockedByReactor: ['TextContent'],
      anonymous: 'UNAUTHENTICATED',
    },
  },
  pinMessage: {
    document: 'mutation ($id: ID!) { pinMessage(input: { messageId: $id }) { errors { code } } }',
    read: outcomeOf('pinMessage'),
    shown: {
      member: 'FORBIDDEN',
      outsider: 'NOT_FOUND',
      former: 'NOT_FOUND',
      later: 'NOT_FOUND',
      blocked: 'INVALID_STATE',
      blockedByReactor: 'FORBIDDEN',
      anonymous: 'UNAUTHENTICATED',
    },
  },
  unpinMessage: {
    document: 'mutation ($id: ID!) { unpinMessage(input: { messageId: $id }) { errors { code } } }',
    read: outcomeOf('unpinMessage'),
    shown: {
      member: 'FORBIDDEN',
      outsider: 'NOT_FOUND',
      former: 'NOT_FOUND',
      later: 'NOT_FOUND',
      blocked: 'FORBIDDEN',
      blockedByReactor: 'FORBIDDEN',
      anonymous: 'UNAUTHENTICATED',
    },
  },
  removeMessageReaction: {
    document: `mutation ($id: ID!) { removeMessageReaction(input: { messageId: $id, emoji: "👍" }) {
      message { ${MESSAGE.replace('... on Message {', '').slice(0, -1)} } errors { code } } }`,
    read: (answer) => codeOf(answer) ?? summary(answer.data.removeMessageReaction.message),
    // The reaction of somebody else stays; whoever does not see the message does not learn that there is one.
    shown: {
      member: [['👍 1'], true, []],
      outsider: null,
      former: null,
      later: null,
      blocked: [[], true, []],
      blockedByReactor: [['👍 1'], true, []],
      anonymous: 'UNAUTHENTICATED',
    },
  },
  reactToMessage: {
    document:
      'mutation ($id: ID!) { reactToMessage(input: { messageId: $id, emoji: "🎉" }) { errors { code } } }',
    read: outcomeOf('reactToMessage'),
    shown: {
      member: 'done',
      outsider: 'NOT_FOUND',
      former: 'NOT_FOUND',
      later: 'NOT_FOUND',
      blocked: 'INVALID_STATE',
      blockedByReactor: 'done',
      anonymous: 'UNAUTHENTICATED',
    },
  },
};

/** Answers to callers about the poll, in which Cleo chose the first option. */
const POLL = 'voterCount options { voteCount } viewer { votedOptionIds canVote canClose }';
const seenPoll = (poll: Untyped): unknown =>
  poll && [
    poll.voterCount,
    poll.options.map(({ voteCount }: Untyped) => voteCount),
    poll.viewer && [poll.viewer.votedOptionIds.length, poll.viewer.canVote, poll.viewer.canClose],
  ];
const ONE_VOTE = [1, [1, 0], [0, true, false]];
const NOBODY = { outsider: null, former: null, later: null, anonymous: null };
const NOT_FOUND = {
  outsider: 'NOT_FOUND',
  former: 'NOT_FOUND',
  later: 'NOT_FOUND',
  anonymous: 'UNAUTHENTICATED',
};

const POLL_SURFACES: Readonly<Record<string, Surface>> = {
  'PollContent.poll': {
    document: `query ($asked: ID!) { node(id: $asked) { ... on Message {
      content { __typename ... on PollContent { poll { ${POLL} } } } } } }`,
    read: ({ data }) => data.node && [data.node.content.__typename, seenPoll(data.node.content.poll ?? null)],
    shown: {
      ...NOBODY,
      member: ['PollContent', ONE_VOTE],
      blocked: ['UnavailableContent', null],
      blockedByReactor: ['PollContent', ONE_VOTE],
    },
  },
  'the poll above a reply': {
    document: `query ($answer: ID!) { node(id: $answer) { ... on Message {
      replyTo { content { __typename ... on PollContent { poll { ${POLL} } } } } } } }`,
    read: ({ data }) =>
      data.node && [data.node.replyTo.content.__typename, seenPoll(data.node.replyTo.content.poll ?? null)],
    shown: {
      outsider: null,
      former: null,
      anonymous: null,
      // The reply is from after they joined, the poll is not.
      later: ['UnavailableContent', null],
      member: ['PollContent', ONE_VOTE],
      blocked: ['UnavailableContent', null],
      blockedByReactor: ['PollContent', ONE_VOTE],
    },
  },
  'the poll by its id': {
    document: `query ($poll: ID!) { node(id: $poll) { ... on Poll { ${POLL} } } }`,
    read: ({ data }) => seenPoll(data.node),
    shown: { ...NOBODY, member: ONE_VOTE, blocked: null, blockedByReactor: ONE_VOTE },
  },
  'an option by its id': {
    document: 'query ($option: ID!) { node(id: $option) { ... on PollOption { text voteCount } } }',
    read: ({ data }) => data.node && [data.node.text, data.node.voteCount],
    shown: { ...NOBODY, member: ['Tea', 1], blocked: null, blockedByReactor: ['Tea', 1] },
  },
  pollVoters: {
    document: 'query ($option: ID!) { pollVoters(optionId: $option) { nodes { user { username } } } }',
    read: (answer) =>
      codeOf(answer) ??
      answer.data.pollVoters?.nodes.map(({ user }: { user: { username: string } }) => user.username) ??
      null,
    shown: {
      ...NOBODY,
      anonymous: 'UNAUTHENTICATED',
      member: ['cleo'],
      blocked: null,
      blockedByReactor: [],
    },
  },
  'forwardMessage of a poll': {
    document:
      'mutation ($asked: ID!, $group: ID!) { forwardMessage(input: { messageId: $asked, conversationIds: [$group] }) { errors { code } } }',
    read: outcomeOf('forwardMessage'),
    shown: {
      ...NOT_FOUND,
      member: 'INVALID_STATE',
      blocked: 'NOT_FOUND',
      blockedByReactor: 'INVALID_STATE',
    },
  },
  closePoll: {
    document: 'mutation ($poll: ID!) { closePoll(input: { pollId: $poll }) { errors { code } } }',
    read: outcomeOf('closePoll'),
    shown: { ...NOT_FOUND, member: 'NOT_FOUND', blocked: 'NOT_FOUND', blockedByReactor: 'NOT_FOUND' },
  },
  'votePoll that takes back': {
    document: `mutation ($poll: ID!) { votePoll(input: { pollId: $poll, optionIds: [] }) { poll { ${POLL} } errors { code } } }`,
    read: (answer) => codeOf(answer) ?? seenPoll(answer.data.votePoll.poll),
    shown: {
      ...NOBODY,
      anonymous: 'UNAUTHENTICATED',
      member: ONE_VOTE,
      blocked: null,
      blockedByReactor: ONE_VOTE,
    },
  },
  votePoll: {
    document:
      'mutation ($poll: ID!, $option: ID!) { votePoll(input: { pollId: $poll, optionIds: [$option] }) { errors { code } } }',
    read: outcomeOf('votePoll'),
    shown: { ...NOT_FOUND, member: 'done', blocked: 'NOT_FOUND', blockedByReactor: 'done' },
  },
};

const LIVE = ['LiveLocationContent', OSLO.latitude];
const ofAda = (name: string, more = ''): Surface => ({
  document: `mutation ($live: ID!) { ${name}(input: { messageId: $live ${more} }) { errors { code } } }`,
  read: outcomeOf(name),
  shown: { ...NOT_FOUND, member: 'NOT_FOUND', blocked: 'NOT_FOUND', blockedByReactor: 'NOT_FOUND' },
});

const LIVE_SURFACES: Readonly<Record<string, Surface>> = {
  LiveLocationContent: {
    document: `query ($live: ID!) { node(id: $live) { ... on Message { content { __typename ${LIVE_LOCATION} } } } }`,
    read: ({ data }) => data.node && [data.node.content.__typename, data.node.content.latitude ?? null],
    shown: { ...NOBODY, member: LIVE, blocked: ['UnavailableContent', null], blockedByReactor: LIVE },
  },
  updateLiveLocation: ofAda('updateLiveLocation', 'latitude: 1, longitude: 2'),
  stopLiveLocation: ofAda('stopLiveLocation'),
};

/** Whether each is told of a reaction by Cleo, of the change that it is, of a pin, and of a vote by Cleo. */
const TOLD: Readonly<Record<string, Readonly<Record<Exclude<Caller, 'anonymous'>, readonly string[]>>>> = {
  messageReactionAdded: {
    member: ['🦀'],
    outsider: [],
    former: [],
    later: [],
    blocked: [],
    blockedByReactor: [],
  },
  messageUpdated: {
    member: ['PIN', 'REACTIONS', 'POLL'],
    outsider: [],
    former: [],
    later: [],
    blocked: ['PIN', 'REACTIONS', 'POLL'],
    blockedByReactor: ['PIN', 'REACTIONS', 'POLL'],
  },
};

describe('search, reactions, pins and polls by surface and caller', () => {
  test('each caller gets of each field and mutation what they see of the message', async (t) => {
    const world = await testWorld(t);
    const { callers, group, id, asked, answer, live } = await scene(world);
    const values = {
      group,
      id,
      answer,
      live,
      asked: asked.messageId,
      poll: asked.id,
      option: asked.optionIds[0],
    };
    for (const [name, { document, read, shown }] of Object.entries({
      ...SURFACES,
      ...POLL_SURFACES,
      ...LIVE_SURFACES,
    })) {
      const used = Object.entries(values).filter(([variable]) => document.includes(`$${variable}:`));
      const variables = Object.fromEntries(used);
      for (const caller of CALLERS) {
        assert.deepEqual(
          read(await callers[caller].ask(document, variables)),
          shown[caller],
          `${name}: ${caller}`,
        );
      }
    }
  });

  test('each caller is told of what they see', async (t) => {
    const world = await testWorld(t);
    const { ada, cleo, callers, id, asked } = await scene(world);
    const documents: Readonly<Record<string, string>> = {
      messageReactionAdded: 'subscription { messageReactionAdded { emoji } }',
      messageUpdated: 'subscription { messageUpdated { changes } }',
    };
    const { anonymous: _, ...people } = callers;
    await settle(world);
    const opened: [string, Exclude<Caller, 'anonymous'>, Subscription][] = [];
    for (const [name, document] of Object.entries(documents)) {
      for (const caller of Object.keys(people) as (keyof typeof people)[]) {
        opened.push([name, caller, await people[caller].subscribe(document)]);
      }
    }
    await pin(ada, id, 'unpinMessage');
    await react(cleo, id, '🦀');
    await settle(world);
    await vote(cleo, asked, 1);
    await settle(world);
    for (const [name, caller, subscription] of opened) {
      const expected = TOLD[name]?.[caller] ?? [];
      const told: string[] = [];
      while (told.length < expected.length) {
        const event = (await subscription.next()).data[name];
        told.push(event.emoji ?? event.changes.join());
      }
      assert.deepEqual(told, expected, `${name}: ${caller}`);
      await subscription.nothing();
    }
  });
});

/** Lets the followers come and the second pass at whose end they tell. */
async function settle(world: World): Promise<void> {
  await world.runJobs();
  world.clock.advance('2s');
  await world.runJobs();
}

/** @returns the id of a reply */
async function replied(sender: Actor, conversationId: string, replyToId: string): Promise<string> {
  const input = { conversationId, replyToId, text: 'Tea, of course' };
  const { sendMessage } = await sender.do(SEND, { input });
  return sendMessage.message.id;
}

async function scene(world: World) {
  const [ada, cleo] = [await world.user('ada'), await world.user('cleo')];
  const [member, outsider] = [await world.user('member'), await world.user('outsider')];
  const [former, later] = [await world.user('former'), await world.user('later')];
  const [blocked, wary] = [await world.user('blocked'), await world.user('wary')];
  const group = await startWith(ada, cleo, member, former, later, blocked, wary);
  await leave(world, later, group);
  const id = await sent(ada, group);
  const asked = await sentPoll(ada, group, { isAnonymous: false });
  await vote(cleo, asked, 0);
  const live = await sentLive(ada, group);
  await rejoin(world, later, group);
  const answer = await replied(cleo, group, asked.messageId);
  await react(cleo, id, '👍');
  await pin(ada, id);
  await leave(world, former, group);
  await world.runJobs();
  await block(world, ada, blocked);
  await block(world, cleo, wary);
  const callers: Readonly<Record<Caller, Actor>> = {
    member,
    outsider,
    former,
    later,
    blocked,
    blockedByReactor: wary,
    anonymous: world.anonymous(),
  };
  return { ada, cleo, callers, group, id, asked, answer, live };
}
