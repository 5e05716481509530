import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import { decodeEventCursor, encodeEventCursor } from '#platform/outbox/events/cursor.ts';
import { trimLog } from '#platform/outbox/event-log/log.ts';
import type { Subscription } from '#test/support/actor.ts';
import { openRawSocket } from '#test/support/transport/raw-socket.ts';
import { runSql } from '#test/support/test-server.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { leave, rejoin, requestFrom, say, startWith } from '#test/support/messaging/messaging.ts';

const ADDED = `subscription ($id: ID, $after: String) { messageAdded(conversationId: $id, after: $after) {
  eventId cursor occurredAt message { seq content { text } sender { username } conversation { id } } } }`;

test('a message reaches all participants on all their devices, in one conversation or in all', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await pair(world);
  const cleo = await world.user('cleo');
  const elsewhere = await startWith(ada, ben, cleo);
  const everywhere = await ben.subscribe(ADDED);
  const onlyHere = await ben.subscribe(ADDED, { id });
  const otherDevice = await (await world.signIn(ada)).subscribe(ADDED);
  const stranger = await cleo.subscribe(ADDED);

  await say(ada, elsewhere, 'to all');
  await say(ada, id, 'to ben');

  assert.deepEqual(await textsFrom(everywhere, 2), ['to all', 'to ben']);
  assert.deepEqual(await textsFrom(otherDevice, 2), ['to all', 'to ben']);
  const event = (await onlyHere.next()).data.messageAdded;
  assert.deepEqual(event.message, {
    seq: 1,
    content: { text: 'to ben' },
    sender: { username: 'ada' },
    conversation: { id },
  });
  assert.match(event.eventId, /^event_/);
  assert.deepEqual(await textsFrom(stranger, 1), ['to all']);
  await stranger.nothing();
});

