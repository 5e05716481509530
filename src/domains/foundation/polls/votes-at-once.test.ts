import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase } from '#test/support/accounts.ts';
import type { Actor } from '#test/support/actor.ts';
import { deadlocksOf } from '#test/support/follow-consistency.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const PUBLISH = `mutation ($poll: PollInput!) {
  createPost(input: { text: "Which?", poll: $poll }) { post { poll { id options { id } } } errors { code } } }`;
const VOTE = `mutation ($poll: ID!, $options: [ID!]!) {
  votePoll(input: { pollId: $poll, optionIds: $options }) { errors { code } } }`;
const CLOSE = 'mutation ($id: ID!) { closePoll(input: { pollId: $id }) { errors { code } } }';

type Published = { readonly id: string; readonly optionIds: readonly string[] };

async function published(author: Actor, options: readonly string[], rest: object = {}): Promise<Published> {
  const { poll } = (await author.do(PUBLISH, { poll: { options, ...rest } })).createPost.post;
  return { id: poll.id, optionIds: poll.options.map((option: { id: string }) => option.id) };
}

/** The counts of the options and the number of voters. */
async function countsOf(viewer: Actor, { id }: Published): Promise<readonly [number[], number]> {
  const { node } = await viewer.do(
    'query ($id: ID!) { node(id: $id) { ... on Poll { voterCount options { voteCount } } } }',
    { id },
  );
  return [node.options.map((option: { voteCount: number }) => option.voteCount), node.voterCount];
}

/** The same counts, from the rows of the votes. */
async function rowsOf({ app }: World, { optionIds }: Published): Promise<readonly [number[], number]> {
  const votes = await app.services.db.selectFrom('poll_votes').select(['option_id', 'voter_id']).execute();
  const ids = optionIds.map(uuidOf);
  const own = votes.filter((vote) => ids.includes(vote.option_id));
  return [
    ids.map((id) => own.filter((vote) => vote.option_id === id).length),
    new Set(own.map((vote) => vote.voter_id)).size,
  ];
}

test('a hundred users who change their votes concurrently are counted exactly', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const voters: Person[] = [];
  for (let index = 0; index < 100; index += 1) voters.push(await world.user(`voter.${index}`));
  const single = await published(ada, ['A', 'B', 'C']);
  const several = await published(ada, ['A', 'B', 'C'], { isMultipleChoice: true });
  const [a = '', b = '', c = ''] = single.optionIds;
  const [d = '', e = '', f = ''] = several.optionIds;
  const minds: readonly (readonly [Published, readonly string[]])[] = [
    [single, [a]],
    [several, [d, e]],
    [single, [b]],
    [several, [e, f]],
    [single, []],
    [several, []],
    [single, [c]],
    [several, [f]],
  ];
  await Promise.all(
    voters.map(async (voter, index) => {
      // Each starts at another option and goes through all of them.
      for (let thought = 0; thought < minds.length; thought += 1) {
        const [poll, options] = minds[(index + thought) % minds.length] ?? [single, []];
        await voter.do(VOTE, { poll: poll.id, options });
      }
    }),
  );
  // By the option that each started with: 13 users each for the first four, 12 for the others.
  assert.deepEqual(await countsOf(ada, single), [[13 + 13, 13 + 12, 12 + 13], 76]);
  assert.deepEqual(await countsOf(ada, several), [[13 + 13, 13 + 13 + 12 + 12, 12 + 12 + 13 + 13], 76]);
  for (const poll of [single, several])
    assert.deepEqual(await rowsOf(world, poll), await countsOf(ada, poll));
  assert.equal(await deadlocksOf(world.app.services.db), 0);
});

test('a user who votes from many devices has one vote', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const poll = await published(ada, ['A', 'B', 'C']);
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      ben.do(VOTE, { poll: poll.id, options: index % 4 === 3 ? [] : [poll.optionIds[index % 4]] }),
    ),
  );
  const counts = await countsOf(ada, poll);
  assert.deepEqual(counts, await rowsOf(world, poll));
  assert.ok(counts[1] <= 1);
  assert.equal(
    counts[0].reduce((sum, count) => sum + count, 0),
    counts[1],
  );
});

test('the database refuses a second vote of a user in a single choice', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const poll = await published(ada, ['A', 'B']);
  await ada.do(VOTE, { poll: poll.id, options: [poll.optionIds[0]] });
  const { db, clock } = world.app.services;
  const second = {
    option_id: uuidOf(poll.optionIds[1] ?? ''),
    voter_id: uuidOf(ada.id),
    created_at: clock.now(),
    single_choice_in: uuidOf(poll.id),
  };
  await assert.rejects(db.insertInto('poll_votes').values(second).execute(), {
    constraint: 'poll_votes_voter_id_single_choice_in_key',
  });
});

test('the counts of a closed poll are final, also with votes at the moment of closing', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const voters: Person[] = [];
  for (let index = 0; index < 20; index += 1) voters.push(await world.user(`voter.${index}`));
  const poll = await published(ada, ['A', 'B']);
  const vote = async (voter: Person): Promise<string> => {
    const { data } = await voter.ask(VOTE, { poll: poll.id, options: [poll.optionIds[0]] });
    return data.votePoll.errors[0]?.code ?? 'DONE';
  };
  const voted = voters.map(vote);
  await Promise.race(voted);
  await ada.do(CLOSE, { id: poll.id });
  const atTheEnd = await countsOf(ada, poll);
  const answers = await Promise.all(voted);
  const done = answers.filter((answer) => answer === 'DONE').length;
  assert.deepEqual(atTheEnd, [[done, 0], done]);
  assert.deepEqual(await countsOf(ada, poll), atTheEnd);
  assert.deepEqual(
    answers.filter((answer) => answer !== 'DONE' && answer !== 'INVALID_STATE'),
    [],
  );
  const names = await emittedNames(world);
  assert.equal(names.at(-1), 'poll.closed');
  assert.equal(names.filter((name) => name === 'poll.voted').length, done);
});

test('erasing a user removes their votes from the counts and deletes their polls', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const kept = await published(ada, ['A', 'B', 'C'], { isMultipleChoice: true });
  const gone = await published(ben, ['A', 'B']);
  const [a, b, c] = kept.optionIds;
  await ben.do(VOTE, { poll: kept.id, options: [a, b] });
  await cleo.do(VOTE, { poll: kept.id, options: [b, c] });
  await cleo.do(VOTE, { poll: gone.id, options: [gone.optionIds[0]] });
  await ada.do(CLOSE, { id: kept.id });
  await erase(world, ben);
  const device = await world.signIn(ada);
  assert.deepEqual(await countsOf(device, kept), [[0, 1, 1], 1]);
  assert.deepEqual(await rowsOf(world, kept), [[0, 1, 1], 1]);
  const { db } = world.app.services;
  assert.deepEqual(await db.selectFrom('polls').select('id').execute(), [{ id: uuidOf(kept.id) }]);
  assert.equal((await db.selectFrom('poll_options').select('id').execute()).length, 3);
  assert.equal((await db.selectFrom('poll_votes').select('voter_id').execute()).length, 2);
});
