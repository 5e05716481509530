import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { block, leave, rejoin, say, SEND, startWith } from '#test/support/messaging/messaging.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { runSql } from '#test/support/test-server.ts';
import { mediaOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const MESSAGE = `id content { __typename text } editedAt deletedAt clientData editHistory { text editedAt }
  viewer { canEdit canDeleteForEveryone }`;
const EDIT = `mutation ($id: ID!, $text: String!) { editMessage(input: { messageId: $id, text: $text }) {
  message { ${MESSAGE} } errors { code path ... on StateError { current allowed } } } }`;
const DELETE = `mutation ($id: ID!, $scope: MessageDeletionScope!) { deleteMessage(input: { messageId: $id, scope: $scope }) {
  message { ${MESSAGE} } errors { code path ... on StateError { current allowed } } } }`;
const UPDATED = 'subscription { messageUpdated { message { seq content { text } editedAt } } }';
const DELETED = `subscription { messageDeleted { messageId scope conversation { id }
  message { content { __typename text } } } }`;

test('the sender edits a text for a day, and everybody reads what it was', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_MESSAGE_EDITS: '2' } });
  const { ada, ben, conversation } = await trio(world);
  const id = await sent(ada, conversation, { text: 'Helo' });
  const { editMessage } = await ada.do(EDIT, { id, text: '\nHello ' });
  const at = editMessage.message.editedAt;
  assert.deepEqual(editMessage.message, {
    id,
    content: { __typename: 'TextContent', text: 'Hello' },
    editedAt: at,
    deletedAt: null,
    clientData: null,
    editHistory: [{ text: 'Helo', editedAt: at }],
    viewer: { canEdit: true, canDeleteForEveryone: true },
  });
  assert.deepEqual((await ada.do(EDIT, { id, text: 'Hello' })).editMessage, editMessage);
  await ada.do(EDIT, { id, text: 'Hello!' });
  const read = await messageOf(ben, id);
  assert.deepEqual(
    [read.editHistory.map(({ text }: { text: string }) => text), read.viewer],
    [['Hello', 'Helo'], { canEdit: false, canDeleteForEveryone: false }],
  );

  assert.equal(await codeOf(ada, EDIT, { id, text: 'Again' }), 'LIMIT_REACHED');
  assert.equal(await codeOf(ada, EDIT, { id, text: '' }), 'VALIDATION_FAILED');
  assert.equal(await codeOf(ben, EDIT, { id, text: 'Mine' }), 'NOT_FOUND');
  await age(world, '24 hours');
  assert.deepEqual(await errorOf(ada, EDIT, { id, text: 'Late' }), {
    code: 'INVALID_STATE',
    path: ['messageId'],
    current: 'SETTLED',
    allowed: ['RECENT'],
  });
  assert.equal((await messageOf(ada, id)).viewer.canEdit, false);
});

test('what is deleted for everyone is a tombstone everywhere, its files are gone, and it stays so', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversation } = await trio(world);
  const { id: picture } = await uploaded(ada, await smallPicture());
  const id = await sent(ada, conversation, { text: 'Look', mediaIds: [picture], clientData: { a: 1 } });
  await ada.do(EDIT, { id, text: 'Look here' });
  assert.equal(await codeOf(ben, DELETE, { id, scope: 'EVERYONE' }), 'NOT_FOUND');

  const { deleteMessage } = await ada.do(DELETE, { id, scope: 'EVERYONE' });
  const tombstone = {
    id,
    content: { __typename: 'DeletedContent', text: '' },
    editedAt: null,
    deletedAt: deleteMessage.message.deletedAt,
    clientData: null,
    editHistory: [],
    viewer: { canEdit: false, canDeleteForEveryone: false },
  };
  assert.deepEqual(deleteMessage.message, tombstone);
  assert.ok(Math.abs(Date.parse(tombstone.deletedAt) - world.clock.now().getTime()) < 60_000);
  assert.deepEqual(await messageOf(ben, id), tombstone);
  assert.equal(await mediaOf(ada, picture), null);
  await age(world, '3 days');
  assert.deepEqual((await ada.do(DELETE, { id, scope: 'EVERYONE' })).deleteMessage.message, tombstone);
  assert.equal(await codeOf(ada, EDIT, { id, text: 'Back' }), 'INVALID_STATE');
  const reply = { conversationId: conversation, text: 'Why?', replyToId: id };
  assert.equal(await codeOf(ben, SEND, { input: reply }), 'NOT_FOUND');
  const kept = await sent(ben, conversation, { text: 'Kept' });
  await age(world, '48 hours');
  assert.equal(await codeOf(ben, DELETE, { id: kept, scope: 'EVERYONE' }), 'INVALID_STATE');
});

test('what somebody deletes for themselves is gone for them alone', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversation } = await trio(world);
  const id = await sent(ada, conversation, { text: 'Hello' });
  const others = await ben.subscribe(DELETED);
  const own = await ada.subscribe(DELETED);

  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual((await ada.do(DELETE, { id, scope: 'ME' })).deleteMessage, {
      message: null,
      errors: [],
    });
  }
  await say(ada, conversation, 'Next');
  const next = await newest(ada, conversation);
  await ada.do(DELETE, { id: next, scope: 'EVERYONE' });
  await world.runJobs();

  assert.equal(await messageOf(ada, id), null);
  assert.deepEqual((await messageOf(ben, id)).content.text, 'Hello');
  assert.equal(await codeOf(ada, EDIT, { id, text: 'x' }), 'NOT_FOUND');
  const event = async (subscription: Subscription) => (await subscription.next()).data.messageDeleted;
  const hidden = { messageId: id, scope: 'ME', conversation: { id: conversation }, message: null };
  const deleted = {
    messageId: next,
    scope: 'EVERYONE',
    conversation: { id: conversation },
    message: { content: { __typename: 'DeletedContent', text: '' } },
  };
  assert.deepEqual([await event(own), await event(own)], [hidden, deleted]);
  assert.deepEqual(await event(others), deleted);
});

