import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

const POLL = `{ id isMultipleChoice isAnonymous results voterCount isClosed closesAt
  options { id text voteCount } viewer { votedOptionIds canVote canClose canSeeResults } }`;
const PUBLISH = `mutation ($poll: PollInput!) {
  createPost(input: { text: "Which?", poll: $poll }) { post { id poll ${POLL} } errors { code } } }`;
const SHOW = `query ($id: ID!) { post(id: $id) { poll ${POLL} } }`;
const VOTE = `mutation ($poll: ID!, $options: [ID!]!) {
  votePoll(input: { pollId: $poll, optionIds: $options }) { poll ${POLL} errors { code path } } }`;
const REFUSED = `mutation ($poll: ID!, $options: [ID!]!) {
  votePoll(input: { pollId: $poll, optionIds: $options }) {
    poll { id }
    errors { code path ... on ValidationError { constraint limit } ... on StateError { current allowed } } } }`;

type Published = { readonly id: string; readonly postId: string; readonly optionIds: readonly string[] };

async function published(author: Actor, poll: object): Promise<Published> {
  const { createPost } = await author.do(PUBLISH, { poll });
  const { id, options } = createPost.post.poll;
  return { id, postId: createPost.post.id, optionIds: options.map((option: { id: string }) => option.id) };
}

/** The counts of the options and the number of voters. */
async function countsOf(viewer: Actor, { postId }: Published): Promise<unknown> {
  const { post } = await viewer.do(SHOW, { id: postId });
  return [post.poll.options.map((option: { voteCount: number }) => option.voteCount), post.poll.voterCount];
}

test('a poll is published with a post and shows its options to users who can see the post', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const closesAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  const { createPost } = await ada.do(PUBLISH, {
    poll: { options: [' Tea ', 'Coffee  black', '👨‍👩‍👧‍👦'.repeat(100)], results: 'AFTER_CLOSE', closesAt },
  });
  const { poll } = createPost.post;
  const [tea, coffee, family] = poll.options;
  assert.match(poll.id, /^poll_/);
  assert.match(tea.id, /^polloption_/);
  assert.deepEqual(poll, {
    id: poll.id,
    isMultipleChoice: false,
    isAnonymous: true,
    results: 'AFTER_CLOSE',
    voterCount: 0,
    isClosed: false,
    closesAt,
    options: [
      { id: tea.id, text: 'Tea', voteCount: null },
      { id: coffee.id, text: 'Coffee black', voteCount: null },
      { id: family.id, text: '👨‍👩‍👧‍👦'.repeat(100), voteCount: null },
    ],
    viewer: { votedOptionIds: [], canVote: true, canClose: true, canSeeResults: false },
  });
  const found = `query ($id: ID!) { node(id: $id) { id ... on Poll ${POLL} } }`;
  assert.deepEqual(await ada.do(found, { id: poll.id }), { node: poll });
  const bystander = { votedOptionIds: [], canVote: true, canClose: false, canSeeResults: false };
  const ben = await world.user('ben');
  assert.deepEqual((await ben.do(SHOW, { id: createPost.post.id })).post.poll, {
    ...poll,
    viewer: bystander,
  });
  const stranger = await world.anonymous().do(SHOW, { id: createPost.post.id });
  assert.deepEqual(stranger.post.poll, { ...poll, viewer: null });

  const { createPost: mute } = await ada.do(
    'mutation { createPost(input: { text: "No question" }) { post { poll { id } } errors { code } } }',
  );
  assert.equal(mute.post.poll, null);
});

test('`createPost` refuses an invalid poll and stores neither poll nor post', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const publish = `mutation ($poll: PollInput!) { createPost(input: { text: "Which?", poll: $poll }) {
    post { id } errors { code path ... on ValidationError { constraint limit } } } }`;
  const problems = async (poll: object) => refused(world, ada, publish, { poll });
  const code = 'VALIDATION_FAILED';
  assert.deepEqual(await problems({ options: ['Tea'] }), [
    { code, path: ['poll', 'options'], constraint: 'minItems', limit: 2 },
  ]);
  assert.deepEqual(await problems({ options: ['Tea', 'x'.repeat(101), ''] }), [
    { code, path: ['poll', 'options', '1'], constraint: 'maxLength', limit: 100 },
    { code, path: ['poll', 'options', '2'], constraint: 'minLength', limit: 1 },
  ]);
  for (const alike of ['Tea ', 'Tea\u200b']) {
    assert.deepEqual(await problems({ options: ['Tea', alike] }), [
      { code, path: ['poll', 'options'], constraint: 'distinct', limit: null },
    ]);
  }
  assert.deepEqual(await problems({ options: ['Tea', 'Coffee'], closesAt: '2020-01-01T00:00:00Z' }), [
    { code, path: ['poll', 'closesAt'], constraint: 'range', limit: null },
  ]);
});

test('the last vote replaces the former one, and an empty vote removes it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const poll = await published(ada, { options: ['Tea', 'Coffee'] });
  const [tea, coffee] = poll.optionIds;
  const { votePoll } = await ben.do(VOTE, { poll: poll.id, options: [tea, tea] });
  assert.deepEqual(votePoll.poll.viewer, {
    votedOptionIds: [tea],
    canVote: true,
    canClose: false,
    canSeeResults: true,
  });
  assert.deepEqual(await countsOf(ada, poll), [[1, 0], 1]);
  await ada.do(VOTE, { poll: poll.id, options: [tea] });
  assert.deepEqual(await countsOf(ada, poll), [[2, 0], 2]);
  await ben.do(VOTE, { poll: poll.id, options: [coffee] });
  assert.deepEqual(await countsOf(world.anonymous(), poll), [[1, 1], 2]);
  const { votePoll: repeated } = await unchanged(world, () =>
    ben.do(VOTE, { poll: poll.id, options: [coffee] }),
  );
  assert.deepEqual(repeated.poll.viewer.votedOptionIds, [coffee]);
  await ben.do(VOTE, { poll: poll.id, options: [] });
  assert.deepEqual(await countsOf(ada, poll), [[1, 0], 1]);
  await unchanged(world, () => ben.do(VOTE, { poll: poll.id, options: [] }));
  assert.deepEqual(await emittedNames(world), ['post.created', ...Array<string>(4).fill('poll.voted')]);
});

