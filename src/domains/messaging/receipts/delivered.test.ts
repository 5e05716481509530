import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { beforeStop } from '#domains/modules.ts';
import type { Subscription } from '#test/support/actor.ts';
import { accept, block, leave, requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const SEND = `mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hello" }) {
  message { id } errors { code } } }`;
const MARK = `mutation ($id: ID!, $messageId: ID!) {
  markConversationRead(input: { conversationId: $id, upToMessageId: $messageId }) { errors { code } } }`;
const ADDED = `subscription ($id: ID, $after: String) { messageAdded(conversationId: $id, after: $after) {
  message { seq } } }`;
const MEMBERS = `query ($id: ID!) { conversation(id: $id) {
  participants { nodes { user { username } lastDeliveredSeq lastReadSeq } } } }`;

test('the sender sees how far messages have reached the others, live, after a cut, or as they were read', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora } = await people(world);
  const id = await startWith(ada, ben, cleo, dora);
  const after = (await cleo.ask('{ eventCursor }')).data.eventCursor;
  const atBen = await ben.subscribe(ADDED, { id });
  await send(ada, id);
  await heard(atBen, 1);
  assert.deepEqual(await delivered(world, ada, id), { ada: null, ben: 1, cleo: null, dora: null });
  const second = await send(ada, id);
  await heard(atBen, 2);
  const back = await cleo.subscribe(ADDED, { after });
  for (const seq of [1, 2]) await heard(back, seq);
  await mark(dora, id, second);
  assert.deepEqual(await delivered(world, ada, id), { ada: null, ben: 2, cleo: 2, dora: 2 });
  const { nodes } = (await ada.do(MEMBERS, { id })).conversation.participants;
  assert.deepEqual(nodes.map(({ lastReadSeq }: { lastReadSeq: number | null }) => lastReadSeq).toSorted(), [
    2,
    null,
    null,
    null,
  ]);
});

test('deliveries are known to those who share receipts, never in requests, across a block or in large groups', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_RECEIPT_PARTICIPANTS: '4' } });
  const { ada, ben, cleo, dora } = await people(world);
  const group = await startWith(ada, ben, cleo, dora);
  const large = await startWith(ada, ben, cleo, dora, await world.user('eve'));
  const asked = await requestFrom(ada, await world.user('finn'));
  const subscriptions = await Promise.all([ben, cleo, dora].map(async (person) => person.subscribe(ADDED)));
  for (const id of [group, large]) {
    await send(ada, id);
    for (const subscription of subscriptions) await heard(subscription, 1);
  }
  assert.deepEqual(await delivered(world, ada, group), { ada: null, ben: 1, cleo: 1, dora: 1 });
  const nobody = { ada: null, ben: null, cleo: null, dora: null };
  assert.deepEqual(await delivered(world, ada, large), { ...nobody, eve: null });
  assert.deepEqual(await delivered(world, ada, asked), { ada: null, finn: null });

  await setPrivacy(ben, { readReceiptsAudience: 'NOBODY' });
  await block(world, cleo, ada);
  assert.deepEqual(await delivered(world, ada, group), { ada: null, ben: null, somebody: null, dora: 1 });
  assert.deepEqual(await delivered(world, ben, group), { ...nobody, ben: 1 });
  await leave(world, dora, group);
  assert.deepEqual(await delivered(world, ada, group), { ada: null, ben: null, somebody: null });
});

test('a request shows no delivery before it is accepted, and those after it', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const id = await requestFrom(ada, ben);
  const atBen = await ben.subscribe(ADDED);
  await send(ada, id);
  await heard(atBen, 1);
  assert.deepEqual(await delivered(world, ada, id), { ada: null, ben: null });
  await accept(ben, id);
  await send(ada, id);
  await heard(atBen, 2);
  assert.deepEqual(await delivered(world, ada, id), { ada: null, ben: 2 });
});

test('many deliveries of a burst are one row for each recipient, written together', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const id = await startWith(ada, ben, cleo);
  const subscriptions = [await ben.subscribe(ADDED), await cleo.subscribe(ADDED)];
  for (let seq = 1; seq <= 20; seq += 1) {
    await send(ada, id);
    for (const subscription of subscriptions) await heard(subscription, seq);
  }
  await beforeStop(world.app.services);
  const rows = await world.app.services.db
    .selectFrom('participant_markers')
    .select(['delivered_seq as deliveredSeq', sql<string>`xmin`.as('transaction')])
    .execute();
  assert.deepEqual(
    rows.map(({ deliveredSeq }) => deliveredSeq),
    [20, 20],
  );
  assert.equal(new Set(rows.map(({ transaction }) => transaction)).size, 1);
});

async function send(sender: Person, id: string): Promise<string> {
  return (await sender.do(SEND, { id })).sendMessage.message.id;
}

async function mark(reader: Person, id: string, messageId: string): Promise<void> {
  await reader.do(MARK, { id, messageId });
}

/** Waits for the next message, whose number is given. */
async function heard(subscription: Subscription, seq: number): Promise<void> {
  assert.equal((await subscription.next()).data.messageAdded.message.seq, seq);
}

/** `lastDeliveredSeq` by username as the viewer sees it, once this process has written its marks. */
async function delivered(world: World, viewer: Person, id: string): Promise<Record<string, number | null>> {
  await beforeStop(world.app.services);
  const { nodes } = (await viewer.do(MEMBERS, { id })).conversation.participants;
  return Object.fromEntries(
    nodes.map(
      ({
        user,
        lastDeliveredSeq,
      }: {
        user: { username: string } | null;
        lastDeliveredSeq: number | null;
      }) => [user?.username ?? 'somebody', lastDeliveredSeq],
    ),
  );
}

async function people(world: World): Promise<{ ada: Person; ben: Person; cleo: Person; dora: Person }> {
  const [ada, ben, cleo, dora] = await Promise.all(
    ['ada', 'ben', 'cleo', 'dora'].map((name) => world.user(name)),
  );
  assert.ok(ada && ben && cleo && dora);
  return { ada, ben, cleo, dora };
}
