import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import {
  befriend,
  call,
  connect,
  lose,
  must,
  outcome,
  rightsOf,
  see,
  start,
} from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

type Scene = { world: World; people: readonly Person[]; callId: string };

/** A call in which people speak on request: the first hosts, the others watch. All are connected. */
async function stage(
  t: TestContext,
  names: readonly string[],
  env: Record<string, string> = {},
): Promise<Scene> {
  const world = await testWorld(t, { env });
  const people: Person[] = [];
  for (const name of names) people.push(await world.user(name));
  await befriend(...people);
  const [host, ...viewers] = people as [Person, ...Person[]];
  const conversationId = await startWith(host, ...viewers);
  world.clock.freeze();
  const callId = await start(host, conversationId, { speaking: 'ON_REQUEST' });
  await connect(world, callId, host);
  for (const viewer of viewers) {
    world.clock.advance(SECOND_MS);
    await must(viewer, 'joinCall', { callId, as: 'VIEWER' });
    await connect(world, callId, viewer);
  }
  return { world, people, callId };
}

const REQUEST = 'speakerRequest { id state kind position }';

const ask = async (actor: Actor, callId: string): Promise<Untyped> =>
  (await call(actor, 'requestToSpeak', { callId }, REQUEST)).speakerRequest;

const QUEUE = 'speakerRequests { nodes { user { username } position } }';

const queue = async (host: Actor, callId: string): Promise<string[]> =>
  (await see(host, callId, QUEUE)).speakerRequests.nodes.map(
    ({ user, position }: Untyped) => `${position} ${user.username}`,
  );

const answer = (actor: Actor, requestId: string, isGranted: boolean): Promise<Untyped> =>
  call(actor, 'respondToSpeakerRequest', { requestId, isGranted }, REQUEST);

test('hands are answered in the order in which they were raised, and rights follow at once', async (t) => {
  const { world, people, callId } = await stage(t, ['ada', 'ben', 'cat', 'dan']);
  const [ada, ben, cat, dan] = people as [Person, Person, Person, Person];
  const received = await ada.subscribe(
    'subscription { speakerRequestReceived { position request { user { username } } } }',
  );
  const told = await ben.subscribe(
    'subscription { speakerRequestResponse { needsReconnect request { state } } }',
  );
  assert.deepEqual(rightsOf(world, callId, ben), { audio: false, video: false, screen: false, slot: null });
  const bens = await ask(ben, callId);
  assert.deepEqual({ ...bens, id: null }, { id: null, state: 'PENDING', kind: 'RAISED', position: 1 });
  assert.equal((await ask(ben, callId)).id, bens.id);
  world.clock.advance(SECOND_MS);
  const cats = await ask(cat, callId);
  world.clock.advance(SECOND_MS);
  await ask(dan, callId);
  assert.deepEqual(await queue(ada, callId), ['1 ben', '2 cat', '3 dan']);
  assert.deepEqual(await queue(cat, callId), []);
  assert.equal((await see(cat, callId, 'viewer { position }')).viewer.position, 2);
  assert.deepEqual((await received.next()).data.speakerRequestReceived, {
    position: 1,
    request: { user: { username: 'ben' } },
  });

  assert.equal((await answer(ben, bens.id, true)).errors[0].code, 'FORBIDDEN');
  assert.equal((await answer(ada, bens.id, true)).speakerRequest.state, 'GRANTED');
  assert.deepEqual((await told.next()).data.speakerRequestResponse, {
    needsReconnect: false,
    request: { state: 'GRANTED' },
  });
  assert.deepEqual(rightsOf(world, callId, ben), { audio: false, video: false, screen: false, slot: 1 });
  await must(ben, 'updateCallMedia', { callId, isMuted: false, isScreenSharing: true });
  assert.deepEqual(rightsOf(world, callId, ben), { audio: true, video: false, screen: true, slot: 1 });
  assert.equal(
    await outcome(ada, 'updateCallMedia', { callId, isScreenSharing: true }),
    'INVALID_STATE SHARED',
  );

  assert.equal((await answer(ada, cats.id, false)).speakerRequest.state, 'DENIED');
  const again = await call(cat, 'requestToSpeak', { callId }, REQUEST);
  assert.equal(again.errors[0].code, 'RATE_LIMITED');
  assert.deepEqual(await queue(ada, callId), ['1 dan']);
  await must(dan, 'leaveCall', { callId });
  assert.deepEqual(await queue(ada, callId), []);

  await must(ada, 'muteCallMember', { callId, userId: ben.id });
  assert.equal(rightsOf(world, callId, ben)?.audio, false);
  await must(ada, 'moveToViewers', { callId, userId: ben.id });
  assert.deepEqual(rightsOf(world, callId, ben), { audio: false, video: false, screen: false, slot: null });
});

