import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, deactivate, requestFrom, say, START, startWith } from '#test/support/messaging/messaging.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { refused } from '#test/support/unchanged.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const forbidden = (...indexes: number[]): unknown[] =>
  indexes.map((index) => ({ __typename: 'PlainError', code: 'FORBIDDEN', path: ['userIds', String(index)] }));

test('a user who stops accepting messages keeps existing direct conversations and gets no new ones', async (t) => {
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
  // She can still start conversations herself, and the other users can write in them.
  const own = await startWith(ada, cleo);
  assert.equal(await say(cleo, own, 'What a surprise'), 1);
  assert.equal(await startWith(cleo, ada), own);
});

test('`startConversation` refuses a group with one error for each user who does not accept messages', async (t) => {
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
  assert.equal(startConversation.conversation.participants.nodes.length, 4);
});

test('an inactive user looks absent, whatever their settings', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  await setPrivacy(ben, { messageAudience: 'NOBODY' });
  await deactivate(world, ben);

  assert.deepEqual(await refused(world, ada, START, { input: { userIds: [cleo.id, ben.id] } }), [
    { __typename: 'PlainError', code: 'NOT_FOUND', path: ['userIds'] },
  ]);
});

const SET_TYPING = `mutation ($id: ID!, $on: Boolean!) {
  setTyping(input: { conversationId: $id, isTyping: $on }) { errors { code } } }`;

test('starting and typing among many users take no more statements than among few', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '1000000' } });
  const { ada, ben } = await people(world);
  const guests: Person[] = [];
  for (let count = 0; count < 12; count += 1) {
    const person = await world.user(`guest.${count}`);
    guests.push(person);
    await follow(person, ada);
    await setPrivacy(person, { messageAudience: 'FOLLOWING', readReceiptsAudience: 'FOLLOWING' });
  }
  const few = guests.slice(0, 1);
  const start = (others: readonly Person[]): Promise<number> =>
    world.statementsOf(() =>
      ada.do(START, { input: { userIds: others.map((one) => one.id), kind: 'GROUP' } }),
    );
  assert.equal(await start(guests), await start(few));

  const typing = async (others: readonly Person[]): Promise<number> => {
    const { startConversation } = await ada.do(START, {
      input: { userIds: others.map((one) => one.id), kind: 'GROUP' },
    });
    return world.statementsOf(() => ada.do(SET_TYPING, { id: startConversation.conversation.id, on: true }));
  };
  assert.equal(await typing(guests), await typing(few));
  // The audience is found where the event is delivered.
  assert.equal(await typing([ben]), await typing(few));
});

test('a new group joins no two users across a block: whoever is blocked stays invited and notices nothing', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora } = await people(world);
  for (const friend of [ada, ben, dora]) await follow(friend, cleo);
  await block(world, dora, ada);
  const added = {
    ada: await ada.subscribe('subscription { conversationAdded { conversation { id } } }'),
    dora: await dora.subscribe('subscription { conversationAdded { conversation { id } } }'),
  };
  const heard = await ada.subscribe('subscription { messageAdded { message { content { text } } } }');
  const typing = await ada.subscribe('subscription { typingIndicator { isTyping } }');
  const id = await requestFrom(cleo, ada, ben, dora);

  const membersFor = async (viewer: Person): Promise<unknown> =>
    (
      await viewer.do(
        'query ($id: ID!) { conversation(id: $id) { participants { nodes { user { username } status } } viewer { canSend } } }',
        { id },
      )
    ).conversation?.participants.nodes
      .map(({ user, status }: { user: { username: string } | null; status: string }) =>
        [user?.username, status].join(' '),
      )
      .toSorted();
  const members = ['ada INVITED', 'ben ACTIVE', 'cleo ACTIVE', 'dora ACTIVE'];
  assert.deepEqual(await membersFor(cleo), members);
  assert.deepEqual(await membersFor(dora), [' INVITED', ...members.slice(1)]);
  assert.deepEqual(await membersFor(ada), []);
  assert.deepEqual((await added.dora.next()).data, { conversationAdded: { conversation: { id } } });

  await say(dora, id, 'Hello');
  await dora.do(SET_TYPING, { id, on: true });
  const unknown = 'conversation_01h455vb4pex5vsknk084sn02q';
  for (const document of [SEND_TEXT, SET_TYPING, READ]) {
    const variables = { on: true };
    const kept = await ada.ask(document, { id, ...variables });
    assert.deepEqual(kept, await ada.ask(document, { id: unknown, ...variables }), document);
  }
  assert.deepEqual((await added.ada.next()).data, { conversationAdded: { conversation: { id } } });
  for (const subscription of [added.ada, heard, typing]) await subscription.nothing();
});

const SEND_TEXT =
  'mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hi" }) { message { id } errors { code message path } } }';
const READ = 'query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { content { text } } } }';

async function people(world: World): Promise<{ ada: Person; ben: Person; cleo: Person; dora: Person }> {
  const [ada, ben, cleo, dora] = await Promise.all(
    ['ada', 'ben', 'cleo', 'dora'].map((name) => world.user(name)),
  );
  assert.ok(ada && ben && cleo && dora);
  return { ada, ben, cleo, dora };
}
