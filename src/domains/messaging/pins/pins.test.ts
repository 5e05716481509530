import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manage } from '#test/support/messaging/groups.ts';
import { pin, sent } from '#test/support/messaging/message-reactions.ts';
import {
  accept,
  block,
  deactivate,
  leave,
  rejoin,
  requestFrom,
  startWith,
} from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const PINS = `query ($id: ID!, $first: Int, $after: String) { conversation(id: $id) {
  pinnedMessages(first: $first, after: $after) { nodes { id pinnedAt content { text } } pageInfo { hasNextPage endCursor } } } }`;
const UPDATED = 'subscription { messageUpdated { changes message { id pinnedAt content { text } } } }';
const DELETE = `mutation ($id: ID!, $scope: MessageDeletionScope!) {
  deleteMessage(input: { messageId: $id, scope: $scope }) { errors { code } } }`;
const CAN_PIN = 'query ($id: ID!) { conversation(id: $id) { viewer { canPinMessages } } }';

test('the owner and admins of a group pin messages, which all members see, newest pin first', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, group } = await scene(world);
  await manage(ada, 'setParticipantRole', { conversationId: group, userId: ben.id, role: 'ADMIN' });
  const [one, two, three] = [
    await sent(cleo, group, 'one'),
    await sent(cleo, group, 'two'),
    await sent(ada, group, 'three'),
  ];
  const live = await cleo.subscribe(UPDATED);
  for (const [who, id] of [
    [ada, two],
    [ben, one],
    [ada, three],
  ] as const) {
    world.clock.advance('1s');
    const { message, errors } = await pin(who, id);
    assert.deepEqual([message.id, errors], [id, []]);
    assert.ok(Math.abs(Date.parse(message.pinnedAt) - world.clock.now().getTime()) < 60_000);
  }
  assert.deepEqual(await pinnedIn(cleo, group), ['three', 'one', 'two']);
  const { conversation: first } = await cleo.do(PINS, { id: group, first: 2 });
  const { hasNextPage, endCursor } = first.pinnedMessages.pageInfo;
  assert.deepEqual([hasNextPage, textsIn(first)], [true, ['three', 'one']]);
  const { conversation: rest } = await cleo.do(PINS, { id: group, first: 2, after: endCursor });
  assert.deepEqual([rest.pinnedMessages.pageInfo.hasNextPage, textsIn(rest)], [false, ['two']]);
  for (const text of ['two', 'one', 'three']) {
    const { changes, message } = (await live.next()).data.messageUpdated;
    assert.deepEqual([changes, message.content.text, message.pinnedAt !== null], [['PIN'], text, true]);
  }

  // Repeating it changes nothing, and tells nobody.
  const before = await newestOf(ada, group);
  assert.deepEqual(before, {
    __typename: 'SystemContent',
    change: 'MESSAGE_PINNED',
    by: { username: 'ada' },
  });
  assert.deepEqual((await pin(ben, three)).errors, []);
  assert.deepEqual(await pinnedIn(cleo, group), ['three', 'one', 'two']);
  assert.equal((await pin(ben, three, 'unpinMessage')).message.pinnedAt, null);
  assert.deepEqual((await pin(ben, three, 'unpinMessage')).errors, []);
  assert.deepEqual(await pinnedIn(cleo, group), ['one', 'two']);
  const { message } = (await live.next()).data.messageUpdated;
  assert.deepEqual([message.id, message.pinnedAt], [three, null]);
  await live.nothing();

  const forbidden = {
    code: 'FORBIDDEN',
    message: 'Only the owner and admins of the group can do this.',
    path: ['messageId'],
  };
  for (const mutation of ['pinMessage', 'unpinMessage']) {
    assert.deepEqual((await pin(cleo, one, mutation)).errors, [forbidden]);
  }
  assert.deepEqual([await canPin(ben, group), await canPin(cleo, group)], [true, false]);
  assert.deepEqual(await pinnedIn(cleo, group), ['one', 'two']);
});

test('a pin tells who pinned it, to those who see that person', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, group } = await scene(world);
  await manage(ada, 'setParticipantRole', { conversationId: group, userId: ben.id, role: 'ADMIN' });
  const id = await sent(cleo, group, 'one');
  const pinnerOf = async (viewer: Person): Promise<string | null> => {
    const { conversation } = await viewer.do(
      'query ($id: ID!) { conversation(id: $id) { pinnedMessages { nodes { pinnedBy { username } } } } }',
      { id: group },
    );
    return conversation.pinnedMessages.nodes[0].pinnedBy?.username ?? null;
  };
  const live = await cleo.subscribe('subscription { messageUpdated { message { pinnedBy { username } } } }');
  await pin(ben, id);
  // Pinning it again changes nothing.
  await pin(ada, id);
  assert.equal(await pinnerOf(cleo), 'ben');
  assert.deepEqual((await live.next()).data.messageUpdated.message, { pinnedBy: { username: 'ben' } });
  await block(world, ben, cleo);
  assert.deepEqual([await pinnerOf(ada), await pinnerOf(cleo)], ['ben', null]);
  await pin(ada, id, 'unpinMessage');
  const { node } = await ada.do('query ($id: ID!) { node(id: $id) { ... on Message { pinnedBy { id } } } }', {
    id,
  });
  assert.deepEqual(node, { pinnedBy: null });
});