test('changes of a message reach those who see it, and nobody who joined later, hid it, left or is outside', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, conversation } = await trio(world);
  const [dora, eve] = await Promise.all([world.user('dora'), world.user('eve')]);
  const group = await startWith(ada, ben, cleo, dora);
  const id = await sent(ada, group, { text: 'First' });
  await leave(world, cleo, group);
  await rejoin(world, cleo, group);
  await dora.do(DELETE, { id, scope: 'ME' });
  const own = await sent(ada, conversation, { text: 'Elsewhere' });
  await world.runJobs();
  const people = [ada, ben, cleo, dora, eve];
  const subscriptions = await Promise.all(people.map((person) => person.subscribe(UPDATED)));

  await ada.do(EDIT, { id, text: 'Changed' });
  await leave(world, ben, group);
  await ada.do(EDIT, { id, text: 'Without Ben' });
  const last = await sent(ada, group, { text: 'Later' });
  await ada.do(EDIT, { id: last, text: 'Seen by who is in' });
  // A conversation of Ada, Ben and Cleo: the last event of these three.
  await ada.do(EDIT, { id: own, text: 'The end' });
  await world.runJobs();

  const until = async (index: number, text: string): Promise<string[]> => {
    const texts: string[] = [];
    while (texts.at(-1) !== text) {
      texts.push((await subscriptions[index]!.next()).data.messageUpdated.message.content.text);
    }
    return texts;
  };
  const seen = 'Seen by who is in';
  assert.deepEqual(await until(0, 'The end'), ['Changed', 'Without Ben', seen, 'The end']);
  assert.deepEqual(await until(1, 'The end'), ['Changed', 'The end']);
  assert.deepEqual(await until(2, 'The end'), [seen, 'The end']);
  assert.deepEqual(await until(3, seen), [seen]);
  const [withEve] = [await startWith(eve, ada)];
  const ofEve = await sent(eve, withEve, { text: 'Hi' });
  await eve.do(EDIT, { id: ofEve, text: 'Hi Ada' });
  await world.runJobs();
  assert.deepEqual(await until(4, 'Hi Ada'), ['Hi Ada']);
});

test('nothing is edited in a read-only conversation, and an unavailable sender shows no history', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, conversation } = await trio(world);
  const direct = await startWith(ada, ben);
  const inDirect = await sent(ada, direct, { text: 'Hello' });
  const inGroup = await sent(ada, conversation, { text: 'Hello' });
  await ada.do(EDIT, { id: inGroup, text: 'Hello all' });
  await block(world, ben, ada);

  assert.equal((await messageOf(ada, inDirect)).viewer.canEdit, false);
  assert.deepEqual(await errorOf(ada, EDIT, { id: inDirect, text: 'x' }), {
    code: 'INVALID_STATE',
    path: ['conversationId'],
    current: 'READ_ONLY',
    allowed: ['OPEN'],
  });
  const shown = await messageOf(ben, inGroup);
  assert.deepEqual([shown.content.__typename, shown.editHistory], ['UnavailableContent', []]);
  // Taking back stays possible.
  assert.equal(await codeOf(ada, DELETE, { id: inDirect, scope: 'EVERYONE' }), undefined);
});

test('two edits and a deletion at once end in the tombstone', async (t) => {
  const world = await testWorld(t);
  const { ada, conversation } = await trio(world);
  const id = await sent(ada, conversation, { text: 'Hello' });

  await Promise.all([
    ada.ask(EDIT, { id, text: 'One' }),
    ada.ask(DELETE, { id, scope: 'EVERYONE' }),
    ada.ask(EDIT, { id, text: 'Two' }),
  ]);

  const found = await messageOf(ada, id);
  assert.deepEqual([found.content, found.editHistory], [{ __typename: 'DeletedContent', text: '' }, []]);
  assert.equal(await countRevisions(world), 0);
});

async function countRevisions({ connectionString }: World): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ kept: number }>(
    'select count(*)::integer as kept from message_revisions',
  );
  await client.end();
  return rows[0]?.kept ?? NaN;
}

/** Makes all messages older. */
const age = (world: World, interval: string): Promise<void> =>
  runSql(world.connectionString, `update messages set created_at = created_at - interval '${interval}'`);

type Subscription = Awaited<ReturnType<Person['subscribe']>>;

async function trio(world: World) {
  const [ada, ben, cleo] = await Promise.all([world.user('ada'), world.user('ben'), world.user('cleo')]);
  return { ada, ben, cleo, conversation: await startWith(ada, ben, cleo) };
}

async function sent(person: Person, conversationId: string, content: object): Promise<string> {
  return (await person.do(SEND, { input: { conversationId, ...content } })).sendMessage.message.id;
}

async function messageOf(person: Person, id: string) {
  return (await person.do(`query ($id: ID!) { node(id: $id) { ... on Message { ${MESSAGE} } } }`, { id }))
    .node;
}

async function newest(person: Person, id: string): Promise<string> {
  const query = 'query ($id: ID!) { conversationMessages(conversationId: $id, first: 1) { nodes { id } } }';
  return (await person.do(query, { id })).conversationMessages.nodes[0].id;
}

async function errorOf(person: Person, mutation: string, variables: Readonly<Record<string, unknown>>) {
  const { data } = await person.ask(mutation, variables);
  const [payload] = Object.values(data) as [{ errors: { code: string }[] }];
  return payload.errors[0];
}

async function codeOf(
  person: Person,
  mutation: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  return (await errorOf(person, mutation, variables))?.code;
}
