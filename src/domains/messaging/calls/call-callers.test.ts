import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor, Subscription, Untyped } from '#test/support/actor.ts';
import { befriend, call, callServerOf, connect, must, see, start } from '#test/support/messaging/calls.ts';
import { requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

type Scene = {
  readonly world: World;
  readonly ada: Person;
  readonly ben: Person;
  readonly conversationId: string;
  readonly callId: string;
  /** A raised hand of Ben. */
  readonly requestId: string;
  /** Callers whom the call is not for, by what they are. */
  readonly callers: Readonly<Record<string, Actor>>;
};

/** Ada hosts a call of a group, Ben has raised his hand; everybody else is out of it, each in a way of their own. */
async function scene(t: TestContext): Promise<Scene> {
  const world = await testWorld(t);
  const person = (name: string): Promise<Person> => world.user(name);
  const [ada, ben, former, banned] = [
    await person('ada'),
    await person('ben'),
    await person('former'),
    await person('banned'),
  ];
  const [outsider, invited, blocked, asked] = [
    await person('outsider'),
    await person('invited'),
    await person('blocked'),
    await person('asked'),
  ];
  await befriend(ada, ben, former, banned, blocked);
  for (const one of [ada, ben]) await setPrivacy(one, { callAudience: 'EVERYONE' });
  const conversationId = await startWith(ada, ben, former, banned);
  await ada.do(
    'mutation ($input: AddParticipantsInput!) { addParticipants(input: $input) { errors { code } } }',
    { input: { conversationId, userIds: [invited.id] } },
  );
  const { data } = await invited.ask('query ($id: ID!) { conversation(id: $id) { id } }', {
    id: conversationId,
  });
  assert.equal(data.conversation.id, conversationId);
  const withBlocked = await startWith(ada, blocked);
  await requestFrom(ada, asked);
  // A call that was theirs ends by the block, and what follows is not theirs.
  const before = await start(ada, withBlocked);
  await must(blocked, 'acceptCall', { callId: before });
  await ada.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: blocked.id,
  });
  await world.runJobs();
  assert.equal((await see(blocked, before)).endReason, 'COMPLETED');

  const callId = await start(ada, conversationId, { speaking: 'ON_REQUEST' });
  for (const viewer of [ben, former, banned]) await must(viewer, 'joinCall', { callId, as: 'VIEWER' });
  await connect(world, callId, ada, ben, former, banned);
  await former.do(
    'mutation ($id: ID!) { leaveConversation(input: { conversationId: $id }) { errors { code } } }',
    {
      id: conversationId,
    },
  );
  await must(ada, 'removeFromCall', { callId, userId: banned.id, isBanned: true });
  const hand = await call(ben, 'requestToSpeak', { callId }, 'speakerRequest { id }');
  await world.runJobs();
  const adminHere = world.anonymous();
  adminHere.token = (await world.admin()).token;
  return {
    world,
    ada,
    ben,
    conversationId,
    callId,
    requestId: hand.speakerRequest.id,
    callers: {
      outsider,
      'former member': former,
      'invited only': invited,
      banned,
      blocked,
      'request not accepted': asked,
      anonymous: world.anonymous(),
      admin: adminHere,
    },
  };
}

const isSignedIn = (name: string): boolean => name !== 'anonymous' && name !== 'admin';

/** Mutations with their whole input. */
const mutationsOf = ({
  callId,
  requestId,
  conversationId,
  ada,
  ben,
}: Scene): (readonly [string, object])[] => [
  ['startCall', { conversationId, kind: 'AUDIO' }],
  ['acceptCall', { callId }],
  ['declineCall', { callId, reason: 'DECLINED' }],
  ['cancelCall', { callId }],
  ['joinCall', { callId, as: 'SPEAKER' }],
  ['joinCall', { callId, as: 'VIEWER' }],
  ['connectCall', { callId, offer: 'v=0' }],
  ['refreshCallConnection', { callId }],
  ['leaveCall', { callId }],
  ['endCall', { callId }],
  ['inviteToCall', { callId, userIds: [ben.id] }],
  ['updateCallMedia', { callId, isMuted: true }],
  ['rateCall', { callId, stars: 1 }],
  ['requestToSpeak', { callId }],
  ['withdrawSpeakerRequest', { requestId }],
  ['respondToSpeakerRequest', { requestId, isGranted: true }],
  ['lowerAllHands', { callId }],
  ...[
    'inviteToSpeak',
    'moveToViewers',
    'muteCallMember',
    'removeFromCall',
    'transferHost',
    'addCoHost',
    'removeCoHost',
  ].map((name) => [name, { callId, userId: ada.id }] as const),
];

/** Subscriptions and what they select. */
const SUBSCRIPTIONS = {
  callIncoming: '{ call { id } }',
  callStatusChanged: '{ changes call { id } }',
  callEnded: '{ reason call { id } }',
  participantJoined: '{ call { id } member { role } }',
  participantLeft: '{ call { id } reason }',
  speakerRequestReceived: '{ position request { id } }',
  speakerRequestResponse: '{ request { id } }',
};

async function codeOf(actor: Actor, name: string, input: object): Promise<string | undefined> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await actor.ask(
    `mutation ($input: ${type}!) { ${name}(input: $input) { errors { code ... on StateError { current } } } }`,
    { input },
  );
  if (errors) return errors[0]?.extensions.code;
  const [refusal] = data[name].errors;
  return refusal?.current === undefined ? refusal?.code : `${refusal.code} ${refusal.current}`;
}

