import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { befriend, call, connect, must, outcome, see, start } from '#test/support/messaging/calls.ts';
import { block, leave, requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { type Person, testWorld } from '#test/support/world.ts';

/** Mutations on a call by its id, with their other input. */
const ON_CALL: Readonly<Record<string, object>> = {
  acceptCall: {},
  declineCall: { reason: 'DECLINED' },
  cancelCall: {},
  joinCall: { as: 'VIEWER' },
  connectCall: { offer: 'v=0' },
  refreshCallConnection: {},
  leaveCall: {},
  endCall: {},
  updateCallMedia: { isMuted: true },
  rateCall: { stars: 1 },
  lowerAllHands: {},
  requestToSpeak: {},
};

const ON_MEMBER = [
  'inviteToSpeak',
  'moveToViewers',
  'muteCallMember',
  'removeFromCall',
  'transferHost',
  'addCoHost',
  'removeCoHost',
];

const SUBSCRIPTIONS = [
  'callIncoming { call { id } }',
  'callStatusChanged { changes }',
  'callEnded { reason }',
  'participantJoined { member { role } }',
  'participantLeft { reason }',
  'speakerRequestReceived { position }',
  'speakerRequestResponse { needsReconnect }',
];

test('a call is nothing to an outsider, a former or invited member, or who is banned, on every surface', async (t) => {
  const world = await testWorld(t);
  const names = ['ada', 'ben', 'outsider', 'former', 'invited', 'banned', 'removed'];
  const all: Person[] = [];
  for (const name of names) all.push(await world.user(name));
  const [ada, ben] = all as [Person, Person];
  await befriend(...all.slice(0, 2), ...all.slice(3, 4), ...all.slice(5));
  const conversationId = await startWith(ada, ...all.slice(1, 2), ...all.slice(3, 4), ...all.slice(5));
  const callId = await start(ada, conversationId);
  for (const person of all.slice(3, 4).concat(all.slice(5)))
    await must(person, 'joinCall', { callId, as: 'SPEAKER' });
  await connect(world, callId, ada);
  await leave(world, all[3]!, conversationId);
  await must(ada, 'removeFromCall', { callId, userId: all[5]!.id, isBanned: true });
  await must(ada, 'removeFromCall', { callId, userId: all[6]!.id });
  await ada.do(
    'mutation ($input: AddParticipantsInput!) { addParticipants(input: $input) { errors { code } } }',
    { input: { conversationId, userIds: [all[4]!.id] } },
  );

  for (const person of [all[2]!, all[3]!, all[4]!, all[5]!]) {
    await unchanged(world, async () => {
      const { username } = person;
      const { data } = await person.ask(
        `query ($id: ID!, $conversation: ID!) { call(id: $id) { id } node(id: $id) { id } activeCalls { id }
          conversation(id: $conversation) { activeCall { id } } }`,
        { id: callId, conversation: conversationId },
      );
      assert.deepEqual([data.call, data.node, data.activeCalls], [null, null, []], username);
      assert.equal(data.conversation?.activeCall ?? null, null, username);
      for (const [name, input] of Object.entries(ON_CALL)) {
        const payload = await call(person, name, { callId, ...input }, '__typename');
        assert.equal(payload.errors[0]?.code, 'NOT_FOUND', `${username} ${name}`);
      }
      for (const name of ON_MEMBER) {
        const payload = await call(person, name, { callId, userId: ada.id }, '__typename');
        assert.equal(payload.errors[0]?.code, 'NOT_FOUND', `${username} ${name}`);
      }
    });
    for (const subscription of SUBSCRIPTIONS) {
      const [name = ''] = subscription.split(' ');
      const document = `subscription ($id: ID!) { ${subscription.replace(name, `${name}(callId: $id)`)} }`;
      // The refusal may come after the confirmations.
      const refused: unknown = await person
        .subscribe(document, { id: callId })
        .then((subscription) => subscription.next())
        .catch((errors: unknown) => errors);
      assert.equal((refused as Untyped)[0]?.extensions.code, 'NOT_FOUND', `${person.username} ${name}`);
    }
  }
  assert.equal(await outcome(all[6]!, 'joinCall', { callId, as: 'SPEAKER' }), 'ok');
  assert.equal((await see(ben, callId)).memberCount, 3);
});

test('anonymous callers and admins reach no call', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ada, ben);
  const callId = await start(ada, await startWith(ada, ben));
  const anonymous: Actor = world.anonymous();
  const { data, errors } = await anonymous.ask(
    'query ($id: ID!) { call(id: $id) { id } node(id: $id) { id } }',
    {
      id: callId,
    },
  );
  assert.deepEqual(
    [data, errors?.map(({ extensions }) => extensions.code)],
    [{ call: null, node: null }, ['UNAUTHENTICATED']],
  );
  const admin = await world.admin();
  const asked = await admin.ask('query ($id: ID!) { adminGetNode(id: $id) { id } }', { id: callId });
  assert.equal(asked.data.adminGetNode, null);
});

test('whom somebody cannot write to they cannot call, by the same refusal, and settings decide the rest', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat, dan] = [
    await world.user('ada'),
    await world.user('ben'),
    await world.user('cat'),
    await world.user('dan'),
  ];
  const begin = (actor: Actor, conversationId: string): Promise<string> =>
    outcome(actor, 'startCall', { conversationId, kind: 'AUDIO' });
  const canCall = async (): Promise<boolean> =>
    (await ada.do('query ($id: ID!) { user(id: $id) { viewer { canCall } } }', { id: ben.id })).user.viewer
      .canCall;
  const withBen = await startWith(ada, ben);
  await unchanged(world, async () => {
    assert.equal(await canCall(), false);
    assert.equal(await begin(ada, withBen), 'FORBIDDEN');
  });
  await setPrivacy(ben, { callAudience: 'EVERYONE' });
  assert.equal(await canCall(), true);
  const request = await requestFrom(ada, cat);
  assert.equal(await begin(ada, request), 'INVALID_STATE REQUESTED');
  assert.equal(await begin(cat, request), 'INVALID_STATE REQUEST');
  const withDan = await startWith(ada, dan);
  await setPrivacy(dan, { callAudience: 'EVERYONE' });
  await block(world, dan, ada);
  assert.equal(await begin(ada, withDan), 'INVALID_STATE READ_ONLY');
  assert.equal(await begin(dan, withBen), 'NOT_FOUND');
  assert.equal(await begin(ada, withBen), 'ok');
});

test('a conversation that is muted does not ring, and its call is missed', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ada, ben);
  const conversationId = await startWith(ada, ben);
  await ben.do(
    'mutation ($id: ID!) { muteConversation(input: { conversationId: $id }) { errors { code } } }',
    {
      id: conversationId,
    },
  );
  world.clock.freeze();
  const incoming = await ben.subscribe('subscription { callIncoming { call { id } } }');
  const callId = await start(ada, conversationId);
  await connect(world, callId, ada);
  await incoming.nothing();
  assert.deepEqual(await ben.ask('{ activeCalls { id } }').then(({ data }) => data.activeCalls), []);
  world.clock.advance('45s');
  await world.runJobs();
  assert.equal((await see(ada, callId)).endReason, 'MISSED');
});
