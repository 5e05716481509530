import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Subscription, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { BERGEN, LIVE_LOCATION, move, OSLO, sentLive, stop } from '#test/support/messaging/live-locations.ts';
import { accept, leave, requestFrom, SEND, startWith } from '#test/support/messaging/messaging.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { testWorld, type World } from '#test/support/world.ts';

const CONTENT = `content { __typename text ${LIVE_LOCATION} }`;
const NOWHERE = {
  latitude: null,
  longitude: null,
  accuracyMeters: null,
  headingDegrees: null,
  updatedAt: null,
  isActive: false,
};

test('members see where the sender is until the end, and nobody after it', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const from = world.clock.now().getTime();
  const messageId = await sentLive(ada, id, 2);
  const { endsAt, updatedAt, ...first } = await contentOf(ben, messageId);
  const shell = { __typename: 'LiveLocationContent', text: '' };
  assert.deepEqual(first, { ...shell, ...OSLO, accuracyMeters: null, headingDegrees: null, isActive: true });
  const lastsMs = Date.parse(endsAt) - from;
  assert.ok(lastsMs >= 120_000 && lastsMs < 150_000, endsAt);
  world.clock.advance('60s');
  const { message, errors } = await move(ada, messageId);
  assert.deepEqual(errors, []);
  const { updatedAt: movedAt, ...moved } = message.content;
  assert.deepEqual(moved, { ...BERGEN, endsAt, isActive: true });
  assert.ok(Date.parse(movedAt) - Date.parse(updatedAt) >= 60_000, movedAt);
  assert.deepEqual(await contentOf(ben, messageId), { ...shell, ...message.content });
  world.clock.advance('60s');
  for (const viewer of [ada, ben]) {
    assert.deepEqual(await contentOf(viewer, messageId), { ...shell, ...NOWHERE, endsAt });
  }
  assert.deepEqual((await move(ada, messageId)).errors, [{ code: 'INVALID_STATE', current: 'ENDED' }]);
  assert.equal(await countRows(world), 1);
  await runCron(world, 'liveLocations.sweepEnded');
  assert.equal(await countRows(world), 0);
  assert.deepEqual((await stop(ada, messageId)).errors, []);
});

test('the sender stops it at any time and again, and its position is deleted at once', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const messageId = await sentLive(ada, id);
  const live = await ben.subscribe(
    `subscription { messageUpdated { changes message { content { ${LIVE_LOCATION} } } } }`,
  );
  const stopped = await stop(ada, messageId);
  assert.deepEqual(stopped.errors, []);
  assert.equal(stopped.message.content.isActive, false);
  const { changes, message } = (await live.next()).data.messageUpdated;
  assert.deepEqual(changes, ['LIVE_LOCATION']);
  assert.deepEqual(message.content, { ...NOWHERE, endsAt: message.content.endsAt });
  assert.equal(await countRows(world), 0);
  assert.deepEqual((await move(ada, messageId)).errors, [{ code: 'INVALID_STATE', current: 'ENDED' }]);
  assert.deepEqual((await stop(ada, messageId)).errors, []);
  await live.nothing();

  const another = await sentLive(ada, id);
  await leave(world, ada, id);
  assert.deepEqual((await move(ada, another)).errors.map(codeOnly), ['NOT_FOUND']);
  for (let round = 0; round < 2; round += 1) {
    assert.deepEqual(await stop(ada, another), { message: null, errors: [] });
  }
  assert.equal(await countRows(world), 0);
});

test('of many moves members are told once in five seconds, of the newest one', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const messageId = await sentLive(ada, id);
  const live = await ben.subscribe(
    'subscription { messageUpdated { changes message { content { ... on LiveLocationContent { latitude } } } } }',
  );
  world.clock.freeze();
  for (const latitude of [1, 2, 3, 4]) {
    await move(ada, messageId, { ...OSLO, latitude });
    await world.runJobs();
  }
  await settle(world);
  assert.deepEqual(await latitudesOf(live, 1), [4]);
  await move(ada, messageId, { ...OSLO, latitude: 5 });
  await settle(world);
  assert.deepEqual(await latitudesOf(live, 1), [5]);
  await live.nothing();
});

test('a missed event that others have just got shows no position after the end', async (t) => {
  const { world, ada, ben, cleo, id } = await scene(t);
  const { eventCursor: after } = (await ben.ask('{ eventCursor }')).data;
  const messageId = await sentLive(ada, id, 1);
  const { sendMessage } = await ada.do(SEND, {
    input: { conversationId: id, text: 'I am here', replyToId: messageId },
  });
  assert.deepEqual(sendMessage.errors, []);
  // The socket stays open, so that the results of the first one are kept for the second one.
  const missed = async (actor: Actor): Promise<unknown[]> => {
    const events = await actor.subscribe(
      `subscription ($after: String) { messageAdded(after: $after) { message {
        content { ... on LiveLocationContent { latitude } } replyTo { content { ... on LiveLocationContent { latitude } } } } } }`,
      { after },
    );
    const found = [];
    for (let count = 0; count < 2; count += 1) {
      const { content, replyTo } = (await events.next()).data.messageAdded.message;
      found.push([content.latitude, replyTo?.content.latitude]);
    }
    return found;
  };
  assert.deepEqual(await missed(ben), [
    [OSLO.latitude, undefined],
    [undefined, OSLO.latitude],
  ]);
  world.clock.advance('60s');
  assert.deepEqual(await missed(cleo), [
    [null, undefined],
    [undefined, null],
  ]);
});

