import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { follow } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { SITUATIONS } from '#test/support/promises/visibility-tables.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const PUBLISH = `mutation ($poll: PollInput!, $visibility: PostVisibility) {
  createPost(input: { text: "Which?", poll: $poll, visibility: $visibility }) {
    post { id poll { id options { id } } } errors { code } } }`;
const VOTE = `mutation ($poll: ID!, $options: [ID!]!) {
  votePoll(input: { pollId: $poll, optionIds: $options }) { poll { voterCount } errors { code } } }`;
const VOTERS = `query ($id: ID!, $first: Int, $after: String) {
  pollVoters(optionId: $id, first: $first, after: $after) {
    nodes { votedAt user { username } } pageInfo { hasNextPage endCursor } } }`;
const CLOSE = 'mutation ($id: ID!) { closePoll(input: { pollId: $id }) { errors { code } } }';

type Published = {
  readonly id: string;
  readonly postId: string;
  readonly optionIds: readonly [string, string];
};

async function published(author: Actor, poll: object = {}, visibility = 'PUBLIC'): Promise<Published> {
  const { createPost } = await author.do(PUBLISH, {
    poll: { options: ['Tea', 'Coffee'], isAnonymous: false, ...poll },
    visibility,
  });
  const { id, poll: made } = createPost.post;
  return { id: made.id, postId: id, optionIds: made.options.map((option: { id: string }) => option.id) };
}

const vote = (voter: Actor, poll: Published, choice: 0 | 1 = 0): Promise<unknown> =>
  voter.do(VOTE, { poll: poll.id, options: [poll.optionIds[choice]] });

/** The usernames of an option's voters; null when the viewer may not see them. */
async function votersOf(viewer: Actor, optionId: string): Promise<string[] | null> {
  const { pollVoters } = await viewer.do(VOTERS, { id: optionId });
  return pollVoters?.nodes.map(({ user }: { user: { username: string } }) => user.username) ?? null;
}

test('the voters of an option are listed newest first, page by page', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const poll = await published(ada);
  const [tea, coffee] = poll.optionIds;
  const names = ['ben', 'cleo', 'dora', 'eve', 'finn'];
  const voters = new Map<string, Person>();
  for (const name of names) {
    world.clock.advance('1s');
    const voter = await world.user(name);
    voters.set(name, voter);
    await vote(voter, poll);
  }
  world.clock.advance('1s');
  await vote(ada, poll, 1);
  assert.deepEqual(await votersOf(ada, tea), names.toReversed());
  assert.deepEqual(await votersOf(await world.user('gil'), coffee), ['ada']);

  const listed: string[] = [];
  let after: string | null = null;
  do {
    const { pollVoters } = await ada.do(VOTERS, { id: tea, first: 2, after });
    listed.push(...pollVoters.nodes.map((node: { user: { username: string } }) => node.user.username));
    after = pollVoters.pageInfo.hasNextPage ? pollVoters.pageInfo.endCursor : null;
    // A listed voter who votes again moves nobody from one page to another.
    await vote(voters.get(listed.at(-1) ?? '') ?? ada, poll, 1);
  } while (after !== null);
  assert.deepEqual(listed, names.toReversed());
});

test('votes with equal timestamps are paged without gap or repetition', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const poll = await published(ada);
  for (const name of ['ben', 'cleo', 'dora']) await vote(await world.user(name), poll);
  await runSql(world.connectionString, "update poll_votes set created_at = '2026-11-20T12:00:00Z'");
  const all = await votersOf(ada, poll.optionIds[0]);
  const listed: string[] = [];
  for (let after: string | null = null, page = 0; page < 3; page += 1) {
    const { pollVoters } = await ada.do(VOTERS, { id: poll.optionIds[0], first: 1, after });
    assert.equal(pollVoters.nodes[0].votedAt, '2026-11-20T12:00:00.000Z');
    listed.push(pollVoters.nodes[0].user.username);
    after = pollVoters.pageInfo.endCursor;
  }
  assert.deepEqual(listed, all);
  assert.deepEqual(listed.toSorted(), ['ben', 'cleo', 'dora']);
});

test('voters are hidden unless the author wants them shown, and never shown to signed-out callers', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { createPost } = await ada.do(PUBLISH, { poll: { options: ['Tea', 'Coffee'] } });
  const [tea] = createPost.post.poll.options;
  await ben.do(VOTE, { poll: createPost.post.poll.id, options: [tea.id] });
  for (const viewer of [ada, ben]) assert.equal(await votersOf(viewer, tea.id), null);
  const open = await published(ada);
  await vote(ben, open);
  assert.deepEqual(await votersOf(ada, open.optionIds[0]), ['ben']);
  const { data, errors } = await world.anonymous().ask(VOTERS, { id: open.optionIds[0] });
  assert.deepEqual([data, errors?.[0]?.extensions.code], [{ pollVoters: null }, 'UNAUTHENTICATED']);
});

test('voters are hidden in anonymous polls and until the results are shown', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const learn = async ({ optionIds: [id] }: Published): Promise<unknown> =>
    Promise.all([ada, ben, cleo].map((viewer) => votersOf(viewer, id)));

  const hidden = await published(ada, { isAnonymous: true });
  await vote(ben, hidden);
  assert.deepEqual(await learn(hidden), [null, null, null]);
  const afterVote = await published(ada, { results: 'AFTER_VOTE' });
  await vote(ben, afterVote);
  assert.deepEqual(await learn(afterVote), [null, ['ben'], null]);
  const afterClose = await published(ada, { results: 'AFTER_CLOSE' });
  await vote(ben, afterClose);
  assert.deepEqual(await learn(afterClose), [null, null, null]);
  for (const { id } of [hidden, afterVote, afterClose]) await ada.do(CLOSE, { id });
  assert.deepEqual(await learn(hidden), [null, null, null]);
  for (const poll of [afterVote, afterClose]) assert.deepEqual(await learn(poll), Array(3).fill(['ben']));

  await world.app.relay.drain();
  const events = await world.app.services.db
    .selectFrom('event_log')
    .select('payload')
    .where('name', '=', 'poll.voted')
    .orderBy('position')
    .execute();
  assert.deepEqual(
    events.map(({ payload }) => payload),
    [
      { pollId: uuidOf(hidden.id), postId: uuidOf(hidden.postId), messageId: null, voterId: null },
      ...[afterVote, afterClose].map(({ id, postId }) => ({
        pollId: uuidOf(id),
        postId: uuidOf(postId),
        messageId: null,
        voterId: uuidOf(ben.id),
      })),
    ],
  );
});

for (const [name, { hides, apply }] of Object.entries(SITUATIONS)) {
  if (hides === 'comment') continue;
  test(`${name}: their poll is invisible, or they are not listed as voters`, async (t) => {
    const world = await testWorld(t);
    const [ada, target] = [await world.user('ada'), await world.user('target')];
    await follow(ada, target);
    const theirs = await published(target);
    const own = await published(ada);
    for (const poll of [theirs, own]) await vote(target, poll);
    assert.deepEqual(await answersOf(ada, theirs), await answersOf(target, theirs));
    assert.deepEqual(await votersOf(ada, own.optionIds[0]), ['target']);

    const ids = { target: uuidOf(target.id), viewer: uuidOf(ada.id), post: uuidOf(theirs.postId) };
    await runSql(world.connectionString, apply(ids));
    const absent = toGlobalId('poll', world.app.services.ids.next());
    const absentOption = toGlobalId('polloption', world.app.services.ids.next());
    const nothing: Published = { id: absent, postId: '', optionIds: [absentOption, absentOption] };
    assert.deepEqual(await answersOf(ada, theirs), await answersOf(ada, nothing));
    assert.deepEqual(await mutedBy(world, ada, theirs), await mutedBy(world, ada, nothing));
    assert.deepEqual(await votersOf(ada, own.optionIds[0]), hides === 'person' ? [] : ['target']);
    // The counts are the same for everybody.
    assert.equal((await ada.do(VOTE, { poll: own.id, options: [] })).votePoll.poll.voterCount, 1);
  });
}

/** Answers of the queries about a poll. */
async function answersOf(viewer: Actor, { id, optionIds }: Published): Promise<unknown> {
  return viewer.do(
    `query ($id: ID!, $option: ID!) {
      node(id: $id) { ... on Poll { voterCount } } pollVoters(optionId: $option) { nodes { user { username } } } }`,
    { id, option: optionIds[0] },
  );
}

/** Answers of the refused mutations. */
async function mutedBy(world: World, viewer: Actor, { id, optionIds }: Published): Promise<unknown> {
  const { data, errors } = await unchanged(world, () =>
    viewer.ask(
      `mutation ($id: ID!, $option: ID!) {
        votePoll(input: { pollId: $id, optionIds: [$option] }) { poll { id } errors { code message path } }
        closePoll(input: { pollId: $id }) { poll { id } errors { code message path } } }`,
      { id, option: optionIds[0] },
    ),
  );
  assert.equal(errors, undefined);
  return data;
}