/** Reads the call by the lists, the nodes and the conversation. */
async function seen(actor: Actor, { callId, requestId, conversationId }: Scene): Promise<unknown> {
  const inCall = `id conversation { id } members(first: 9) { nodes { user { username } } } speakerRequests(first: 9) { nodes { id } }
    viewer { connection { server } }`;
  const { data } = await actor.ask(
    `query ($id: ID!, $request: ID!, $conversation: ID!) {
      call(id: $id) { ${inCall} } node(id: $id) { id ... on Call { ${inCall} } } request: node(id: $request) { id }
      activeCalls { id } callHistory(first: 9) { nodes { id } }
      ofConversation: callHistory(conversationId: $conversation, first: 9) { nodes { id } }
      conversation(id: $conversation) { activeCall { ${inCall} } } }`,
    { id: callId, request: requestId, conversation: conversationId },
  );
  const { conversation, activeCalls, callHistory, ofConversation, ...single } = data;
  const ids = (nodes: Untyped): string[] => (nodes ?? []).map(({ id }: Untyped) => id);
  const listed = [...ids(activeCalls), ...ids(callHistory?.nodes), ...ids(ofConversation?.nodes)];
  return { ...single, activeCall: conversation?.activeCall ?? null, isListed: listed.includes(callId) };
}

const NOTHING = { call: null, node: null, request: null, activeCall: null, isListed: false };

test('eight callers get nothing of a call that is not theirs, by any query, node or mutation', async (t) => {
  const the = await scene(t);
  assert.deepEqual(Object.keys(the.callers).length, 8);
  const peers = callServerOf(the.world).peersIn(uuidOf(the.callId)).length;
  for (const [name, actor] of Object.entries(the.callers)) {
    await unchanged(the.world, async () => {
      assert.deepEqual(await seen(actor, the), NOTHING, name);
      const wanted = isSignedIn(name) ? 'NOT_FOUND' : 'UNAUTHENTICATED';
      for (const [mutation, input] of mutationsOf(the)) {
        assert.equal(await codeOf(actor, mutation, input), wanted, `${name} ${mutation}`);
      }
    });
  }
  assert.equal(callServerOf(the.world).peersIn(uuidOf(the.callId)).length, peers);
  const admin = await the.world.admin();
  for (const id of [the.callId, the.requestId]) {
    const { data } = await admin.ask('query ($id: ID!) { adminGetNode(id: $id) { id } }', { id });
    assert.equal(data.adminGetNode, null);
  }
  // Once it has ended it is in the history of others alone.
  await must(the.ada, 'endCall', { callId: the.callId });
  await the.world.runJobs();
  for (const [name, actor] of Object.entries(the.callers)) {
    assert.deepEqual(await seen(actor, the), NOTHING, `${name} after the end`);
  }
});

test('eight callers are told nothing of a call that is not theirs, with its id or without', async (t) => {
  const the = await scene(t);
  const { world, ada, ben, callId, requestId } = the;
  const silent: [string, Subscription][] = [];
  for (const [name, actor] of Object.entries(the.callers)) {
    for (const [field, selected] of Object.entries(SUBSCRIPTIONS)) {
      // The refusal may come after the confirmations; without a user the socket is closed.
      const refused: Untyped = await actor
        .subscribe(`subscription ($id: ID!) { ${field}(callId: $id) ${selected} }`, { id: callId })
        .then((subscription) => subscription.next())
        .catch((error: unknown) => error);
      const code = isSignedIn(name) ? refused[0]?.extensions.code : refused.code;
      assert.equal(code, isSignedIn(name) ? 'NOT_FOUND' : 4403, `${name} ${field}`);
      if (isSignedIn(name))
        silent.push([`${name} ${field}`, await actor.subscribe(`subscription { ${field} ${selected} }`)]);
    }
  }
  const ended = await ben.subscribe('subscription { callEnded { reason } }');
  const granted = { requestId, isGranted: true };
  assert.deepEqual((await call(ada, 'respondToSpeakerRequest', granted, 'speakerRequest { id }')).errors, []);
  await must(ben, 'updateCallMedia', { callId, isMuted: false, isScreenSharing: true });
  await must(ada, 'addCoHost', { callId, userId: ben.id });
  await must(ben, 'leaveCall', { callId });
  await must(ben, 'joinCall', { callId, as: 'SPEAKER' });
  await connect(world, callId, ben);
  await must(ada, 'endCall', { callId });
  assert.deepEqual((await ended.next()).data.callEnded, { reason: 'HOST_ENDED' });
  await Promise.all(
    silent.map(([name, subscription]) =>
      subscription.nothing().catch((error: unknown) => {
        throw new Error(name, { cause: error });
      }),
    ),
  );
});

test('in a call of a group whoever has blocked somebody is not rung by them, and neither reads the name of the other', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben, cat);
  const conversationId = await startWith(ada, ben, cat);
  await cat.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: ada.id,
  });
  await world.runJobs();
  const incoming = await cat.subscribe('subscription { callIncoming { call { id } } }');
  const callId = await start(ada, conversationId);
  await incoming.nothing();
  const names = 'host { username } starter { username } members(first: 9) { nodes { user { username } } }';
  await must(cat, 'joinCall', { callId, as: 'SPEAKER' });
  await must(ben, 'acceptCall', { callId });
  assert.deepEqual(await see(cat, callId, names), {
    host: null,
    starter: null,
    members: { nodes: [{ user: null }, { user: { username: 'cat' } }, { user: { username: 'ben' } }] },
  });
  const members = (await see(ada, callId, names)).members.nodes;
  assert.deepEqual(members, [{ user: { username: 'ada' } }, { user: null }, { user: { username: 'ben' } }]);
});