test('a user who chooses several options of a multiple-choice poll counts as one voter', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const poll = await published(ada, { options: ['A', 'B', 'C'], isMultipleChoice: true });
  const [a, b, c] = poll.optionIds;
  const chosen = async (options: unknown[]): Promise<unknown> =>
    (await ben.do(VOTE, { poll: poll.id, options })).votePoll.poll.viewer.votedOptionIds;
  assert.deepEqual(await chosen([c, a]), [a, c]);
  assert.deepEqual(await countsOf(ada, poll), [[1, 0, 1], 1]);
  assert.deepEqual(await chosen([b, c]), [b, c]);
  assert.deepEqual(await countsOf(ada, poll), [[0, 1, 1], 1]);
  await ada.do(VOTE, { poll: poll.id, options: [a, b, c] });
  assert.deepEqual(await countsOf(ada, poll), [[1, 2, 2], 2]);
  assert.deepEqual(await chosen([]), []);
  assert.deepEqual(await countsOf(ada, poll), [[1, 1, 1], 1]);
});

test('a vote for too many options, for unknown ones or for those of another poll changes nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const poll = await published(ada, { options: ['Tea', 'Coffee'] });
  const other = await published(ada, { options: ['Tea', 'Coffee'] });
  const hidden = world.app.services.ids.next();
  const [tea, coffee] = poll.optionIds;
  await ben.do(VOTE, { poll: poll.id, options: [tea] });
  const refusal = (options: unknown[], id = poll.id) => refused(world, ben, REFUSED, { poll: id, options });
  assert.deepEqual(await refusal([tea, coffee]), [
    { code: 'VALIDATION_FAILED', path: ['optionIds'], constraint: 'maxItems', limit: 1 },
  ]);
  const noOption = [{ code: 'NOT_FOUND', path: ['optionIds'] }];
  assert.deepEqual(await refusal([other.optionIds[0]]), noOption);
  assert.deepEqual(await refusal([tea, toGlobalId('polloption', hidden)]), noOption);
  assert.deepEqual(await refusal([tea], toGlobalId('poll', hidden)), [
    { code: 'NOT_FOUND', path: ['pollId'] },
  ]);
  const none = { poll: toGlobalId('poll', hidden), options: [] };
  assert.deepEqual(await unchanged(world, () => ben.do(REFUSED, none)), {
    votePoll: { poll: null, errors: [] },
  });
  for (const variables of [
    { poll: poll.postId, options: [] },
    { poll: poll.id, options: [poll.id] },
  ]) {
    const { errors } = await unchanged(world, () => ben.ask(REFUSED, variables));
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  }
});

test('results are shown ALWAYS, AFTER_VOTE or AFTER_CLOSE, to the author as to every viewer', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const viewers = { ada, ben, cleo, nobody: world.anonymous() };
  const shownTo = async ({ postId }: Published): Promise<string[]> => {
    const names: string[] = [];
    for (const [name, viewer] of Object.entries(viewers)) {
      const { poll } = (await viewer.do(SHOW, { id: postId })).post;
      const isShown = poll.options[0].voteCount !== null;
      assert.deepEqual(
        poll.options.map((option: { voteCount: number | null }) => option.voteCount),
        isShown ? [1, 0] : [null, null],
      );
      assert.equal(poll.voterCount, 1);
      if (poll.viewer) assert.equal(poll.viewer.canSeeResults, isShown);
      if (isShown) names.push(name);
    }
    return names;
  };
  const everybody = Object.keys(viewers);
  for (const [results, shownWhileOpen] of [
    ['ALWAYS', everybody],
    ['AFTER_VOTE', ['ben']],
    ['AFTER_CLOSE', []],
  ] as const) {
    const poll = await published(ada, { options: ['Tea', 'Coffee'], results });
    await ben.do(VOTE, { poll: poll.id, options: [poll.optionIds[0]] });
    assert.deepEqual(await shownTo(poll), shownWhileOpen, results);
    await ada.do('mutation ($id: ID!) { closePoll(input: { pollId: $id }) { errors { code } } }', {
      id: poll.id,
    });
    assert.deepEqual(await shownTo(poll), everybody, results);
  }
});

test('polls are loaded in one statement, however many posts show one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const list = `query ($id: ID!, $first: Int!) { userPosts(userId: $id, first: $first) { nodes { poll ${POLL} } } }`;
  for (let index = 0; index < 20; index += 1) {
    const poll = await published(ada, { options: ['Tea', 'Coffee'], results: 'AFTER_VOTE' });
    await ada.do(VOTE, { poll: poll.id, options: [poll.optionIds[0]] });
  }
  const one = await world.statementsOf(() => ada.do(list, { id: ada.id, first: 1 }));
  const many = await world.statementsOf(() => ada.do(list, { id: ada.id, first: 20 }));
  const none = await world.statementsOf(() =>
    ada.do('query ($id: ID!) { userPosts(userId: $id) { nodes { text } } }', { id: ada.id }),
  );
  assert.deepEqual([one - none, many - none], [1, 1]);
});
