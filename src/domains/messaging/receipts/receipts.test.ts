import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { beforeStop } from '#domains/modules.ts';
import type { Subscription } from '#test/support/actor.ts';
import { block, leave, rejoin, startWith } from '#test/support/messaging/messaging.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { writeReadMarker } from './receipts.queries.ts';

const SEND = `mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hello" }) {
  message { id seq } errors { code } } }`;
const MARK = `mutation ($id: ID!, $messageId: ID!) {
  markConversationRead(input: { conversationId: $id, upToMessageId: $messageId }) {
    conversation { id } errors { __typename code path } } }`;
const READ = `subscription ($id: ID, $after: String) { messageRead(conversationId: $id, after: $after) {
  cursor readSeq user { username } conversation { id } } }`;

test('others are told once how far somebody has read, own devices too, and nobody when it goes back', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [id, elsewhere] = [await startWith(ada, ben, cleo), await startWith(ada, ben)];
  const [first, second] = [await send(ada, id), await send(ada, id)];
  const there = await send(ada, elsewhere);
  const at = {
    ada: await ada.subscribe(READ),
    ben: await ben.subscribe(READ, { id }),
    otherDevice: await (await world.signIn(ben)).subscribe(READ),
    cleo: await cleo.subscribe(READ),
  };

  assert.deepEqual(await mark(ben, id, second), { conversation: { id }, errors: [] });
  for (const [name, subscription] of Object.entries(at)) {
    assert.deepEqual(await read(subscription), ['ben', 2, id], name);
  }
  await unchanged(world, async () => {
    for (const back of [first, second]) assert.deepEqual((await mark(ben, id, back)).errors, []);
  });
  await mark(ben, elsewhere, there);
  assert.deepEqual(await read(at.ada), ['ben', 1, elsewhere]);
  assert.deepEqual(await read(at.otherDevice), ['ben', 1, elsewhere]);
  for (const subscription of Object.values(at)) await subscription.nothing();
  assert.deepEqual(await markersOf(world, id), [{ readSeq: 2, toldSeq: 2 }]);
});

test('`markConversationRead` is refused for conversations and messages that the caller cannot see', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [id, elsewhere] = [await startWith(ada, ben, cleo), await startWith(ada, ben)];
  const [before, there] = [await send(ada, id), await send(ada, elsewhere)];
  const notFound = (path: string) => [{ __typename: 'PlainError', code: 'NOT_FOUND', path: [path] }];
  const refusal = (who: Person, where: string, messageId: string): Promise<unknown> =>
    refused(world, who, MARK, { id: where, messageId });

  assert.deepEqual(await refusal(cleo, elsewhere, there), notFound('conversationId'));
  assert.deepEqual(await refusal(ben, id, there), notFound('upToMessageId'));
  assert.deepEqual(await refusal(ben, id, 'message_01h455vb4pex5vsknk084sn02q'), notFound('upToMessageId'));
  await leave(world, cleo, id);
  assert.deepEqual(await refusal(cleo, id, before), notFound('conversationId'));
  await rejoin(world, cleo, id);
  assert.deepEqual(await refusal(cleo, id, before), notFound('upToMessageId'));
  assert.deepEqual((await mark(cleo, id, await send(ada, id))).errors, []);
});

test('a receipt reaches only participants who share receipts both ways and see each other', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora } = await people(world);
  const id = await startWith(ada, ben, cleo, dora);
  await setPrivacy(ben, { readReceiptsAudience: 'NOBODY' });
  await block(world, cleo, ada);
  const at = {
    ada: await ada.subscribe(READ),
    ben: await ben.subscribe(READ),
    cleo: await cleo.subscribe(READ),
    dora: await dora.subscribe(READ),
  };
  const seen = { ada: ['ada', 'dora'], ben: ['ben'], cleo: ['cleo', 'dora'], dora: ['ada', 'cleo', 'dora'] };
  for (const reader of [ada, ben, cleo, dora]) {
    await mark(reader, id, await send(dora, id));
    for (const [name, readers] of Object.entries(seen)) {
      if (!readers.includes(reader.username)) continue;
      assert.equal((await read(at[name as keyof typeof at]))[0], reader.username, name);
    }
  }
  for (const subscription of Object.values(at)) await subscription.nothing();
});

test('in a conversation with more participants than the limit only own devices are told', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_RECEIPT_PARTICIPANTS: '3' } });
  const { ada, ben, cleo, dora } = await people(world);
  const id = await startWith(ada, ben, cleo, dora);
  const [atAda, otherDevice] = [await ada.subscribe(READ), await (await world.signIn(ben)).subscribe(READ)];
  await mark(ben, id, await send(ada, id));
  assert.deepEqual(await read(otherDevice), ['ben', 1, id]);
  await atAda.nothing();
  assert.deepEqual(await markersOf(world, id), [{ readSeq: 1, toldSeq: 0 }]);

  await leave(world, dora, id);
  await mark(ben, id, await send(ada, id));
  assert.deepEqual(await read(atAda), ['ben', 2, id]);
});

test('somebody who has left is not even told what they had read themselves', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const id = await startWith(ada, ben, cleo);
  const { eventCursor: after } = (await ben.ask('{ eventCursor }')).data;
  await mark(ben, id, await send(ada, id));
  await leave(world, ben, id);
  const gone = await ben.subscribe(READ, { after });
  await mark(cleo, id, await send(ada, id));
  await gone.nothing();
});

