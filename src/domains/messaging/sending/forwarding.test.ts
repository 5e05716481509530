import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import { publish } from '#test/support/content/comments.ts';
import {
  countForwards,
  DELETE,
  FORWARD,
  forwarded,
  lastAdded,
  newest,
  people,
  refused,
  send,
} from '#test/support/messaging/forwarding.ts';
import { manage } from '#test/support/messaging/groups.ts';
import { smallPicture, wav } from '#test/support/content/media-files.ts';
import {
  accept,
  block,
  leave,
  rejoin,
  requestFrom,
  say,
  startWith,
} from '#test/support/messaging/messaging.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld } from '#test/support/world.ts';

test('every content is forwarded to several conversations, with its sender and nothing of where it was', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora } = await people(world);
  const source = await startWith(ada, ben);
  const conversationIds = [await startWith(ben, cleo), await startWith(ben, cleo, dora)];
  const picture = (await uploaded(ada, await smallPicture())).id;
  const voice = (
    await uploaded(
      ada,
      wav(100, () => 0.1),
    )
  ).id;
  const postId = await publish(ada);
  const above = await send(ben, { conversationId: source, text: 'Above' });
  const inputs = [
    { text: '@ben https://x.example', replyToId: above, clientData: { a: 1 } },
    { text: 'Look', mediaIds: [picture] },
    { voiceNoteId: voice },
    { location: { latitude: 59.9, longitude: 10.7, name: 'Oslo' } },
    { contactId: dora.id },
    { postId },
  ];
  const contents = [
    {
      __typename: 'TextContent',
      text: '@ben https://x.example',
      entities: [{ __typename: 'LinkEntity', start: 5 }],
    },
    { __typename: 'MediaContent', text: 'Look', entities: [], media: [{ id: picture }] },
    { __typename: 'VoiceNoteContent', text: '', entities: [], audio: { id: voice } },
    { __typename: 'LocationContent', text: '', entities: [], latitude: 59.9, name: 'Oslo' },
    { __typename: 'ContactContent', text: '', entities: [], user: { username: 'dora' } },
    { __typename: 'SharedPostContent', text: '', entities: [], post: { id: postId } },
  ];
  for (const [index, input] of inputs.entries()) {
    const messageId = await send(ada, { conversationId: source, ...input });
    const messages = await forwarded(ben, messageId, conversationIds);
    for (const [place, id] of conversationIds.entries()) {
      const expected = {
        id: messages[place].id,
        seq: messages[place].seq,
        clientData: null,
        sender: { username: 'ben' },
        forwardedFrom: { sender: { username: 'ada' } },
        replyTo: null,
        conversation: { id },
        content: contents[index],
      };
      assert.deepEqual(messages[place], expected);
      assert.deepEqual(await newest(cleo, id), expected);
    }
  }
  assert.deepEqual(await lastAdded(world), {
    conversationId: uuidOf(conversationIds[1] ?? ''),
    senderId: uuidOf(ben.id),
    kind: 'SHARED_POST',
    mentionedIds: [],
    mentionsEveryone: false,
  });
  // Nobody is mentioned in a conversation by a text that was written for another one.
  const rows = await world.app.services.db
    .selectFrom('message_mentions')
    .select('conversation_id as id')
    .execute();
  assert.deepEqual(rows, [{ id: uuidOf(source) }]);
});

test('a forward of a forward names the first sender, to whom sees them, until they erase their account', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora } = await people(world);
  const [first, second, third] = [
    await startWith(ada, ben),
    await startWith(ben, cleo),
    await startWith(cleo, dora),
  ];
  const original = await send(ada, { conversationId: first, text: 'First' });
  const [once] = await forwarded(ben, original, [second]);
  const [twice] = await forwarded(cleo, once.id, [third, first].slice(0, 1));
  const origin = { sender: { username: 'ada' } };
  assert.deepEqual([once.forwardedFrom, twice.forwardedFrom], [origin, origin]);
  // An own message tells that it was forwarded, too.
  assert.deepEqual((await forwarded(ben, original, [second]))[0].forwardedFrom, origin);

  await block(world, ada, dora);
  assert.deepEqual((await newest(dora, third)).forwardedFrom, { sender: null });
  assert.deepEqual((await newest(cleo, third)).forwardedFrom, origin);
  await erase(world, ada);
  const [ofCleo, ofDora] = [await world.signIn(cleo), await world.signIn(dora)];
  for (const reader of [ofCleo, ofDora]) {
    const { content, forwardedFrom } = await newest(reader, third);
    assert.deepEqual([content.text, forwardedFrom], ['First', { sender: null }]);
  }
});

