import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Subscription } from '#test/support/actor.ts';
import { openLiveDevice } from '#test/support/messaging/live-device.ts';
import { countsIn, react, removeReaction, sent } from '#test/support/messaging/message-reactions.ts';
import {
  block,
  deactivate,
  leave,
  rejoin,
  requestFrom,
  startWith,
} from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ADDED = `subscription ($id: ID, $after: String) { messageReactionAdded(conversationId: $id, after: $after) {
  cursor emoji user { username } message { id reactions { emoji count } } } }`;
const UPDATED = 'subscription { messageUpdated { changes message { id reactions { emoji count } } } }';
const HIDE =
  'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: ME }) { errors { code } } }';

test('new reactions are told to the members on all devices, and to nobody across a block', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora, group, id } = await scene(world);
  await block(world, cleo, ben);
  const devices = await Promise.all(
    [ada, await world.signIn(ben), ben, cleo, dora].map((person) => person.subscribe(ADDED, { id: group })),
  );
  await react(ben, id, '👍');
  await react(cleo, id, '🎉');
  const first = { emoji: '👍', user: { username: 'ben' } };
  const second = { emoji: '🎉', user: { username: 'cleo' } };
  const told = await Promise.all([2, 1, 1, 1, 2].map((count, index) => reactionsFrom(devices[index], count)));
  assert.deepEqual(told, [[first, second], [first], [first], [second], [first, second]]);
  for (const device of devices) await device.nothing();
  // A repetition and a removal are no new reactions.
  await react(ben, id, '👍');
  await removeReaction(ben, id, '👍');
  await react(ada, id, '🙈');
  assert.deepEqual(await reactionsFrom(devices[4], 1), [{ emoji: '🙈', user: { username: 'ada' } }]);
});

test('reactions to a message of somebody across a block are told to neither of the two', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora, id } = await scene(world);
  await block(world, ada, ben);
  const [blocked, other] = [await ben.subscribe(ADDED), await dora.subscribe(ADDED)];
  await react(cleo, id, '👍');
  assert.deepEqual(await reactionsFrom(other, 1), [{ emoji: '👍', user: { username: 'cleo' } }]);
  await blocked.nothing();
});

test('members who joined after the message, deleted it for themselves or left are not told, nor is an outsider', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora, id, group } = await scene(world);
  const eve = await world.user('eve');
  await leave(world, cleo, group);
  await rejoin(world, cleo, group);
  await dora.do(HIDE, { id });
  const [early, later, hider, leaver, outsider] = await Promise.all(
    [ada, cleo, dora, ben, eve].map((person) => person.subscribe(ADDED)),
  );
  assert.ok(leaver && outsider);
  await leave(world, ben, group);
  await react(ada, id, '👍');
  const next = await sent(ada, group);
  await react(cleo, next, '🎉');
  const [old, seen] = [
    { emoji: '👍', user: { username: 'ada' } },
    { emoji: '🎉', user: { username: 'cleo' } },
  ];
  assert.deepEqual(await reactionsFrom(early, 2), [old, seen]);
  assert.deepEqual(await reactionsFrom(later, 1), [seen]);
  assert.deepEqual(await reactionsFrom(hider, 1), [seen]);
  for (const device of [leaver, outsider]) await device.nothing();
  const refused = await eve.ask(
    'query ($id: ID!) { node(id: $id) { id } messageReactors(messageId: $id) { nodes { emoji } } }',
    { id },
  );
  assert.deepEqual(refused.data, { node: null, messageReactors: null });

  // A request shows its receiver the messages, and their reactions.
  const request = await requestFrom(eve, ada);
  const asked = await sent(eve, request);
  const [asker, receiver] = [await eve.subscribe(ADDED), await ada.subscribe(ADDED, { id: request })];
  await react(eve, asked, '👍');
  assert.deepEqual(await reactionsFrom(asker, 1), [{ emoji: '👍', user: { username: 'eve' } }]);
  assert.deepEqual(await reactionsFrom(receiver, 1), [{ emoji: '👍', user: { username: 'eve' } }]);
});

