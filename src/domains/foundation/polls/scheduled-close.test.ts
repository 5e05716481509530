import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { closePollJob } from './scheduled-close.ts';

const PUBLISH = `mutation ($poll: PollInput!) {
  createPost(input: { text: "Which?", poll: $poll }) { post { id poll { id options { id } } } errors { code } } }`;
const CLOSE = `mutation ($id: ID!) {
  closePoll(input: { pollId: $id }) { poll { id isClosed closesAt } errors { code path } } }`;
const SHOW = 'query ($id: ID!) { node(id: $id) { ... on Poll { isClosed viewer { canVote canClose } } } }';
const VOTE = `mutation ($poll: ID!, $option: ID!) {
  votePoll(input: { pollId: $poll, optionIds: [$option] }) {
    poll { id } errors { code path ... on StateError { current allowed } } } }`;
const CLOSED = [{ code: 'INVALID_STATE', path: ['pollId'], current: 'CLOSED', allowed: ['OPEN'] }];

type Published = { readonly id: string; readonly postId: string; readonly optionId: string };

async function published(author: Actor, poll: object = {}): Promise<Published> {
  const { createPost } = await author.do(PUBLISH, { poll: { options: ['Tea', 'Coffee'], ...poll } });
  const { id, poll: made } = createPost.post;
  return { id: made.id, postId: id, optionId: made.options[0].id };
}

const inTenMinutes = ({ clock }: World): string => new Date(clock.now().getTime() + 600_000).toISOString();

/** The payload of the event. */
const closing = (author: Person, pollId: string, postId: string) => ({
  pollId: uuidOf(pollId),
  authorId: uuidOf(author.id),
  postId: uuidOf(postId),
  messageId: null,
});

const closings = async (world: World): Promise<number> =>
  (await emittedNames(world)).filter((name) => name === 'poll.closed').length;

test('the author closes a poll permanently, with one event', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const closesAt = inTenMinutes(world);
  const { id, postId, optionId } = await published(ada, { closesAt });
  const votes = { poll: id, option: optionId };
  await ben.do(VOTE, votes);
  assert.deepEqual(await ada.do(SHOW, { id }), {
    node: { isClosed: false, viewer: { canVote: true, canClose: true } },
  });
  const closed = { closePoll: { poll: { id, isClosed: true, closesAt }, errors: [] } };
  assert.deepEqual(await ada.do(CLOSE, { id }), closed);
  assert.deepEqual(await unchanged(world, () => ada.do(CLOSE, { id })), closed);
  assert.deepEqual(await ada.do(SHOW, { id }), {
    node: { isClosed: true, viewer: { canVote: false, canClose: false } },
  });
  assert.deepEqual(await refused(world, ben, VOTE, votes), CLOSED);
  // The scheduled job still runs at `closesAt`.
  world.clock.advance('1h');
  await world.runJobs();
  assert.deepEqual(await storedEvents(world, 'poll.closed'), [['poll.closed', closing(ada, id, postId)]]);
});

test('`closePoll` refuses users other than the author, whether they can see the poll or not', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { id } = await published(ada);
  const absent = toGlobalId('poll', world.app.services.ids.next());
  for (const poll of [id, absent]) {
    assert.deepEqual(await refused(world, ben, CLOSE, { id: poll }), [
      { code: 'NOT_FOUND', path: ['pollId'] },
    ]);
  }
  assert.deepEqual(await ben.do(SHOW, { id }), {
    node: { isClosed: false, viewer: { canVote: true, canClose: false } },
  });
});

test('a poll closes at `closesAt`, with one event', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { id, postId, optionId } = await published(ada, { closesAt: inTenMinutes(world) });
  world.clock.advance('9m');
  await world.runJobs();
  await ben.do(VOTE, { poll: id, option: optionId });
  assert.equal(await closings(world), 0);

  // The poll is closed before the job has run.
  world.clock.advance('1m');
  const seen = { node: { isClosed: true, viewer: { canVote: false, canClose: false } } };
  assert.deepEqual(await ben.do(SHOW, { id }), seen);
  assert.deepEqual(await refused(world, ben, VOTE, { poll: id, option: optionId }), CLOSED);
  const { closePoll } = await unchanged(world, () => ada.do(CLOSE, { id }));
  assert.equal(closePoll.poll.isClosed, true);
  assert.equal(await closings(world), 0);

  for (let round = 0; round < 2; round += 1) {
    await world.app.services.transaction(async (tx) => tx.enqueue(closePollJob, { pollId: uuidOf(id) }));
    await world.runJobs();
  }
  assert.deepEqual(await ben.do(SHOW, { id }), seen);
  assert.deepEqual(await storedEvents(world, 'poll.closed'), [['poll.closed', closing(ada, id, postId)]]);
});

test('a worker whose clock is behind the queue’s still closes the poll', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id } = await published(ada, { closesAt: inTenMinutes(world) });
  await world.app.services.transaction(async (tx) => tx.enqueue(closePollJob, { pollId: uuidOf(id) }));
  await world.runJobs();
  assert.equal(await closings(world), 1);
  assert.equal((await ada.do(SHOW, { id })).node.isClosed, true);
});

test('a poll that is deleted with its post closes without an event', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id, postId, optionId } = await published(ada, { closesAt: inTenMinutes(world) });
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: postId,
  });
  const gone = [{ code: 'NOT_FOUND', path: ['pollId'] }];
  assert.deepEqual(await ada.do(SHOW, { id }), { node: null });
  assert.deepEqual(await refused(world, ada, VOTE, { poll: id, option: optionId }), gone);
  assert.deepEqual(await refused(world, ada, CLOSE, { id }), gone);
  world.clock.advance('1h');
  await world.runJobs();
  assert.equal(await closings(world), 0);
});