test('report 5: hosts who come late see the queue in its order, without those who have left', async (t) => {
  const { world, people, callId } = await stage(t, ['ada', 'ben', 'cat', 'dan', 'eve', 'fay']);
  const [ada, ben, cat, dan, eve, fay] = people as [Person, Person, Person, Person, Person, Person];
  const hands = [dan, ben, fay, cat];
  for (const one of hands) {
    world.clock.advance(SECOND_MS);
    await ask(one, callId);
  }
  await must(fay, 'leaveCall', { callId });
  await lose(world, callId, ben);
  world.clock.advance(30 * SECOND_MS);
  await world.runJobs();
  // Back again, they have no hand up until they raise it, behind the others.
  await must(ben, 'joinCall', { callId, as: 'VIEWER' });
  await connect(world, callId, ben);
  assert.deepEqual(await queue(eve, callId), []);

  const offer = await call(ada, 'inviteToSpeak', { callId, userId: eve.id }, REQUEST);
  await answer(eve, offer.speakerRequest.id, true);
  await must(ada, 'addCoHost', { callId, userId: eve.id });
  const ofLateHost = ['1 dan', '2 cat'];
  assert.deepEqual(await queue(eve, callId), ofLateHost);
  assert.deepEqual(await queue(ada, callId), ofLateHost);
  world.clock.advance(SECOND_MS);
  await ask(ben, callId);
  await must(ada, 'transferHost', { callId, userId: eve.id });
  await lose(world, callId, ada);
  await must(ada, 'refreshCallConnection', { callId });
  await connect(world, callId, ada);
  assert.deepEqual(await queue(eve, callId), [...ofLateHost, '3 ben']);
  assert.equal((await see(cat, callId, 'viewer { position }')).viewer.position, 2);
});

test('a request waits while no slot is free, expires after five minutes, and an offer after one', async (t) => {
  const { world, people, callId } = await stage(t, ['ada', 'ben', 'cat'], { LIMIT_CALL_SPEAKERS: '2' });
  const [ada, ben, cat] = people as [Person, Person, Person];
  const bens = await ask(ben, callId);
  const cats = await ask(cat, callId);
  await answer(ada, bens.id, true);
  const full = await answer(ada, cats.id, true);
  assert.equal(full.errors[0].code, 'LIMIT_REACHED');
  assert.equal(
    (await see(cat, callId, 'viewer { speakerRequest { state } }')).viewer.speakerRequest.state,
    'PENDING',
  );
  assert.equal((await call(cat, 'joinCall', { callId, as: 'SPEAKER' })).errors.length, 0);
  assert.equal((await see(cat, callId)).viewer.role, 'VIEWER');
  world.clock.advance(300 * SECOND_MS);
  await world.runJobs();
  assert.equal((await answer(ada, cats.id, true)).errors[0].current, 'EXPIRED');

  await must(ada, 'moveToViewers', { callId, userId: ben.id });
  const offer = await call(ada, 'inviteToSpeak', { callId, userId: cat.id }, REQUEST);
  assert.equal(offer.speakerRequest.kind, 'OFFERED');
  assert.equal((await answer(ada, offer.speakerRequest.id, true)).errors[0].code, 'FORBIDDEN');
  assert.equal((await answer(cat, offer.speakerRequest.id, true)).speakerRequest.state, 'GRANTED');
  assert.equal((await see(cat, callId)).viewer.slot, 1);
});