test('whoever does not see a message cannot forward it: outsiders, former and later members, those across a block', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora, eve } = await people(world);
  const group = await startWith(ada, ben, cleo, dora);
  const messageId = await send(ada, { conversationId: group, text: 'Hello' });
  const own = new Map<Person, string>();
  for (const person of [ben, cleo, dora, eve])
    own.set(person, await startWith(person, await world.user(`friend.${own.size}`)));
  await leave(world, ben, group);
  await leave(world, cleo, group);
  await rejoin(world, cleo, group);
  await block(world, dora, ada);
  for (const [person, id] of own) {
    const { messages, errors } = await refused(person, messageId, [id]);
    assert.deepEqual([messages, errors], [null, [{ code: 'NOT_FOUND', path: ['messageId'] }]]);
  }
  const { errors } = await world.anonymous().ask(FORWARD, { input: { messageId, conversationIds: [group] } });
  assert.equal(errors?.[0]?.extensions?.['code'], 'UNAUTHENTICATED');
  assert.deepEqual(await countForwards(world), 0);
});

test('what is deleted, hidden, held, removed or of the system, and what shares something unseen, is not forwarded', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [group, target] = [await startWith(ada, ben, cleo), await startWith(ada, cleo)];
  const codesOf = async (messageId: string): Promise<unknown> =>
    (await refused(ada, messageId, [target])).errors.map(({ code }: { code: string }) => code);
  const deleted = await send(ada, { conversationId: group, text: 'Deleted' });
  await ada.do(DELETE, { id: deleted });
  const hidden = await send(ben, { conversationId: group, text: 'Hidden' });
  await ada.do(
    'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: ME }) { errors { code } } }',
    {
      id: hidden,
    },
  );
  const moderated: string[] = [];
  for (const state of ['HELD', 'REMOVED']) {
    const id = await send(ada, { conversationId: group, text: state });
    await runSql(
      world.connectionString,
      `update messages set moderation_state = '${state}' where id = '${uuidOf(id)}'`,
    );
    moderated.push(id);
  }
  await manage(ada, 'updateConversation', { conversationId: group, title: 'Us' });
  const ofSystem = (await newest(ada, group)).id;
  const postId = await publish(ben);
  const shared = await send(ben, { conversationId: group, postId });
  await setPrivacy(ben, { isPrivate: true });
  const contact = await send(ben, { conversationId: group, contactId: cleo.id });
  assert.deepEqual((await forwarded(ada, contact, [target])).length, 1);
  await block(world, cleo, ada);
  const timer = { conversationId: group, disappearAfterSeconds: 86_400 };
  await manage(ada, 'updateConversation', timer);
  const passing = await send(ben, { conversationId: group, text: 'For a day' });
  assert.deepEqual(await codesOf(passing), ['INVALID_STATE']);
  for (const id of [deleted, hidden, ...moderated, ofSystem, shared, contact]) {
    assert.deepEqual(await codesOf(id), ['NOT_FOUND']);
  }
  assert.equal(await countForwards(world), 1);
});

test('each target is judged as a send, the errors point at those that refuse, and then nothing is sent', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora, eve } = await people(world);
  const source = await startWith(ada, ben);
  const messageId = await send(ben, { conversationId: source, text: 'Hello' });
  const blocked = await startWith(ada, cleo);
  await block(world, cleo, ada);
  const waiting = await requestFrom(ada, dora);
  for (const text of ['1', '2']) await say(ada, waiting, text);
  const asked = await requestFrom(eve, ada);
  const foreign = await startWith(ben, eve);
  const good = await startWith(ada, ben, eve);

  const { errors } = await refused(ada, messageId, [good, blocked, waiting, asked, foreign]);
  assert.deepEqual(errors, [
    { code: 'INVALID_STATE', path: ['conversationIds', '1'], current: 'READ_ONLY' },
    { code: 'INVALID_STATE', path: ['conversationIds', '3'], current: 'REQUEST' },
    { code: 'NOT_FOUND', path: ['conversationIds', '4'] },
  ]);
  assert.equal(await countForwards(world), 0);
  assert.equal((await forwarded(ada, messageId, [good, waiting, good])).length, 2);
  assert.deepEqual((await refused(ada, messageId, [waiting])).errors, [
    { code: 'INVALID_STATE', path: ['conversationIds', '0'], current: 'REQUESTED' },
  ]);
  await accept(dora, waiting);
  await forwarded(ada, messageId, [waiting]);
  await restrict(world, ada, { kind: 'MESSAGING' });
  assert.deepEqual(
    (await refused(ada, messageId, [good])).errors.map(({ code }: { code: string }) => code),
    ['RESTRICTED'],
  );
  assert.equal(await countForwards(world), 3);
});

