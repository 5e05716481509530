import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import {
  befriend,
  call,
  callServerOf,
  must,
  outcome,
  rightsOf,
  see,
  start,
} from '#test/support/messaging/calls.ts';
import { block, startWith } from '#test/support/messaging/messaging.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const ROUNDS = 50;

test(`report 3: two who call each other at once are in one call, ${ROUNDS} times, and nobody misses one`, async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ada, ben);
  const conversationId = await startWith(ada, ben);
  for (let round = 0; round < ROUNDS; round += 1) {
    const input = { conversationId, kind: 'AUDIO' };
    const answers = await Promise.all(
      [ada, ben].map((one) => call(one, 'startCall', input, 'isNew call { id }')),
    );
    assert.deepEqual(
      answers.flatMap(({ errors }) => errors),
      [],
    );
    const ids = new Set(answers.map((answer) => answer.call.id));
    assert.equal(ids.size, 1);
    assert.equal(answers.filter(({ isNew }) => isNew).length, 1);
    const [callId] = ids;
    const seen = await see(ada, callId);
    assert.deepEqual([seen.state, seen.memberCount], ['ONGOING', 2]);
    await must(round % 2 === 0 ? ada : ben, 'leaveCall', { callId });
    assert.equal((await see(ben, callId)).endReason, 'COMPLETED');
    assert.deepEqual(callServerOf(world).rooms(), []);
    // 30 starts in a minute are the budget of each.
    if (round % 15 === 14) world.clock.advance(61 * SECOND_MS);
  }
  await world.runJobs();
  const invitations = await world.app.services.db.selectFrom('call_invitees').select('state').execute();
  assert.deepEqual(
    invitations.map(({ state }) => state),
    Array.from({ length: ROUNDS }, () => 'ACCEPTED'),
  );
});

test('of two devices that accept at once one wins, and a call that is cancelled at once has one end', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ada, ben);
  const phone = await world.signIn(ben);
  const conversationId = await startWith(ada, ben);
  for (let round = 0; round < 10; round += 1) {
    const callId = await start(ada, conversationId);
    const outcomes = await Promise.all(
      [ben, phone].map((device) => outcome(device, 'acceptCall', { callId })),
    );
    assert.deepEqual(outcomes.toSorted(), ['INVALID_STATE ANSWERED_ELSEWHERE', 'ok']);
    await must(ada, 'endCall', { callId });

    const other = await start(ada, conversationId);
    const [accepted, cancelled] = await Promise.all([
      outcome(ben, 'acceptCall', { callId: other }),
      outcome(ada, 'cancelCall', { callId: other }),
    ]);
    const { state, endReason } = await see(ada, other);
    const won =
      accepted === 'ok'
        ? ['ok', 'INVALID_STATE ONGOING', 'ONGOING', null]
        : ['INVALID_STATE ENDED', 'ok', 'ENDED', 'CANCELLED'];
    assert.deepEqual([accepted, cancelled, state, endReason], won);
    await must(ada, 'endCall', { callId: other });
    if (round === 5) world.clock.advance(61 * SECOND_MS);
  }
});

// element-android#1921: devices rang on, and a decline there hung up.
test('when one device accepts, the others are told within half a second, and their late answers change nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ada, ben);
  const phone = await world.signIn(ben);
  const rings = await ben.subscribe('subscription { callIncoming { call { id } } }');
  const stopped = await ben.subscribe(
    'subscription { callStatusChanged { changes isAnsweredElsewhere call { state } } }',
  );
  const callId = await start(ada, await startWith(ada, ben));
  await rings.next();
  const acceptedMs = performance.now();
  await must(phone, 'acceptCall', { callId });
  assert.deepEqual((await stopped.next()).data.callStatusChanged, {
    changes: ['INVITATION'],
    isAnsweredElsewhere: true,
    call: { state: 'ONGOING' },
  });
  const toldMs = Math.round(performance.now() - acceptedMs);
  t.diagnostic(`told ${toldMs} ms after the accept was sent`);
  assert.ok(toldMs <= whenBusy(500), `told after ${toldMs} ms`);

  const before = await see(phone, callId);
  assert.deepEqual([before.state, before.memberCount, before.viewer.invitation], ['ONGOING', 2, 'ACCEPTED']);
  for (const [name, input, expected] of [
    ['declineCall', { reason: 'DECLINED' }, 'ok'],
    ['declineCall', { reason: 'BUSY' }, 'ok'],
    ['acceptCall', {}, 'INVALID_STATE ANSWERED_ELSEWHERE'],
    ['leaveCall', {}, 'ok'],
  ] as const) {
    assert.equal(await outcome(ben, name, { callId, ...input }), expected, name);
    assert.deepEqual(await see(phone, callId), before, name);
  }
});

test('whoever enters another call leaves the one before, and their device there hears of it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben, cat);
  const first = await start(ada, await startWith(ada, ben));
  await must(ben, 'acceptCall', { callId: first });
  const second = await start(cat, await startWith(cat, ada));
  await must(ada, 'acceptCall', { callId: second });
  assert.equal((await see(ben, first)).endReason, 'COMPLETED');
  assert.equal((await see(ada, second)).viewer.state, 'CONNECTING');
  // From another device of the same person the part moves there.
  const phone = await world.signIn(ada);
  assert.equal(
    (await must(phone, 'joinCall', { callId: second, as: 'SPEAKER' })).viewer.connection.server,
    'memory',
  );
  assert.equal((await see(ada, second)).viewer.connection, null);
  assert.equal((await see(ada, second)).memberCount, 2);
});