test('both users of a direct conversation pin, until it is read-only; a request is not pinned in by its receiver', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await scene(world);
  const direct = await startWith(ada, ben);
  const id = await sent(ada, direct, 'Hello');
  assert.deepEqual((await pin(ben, id)).errors, []);
  assert.deepEqual((await pin(ada, id, 'unpinMessage')).errors, []);
  assert.deepEqual((await pin(ada, id)).errors, []);
  assert.deepEqual(await pinnedIn(ben, direct), ['Hello']);
  // The system tells groups alone.
  assert.equal((await newestOf(ada, direct)).__typename, 'TextContent');
  const other = await sent(ben, direct);
  await block(world, ada, ben);
  assert.deepEqual(
    (await pin(ben, other)).errors.map(({ code, current }: Record<string, string>) => [code, current]),
    [['INVALID_STATE', 'READ_ONLY']],
  );
  assert.equal(await canPin(ben, direct), false);
  assert.deepEqual((await pin(ben, id, 'unpinMessage')).errors, []);

  const request = await requestFrom(cleo, ben);
  const asked = await sent(cleo, request);
  assert.equal((await pin(ben, asked)).errors[0].current, 'REQUEST');
  await accept(ben, request);
  assert.deepEqual((await pin(ben, asked)).errors, []);
});

test('pins show nobody a message that they do not see, and go with a message that is deleted for everyone', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora, group } = await scene(world);
  const texts = ['early', 'hidden', 'deleted', 'held', 'removed', 'blocked'];
  const ids = new Map<string, string>();
  for (const text of texts) {
    if (text === 'hidden') {
      await leave(world, cleo, group);
      await rejoin(world, cleo, group);
    }
    const id = await sent(text === 'blocked' ? dora : ada, group, text);
    ids.set(text, id);
    await pin(ada, id);
  }
  const idOf = (text: string): string => ids.get(text) ?? '';
  assert.deepEqual(await pinnedIn(ben, group), texts.toReversed());
  await ben.do(DELETE, { id: idOf('hidden'), scope: 'ME' });
  await ada.do(DELETE, { id: idOf('deleted'), scope: 'EVERYONE' });
  await setState(world, idOf('held'), 'HELD');
  await setState(world, idOf('removed'), 'REMOVED');
  await block(world, dora, ben);

  // The place of a message across a block stays, without the text.
  assert.deepEqual(await pinnedIn(ben, group), ['', 'early']);
  assert.deepEqual(await pinnedIn(cleo, group), ['blocked', 'hidden']);
  assert.deepEqual(await pinnedIn(ada, group), ['blocked', 'held', 'hidden', 'early']);
  const gone = await ada.do('query ($id: ID!) { node(id: $id) { ... on Message { pinnedAt } } }', {
    id: idOf('deleted'),
  });
  assert.equal(gone.node.pinnedAt, null);
  const { db } = world.app.services;
  const rows = await db.selectFrom('message_pins').select('message_id').execute();
  assert.equal(rows.length, 5);
});

test('messages that are deleted, held, of the system or not available are not pinned', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora, group } = await scene(world);
  const stateOf = async (id: string): Promise<unknown> => {
    const [error] = (await pin(ada, id)).errors;
    return error && [error.code, error.current ?? null];
  };
  const closed = ['INVALID_STATE', 'CLOSED'];
  const deleted = await sent(ada, group);
  await ada.do(DELETE, { id: deleted, scope: 'EVERYONE' });
  assert.deepEqual(await stateOf(deleted), closed);
  const held = await sent(ada, group);
  await setState(world, held, 'HELD');
  assert.deepEqual(await stateOf(held), closed);
  const ofBen = await sent(ben, group);
  await block(world, ben, ada);
  assert.deepEqual(await stateOf(ofBen), closed);
  const ofDora = await sent(dora, group);
  await deactivate(world, dora);
  assert.deepEqual(await stateOf(ofDora), closed);
  assert.deepEqual(await stateOf(await sent(cleo, group)), undefined);
  const system = await newestId(ada, group);
  assert.deepEqual(await stateOf(system), closed);
});

