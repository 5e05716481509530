import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Subscription, Untyped } from '#test/support/actor.ts';
import { openLiveDevice } from '#test/support/messaging/live-device.ts';
import { sendPoll, sentPoll, vote } from '#test/support/messaging/message-polls.ts';
import { leave, rejoin, startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const POLL = 'content { text ... on PollContent { poll { voterCount isClosed options { voteCount } } } }';
const UPDATED = `subscription { messageUpdated { changes message { id ${POLL} } } }`;
const CLOSE = 'mutation ($id: ID!) { closePoll(input: { pollId: $id }) { errors { code } } }';

test('`messageUpdated` tells of the votes of a second once, of the end of the poll, and of no post', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, group } = await scene(world);
  const poll = await sentPoll(ada, group);
  await leave(world, cleo, group);
  await rejoin(world, cleo, group);
  const [live, later] = [await ben.subscribe(UPDATED), await cleo.subscribe(UPDATED)];
  world.clock.freeze();
  for (const place of [0, 1, 0, 1]) for (const voter of [ada, ben]) await vote(voter, poll, place);
  await settle(world);
  assert.deepEqual(await updateFrom(live), ['POLL', [0, 2], 2, false]);
  await vote(ben, poll);
  await settle(world);
  assert.deepEqual(await updateFrom(live), ['POLL', [0, 1], 1, false]);
  await ada.do(CLOSE, { id: poll.id });
  await settle(world);
  assert.deepEqual(await updateFrom(live), ['POLL', [0, 1], 1, true]);
  const { createPost } = await ada.do(
    'mutation { createPost(input: { text: "?", poll: { options: ["A", "B"] } }) { post { poll { id options { id } } } } }',
  );
  const [option] = createPost.post.poll.options;
  await vote(ben, { id: createPost.post.poll.id, messageId: '', optionIds: [option.id] }, 0);
  await settle(world);
  await live.nothing();
  await later.nothing();
});

test('a poll and its votes in a group of twenty are executed once for all but its sender', async (t) => {
  const world = await testWorld(t);
  const { people, sender, group } = await crowd(world);
  const query = `subscription { messageAdded { message { ${POLL} sender { username } } } }`;
  const devices = await Promise.all(
    people.map((person) => openLiveDevice(world, person, { id: '1', query })),
  );
  await sendPoll(sender, group);
  await until(() => devices.every(({ results }) => results.length === 1), 'all are told');
  const [first] = devices[0]?.results ?? [];
  assert.ok(first?.includes('"options":[{"voteCount":0},{"voteCount":0}]'), first);
  assert.ok(devices.every(({ results }) => results[0] === first));
  assert.deepEqual(await executionsOf(world), ['shared 1', 'single 1']);
});

test('results for those who have voted are told to each by their own rights', async (t) => {
  const world = await testWorld(t);
  const { people, sender, group } = await crowd(world);
  const poll = await sentPoll(sender, group, { results: 'AFTER_VOTE' });
  const [, voter] = people;
  assert.ok(voter);
  await world.runJobs();
  const devices = await Promise.all(
    people.map((person) => openLiveDevice(world, person, { id: '1', query: UPDATED })),
  );
  await vote(voter, poll, 0);
  await settle(world);
  await until(() => devices.every(({ results }) => results.length === 1), 'all are told');
  for (const [index, { results }] of devices.entries()) {
    const seen =
      people[index] === voter
        ? '[{"voteCount":1},{"voteCount":0}]'
        : '[{"voteCount":null},{"voteCount":null}]';
    assert.ok(results[0]?.includes(`"voterCount":1,"isClosed":false,"options":${seen}`), results[0]);
  }
  assert.deepEqual(await executionsOf(world), [`single ${people.length}`]);
});

async function scene(world: World): Promise<{ ada: Person; ben: Person; cleo: Person; group: string }> {
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  return { ada, ben, cleo, group: await startWith(ada, ben, cleo) };
}

async function crowd(world: World): Promise<{ people: readonly Person[]; sender: Person; group: string }> {
  const people = await Promise.all(Array.from({ length: 20 }, (_, index) => world.user(`member.${index}`)));
  const [sender, ...others] = people;
  assert.ok(sender);
  return { people, sender, group: await startWith(sender, ...others) };
}

async function updateFrom(device: Subscription): Promise<unknown[]> {
  const { changes, message } = (await device.next()).data.messageUpdated;
  const { voterCount, isClosed, options } = message.content.poll;
  return [changes.join(), options.map(({ voteCount }: Untyped) => voteCount), voterCount, isClosed];
}

/** Lets the follower come and the second pass at whose end it tells. */
async function settle(world: World): Promise<void> {
  await world.runJobs();
  world.clock.advance('2s');
  await world.runJobs();
}

async function executionsOf(world: World): Promise<string[]> {
  const metrics = await (await fetch(`${world.opsUrl}/metrics`)).text();
  const found = metrics.matchAll(/^graphql_live_executions_total\{kind="(\w+)"\} (\d+)$/gm);
  return Array.from(found, ([, kind, count]) => `${kind} ${count}`).toSorted();
}