test('it is one content, of a minute to eight hours, and not for a request that waits', async (t) => {
  const { world, ada, id } = await scene(t);
  const liveLocation = { ...OSLO, durationMinutes: 480 };
  const input = { conversationId: id, liveLocation };
  assert.equal(await sendCode(ada, { ...input, text: 'On my way' }), null);
  for (const wrong of [
    { location: OSLO },
    { poll: { options: ['A', 'B'] }, text: '?' },
    { liveLocation: { ...liveLocation, durationMinutes: 481 } },
    { liveLocation: { ...liveLocation, durationMinutes: 0 } },
    { liveLocation: { ...liveLocation, latitude: 90.1 } },
    { liveLocation: { ...liveLocation, headingDegrees: 361 } },
    { liveLocation: { ...liveLocation, accuracyMeters: -1 } },
  ]) {
    assert.equal(await sendCode(ada, { ...input, ...wrong }), 'VALIDATION_FAILED', JSON.stringify(wrong));
  }
  const dan = await world.user('dan');
  const request = await requestFrom(ada, dan);
  assert.equal(await sendCode(ada, { ...input, conversationId: request }), 'INVALID_STATE');
  await accept(dan, request);
  assert.equal(await sendCode(ada, { ...input, conversationId: request }), null);
  assert.equal(await countRows(world), 2);
});

test('it can neither be edited nor forwarded, and only its sender moves and stops it, a restricted one stops it', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const messageId = await sentLive(ada, id);
  for (const [name, input] of [
    ['editMessage', { messageId, text: 'Here' }],
    ['forwardMessage', { messageId, conversationIds: [id] }],
  ] as const) {
    const { errors } = await callMutation(ada, { name, payload: 'errors { code }', input });
    assert.deepEqual(errors, [{ code: 'INVALID_STATE' }], name);
  }
  const plain = (await ada.do(SEND, { input: { conversationId: id, text: 'Hi' } })).sendMessage.message.id;
  assert.deepEqual((await move(ada, plain)).errors, [{ code: 'INVALID_STATE', current: 'TEXT' }]);
  assert.deepEqual((await stop(ada, plain)).errors.map(codeOnly), ['NOT_FOUND']);
  for (const act of [move, stop]) {
    assert.deepEqual((await act(ben, messageId)).errors.map(codeOnly), ['NOT_FOUND']);
  }
  assert.deepEqual((await move(ada, messageId, { ...OSLO, latitude: -91 })).errors.map(codeOnly), [
    'VALIDATION_FAILED',
  ]);
  await restrict(world, ada, { kind: 'MESSAGING' });
  assert.deepEqual((await move(ada, messageId)).errors.map(codeOnly), ['RESTRICTED']);
  assert.deepEqual((await stop(ada, messageId)).errors, []);
});

test('a deleted message takes the position with it, and moves and stops at once leave none', async (t) => {
  const { world, ada, id } = await scene(t);
  const deleted = await sentLive(ada, id);
  await ada.do(
    'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }',
    { id: deleted },
  );
  assert.equal(await countRows(world), 0);
  assert.deepEqual((await move(ada, deleted)).errors, [{ code: 'INVALID_STATE', current: 'CLOSED' }]);
  const messageId = await sentLive(ada, id);
  await Promise.all([
    ...Array.from({ length: 20 }, () => move(ada, messageId)),
    stop(ada, messageId),
    stop(ada, messageId),
  ]);
  assert.equal(await countRows(world), 0);
});

async function scene(t: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  return { world, ada, ben, cleo, id: await startWith(ada, ben, cleo) };
}

const codeOnly = ({ code }: { readonly code: string }): string => code;

const sendCode = async (actor: Actor, input: object): Promise<string | null> =>
  (await actor.ask(SEND, { input })).data.sendMessage.errors[0]?.code ?? null;

async function contentOf(viewer: Actor, id: string): Promise<Untyped> {
  const { node } = await viewer.do(`query ($id: ID!) { node(id: $id) { ... on Message { ${CONTENT} } } }`, {
    id,
  });
  return node.content;
}

async function countRows({ app }: World): Promise<number> {
  const rows = await app.services.db.selectFrom('live_locations').select('message_id').execute();
  return rows.length;
}

/** Lets the follower come and the seconds pass at whose end it tells. */
async function settle(world: World): Promise<void> {
  await world.runJobs();
  world.clock.advance('6s');
  await world.runJobs();
}

async function latitudesOf(live: Subscription, count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    found.push((await live.next()).data.messageUpdated.message.content.latitude);
  }
  return found;
}
