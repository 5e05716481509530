import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { manage, rolesIn, wrongGroups } from '#test/support/messaging/groups.ts';
import { accept, block, requestFrom, say, SEND, startWith } from '#test/support/messaging/messaging.ts';
import { follow } from '#test/support/people/people.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const DECLINE = `mutation ($id: ID!) { declineConversation(input: { conversationId: $id }) {
  conversationId errors { code message path ... on StateError { current allowed } } } }`;
const ACCEPT = `mutation ($id: ID!) { acceptConversation(input: { conversationId: $id }) {
  conversation { id } errors { code path } } }`;
const SEEN = `query ($id: ID!) { conversation(id: $id) { title participantCount
  participants { nodes { user { username } role status } }
  viewer { inbox canSend addedBy { username } } } }`;
const INBOX = `query ($inbox: Inbox!) { myConversations(inbox: $inbox) { nodes { id lastMessage { seq } } } }`;

const refusalOf = async (person: Person, conversationId: string): Promise<unknown> => {
  const { data } = await person.ask(SEND, { input: { conversationId, text: 'Hello' } });
  const [error] = data.sendMessage.errors;
  return error && [error.code, error.message, error.current, error.allowed];
};
const seen = async (person: Person, id: string): Promise<Untyped> =>
  (await person.do(SEEN, { id })).conversation;
const inbox = async (person: Person, name: string): Promise<Untyped> =>
  (await person.do(INBOX, { inbox: name })).myConversations.nodes;

const WAIT = ['INVALID_STATE', 'Wait until the other user accepts this conversation.', 'REQUESTED', ['OPEN']];

test('a stranger sends three messages into a request, which its recipient accepts before answering', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const added = {
    ada: await ada.subscribe('subscription { conversationAdded { reason by { username } } }'),
    ben: await ben.subscribe('subscription { conversationAdded { reason by { username } } }'),
  };
  const id = await requestFrom(ada, ben);
  const reasonOf = async (name: 'ada' | 'ben'): Promise<unknown> => {
    const { reason, by } = (await added[name].next()).data.conversationAdded;
    return [reason, by.username];
  };
  assert.deepEqual(
    [await reasonOf('ada'), await reasonOf('ben')],
    [
      ['CREATED', 'ada'],
      ['REQUEST', 'ada'],
    ],
  );

  const sent = await Promise.all(Array.from({ length: 10 }, () => refusalOf(ada, id)));
  assert.equal(sent.filter((refusal) => refusal === undefined).length, 3);
  assert.deepEqual(
    sent.filter((refusal) => refusal !== undefined),
    Array(7).fill(WAIT),
  );
  assert.equal((await seen(ada, id)).viewer.canSend, false);
  assert.deepEqual(await inbox(ben, 'REQUESTS'), [{ id, lastMessage: { seq: 3 } }]);
  assert.deepEqual(await inbox(ben, 'PRIMARY'), []);
  assert.deepEqual((await seen(ben, id)).viewer, {
    inbox: 'REQUESTS',
    canSend: false,
    addedBy: { username: 'ada' },
  });
  assert.deepEqual(await refusalOf(ben, id), [
    'INVALID_STATE',
    'Accept this conversation before you send messages.',
    'REQUEST',
    ['OPEN'],
  ]);

  await accept(ben, id);
  await accept(ben, id);
  assert.deepEqual(
    [await reasonOf('ada'), await reasonOf('ben')],
    [
      ['REQUEST_ACCEPTED', 'ben'],
      ['REQUEST_ACCEPTED', 'ben'],
    ],
  );
  assert.deepEqual([await say(ben, id, 'Hi'), await say(ada, id, 'Hello')], [4, 5]);
  assert.deepEqual(await inbox(ben, 'PRIMARY'), [{ id, lastMessage: { seq: 5 } }]);
  const { data } = await ben.ask(DECLINE, { id });
  assert.deepEqual(data.declineConversation.errors, [
    {
      code: 'INVALID_STATE',
      message: 'Use this for requests that you have not accepted.',
      path: ['conversationId'],
      current: 'ACCEPTED',
      allowed: ['REQUEST'],
    },
  ]);
  for (const subscription of Object.values(added)) await subscription.nothing();
});

test('both see who has still to accept, and starting the conversation accepts it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await requestFrom(ada, ben);
  const stateFor = async (viewer: Person): Promise<unknown> =>
    (
      await viewer.do(
        'query ($id: ID!) { conversation(id: $id) { viewer { requestState messagesLeft canSend } } }',
        { id },
      )
    ).conversation.viewer;
  assert.deepEqual(await stateFor(ada), { requestState: 'SENT', messagesLeft: 3, canSend: true });
  await say(ada, id, 'Hello');
  assert.deepEqual(await stateFor(ada), { requestState: 'SENT', messagesLeft: 2, canSend: true });
  assert.deepEqual(await stateFor(ben), { requestState: 'RECEIVED', messagesLeft: null, canSend: false });
  const accepted = await ada.subscribe('subscription { conversationAdded { reason by { username } } }');
  assert.equal(await requestFrom(ben, ada), id);
  assert.deepEqual((await accepted.next()).data.conversationAdded, {
    reason: 'REQUEST_ACCEPTED',
    by: { username: 'ben' },
  });
  const settled = { requestState: null, messagesLeft: null, canSend: true };
  assert.deepEqual([await stateFor(ada), await stateFor(ben)], [settled, settled]);
  assert.deepEqual(await inbox(ben, 'REQUESTS'), []);
});

test('nobody asks more strangers a day than they may, and who accepts does not count', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_DAILY_ASKED: '3', LIMIT_NEW_ACCOUNT_DAILY_ASKED: '2' } });
  const ada = await world.user('ada');
  const people = await Promise.all([1, 2, 3, 4, 5].map((n) => world.user(`person.${n}`)));
  const [one, two, three, four, friend] = people as [Person, Person, Person, Person, Person];
  await follow(friend, ada);
  const first = await requestFrom(ada, one);
  let asker = ada;
  const errorsOf = async (...others: readonly Person[]): Promise<unknown> =>
    (
      await asker.ask(
        `mutation ($input: StartConversationInput!) { startConversation(input: $input) { errors { code path message } } }`,
        { input: { userIds: others.map((other) => other.id), kind: 'GROUP' } },
      )
    ).data.startConversation.errors;
  const refusal = (limit: number) => [
    {
      code: 'LIMIT_REACHED',
      path: ['userIds'],
      message: `You can ask at most ${limit} users who do not know you within 24 hours. Try again tomorrow.`,
    },
  ];
  assert.deepEqual(await errorsOf(two, three), refusal(2));
  assert.deepEqual(await errorsOf(two, friend), []);
  assert.deepEqual(await errorsOf(three), refusal(2));
  await accept(one, first);
  assert.deepEqual(await errorsOf(one, three), []);
  world.clock.advance('31d');
  asker = await world.signIn(ada);
  assert.deepEqual(await errorsOf(two, three), []);
  assert.deepEqual(await errorsOf(four, friend), []);
  assert.deepEqual(await errorsOf(two), refusal(3));
});

test('a follower of the sender gets no request', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ben, ada);
  const id = await requestFrom(ada, ben);
  assert.equal(await say(ben, id, 'Hello'), 1);
  assert.deepEqual(await inbox(ben, 'REQUESTS'), []);
});

test('a declined request looks to its sender like one that waits, until the other one starts the conversation', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const [declined, waiting] = [await requestFrom(ada, ben), await requestFrom(ada, cleo)];
  const live = await ada.subscribe('subscription { conversationUpdated { changes } }');
  const own = await ben.subscribe('subscription { conversationUpdated { leftReason conversation { id } } }');
  for (const id of [declined, waiting]) await say(ada, id, 'Hello?');

  await ben.do(DECLINE, { id: declined });
  await ben.do(DECLINE, { id: declined });

  const left = (await own.next()).data.conversationUpdated;
  assert.deepEqual(left, { leftReason: 'DECLINED', conversation: null });
  const shown = async (id: string, name: string): Promise<string> =>
    JSON.stringify(await seen(ada, id)).replaceAll(name, 'them');
  assert.equal(await shown(declined, 'ben'), await shown(waiting, 'cleo'));
  for (const turn of [2, 3]) {
    for (const id of [declined, waiting]) assert.equal(await say(ada, id, 'Hello??'), turn);
  }
  for (const id of [declined, waiting]) assert.deepEqual(await refusalOf(ada, id), WAIT);
  assert.equal(await requestFrom(ada, ben), declined);
  assert.deepEqual(await refusalOf(ada, declined), WAIT);
  assert.equal(await seen(ben, declined), null);
  assert.deepEqual(await inbox(ben, 'REQUESTS'), []);
  assert.deepEqual(await refusalOf(ben, declined), [
    'NOT_FOUND',
    'Conversation not found.',
    undefined,
    undefined,
  ]);
  const { data } = await ben.ask(ACCEPT, { id: declined });
  assert.deepEqual(data.acceptConversation.errors, [{ code: 'NOT_FOUND', path: ['conversationId'] }]);
  for (const subscription of [live, own]) await subscription.nothing();

  assert.equal(await requestFrom(ben, ada), declined);
  assert.equal(await say(ada, declined, 'Hello!'), 4);
  // Nothing of what was sent meanwhile.
  assert.deepEqual(await inbox(ben, 'PRIMARY'), [{ id: declined, lastMessage: { seq: 4 } }]);
});

test('an invited user sees the face of a group alone, and joins or declines it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const dora = await world.user('dora');
  const id = await startWith(ada, ben, await world.user('emil'));
  await block(world, ben, cleo);
  await block(world, ben, dora);
  await say(ben, id, 'Before');
  await manage(ada, 'addParticipants', { conversationId: id, userIds: [cleo.id, dora.id] });

  assert.deepEqual(await inbox(cleo, 'REQUESTS'), [{ id, lastMessage: null }]);
  assert.deepEqual(await seen(cleo, id), {
    title: null,
    participantCount: 5,
    participants: { nodes: [] },
    viewer: { inbox: 'REQUESTS', canSend: false, addedBy: { username: 'ada' } },
  });
  assert.deepEqual(await refusalOf(cleo, id), ['NOT_FOUND', 'Conversation not found.', undefined, undefined]);
  await accept(cleo, id);
  await dora.do(DECLINE, { id });
  await say(ben, id, 'After');

  assert.deepEqual(rolesIn({ conversation: await seen(cleo, id) }), [
    ' MEMBER',
    'ada OWNER',
    'cleo MEMBER',
    'emil MEMBER',
  ]);
  assert.deepEqual(await inbox(cleo, 'PRIMARY'), [{ id, lastMessage: { seq: 3 } }]);
  assert.equal(await seen(dora, id), null);
  assert.deepEqual(await wrongGroups(world), []);
});

test('a user gets a bounded number of requests a day, also at once, and what is accepted does not count', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_DAILY_REQUESTS: '3' } });
  const ada = await world.user('ada');
  const strangers: Person[] = [];
  for (let index = 0; index < 6; index += 1) strangers.push(await world.user(`stranger.${index}`));
  const ask = async (person: Person): Promise<string | null> => {
    const { data } = await person.ask(
      'mutation ($ids: [ID!]!) { startConversation(input: { userIds: $ids }) { conversation { id } errors { code path } } }',
      { ids: [ada.id] },
    );
    const { conversation, errors } = data.startConversation;
    if (errors.length > 0) assert.deepEqual(errors, [{ code: 'LIMIT_REACHED', path: ['userIds'] }]);
    return conversation?.id ?? null;
  };

  const ids = await Promise.all(strangers.map(ask));
  const made = ids.filter((id) => id !== null);
  assert.equal(made.length, 3);
  const refused = strangers[ids.indexOf(null)]!;
  await accept(ada, made[0]!);
  await ada.do(DECLINE, { id: made[1]! });
  assert.notEqual(await ask(refused), null);
  const last = strangers[ids.lastIndexOf(null)]!;
  assert.equal(await ask(last), null);
  world.clock.advance('25h');
  const fresh = await world.signIn(last);
  assert.notEqual(await ask({ ...last, ...fresh }), null);
});

test('a link of a block list reaches nobody who has not accepted the conversation, sent, forwarded or by an edit', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const { errors } = await callMutation(await world.admin(), {
    name: 'adminSaveBlocklist',
    payload: 'errors { code }',
    input: {
      name: 'Links',
      kind: 'LINK',
      action: 'HOLD',
      isActive: true,
      reason: 'A test',
      addEntries: ['bad.example'],
    },
  });
  assert.deepEqual(errors, []);
  const [requested, accepted] = [await requestFrom(ada, ben), await startWith(ada, cleo)];
  const link = 'See https://www.bad.example/x';
  const tell = (conversationId: string, text: string): Promise<Untyped> =>
    callMutation(ada, {
      name: 'sendMessage',
      payload: `message { id } ${STATES}`,
      input: { conversationId, text },
    });
  const forward = (messageId: string): Promise<Untyped> =>
    callMutation(ada, {
      name: 'forwardMessage',
      payload: STATES,
      input: { messageId, conversationIds: [requested] },
    });
  const edit = (messageId: string): Promise<Untyped> =>
    callMutation(ada, { name: 'editMessage', payload: STATES, input: { messageId, text: link } });
  const refused = (path: string[]) => [{ code: 'INVALID_STATE', path, current: 'REQUESTED' }];
  const told = await tell(accepted, link);
  assert.deepEqual(told.errors, []);
  const plain = await tell(requested, 'See good.example');
  assert.deepEqual(plain.errors, []);
  await unchanged(world, async () => {
    assert.deepEqual((await tell(requested, link)).errors, refused(['conversationId']));
    assert.deepEqual((await forward(told.message.id)).errors, refused(['conversationIds', '0']));
    assert.deepEqual((await edit(plain.message.id)).errors, refused(['text']));
  });
  await accept(ben, requested);
  for (const sent of [
    await tell(requested, link),
    await forward(told.message.id),
    await edit(plain.message.id),
  ])
    assert.deepEqual(sent.errors, []);
});

const STATES = 'errors { code path ... on StateError { current } }';