test('hosts act by their rank, and whoever is banned sees the call no more', async (t) => {
  const { world, people, callId } = await stage(t, ['ada', 'ben', 'cat', 'dan']);
  const [ada, ben, cat, dan] = people as [Person, Person, Person, Person];
  for (const one of [ben, cat]) {
    const { id } = await ask(one, callId);
    await answer(ada, id, true);
  }
  assert.equal(await outcome(ada, 'addCoHost', { callId, userId: dan.id }), 'INVALID_STATE VIEWER');
  await must(ada, 'addCoHost', { callId, userId: ben.id });
  await must(ada, 'addCoHost', { callId, userId: cat.id });
  const refused = [
    await outcome(ben, 'muteCallMember', { callId, userId: ada.id }),
    await outcome(ben, 'moveToViewers', { callId, userId: cat.id }),
    await outcome(ben, 'removeFromCall', { callId, userId: cat.id }),
    await outcome(ben, 'transferHost', { callId, userId: ben.id }),
    await outcome(dan, 'muteCallMember', { callId, userId: ben.id }),
    await outcome(dan, 'lowerAllHands', { callId }),
    await outcome(dan, 'endCall', { callId }),
  ];
  assert.deepEqual(
    refused,
    refused.map(() => 'FORBIDDEN'),
  );
  const left = await dan.subscribe(
    'subscription { participantLeft { reason member { user { username } } } }',
  );
  await must(ben, 'removeFromCall', { callId, userId: dan.id, isBanned: true });
  assert.deepEqual((await left.next()).data.participantLeft, {
    reason: 'BANNED',
    member: { user: { username: 'dan' } },
  });
  assert.equal(rightsOf(world, callId, dan), null);
  assert.equal(await see(dan, callId), null);
  assert.equal(await outcome(dan, 'joinCall', { callId, as: 'VIEWER' }), 'NOT_FOUND');
  await must(ada, 'transferHost', { callId, userId: cat.id });
  assert.equal((await see(ada, callId)).viewer.role, 'SPEAKER');
  assert.equal(await outcome(ada, 'endCall', { callId }), 'FORBIDDEN');
  await must(cat, 'endCall', { callId });
  assert.equal((await see(ada, callId)).endReason, 'HOST_ENDED');
});

test('a host who is away for 30 seconds is followed by the oldest co-host, else speaker, and never by a viewer', async (t) => {
  const { world, people, callId } = await stage(t, ['ada', 'ben', 'cat']);
  const [ada, ben, cat] = people as [Person, Person, Person];
  await lose(world, callId, ada);
  world.clock.advance(30 * SECOND_MS);
  await world.runJobs();
  assert.equal((await see(ben, callId)).host.username, 'ada');
  await must(ada, 'joinCall', { callId, as: 'SPEAKER' });
  await connect(world, callId, ada);
  for (const one of [ben, cat]) await answer(ada, (await ask(one, callId)).id, true);
  await must(ada, 'addCoHost', { callId, userId: cat.id });
  await lose(world, callId, ada, 'silent');
  world.clock.advance(29 * SECOND_MS);
  await world.runJobs();
  assert.equal((await see(ben, callId)).host.username, 'ada');
  world.clock.advance(SECOND_MS);
  await world.runJobs();
  assert.equal((await see(ben, callId)).host.username, 'cat');
  await must(ada, 'joinCall', { callId, as: 'SPEAKER' });
  assert.equal((await see(ada, callId)).viewer.role, 'SPEAKER');
});

test('a direct call becomes a group call with a guest, who sees the call and never the conversation', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben, cat);
  const callId = await start(ada, await startWith(ada, ben));
  assert.equal(await outcome(ada, 'inviteToCall', { callId, userIds: [cat.id] }), 'INVALID_STATE RINGING');
  await must(ben, 'acceptCall', { callId });
  assert.equal(await see(cat, callId), null);
  const incoming = await cat.subscribe('subscription { callIncoming { from { username } call { mode } } }');
  await must(ben, 'inviteToCall', { callId, userIds: [cat.id] });
  assert.deepEqual((await incoming.next()).data.callIncoming, {
    from: { username: 'ben' },
    call: { mode: 'GROUP' },
  });
  assert.equal((await must(cat, 'acceptCall', { callId })).viewer.slot, 2);
  assert.equal((await see(cat, callId, 'conversation { id }')).conversation, null);
  await must(ben, 'leaveCall', { callId });
  assert.equal((await see(ada, callId)).state, 'ONGOING');
});