test('after a reconnect a reaction that was taken back, or whose user is not seen any more, is not told', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora, id } = await scene(world);
  const live = await ada.subscribe(ADDED);
  await react(ada, id, '😀');
  const after = (await live.next()).data.messageReactionAdded.cursor;
  live.close();
  await react(ben, id, '👍');
  await react(ben, id, '🎉');
  await removeReaction(ben, id, '👍');
  await react(cleo, id, '👍');
  await react(dora, id, '👍');
  await block(world, cleo, ada);
  await deactivate(world, dora);
  const resumed = await ada.subscribe(ADDED, { after });
  assert.deepEqual(await reactionsFrom(resumed, 1), [{ emoji: '🎉', user: { username: 'ben' } }]);
  await resumed.nothing();
});

test('`messageUpdated` tells of changed reactions once for all of a second', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora, group, id } = await scene(world);
  await leave(world, dora, group);
  await rejoin(world, dora, group);
  const [live, later] = [await ada.subscribe(UPDATED), await dora.subscribe(UPDATED)];
  world.clock.freeze();
  await react(ben, id, '👍');
  await react(cleo, id, '👍');
  await react(cleo, id, '🎉');
  await removeReaction(cleo, id, '🎉');
  await settle(world);
  assert.deepEqual(await updateFrom(live), { changes: ['REACTIONS'], id, counts: ['👍 2'] });
  await removeReaction(ben, id, '👍');
  await settle(world);
  assert.deepEqual(await updateFrom(live), { changes: ['REACTIONS'], id, counts: ['👍 1'] });
  await live.nothing();
  await later.nothing();
});

test('a reaction in a group of twenty is executed once for all but its user and the sender', async (t) => {
  const world = await testWorld(t);
  const people = await Promise.all(Array.from({ length: 20 }, (_, index) => world.user(`member.${index}`)));
  const [sender, reactor, ...others] = people;
  assert.ok(sender && reactor);
  const id = await sent(sender, await startWith(sender, reactor, ...others));
  const query = `subscription { messageReactionAdded { emoji user { username }
    message { content { text } pinnedAt reactions { emoji count } sender { username } } } }`;
  const devices = await Promise.all(
    people.map((person) => openLiveDevice(world, person, { id: '1', query })),
  );
  await react(reactor, id, '👍');
  await until(() => devices.every(({ results }) => results.length === 1), 'all are told');
  const [first] = devices[0]?.results ?? [];
  assert.ok(first?.includes('"reactions":[{"emoji":"👍","count":1}]'), first);
  assert.ok(devices.every(({ results }) => results[0] === first));
  const metrics = await (await fetch(`${world.opsUrl}/metrics`)).text();
  const executions = Array.from(
    metrics.matchAll(/^graphql_live_executions_total\{kind="(\w+)"\} (\d+)$/gm),
    ([, kind, count]) => `${kind} ${count}`,
  );
  assert.deepEqual(executions.toSorted(), ['shared 1', 'single 2']);
});

async function reactionsFrom(device: Subscription | undefined, count: number): Promise<unknown[]> {
  assert.ok(device);
  const told: unknown[] = [];
  while (told.length < count) {
    const { emoji, user } = (await device.next()).data.messageReactionAdded;
    told.push({ emoji, user });
  }
  return told;
}

async function updateFrom(device: Subscription): Promise<object> {
  const { changes, message } = (await device.next()).data.messageUpdated;
  return { changes, id: message.id, counts: countsIn(message) };
}

/** Lets the follower come and the second pass at whose end it tells. */
async function settle(world: World): Promise<void> {
  await world.runJobs();
  world.clock.advance('2s');
  await world.runJobs();
}

/** A group of four and a message of Ada. */
async function scene(world: World): Promise<{
  ada: Person;
  ben: Person;
  cleo: Person;
  dora: Person;
  group: string;
  id: string;
}> {
  const [ada, ben, cleo, dora] = [
    await world.user('ada'),
    await world.user('ben'),
    await world.user('cleo'),
    await world.user('dora'),
  ];
  const group = await startWith(ada, ben, cleo, dora);
  return { ada, ben, cleo, dora, group, id: await sent(ada, group) };
}
