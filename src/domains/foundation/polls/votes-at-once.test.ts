import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';
import { erase } from '#test/support/people/accounts.ts';
import type { Actor } from '#test/support/actor.ts';
import { deadlocksOf } from '#test/support/people/follow-consistency.ts';
import { waitingForLocks } from '#test/support/locks.ts';
import { randomOf } from '#test/support/random.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const PUBLISH = `mutation ($poll: PollInput!) {
  createPost(input: { text: "Which?", poll: $poll }) { post { poll { id options { id } } } errors { code } } }`;
const VOTE = `mutation ($poll: ID!, $options: [ID!]!) {
  votePoll(input: { pollId: $poll, optionIds: $options }) { errors { code } } }`;
const VOTE_AND_READ = `mutation ($poll: ID!, $options: [ID!]!) {
  votePoll(input: { pollId: $poll, optionIds: $options }) {
    poll { voterCount options { voteCount } viewer { votedOptionIds } } errors { code } } }`;
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

test('each of many votes at once is answered with the counts as they are with it', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const voters: Person[] = [];
  for (let index = 0; index < 40; index += 1) voters.push(await world.user(`voter.${index}`));
  const { id, optionIds } = await published(ada, ['A', 'B', 'C']);
  const answers = await Promise.all(
    voters.map((voter, index) => voter.do(VOTE_AND_READ, { poll: id, options: [optionIds[index % 3]] })),
  );
  const polls = answers.map(({ votePoll }) => votePoll.poll);
  polls.sort((one, other) => one.voterCount - other.voterCount);
  const counts: readonly (readonly number[])[] = polls.map(({ options }) =>
    options.map((option: { voteCount: number }) => option.voteCount),
  );
  assert.deepEqual(
    polls.map(({ voterCount }) => voterCount),
    voters.map((_, index) => index + 1),
  );
  // Each answer has one more vote than the one before, and no option has fewer.
  for (const [index, now] of counts.entries()) {
    assert.equal(
      now.reduce((sum, count) => sum + count, 0),
      index + 1,
    );
    const before = counts[index - 1] ?? [0, 0, 0];
    assert.ok(now.every((count, option) => count >= (before[option] ?? 0)));
  }
});

/** Sends a vote for an option, and does something else to the poll while the vote waits for it. @returns the payload of the vote */
async function whileVoteWaits(
  world: World,
  { voter, poll, optionId }: { voter: Actor; poll: Published; optionId: string | undefined },
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  const locked = Promise.withResolvers<undefined>();
  const voting = locked.promise.then(() => voter.ask(VOTE_AND_READ, { poll: poll.id, options: [optionId] }));
  await world.app.services.transaction(async (tx) => {
    await tx.selectFrom('polls').select('id').where('id', '=', uuidOf(poll.id)).forUpdate().execute();
    locked.resolve(undefined);
    await waitingForLocks(world, 1);
    await work(tx);
  });
  return (await voting).data.votePoll;
}

test('a vote replaces the one that the same user gave while it waited, and repeats it without a change', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const poll = await published(ada, ['A', 'B']);
  const [a = '', b = ''] = poll.optionIds;
  const addVoteForB = async (tx: Tx): Promise<void> => {
    await tx
      .insertInto('poll_votes')
      .values({
        option_id: uuidOf(b),
        voter_id: uuidOf(ben.id),
        created_at: world.clock.now(),
        single_choice_in: uuidOf(poll.id),
      })
      .execute();
    await tx.updateTable('poll_options').set({ vote_count: 1 }).where('id', '=', uuidOf(b)).execute();
    await tx.updateTable('polls').set({ voter_count: 1 }).where('id', '=', uuidOf(poll.id)).execute();
  };
  const shown = (counts: readonly number[], votedId: string) => ({
    poll: {
      voterCount: 1,
      options: counts.map((voteCount) => ({ voteCount })),
      viewer: { votedOptionIds: [votedId] },
    },
    errors: [],
  });
  assert.deepEqual(
    await whileVoteWaits(world, { voter: ben, poll, optionId: a }, addVoteForB),
    shown([1, 0], a),
  );
  assert.deepEqual(await rowsOf(world, poll), [[1, 0], 1]);
  await ben.do(VOTE, { poll: poll.id, options: [] });
  const before = (await emittedNames(world)).length;
  assert.deepEqual(
    await whileVoteWaits(world, { voter: ben, poll, optionId: b }, addVoteForB),
    shown([0, 1], b),
  );
  assert.deepEqual(await rowsOf(world, poll), await countsOf(ada, poll));
  assert.equal((await emittedNames(world)).length, before);
});

test('a vote that waits until its poll has ended is refused', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const poll = await published(ada, ['A', 'B']);
  world.clock.freeze();
  // By the time of the request alone the poll is open, and it is closed when the reason is asked for.
  const end = async (tx: Tx): Promise<void> => {
    const closesAt = new Date(world.clock.now().getTime() + 20);
    await tx.updateTable('polls').set({ closes_at: closesAt }).where('id', '=', uuidOf(poll.id)).execute();
    await sql`select pg_sleep(0.04)`.execute(tx);
    world.clock.advance('1s');
  };
  assert.deepEqual(await whileVoteWaits(world, { voter: ben, poll, optionId: poll.optionIds[0] }, end), {
    poll: null,
    errors: [{ code: 'INVALID_STATE' }],
  });
  assert.deepEqual(await rowsOf(world, poll), [[0, 0], 0]);
  assert.deepEqual(await countsOf(ada, poll), [[0, 0], 0]);
  assert.equal((await emittedNames(world)).includes('poll.voted'), false);
});

test('votes of any choices are counted and answered as a model counts them, each change with one event', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const voters = [ada, await world.user('ben'), await world.user('cleo')];
  const random = randomOf(11);
  let changes = 0;
  for (const isMultipleChoice of [false, true]) {
    const poll = await published(ada, ['A', 'B', 'C', 'D'], { isMultipleChoice });
    const held = new Map<Person, readonly string[]>(voters.map((voter) => [voter, []]));
    for (let step = 0; step < 80; step += 1) {
      const voter = voters[random(voters.length)] ?? ada;
      const start = random(4);
      const options = poll.optionIds.slice(start, start + (isMultipleChoice ? random(4) : random(2)));
      if (options.join() !== held.get(voter)?.join()) changes += 1;
      held.set(voter, options);
      // In any order.
      const answer = await voter.do(VOTE_AND_READ, { poll: poll.id, options: options.toReversed() });
      const all = [...held.values()];
      const expected = {
        voterCount: all.filter((chosen) => chosen.length > 0).length,
        options: poll.optionIds.map((id) => ({
          voteCount: all.filter((chosen) => chosen.includes(id)).length,
        })),
        viewer: { votedOptionIds: options },
      };
      assert.deepEqual(answer.votePoll, { poll: expected, errors: [] });
    }
    assert.deepEqual(await rowsOf(world, poll), await countsOf(ada, poll));
  }
  assert.equal((await emittedNames(world)).filter((name) => name === 'poll.voted').length, changes);
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