/** The numbers up to which ben has read, as somebody is told of them, without repetitions. */
async function upTo(last: number, device: Parameters<typeof read>[0]): Promise<number[]> {
  const told = new Set<number>();
  while (!told.has(last)) told.add((await read(device))[1]);
  return [...told];
}

test('others are told at most once a second, and always of the last state', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const id = await startWith(ada, ben);
  const messages: string[] = [];
  for (let sent = 0; sent < 4; sent += 1) messages.push(await send(ada, id));
  const [atAda, otherDevice] = [await ada.subscribe(READ), await (await world.signIn(ben)).subscribe(READ)];
  const startedMs = performance.now();
  for (const message of messages) await mark(ben, id, message);
  assert.deepEqual(await upTo(4, otherDevice), [1, 2, 3, 4]);
  // The last one by the next batch of this process.
  const told = await upTo(4, atAda);
  const seconds = Math.floor((performance.now() - startedMs) / 1_000);
  assert.ok(told.length >= 2 && told.length <= 2 + seconds, `${told.join()} in ${seconds} s`);
  await atAda.nothing();
});

test('a process that stops tells the others of the last state before', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const id = await startWith(ada, ben);
  const messages = [await send(ada, id), await send(ada, id)];
  for (const message of messages) await mark(ben, id, message);
  assert.deepEqual(await markersOf(world, id), [{ readSeq: 2, toldSeq: 1 }]);
  await beforeStop(world.app.services);
  assert.deepEqual(await markersOf(world, id), [{ readSeq: 2, toldSeq: 2 }]);
});

test('of marks that come at once the newest stays, and nobody is told of an older one after it', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const id = await startWith(ada, ben);
  const messages: string[] = [];
  for (let sent = 0; sent < 12; sent += 1) messages.push(await send(ada, id));
  const otherDevice = await (await world.signIn(ben)).subscribe(READ);
  await Promise.all(messages.toReversed().map((message) => mark(ben, id, message)));
  const told: number[] = [];
  while (told.at(-1) !== 12) told.push((await read(otherDevice))[1]);
  assert.deepEqual(
    told,
    told.toSorted((one, other) => one - other),
  );
  const [marker] = await markersOf(world, id);
  assert.equal(marker?.readSeq, 12);
});

test('marking costs the same in a large group as in a small one', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_RECEIPT_PARTICIPANTS: '3' } });
  const { ada, ben, cleo, dora } = await people(world);
  const others: Person[] = [];
  for (let made = 0; made < 12; made += 1) others.push(await world.user(`member.${made}`));
  const costOf = async (id: string): Promise<unknown> => {
    const messageId = await send(ada, id);
    const statements = await world.statementsOf(() => mark(ben, id, messageId));
    return { statements, rows: await rowsOf(world, { id, messageId: await send(ada, id), reader: ben }) };
  };
  const small = await startWith(ada, ben, cleo, dora);
  const large = await startWith(ada, ben, cleo, dora, ...others);
  assert.deepEqual(await costOf(large), await costOf(small));
  assert.deepEqual(await markersOf(world, large), [{ readSeq: 2, toldSeq: 0 }]);
});

/** The rows that each node of the statement's plan reads or writes. */
async function rowsOf(
  { app, connectionString }: World,
  { id, messageId, reader }: { id: string; messageId: string; reader: Person },
): Promise<unknown> {
  const { services } = app;
  const { sql, parameters } = writeReadMarker(services.db, {
    conversationId: uuidOf(id),
    messageId: uuidOf(messageId),
    userId: uuidOf(reader.id),
    participantsMax: services.limits.receiptParticipants,
    now: services.clock.now(),
    eventId: services.ids.next(),
  });
  const client = new Client({ connectionString });
  await client.connect();
  // With statistics of few rows the planner would read whole tables.
  await client.query('set enable_seqscan = off');
  const { rows } = await client.query(`explain (analyze, format json) ${sql}`, [...parameters]);
  await client.end();
  const counts: string[] = [];
  JSON.stringify(rows[0]['QUERY PLAN'], (key, value: unknown) => {
    if (key === 'Actual Rows' || key === 'Rows Removed by Filter') counts.push(`${key} ${String(value)}`);
    return value;
  });
  assert.ok(counts.length > 10);
  return counts;
}

async function send(sender: Person, id: string): Promise<string> {
  return (await sender.do(SEND, { id })).sendMessage.message.id;
}

async function mark(reader: Person, id: string, messageId: string): Promise<{ errors: unknown }> {
  return (await reader.do(MARK, { id, messageId })).markConversationRead;
}

async function read(subscription: Subscription): Promise<readonly [string, number, string]> {
  const { user, readSeq, conversation } = (await subscription.next()).data.messageRead;
  return [user.username, readSeq, conversation.id];
}

async function markersOf(
  { app }: World,
  id: string,
): Promise<readonly { readSeq: number; toldSeq: number }[]> {
  return app.services.db
    .selectFrom('participant_markers')
    .select(['read_seq as readSeq', 'told_seq as toldSeq'])
    .where('conversation_id', '=', uuidOf(id))
    .execute();
}

async function people(world: World): Promise<{ ada: Person; ben: Person; cleo: Person; dora: Person }> {
  const [ada, ben, cleo, dora] = await Promise.all(
    ['ada', 'ben', 'cleo', 'dora'].map((name) => world.user(name)),
  );
  assert.ok(ada && ben && cleo && dora);
  return { ada, ben, cleo, dora };
}
