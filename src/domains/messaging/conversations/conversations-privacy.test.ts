import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deactivate, say, START, startWith } from '#test/support/messaging.ts';
import { follow, setPrivacy } from '#test/support/people.ts';
import { refused } from '#test/support/unchanged.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const forbidden = (...indexes: number[]): unknown[] =>
  indexes.map((index) => ({ __typename: 'PlainError', code: 'FORBIDDEN', path: ['userIds', String(index)] }));

test('who stops receiving messages keeps the direct conversations that there are, and gets no new ones', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const id = await startWith(ben, ada);
  await say(ben, id, 'Hello');

  await setPrivacy(ada, { messageAudience: 'NOBODY' });

  assert.equal(await startWith(ben, ada), id);
  assert.equal(await say(ben, id, 'Still there?'), 2);
  assert.equal(await say(ada, id, 'I am'), 3);
  assert.deepEqual(await refused(world, cleo, START, { input: { userIds: [ada.id] } }), forbidden(0));
  assert.deepEqual(
    await refused(world, ben, START, { input: { userIds: [ada.id], kind: 'GROUP' } }),
    forbidden(0),
  );
  // She herself writes to whom she likes, and they may answer.
  const own = await startWith(ada, cleo);
  assert.equal(await say(cleo, own, 'What a surprise'), 1);
  assert.equal(await startWith(cleo, ada), own);
});

test('a group is not started around somebody who does not admit its starter, and every such person is named', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora } = await people(world);
  await setPrivacy(ben, { messageAudience: 'FOLLOWERS' });
  await setPrivacy(dora, { messageAudience: 'FOLLOWING' });
  const input = { userIds: [ada.id, ben.id, cleo.id, ben.id, dora.id] };

  assert.deepEqual(await refused(world, ada, START, { input }), forbidden(1, 4));
  await follow(ada, ben);
  assert.deepEqual(await refused(world, ada, START, { input }), forbidden(4));
  await follow(dora, ada);
  const { startConversation } = await ada.do(START, { input });
  assert.equal(startConversation.conversation.participants.length, 4);
});

test('who is away is as absent, whatever they had set', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  await setPrivacy(ben, { messageAudience: 'NOBODY' });
  await deactivate(world, ben);

  assert.deepEqual(await refused(world, ada, START, { input: { userIds: [cleo.id, ben.id] } }), [
    { __typename: 'PlainError', code: 'NOT_FOUND', path: ['userIds'] },
  ]);
});

const TYPING = 'subscription { typingIndicator { isTyping user { username } } }';
const SET_TYPING = `mutation ($id: ID!, $on: Boolean!) {
  setTyping(input: { conversationId: $id, isTyping: $on }) { errors { code } } }`;

test('typing shows to those with whom it goes both ways, and to nobody else', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora } = await people(world);
  const id = await startWith(ada, ben, cleo, dora);
  await setPrivacy(ben, { readReceiptsAudience: 'NOBODY' });
  await setPrivacy(cleo, { readReceiptsAudience: 'FOLLOWING' });
  await follow(cleo, dora);
  const at = {
    ada: await ada.subscribe(TYPING),
    ben: await ben.subscribe(TYPING),
    cleo: await cleo.subscribe(TYPING),
    dora: await dora.subscribe(TYPING),
  };
  /** Types and stops: what else came to those who see it would stand between the two. */
  const types = async (person: Person, seenBy: readonly (keyof typeof at)[]): Promise<void> => {
    for (const on of [true, false]) {
      await person.do(SET_TYPING, { id, on });
      for (const name of seenBy) {
        const { typingIndicator } = (await at[name].next()).data;
        assert.deepEqual(typingIndicator, { isTyping: on, user: { username: person.username } }, name);
      }
    }
  };

  await types(ada, ['dora']);
  await types(ben, []);
  await types(cleo, ['dora']);
  await types(dora, ['ada', 'cleo']);
  await follow(cleo, ada);
  await types(ada, ['cleo', 'dora']);
  await setPrivacy(ada, { readReceiptsAudience: 'NOBODY' });
  await types(ada, []);
  await types(dora, ['cleo']);
  await setPrivacy(ada, { readReceiptsAudience: 'EVERYONE' });
  await setPrivacy(ben, { readReceiptsAudience: 'EVERYONE' });
  await types(ben, ['ada', 'dora']);
  for (const subscription of Object.values(at)) await subscription.nothing();
});

test('starting and typing among many cost no statement more than among few', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '1000000' } });
  const { ada, ben } = await people(world);
  const crowd: Person[] = [];
  for (let count = 0; count < 12; count += 1) {
    const person = await world.user(`guest.${count}`);
    crowd.push(person);
    await follow(person, ada);
    await setPrivacy(person, { messageAudience: 'FOLLOWING', readReceiptsAudience: 'FOLLOWING' });
  }
  const few = crowd.slice(0, 1);
  const start = (others: readonly Person[]): Promise<number> =>
    world.statementsOf(() =>
      ada.do(START, { input: { userIds: others.map((one) => one.id), kind: 'GROUP' } }),
    );
  assert.equal(await start(crowd), await start(few));

  const typing = async (others: readonly Person[]): Promise<number> => {
    const { startConversation } = await ada.do(START, {
      input: { userIds: others.map((one) => one.id), kind: 'GROUP' },
    });
    return world.statementsOf(() => ada.do(SET_TYPING, { id: startConversation.conversation.id, on: true }));
  };
  assert.equal(await typing(crowd), await typing(few));
  assert.ok((await typing([ben])) < (await typing(few)));
});

async function people(world: World): Promise<{ ada: Person; ben: Person; cleo: Person; dora: Person }> {
  const [ada, ben, cleo, dora] = await Promise.all(
    ['ada', 'ben', 'cleo', 'dora'].map((name) => world.user(name)),
  );
  assert.ok(ada && ben && cleo && dora);
  return { ada, ben, cleo, dora };
}
