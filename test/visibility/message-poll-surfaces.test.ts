import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { LIVE_LOCATION, OSLO } from '#test/support/messaging/live-locations.ts';
import {
  CALLERS,
  codeOf,
  outcomeOf,
  type Surface,
  surfaceScene,
  toCallers,
  variablesOf,
} from '#test/support/messaging/message-surfaces.ts';
import { testWorld } from '#test/support/world.ts';

/** Answers to callers about the poll, in which Cleo chose the first option. */
const POLL = 'voterCount options { voteCount } viewer { votedOptionIds canVote canClose }';
const seenPoll = (poll: Untyped): unknown =>
  poll && [
    poll.voterCount,
    poll.options.map(({ voteCount }: Untyped) => voteCount),
    poll.viewer && [poll.viewer.votedOptionIds.length, poll.viewer.canVote, poll.viewer.canClose],
  ];
const ONE_VOTE = [1, [1, 0], [0, true, false]];
/** To whoever does not see it. */
const NOBODY = { stranger: null, later: null, unsigned: null };
const NOT_FOUND = { stranger: 'NOT_FOUND', later: 'NOT_FOUND' };

const POLL_SURFACES: Readonly<Record<string, Surface>> = {
  'PollContent.poll': {
    document: `query ($asked: ID!) { node(id: $asked) { ... on Message {
      content { __typename ... on PollContent { poll { ${POLL} } } } } } }`,
    read: ({ data }) => data.node && [data.node.content.__typename, seenPoll(data.node.content.poll ?? null)],
    shown: toCallers({
      ...NOBODY,
      member: ['PollContent', ONE_VOTE],
      blocked: ['UnavailableContent', null],
    }),
  },
  'the poll above a reply': {
    document: `query ($answer: ID!) { node(id: $answer) { ... on Message {
      replyTo { content { __typename ... on PollContent { poll { ${POLL} } } } } } } }`,
    read: ({ data }) =>
      data.node && [data.node.replyTo.content.__typename, seenPoll(data.node.replyTo.content.poll ?? null)],
    shown: toCallers({
      stranger: null,
      unsigned: null,
      // The reply is from after they joined, the poll is not.
      later: ['UnavailableContent', null],
      member: ['PollContent', ONE_VOTE],
      blocked: ['UnavailableContent', null],
    }),
  },
  'the poll by its id': {
    document: `query ($poll: ID!) { node(id: $poll) { ... on Poll { ${POLL} } } }`,
    read: ({ data }) => seenPoll(data.node),
    shown: toCallers({ ...NOBODY, member: ONE_VOTE, blocked: null }),
  },
  'an option by its id': {
    document: 'query ($option: ID!) { node(id: $option) { ... on PollOption { text voteCount } } }',
    read: ({ data }) => data.node && [data.node.text, data.node.voteCount],
    shown: toCallers({ ...NOBODY, member: ['Tea', 1], blocked: null }),
  },
  pollVoters: {
    document: 'query ($option: ID!) { pollVoters(optionId: $option) { nodes { user { username } } } }',
    read: (answer) =>
      codeOf(answer) ??
      answer.data.pollVoters?.nodes.map(({ user }: { user: { username: string } }) => user.username) ??
      null,
    shown: toCallers({
      ...NOBODY,
      unsigned: 'UNAUTHENTICATED',
      member: ['cleo'],
      blocked: null,
      blockedByReactor: [],
    }),
  },
  'forwardMessage of a poll': {
    document:
      'mutation ($asked: ID!, $group: ID!) { forwardMessage(input: { messageId: $asked, conversationIds: [$group] }) { errors { code } } }',
    read: outcomeOf('forwardMessage'),
    shown: toCallers({
      ...NOT_FOUND,
      member: 'INVALID_STATE',
      blocked: 'NOT_FOUND',
    }),
  },
  closePoll: {
    document: 'mutation ($poll: ID!) { closePoll(input: { pollId: $poll }) { errors { code } } }',
    read: outcomeOf('closePoll'),
    shown: toCallers({ ...NOT_FOUND, member: 'NOT_FOUND', blocked: 'NOT_FOUND' }),
  },
  'votePoll that takes back': {
    document: `mutation ($poll: ID!) { votePoll(input: { pollId: $poll, optionIds: [] }) { poll { ${POLL} } errors { code } } }`,
    read: (answer) => codeOf(answer) ?? seenPoll(answer.data.votePoll.poll),
    shown: toCallers({
      ...NOBODY,
      unsigned: 'UNAUTHENTICATED',
      member: ONE_VOTE,
      blocked: null,
    }),
  },
  votePoll: {
    document:
      'mutation ($poll: ID!, $option: ID!) { votePoll(input: { pollId: $poll, optionIds: [$option] }) { errors { code } } }',
    read: outcomeOf('votePoll'),
    shown: toCallers({ ...NOT_FOUND, member: 'done', blocked: 'NOT_FOUND' }),
  },
};

const LIVE = ['LiveLocationContent', OSLO.latitude];
const ofAda = (name: string, more = ''): Surface => ({
  document: `mutation ($live: ID!) { ${name}(input: { messageId: $live ${more} }) { errors { code } } }`,
  read: outcomeOf(name),
  shown: toCallers({ ...NOT_FOUND, member: 'NOT_FOUND', blocked: 'NOT_FOUND' }),
});

const LIVE_SURFACES: Readonly<Record<string, Surface>> = {
  LiveLocationContent: {
    document: `query ($live: ID!) { node(id: $live) { ... on Message { content { __typename ${LIVE_LOCATION} } } } }`,
    read: ({ data }) => data.node && [data.node.content.__typename, data.node.content.latitude ?? null],
    shown: toCallers({ ...NOBODY, member: LIVE, blocked: ['UnavailableContent', null] }),
  },
  updateLiveLocation: ofAda('updateLiveLocation', 'latitude: 1, longitude: 2'),
  stopLiveLocation: ofAda('stopLiveLocation'),
};

test('each caller gets of a poll and a live location what they see of the message', async (t) => {
  const { callers, values } = await surfaceScene(await testWorld(t));
  for (const [name, { document, read, shown }] of Object.entries({ ...POLL_SURFACES, ...LIVE_SURFACES })) {
    for (const caller of CALLERS) {
      const answer = await callers[caller].ask(document, variablesOf(document, values));
      assert.deepEqual(read(answer), shown[caller], `${name}: ${caller}`);
    }
  }
});
