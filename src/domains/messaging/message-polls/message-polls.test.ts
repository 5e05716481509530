import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow } from '#test/support/people/people.ts';
import { sql } from 'kysely';
import { pollPersonalData } from '#domains/foundation/polls/polls.personal-data.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { erase } from '#test/support/people/accounts.ts';
import type { Untyped } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { pin, react } from '#test/support/messaging/message-reactions.ts';
import { countsOf, payloadOf, sendPoll, sentPoll, vote } from '#test/support/messaging/message-polls.ts';
import { accept, block, leave, requestFrom, say, startWith } from '#test/support/messaging/messaging.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const CLOSE = `mutation ($id: ID!) { closePoll(input: { pollId: $id }) {
  poll { isClosed } errors { code path } } }`;
const DELETE = `mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }`;
const EDIT = `mutation ($id: ID!, $text: String!) { editMessage(input: { messageId: $id, text: $text }) {
  message { content { text } } errors { code path } } }`;
const FORWARD = `mutation ($id: ID!, $to: [ID!]!) { forwardMessage(input: { messageId: $id, conversationIds: $to }) {
  errors { code path ... on StateError { current } } } }`;
const LIST = `query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { content { __typename text
  ... on PollContent { poll { voterCount options { voteCount } viewer { votedOptionIds canVote canClose } } } }
  replyTo { content { __typename text ... on PollContent { poll { voterCount } } } } } } }`;

/** The payload of the event. */
const closing = (sender: Person, sent: { id: string; messageId: string }) => ({
  pollId: uuidOf(sent.id),
  authorId: uuidOf(sender.id),
  postId: null,
  messageId: uuidOf(sent.messageId),
});

test('a poll is sent with its question, voted in, shown above replies and closed by its sender', async (t) => {
  const { world, ada, ben, cleo, group } = await scene(t);
  const { message, errors } = await sendPoll(ada, group, { isAnonymous: false, isMultipleChoice: true });
  assert.deepEqual(errors, []);
  const { poll, ...content } = message.content;
  assert.deepEqual(content, { __typename: 'PollContent', text: 'Which?' });
  const [tea, coffee] = poll.options;
  assert.deepEqual(poll, {
    id: poll.id,
    voterCount: 0,
    isClosed: false,
    options: [
      { id: tea.id, text: 'Tea', voteCount: 0 },
      { id: coffee.id, text: 'Coffee', voteCount: 0 },
    ],
    viewer: { votedOptionIds: [], canVote: true, canClose: true, canSeeResults: true },
  });
  const sent = { id: poll.id, messageId: message.id, optionIds: [tea.id, coffee.id] };
  const voted = await vote(ben, sent, 0, 1);
  assert.deepEqual(voted.poll.viewer.votedOptionIds, [tea.id, coffee.id]);
  await vote(cleo, sent, 1);
  await vote(cleo, sent, 1);
  await vote(ben, sent, 1);
  await ben.do(
    'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id } errors { code } } }',
    { input: { conversationId: group, text: 'Hm', replyToId: message.id } },
  );
  const { conversationMessages } = await cleo.do(LIST, { id: group });
  const [reply, asked] = conversationMessages.nodes;
  assert.deepEqual(reply.replyTo.content, { ...content, poll: { voterCount: 2 } });
  assert.deepEqual(asked.content, {
    ...content,
    poll: {
      voterCount: 2,
      options: [{ voteCount: 0 }, { voteCount: 2 }],
      viewer: { votedOptionIds: [coffee.id], canVote: true, canClose: false },
    },
  });
  const { pollVoters } = await ada.do(
    'query ($id: ID!) { pollVoters(optionId: $id) { nodes { user { username } } } }',
    { id: coffee.id },
  );
  const voters: string[] = pollVoters.nodes.map(({ user }: Untyped) => user.username);
  assert.deepEqual(voters.toSorted(), ['ben', 'cleo']);
  assert.equal((await pin(ada, message.id)).errors.length, 0);
  assert.equal((await react(ben, message.id, '👍')).errors.length, 0);
  assert.deepEqual((await payloadOf(cleo, CLOSE, { id: poll.id })).errors, [
    { code: 'NOT_FOUND', path: ['pollId'] },
  ]);
  assert.equal((await ada.do(CLOSE, { id: poll.id })).closePoll.poll.isClosed, true);
  assert.deepEqual((await vote(cleo, sent, 0)).errors, [
    { code: 'INVALID_STATE', path: ['pollId'], current: 'CLOSED' },
  ]);
  assert.deepEqual(await storedEvents(world, 'poll.closed'), [['poll.closed', closing(ada, sent)]]);
});

test('a poll needs a question and excludes other contents, and cannot be scheduled', async (t) => {
  const { world, ada, ben, group } = await scene(t);
  const { id: picture } = await uploaded(ada, await smallPicture());
  const cases: readonly [object, object, object][] = [
    [{}, { text: ' ' }, { path: ['text'], constraint: 'required' }],
    [{ options: ['One'] }, {}, { path: ['poll', 'options'], constraint: 'minItems' }],
    [{ closesAt: world.clock.now().toISOString() }, {}, { path: ['poll', 'closesAt'], constraint: 'range' }],
    [{}, { mediaIds: [picture] }, { path: ['poll'], constraint: 'exclusive' }],
    [{}, { contactId: ben.id }, { path: ['poll'], constraint: 'exclusive' }],
  ];
  await unchanged(world, async () => {
    for (const [poll, rest, expected] of cases) {
      const { message, errors } = await sendPoll(ada, group, poll, rest);
      assert.deepEqual([message, errors], [null, [{ code: 'VALIDATION_FAILED', ...expected }]]);
    }
  });
  const { errors } = await ada.ask(
    `mutation ($id: ID!, $at: DateTime!) { scheduleMessage(input: {
      conversationId: $id, text: "Which?", sendAt: $at, poll: { options: ["Tea", "Coffee"] } }) { errors { code } } }`,
    { id: group, at: new Date(world.clock.now().getTime() + 60_000).toISOString() },
  );
  assert.match(errors?.[0]?.message ?? '', /"poll" is not defined/);
});

test('a poll of a message closes at its time, unless the message was deleted before', async (t) => {
  const { world, ada, ben, group } = await scene(t);
  const kept = await sentPoll(ada, group, { durationMinutes: 5 });
  const gone = await sentPoll(ada, group, { durationMinutes: 5 });
  await ada.do(DELETE, { id: gone.messageId });
  world.clock.advance('5m');
  assert.equal((await vote(ben, kept, 0)).errors[0].current, 'CLOSED');
  await world.runJobs();
  assert.deepEqual(await storedEvents(world, 'poll.closed'), [['poll.closed', closing(ada, kept)]]);
});

test('across a block, in a request and with a restriction of messaging nobody votes, but everybody takes back', async (t) => {
  const { world, ada, ben, group } = await scene(t);
  const direct = await startWith(ada, ben);
  const asked = await sentPoll(ada, direct);
  await vote(ben, asked, 0);
  const inGroup = await sentPoll(ada, group);
  await vote(ben, inGroup, 0);
  await restrict(world, ben, { kind: 'COMMENTING', expiresAt: "now() + interval '10 minutes'" });
  assert.deepEqual((await vote(ben, inGroup, 1)).errors, []);
  await restrict(world, ben, { kind: 'MESSAGING', expiresAt: "now() + interval '10 minutes'" });
  assert.equal((await vote(ben, inGroup, 0)).errors[0].code, 'RESTRICTED');
  world.clock.advance('11m');
  await block(world, ada, ben);
  await unchanged(world, async () => {
    assert.deepEqual((await vote(ben, asked, 1)).errors, [
      { code: 'INVALID_STATE', path: ['pollId'], current: 'READ_ONLY' },
    ]);
    // In a group the content of somebody across a block is not available, and neither is the poll.
    assert.deepEqual((await vote(ben, inGroup, 0)).errors, [{ code: 'NOT_FOUND', path: ['pollId'] }]);
  });
  assert.deepEqual((await ben.do(LIST, { id: direct })).conversationMessages.nodes[0].content.poll.viewer, {
    votedOptionIds: [asked.optionIds[0]],
    canVote: false,
    canClose: false,
  });
  for (const poll of [asked, inGroup]) assert.deepEqual((await vote(ben, poll)).errors, []);
  assert.deepEqual(await countsOf(ada, asked), [[0, 0], 0]);
  assert.deepEqual(await countsOf(ada, inGroup), [[0, 0], 0]);

  const dora = await world.user('dora');
  const request = await requestFrom(dora, ada);
  const first = await sentPoll(dora, request);
  assert.deepEqual((await vote(ada, first, 0)).errors, [
    { code: 'INVALID_STATE', path: ['pollId'], current: 'REQUEST' },
  ]);
  await accept(ada, request);
  assert.deepEqual((await vote(ada, first, 0)).errors, []);
});

test('the question can be edited until somebody has voted, and is never emptied', async (t) => {
  const { ada, ben, group } = await scene(t);
  const poll = await sentPoll(ada, group);
  const edit = (text: string): Promise<Untyped> => payloadOf(ada, EDIT, { id: poll.messageId, text });
  assert.equal((await edit('Which one?')).message.content.text, 'Which one?');
  assert.deepEqual((await edit('')).errors, [{ code: 'VALIDATION_FAILED', path: ['text'] }]);
  await vote(ben, poll, 0);
  assert.deepEqual((await edit('Neither?')).errors, [{ code: 'INVALID_STATE', path: ['text'] }]);
  await vote(ben, poll);
  assert.equal((await edit('Neither?')).message.content.text, 'Neither?');
});

test('a poll is not forwarded, and is gone with its message', async (t) => {
  const { world, ada, ben, cleo, group } = await scene(t);
  const poll = await sentPoll(ada, group);
  await vote(ben, poll, 1);
  const direct = await startWith(ben, cleo);
  await unchanged(world, async () =>
    assert.deepEqual((await payloadOf(ben, FORWARD, { id: poll.messageId, to: [direct] })).errors, [
      { code: 'INVALID_STATE', path: ['messageId'], current: 'POLL' },
    ]),
  );
  await ada.do(DELETE, { id: poll.messageId });
  assert.deepEqual((await ben.do(LIST, { id: group })).conversationMessages.nodes[0].content, {
    __typename: 'DeletedContent',
    text: '',
  });
  assert.equal(await countsOf(ada, poll), null);
  assert.deepEqual((await vote(ben, poll, 0)).errors, [{ code: 'NOT_FOUND', path: ['pollId'] }]);
  assert.deepEqual(await rowsOf(world), { polls: 0, poll_options: 0, poll_votes: 0 });
});

test('erasing a voter takes their votes out of the counts', async (t) => {
  const { world, ada, ben, cleo, group } = await scene(t);
  const poll = await sentPoll(ada, group, { isMultipleChoice: true });
  await vote(ben, poll, 0, 1);
  await vote(cleo, poll, 1);
  await erase(world, ben);
  assert.deepEqual(await countsOf(await world.signIn(ada), poll), [[0, 1], 1]);
});

test('erasing the sender of a poll leaves its question alone', async (t) => {
  const { world, ada, ben, group } = await scene(t);
  await vote(ben, await sentPoll(ada, group), 0);
  await erase(world, ada);
  const { conversationMessages } = await (await world.signIn(ben)).do(LIST, { id: group });
  const contents = conversationMessages.nodes.map(({ content }: Untyped) => content);
  assert.deepEqual(contents.at(-1), { __typename: 'TextContent', text: 'Which?' });
  assert.deepEqual(await rowsOf(world), { polls: 0, poll_options: 0, poll_votes: 0 });
});

test('votes of many members at once are counted exactly, while the message is edited and deleted', async (t) => {
  const { world, ada, ben, cleo } = await scene(t);
  const voters: Person[] = [];
  for (let index = 0; index < 30; index += 1) voters.push(await world.user(`voter.${index}`));
  for (const voter of voters) await follow(voter, ada);
  const group = await startWith(ada, ben, cleo, ...voters);
  const poll = await sentPoll(ada, group);
  await Promise.all(
    voters.flatMap((voter, index) => [
      vote(voter, poll, index % 2),
      vote(voter, poll, 0),
      ...(index % 3 === 0 ? [vote(voter, poll)] : []),
    ]),
  );
  for (const voter of voters) await vote(voter, poll, 1);
  assert.deepEqual(await countsOf(ada, poll), [[0, 30], 30]);
  const outcomes = await Promise.all([
    ...voters.map(async (voter) => (await vote(voter, poll, 0)).errors[0]?.code ?? 'DONE'),
    ada.do(DELETE, { id: poll.messageId }).then(() => 'DONE'),
  ]);
  const allowed = new Set(['DONE', 'NOT_FOUND', 'INVALID_STATE']);
  assert.deepEqual(
    outcomes.filter((outcome) => !allowed.has(outcome)),
    [],
  );
  assert.deepEqual(await rowsOf(world), { polls: 0, poll_options: 0, poll_votes: 0 });
});

test('a page of fifty polls takes as many statements as a page of one', async (t) => {
  const { world, ada, ben, group } = await scene(t);
  const statementsOf = (): Promise<number> => world.statementsOf(() => ben.do(LIST, { id: group }));
  await say(ada, group, 'Hi');
  await vote(ben, await sentPoll(ada, group, { results: 'AFTER_VOTE' }), 0);
  const one = await statementsOf();
  for (let index = 0; index < 20; index += 1) await sentPoll(ada, group, { results: 'AFTER_VOTE' });
  assert.equal(await statementsOf(), one);
});

test('a poll is exported to its sender, and a vote to its voter', async (t) => {
  const { world, ada, ben, group } = await scene(t);
  const poll = await sentPoll(ada, group);
  await vote(ben, poll, 0);
  const exported = async (person: Person, name: string): Promise<Untyped[]> => {
    const part = pollPersonalData.exports?.find((one) => one.name === name);
    assert.ok(part);
    return Array.fromAsync(part.rows(world.app.services, uuidOf(person.id)));
  };
  const [mine] = await exported(ada, 'polls');
  assert.deepEqual(
    [mine.id, mine.postId, mine.messageId, mine.options],
    [poll.id, null, poll.messageId, ['Tea', 'Coffee']],
  );
  const [voted] = await exported(ben, 'poll-votes');
  assert.deepEqual([voted.pollId, voted.optionId], [poll.id, poll.optionIds[0]]);
});

test('members who joined later, those who left and outsiders find no poll', async (t) => {
  const { world, ada, ben, cleo, group } = await scene(t);
  const outsider = await world.user('outsider');
  const poll = await sentPoll(ada, group);
  await leave(world, cleo, group);
  const absent = { ...poll, id: toGlobalId('poll', world.app.services.ids.next()) };
  for (const caller of [outsider, cleo]) {
    assert.equal(await countsOf(caller, poll), null);
    assert.deepEqual((await vote(caller, poll, 0)).errors, (await vote(caller, absent, 0)).errors);
  }
  await ben.do(
    'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: ME }) { errors { code } } }',
    {
      id: poll.messageId,
    },
  );
  assert.equal(await countsOf(ben, poll), null);
});

async function scene(t: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  return { world, ada, ben, cleo, group: await startWith(ada, ben, cleo) };
}

/** Number of the rows of all polls. */
async function rowsOf({ app }: World): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from polls) as polls, (select count(*)::integer from poll_options) as poll_options,
      (select count(*)::integer from poll_votes) as poll_votes`.execute(app.services.db);
  return rows[0] ?? {};
}