test('whoever is refused another call stays in theirs', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben);
  await befriend(ada, cat);
  const ended = await start(cat, await startWith(cat, ada));
  await must(cat, 'cancelCall', { callId: ended });
  const conversationId = await startWith(cat, ada);
  const callId = await start(ada, await startWith(ada, ben));
  await must(ben, 'acceptCall', { callId });
  const before = await see(ada, callId);
  const unknown = 'call_7zzzzzzzzzzzzzzzzzzzzzzzzz';
  for (const [name, input, expected] of [
    ['acceptCall', { callId: ended }, 'INVALID_STATE ENDED'],
    ['joinCall', { callId: ended, as: 'SPEAKER' }, 'INVALID_STATE ENDED'],
    ['acceptCall', { callId: unknown }, 'NOT_FOUND'],
    ['joinCall', { callId: unknown, as: 'VIEWER' }, 'NOT_FOUND'],
    ['joinCall', { callId, as: 'VIEWER' }, 'INVALID_STATE DIRECT'],
  ] as const) {
    assert.equal(await outcome(ada, name, input), expected, name);
    assert.deepEqual(await see(ada, callId), before, name);
  }
  await block(world, cat, ada);
  assert.equal(await outcome(ada, 'startCall', { conversationId, kind: 'AUDIO' }), 'INVALID_STATE READ_ONLY');
  assert.deepEqual(await see(ada, callId), before);
});

test(`a call that two devices of one person start at once, each twice, goes on, ${ROUNDS} times`, async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben, cat);
  const phone = await world.signIn(ada);
  const [conversationId, elsewhere] = [await startWith(ada, ben), await startWith(ada, cat)];
  for (let round = 0; round < ROUNDS; round += 1) {
    // In each second round they come from another call.
    const before = round % 2 === 0 ? null : await start(ada, elsewhere);
    const answers = await Promise.all(
      [ada, phone].flatMap((device) => {
        const input = { conversationId, kind: 'AUDIO', idempotencyKey: randomUUID() };
        return [0, 5].map((ms) => sleep(ms).then(() => call(device, 'startCall', input, 'call { id }')));
      }),
    );
    assert.deepEqual(
      answers.flatMap(({ errors }) => errors),
      [],
    );
    const ids = new Set(answers.map((answer) => answer.call.id));
    assert.equal(ids.size, 1);
    const [callId] = ids;
    const { state, memberCount } = await see(ben, callId);
    assert.deepEqual([state, memberCount], ['RINGING', 1]);
    if (before !== null) assert.equal((await see(cat, before)).endReason, 'CANCELLED');
    assert.deepEqual(callServerOf(world).rooms(), [uuidOf(callId)]);
    await must(ada, 'cancelCall', { callId });
    if (round % 5 === 4) world.clock.advance(61 * SECOND_MS);
  }
});

test(`of rights that change in quick succession the last ones hold, whichever the call server gives first, ${ROUNDS} times`, async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ada, ben);
  const callId = await start(ada, await startWith(ada, ben), { isMuted: true });
  await must(ben, 'acceptCall', { callId });
  await see(ada, callId, 'viewer { connection { server } }');
  callServerOf(world).permitWithin(60);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Asking for the connection would give the rights of the rows anew.
    const fields = 'call { id }';
    const answers = await Promise.all(
      [false, true].map((isMuted) => call(ada, 'updateCallMedia', { callId, isMuted }, fields)),
    );
    assert.deepEqual(
      answers.flatMap(({ errors }) => errors),
      [],
    );
    const { viewer } = await see(ada, callId, 'viewer { isMuted slot }');
    assert.deepEqual(rightsOf(world, callId, ada), {
      audio: !viewer.isMuted,
      video: false,
      screen: false,
      slot: viewer.slot,
    });
    if (round % 10 === 9) world.clock.advance(61 * SECOND_MS);
  }
});

test(`who asks for their connection while they are moved, removed or the call ends has on the call server what the rows say, ${ROUNDS} times`, async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben, cat);
  const conversationId = await startWith(ada, ben, cat);
  /** Reads the connection of somebody at times spread over what an act takes. */
  const whileAsking = async (person: Person, callId: string, act: () => Promise<unknown>): Promise<void> => {
    const read = () => see(person, callId, 'viewer { connection { server } }');
    await Promise.all([act(), ...[0, 2, 4, 6].map((ms) => sleep(ms).then(read))]);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const callId = await start(ada, conversationId);
    await must(ben, 'acceptCall', { callId });
    await must(cat, 'acceptCall', { callId });
    await whileAsking(cat, callId, () => must(ada, 'moveToViewers', { callId, userId: cat.id }));
    assert.deepEqual(rightsOf(world, callId, cat), { audio: false, video: false, screen: false, slot: null });
    await whileAsking(ben, callId, () => must(ada, 'removeFromCall', { callId, userId: ben.id }));
    assert.equal(rightsOf(world, callId, ben), null);
    await whileAsking(cat, callId, () => must(ada, 'endCall', { callId }));
    assert.deepEqual(callServerOf(world).rooms(), []);
    if (round % 15 === 14) world.clock.advance(61 * SECOND_MS);
  }
});