test('a stranger is refused when subscribing, and the socket goes on', async (t) => {
  const world = await testWorld(t);
  const { ada, id } = await pair(world);
  const cleo = await world.user('cleo');
  const own = await startWith(ada, cleo);
  let sockets = 0;
  const client = createClient({
    url: world.url.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${cleo.token}` },
    lazyCloseTimeout: 10_000,
    retryAttempts: 0,
    on: { connected: () => (sockets += 1) },
  });
  t.after(() => client.dispose());
  const subscribe = (variables: Record<string, unknown>) => client.iterate({ query: ADDED, variables });

  for (const field of ['messageAdded', 'typingIndicator']) {
    const refused = client.iterate({
      query: `subscription ($id: ID) { ${field}(conversationId: $id) { cursor } }`,
      variables: { id },
    });
    await assert.rejects(refused.next(), hasCode('NOT_FOUND'));
  }
  const events = subscribe({ id: own });
  const first = events.next();
  await client.iterate({ query: '{ __typename }' }).next();
  await say(ada, own, 'still here');
  const { value } = await first;
  assert.deepEqual(messageOf(value).content.text, 'still here');
  assert.equal(sockets, 1);
});

test('a participant who has left receives no more events, live or replayed', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await pair(world);
  const group = await startWith(ada, ben, await world.user('cleo'));
  const all = await ben.subscribe(ADDED);
  const one = await ben.subscribe(ADDED, { id: group });
  await say(ada, group, 'before');
  const { cursor } = (await all.next()).data.messageAdded;
  assert.deepEqual(await textsFrom(one, 1), ['before']);

  await leave(world, ben, group);
  await say(ada, group, 'after');
  await say(ada, id, 'just us');

  assert.deepEqual(await textsFrom(all, 1), ['just us']);
  await one.nothing();
  const resumed = await ben.subscribe(ADDED, { after: cursor });
  assert.deepEqual(await textsFrom(resumed, 1), ['just us']);
  const fromTheStart = await ben.subscribe(ADDED, {
    after: encodeEventCursor({ position: 0, eventId: null }),
  });
  assert.deepEqual(await textsFrom(fromTheStart, 1), ['just us']);
});

test('a participant who left and joins again is told of nothing from before', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const group = await startWith(ada, ben, await world.user('cleo'));
  const live = await ben.subscribe(ADDED);
  await say(ada, group, 'first');
  const { cursor: after } = (await live.next()).data.messageAdded;
  await say(ada, group, 'second');
  assert.deepEqual(await textsFrom(live, 1), ['second']);
  live.close();

  await leave(world, ben, group);
  await rejoin(world, ben, group);
  const resumed = await Promise.all([
    ben.subscribe(ADDED, { after }),
    ben.subscribe(ADDED, { after, id: group }),
  ]);
  await say(ada, group, 'third');
  for (const subscription of resumed) assert.deepEqual(await textsFrom(subscription, 1), ['third']);
});

test('a subscription from `eventCursor` on has what happened before it was open', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await pair(world);
  await say(ada, id, 'before');
  await world.runJobs();
  const { eventCursor } = (await ben.ask('{ eventCursor }')).data;
  await say(ada, id, 'meanwhile');
  const resumed = await ben.subscribe(ADDED, { after: eventCursor });
  await say(ada, id, 'live');
  assert.deepEqual(await textsFrom(resumed, 2), ['meanwhile', 'live']);
});

test('subscribers learn that the database was set back, although its log has grown past their events', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await pair(world);
  const live = await ben.subscribe(ADDED);
  await say(ada, id, 'kept');
  const kept = (await live.next()).data.messageAdded.cursor;
  await say(ada, id, 'lost');
  const lost = (await live.next()).data.messageAdded.cursor;
  await world.runJobs();
  await runSql(
    world.connectionString,
    // Followers have told of the conversation since.
    `with kept as materialized (select max(position) - 1 as position from event_log where name = 'message.added'),
      head as (update event_head set position = (select position from kept)),
      log as (delete from event_log where position > (select position from kept)),
      recipients as (delete from event_recipients where position > (select position from kept))
      delete from messages where text = 'lost'`,
  );
  const socket = await openRawSocket(world.url, {
    connectionParams: { authorization: `Bearer ${ben.token}` },
  });
  for (const text of ['new', 'newer', 'newest']) await say(ada, id, text);
  await world.runJobs();

  assert.equal((await live.next()).errors?.[0]?.extensions.code, 'CURSOR_EXPIRED');
  assert.equal(await socket.closed, 1012);
  await assert.rejects(firstOf(ben, { after: lost }), hasCode('CURSOR_EXPIRED'));
  const resumed = await ben.subscribe(ADDED, { after: kept });
  assert.deepEqual(await textsFrom(resumed, 3), ['new', 'newer', 'newest']);
});

test('`conversationAdded` is delivered before the first message', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = await Promise.all([world.user('ada'), world.user('ben')]);
  const conversations = await ben.subscribe(
    'subscription ($after: String) { conversationAdded(after: $after) { cursor conversation { id viewer { canSend } } } }',
  );
  const messages = await ben.subscribe(ADDED);
  const id = await requestFrom(ada, ben);
  await say(ada, id, 'first');

  const added = (await conversations.next()).data.conversationAdded;
  assert.deepEqual(added.conversation, { id, viewer: { canSend: false } });
  const { cursor } = (await messages.next()).data.messageAdded;
  assert.ok(positionOf(added.cursor) < positionOf(cursor), `${added.cursor} before ${cursor}`);
});

test('a subscriber that reconnects repeatedly receives 400 messages without gaps or duplicates', async (t) => {
  const world = await testWorld(t);
  const names = Array.from({ length: 8 }, (_, index) => `sender${index}`);
  const senders = await Promise.all(names.map((name) => world.user(name)));
  const [first, ...others] = senders;
  assert.ok(first);
  const id = await startWith(first, ...others);
  const reader = first;

  const sending = Promise.all(
    senders.map(async (sender) => {
      for (let sent = 0; sent < 50; sent += 1) await say(sender, id, 'x');
    }),
  );
  const seqs: number[] = [];
  let after: string | null = encodeEventCursor({ position: 0, eventId: null });
  while (seqs.length < 400) {
    const visit = await reader.subscribe(ADDED, { id, after });
    for (let taken = 0; taken < 37 && seqs.length < 400; taken += 1) {
      const event: { cursor: string; message: { seq: number } } = (await visit.next()).data.messageAdded;
      seqs.push(event.message.seq);
      after = event.cursor;
    }
    visit.close();
  }
  await sending;

  assert.deepEqual(
    seqs,
    Array.from({ length: 400 }, (_, index) => index + 1),
  );
  const rest = await reader.subscribe(ADDED, { id, after });
  await rest.nothing();
});

test('a malformed cursor is refused, and an expired cursor has its own error', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await pair(world);
  for (const after of ['', 'nonsense', 'e1.', 'e1.1', 'e2.1.0', 'e1.-1.0', 'e1.zzzzzzzzzzz.0', 'e1.1.xyz']) {
    await assert.rejects(firstOf(ben, { after }), hasCode('BAD_USER_INPUT'), after);
  }
  await assert.rejects(
    firstOf(ben, { after: encodeEventCursor({ position: 1_000_000, eventId: null }) }),
    hasCode('CURSOR_EXPIRED'),
  );

  const live = await ben.subscribe(ADDED);
  await say(ada, id, 'one');
  const { cursor } = (await live.next()).data.messageAdded;
  await say(ada, id, 'two');
  assert.deepEqual(await textsFrom(live, 1), ['two']);
  const { services } = world.app;
  const tomorrow = new Date(services.clock.now().getTime() + 24 * HOUR_MS);
  await services.transaction((tx) =>
    trimLog(tx, { before: tomorrow, beforeAnyway: tomorrow, positionsMax: 1_000 }),
  );

  // Events that the process itself has read, it still has.
  const beforeAll = encodeEventCursor({ position: 0, eventId: null });
  await assert.rejects(firstOf(ben, { after: beforeAll }), hasCode('CURSOR_EXPIRED'));
  const resumed = await ben.subscribe(ADDED, { after: cursor });
  assert.deepEqual(await textsFrom(resumed, 1), ['two']);
  const fresh = await ben.subscribe(ADDED);
  await say(ada, id, 'three');
  assert.deepEqual(await textsFrom(fresh, 1), ['three']);
});

/** The first result, or an error, which may come only after the socket has accepted the subscription. */
const firstOf = async (person: Person, variables: Record<string, unknown>) =>
  (await person.subscribe(ADDED, variables)).next();

async function pair(world: World): Promise<{ ada: Person; ben: Person; id: string }> {
  const [ada, ben] = await Promise.all([world.user('ada'), world.user('ben')]);
  return { ada, ben, id: await startWith(ada, ben) };
}

async function textsFrom(subscription: Subscription, count: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < count) texts.push((await subscription.next()).data.messageAdded.message.content.text);
  return texts;
}

const positionOf = (cursor: string): number => decodeEventCursor(cursor).position;

const messageOf = (result: { data?: unknown }): { content: { text: string } } =>
  // The test's own document has this shape.
  (result.data as { messageAdded: { message: { content: { text: string } } } }).messageAdded.message;

/** The client rejects with the errors as the server sent them. */
const hasCode = (code: string) => (thrown: unknown) => {
  assert.ok(Array.isArray(thrown), String(thrown));
  assert.deepEqual(
    thrown.map((error: { extensions: { code: string } }) => error.extensions.code),
    [code],
  );
  return true;
};