test('a conversation has at most so many pins, also when many pin at once; those that no member sees make room', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_PINNED_MESSAGES: '3' } });
  const { ada, ben, cleo, dora, group } = await scene(world);
  await manage(ada, 'setParticipantRole', { conversationId: group, userId: ben.id, role: 'ADMIN' });
  const ids: string[] = [];
  for (let made = 0; made < 6; made += 1) ids.push(await sent(cleo, group, `${made}`));
  const answers = await Promise.all(ids.map((id, index) => pin(index % 2 === 0 ? ada : ben, id)));
  const refused = answers.flatMap(({ errors }) => errors);
  const full = {
    code: 'LIMIT_REACHED',
    message: 'Pin at most 3 messages: unpin another one.',
    path: ['messageId'],
  };
  assert.deepEqual(refused, [full, full, full]);
  const pinned = await pinnedIn(cleo, group);
  assert.equal(pinned.length, 3);
  // Refused pins left no message of the system.
  const { rows } = await systemMessages(world);
  assert.equal(rows, 4);

  // All join anew, and see none of the pinned messages.
  for (const person of [ada, ben, cleo, dora]) {
    await leave(world, person, group);
    await rejoin(world, person, group);
  }
  await runSql(
    world.connectionString,
    `update participants set role = 'OWNER' where user_id = '${uuidOf(ada.id)}'`,
  );
  const next = await sent(cleo, group, 'next');
  assert.deepEqual((await pin(ada, next)).errors, []);
  assert.deepEqual(await pinnedIn(cleo, group), ['next']);
});

test('two who pin one message at once pin it once, and unpinning at once is told once', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await scene(world);
  const direct = await startWith(ada, ben);
  const id = await sent(ada, direct);
  const live = await ada.subscribe(UPDATED);
  const pins = await Promise.all([pin(ada, id), pin(ben, id)]);
  assert.deepEqual(
    pins.map(({ errors }) => errors),
    [[], []],
  );
  await Promise.all([pin(ada, id, 'unpinMessage'), pin(ben, id, 'unpinMessage')]);
  const told = [await live.next(), await live.next()].map(({ data }) => data.messageUpdated.changes);
  assert.deepEqual(told, [['PIN'], ['PIN']]);
  await live.nothing();
});

test('the pinned messages of many conversations take no more statements than those of one', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await scene(world);
  const ids: string[] = [];
  for (let made = 0; made < 4; made += 1) {
    const id = await startWith(ada, ben, cleo);
    ids.push(id);
    await pin(ada, await sent(ben, id));
  }
  const read = (wanted: readonly string[]): Promise<number> =>
    world.statementsOf(() =>
      ada.do(
        'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Conversation { pinnedMessages { nodes { id } } } } }',
        { ids: wanted },
      ),
    );
  assert.equal(await read(ids), await read(ids.slice(0, 1)));
});

async function pinnedIn(viewer: Person, id: string): Promise<string[]> {
  return textsIn((await viewer.do(PINS, { id })).conversation);
}

type Pinned = { pinnedMessages: { nodes: { content: { text: string } }[] } };

const textsIn = ({ pinnedMessages }: Pinned): string[] =>
  pinnedMessages.nodes.map(({ content }) => content.text);

async function canPin(viewer: Person, id: string): Promise<boolean> {
  return (await viewer.do(CAN_PIN, { id })).conversation.viewer.canPinMessages;
}

const NEWEST = `query ($id: ID!) { conversationMessages(conversationId: $id, first: 1) { nodes { id content {
  __typename ... on SystemContent { change by { username } } } } } }`;

async function newestOf(viewer: Person, id: string) {
  return (await viewer.do(NEWEST, { id })).conversationMessages.nodes[0].content;
}

async function newestId(viewer: Person, id: string): Promise<string> {
  return (await viewer.do(NEWEST, { id })).conversationMessages.nodes[0].id;
}

async function systemMessages({ app }: World): Promise<{ rows: number }> {
  const found = await app.services.db
    .selectFrom('messages')
    .select('id')
    .where('kind', '=', 'SYSTEM')
    .execute();
  return { rows: found.length };
}

const setState = (world: World, id: string, state: string): Promise<void> =>
  runSql(
    world.connectionString,
    `update messages set moderation_state = '${state}' where id = '${uuidOf(id)}'`,
  );

/** A group of Ada with three others. */
async function scene(world: World) {
  const [ada, ben, cleo, dora] = [
    await world.user('ada'),
    await world.user('ben'),
    await world.user('cleo'),
    await world.user('dora'),
  ];
  return { ada, ben, cleo, dora, group: await startWith(ada, ben, cleo, dora) };
}