test('a message is forwarded to a bounded number of conversations', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_FORWARD_TARGETS: '2' } });
  const { ada, ben, cleo } = await people(world);
  const ids = [await startWith(ada, ben), await startWith(ada, cleo), await startWith(ada, ben, cleo)];
  const messageId = await send(ada, { conversationId: ids[0], text: 'Hello' });
  const error = { code: 'VALIDATION_FAILED', path: ['conversationIds'] };
  assert.deepEqual((await refused(ada, messageId, [])).errors, [
    { ...error, constraint: 'minItems', limit: 1 },
  ]);
  assert.deepEqual((await refused(ada, messageId, ids)).errors, [
    { ...error, constraint: 'maxItems', limit: 2 },
  ]);
  assert.equal((await forwarded(ada, messageId, [...ids.slice(0, 2), ...ids.slice(0, 1)])).length, 2);
});

test('forwards spend a point for each conversation, and none when they are refused', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '1000000' } });
  const { ada, ben, cleo, dora } = await people(world);
  const ids = [
    await startWith(ada, ben),
    await startWith(ada, cleo),
    await startWith(ada, ben, cleo),
    await startWith(ada, ben, dora),
  ];
  const messageId = await send(ada, { conversationId: ids[0], text: 'Hello' });
  const codesOf = async (conversationIds: readonly string[]): Promise<unknown> =>
    (await refused(ada, messageId, conversationIds)).errors.map(({ code }: { code: string }) => code);
  for (let call = 0; call < 14; call += 1) await forwarded(ada, messageId, ids);
  assert.deepEqual(await codesOf([...ids.slice(0, 3), await startWith(ben, dora)]), ['NOT_FOUND']);
  await forwarded(ada, messageId, [...ids.slice(0, 3), ...ids.slice(0, 3)]);
  assert.deepEqual(await codesOf(ids.slice(0, 2)), ['RATE_LIMITED']);
  await forwarded(ada, messageId, ids.slice(0, 1));
  assert.deepEqual(await codesOf(ids.slice(0, 1)), ['RATE_LIMITED']);
  assert.equal(await countForwards(world), 60);
  world.clock.advance('1m');
  assert.equal((await forwarded(ada, messageId, ids)).length, 4);
});

const EDIT = `mutation ($input: EditMessageInput!) { editMessage(input: $input) {
  message { id } errors { code path ... on StateError { current } } } }`;

test('a forwarded message cannot be edited, so that its first sender is named with their own words alone', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [source, target] = [await startWith(ada, ben), await startWith(ben, cleo)];
  const picture = (await uploaded(ada, await smallPicture())).id;
  const original = await send(ada, { conversationId: source, text: 'Hello', mediaIds: [picture] });
  const [ofBen] = await forwarded(ben, original, [target]);
  const [ofAda] = await forwarded(ada, original, [source]);
  for (const [editor, { id }, conversationId] of [
    [ben, ofBen, target],
    [ada, ofAda, source],
  ] as const) {
    for (const text of ['Go away', '']) {
      const { data } = await editor.ask(EDIT, { input: { messageId: id, text } });
      assert.deepEqual(data.editMessage, {
        message: null,
        errors: [{ code: 'INVALID_STATE', path: ['messageId'], current: 'FORWARDED' }],
      });
    }
    const { content, forwardedFrom } = await newest(editor, conversationId);
    assert.deepEqual([content.text, forwardedFrom], ['Hello', { sender: { username: 'ada' } }]);
    const { node } = await editor.do(
      'query ($id: ID!) { node(id: $id) { ... on Message { editedAt editHistory { text } viewer { canEdit canDeleteForEveryone } } } }',
      { id },
    );
    assert.deepEqual(node, {
      editedAt: null,
      editHistory: [],
      viewer: { canEdit: false, canDeleteForEveryone: true },
    });
  }
  // The first message is still its sender's.
  const { editMessage } = await ada.do(EDIT, { input: { messageId: original, text: 'Hello, Ben' } });
  assert.deepEqual(editMessage.errors, []);
  assert.equal((await newest(cleo, target)).content.text, 'Hello');
});
