import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import type { Untyped } from '#test/support/actor.ts';
import {
  countsIn,
  react,
  reactionsOf,
  removeReaction,
  sent,
  wrongReactionCounts,
} from '#test/support/messaging/message-reactions.ts';
import { accept, block, deactivate, requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const REACTORS = `query ($id: ID!, $emoji: String, $first: Int, $after: String) {
  messageReactors(messageId: $id, emoji: $emoji, first: $first, after: $after) {
    nodes { user { username } emoji createdAt } pageInfo { hasNextPage endCursor } } }`;
const DELETE =
  'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }';

test('members put emojis to a message, and all see them in the order of their first use', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await scene(world);
  const { message } = await react(ben, id, '👍');
  const at = world.clock.now().getTime();
  assert.ok(Math.abs(Date.parse(message.reactions[0].firstAt) - at) < 60_000);
  assert.deepEqual([countsIn(message), message.viewer.reactions], [['👍 1'], ['👍']]);
  world.clock.advance('1s');
  await react(cleo, id, '🎉');
  world.clock.advance('1s');
  await react(cleo, id, '👍');
  await react(ada, id, '👍');
  assert.deepEqual(await reactionsOf(ben, id), { all: ['👍 3', '🎉 1'], own: ['👍'] });
  assert.deepEqual(await reactionsOf(cleo, id), { all: ['👍 3', '🎉 1'], own: ['🎉', '👍'] });

  const emitted = (await emittedNames(world)).length;
  // Repeating either changes nothing.
  assert.deepEqual((await react(ben, id, '👍')).errors, []);
  assert.deepEqual((await removeReaction(ben, id, '🎉')).errors, []);
  assert.deepEqual((await emittedNames(world)).length, emitted);
  assert.deepEqual(await reactionsOf(ben, id), { all: ['👍 3', '🎉 1'], own: ['👍'] });

  const removed = await removeReaction(cleo, id, '🎉');
  assert.deepEqual([countsIn(removed.message), removed.message.viewer.reactions], [['👍 3'], ['👍']]);
  assert.deepEqual(await wrongReactionCounts(world), []);
});

test('an emoji is exactly one, in one form', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await scene(world);
  for (const emoji of ['', 'a', '1', '👍👍', '👍 ', 'ok👍', '\u{1F1E6}', '\u200D', '👍'.repeat(100)]) {
    const { errors } = await react(ben, id, emoji);
    assert.deepEqual(
      errors,
      [{ code: 'VALIDATION_FAILED', message: 'Give exactly one emoji.', path: ['emoji'] }],
      JSON.stringify(emoji),
    );
  }
  // Joined, with a skin tone, a flag, a keycap, and one whose picture has to be asked for.
  for (const emoji of ['👩‍👩‍👧', '👍🏽', '🇨🇭']) assert.deepEqual((await react(ben, id, emoji)).errors, []);
  // Keyboards omit selectors, also within an emoji of several characters.
  for (const [short, full] of [
    ['❤\u200D🔥', '❤\uFE0F\u200D🔥'],
    ['👁\uFE0F\u200D🗨', '👁\uFE0F\u200D🗨\uFE0F'],
    ['🏳\u200D🌈', '🏳\uFE0F\u200D🌈'],
    ['1\u20E3', '1\uFE0F\u20E3'],
    ['🕵🏽\u200D♂', '🕵🏽\u200D♂\uFE0F'],
  ]) {
    assert.deepEqual((await react(ada, id, short ?? '')).errors, []);
    assert.deepEqual((await reactionsOf(ada, id))?.own, [full]);
    await removeReaction(ada, id, full ?? '');
  }
  for (const emoji of ['❤', '❤\uFE0F', '1\uFE0F\u20E3'])
    assert.deepEqual((await react(ada, id, emoji)).errors, []);
  assert.deepEqual((await reactionsOf(ada, id))?.own, ['❤\uFE0F', '1\uFE0F\u20E3']);
  assert.deepEqual((await removeReaction(ada, id, '❤')).message.viewer.reactions, ['1\uFE0F\u20E3']);
});

test('a user has three emojis on a message, and a message twenty', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_MESSAGE_REACTION_KINDS: '4' } });
  const { ada, ben, id } = await scene(world);
  for (const emoji of ['👍', '🎉', '😀']) await react(ben, id, emoji);
  assert.deepEqual((await react(ben, id, '😎')).errors, [
    { code: 'LIMIT_REACHED', message: 'Put at most 3 emojis to a message.', path: ['emoji'] },
  ]);
  // An emoji that is there already is no fourth one.
  assert.deepEqual((await react(ben, id, '😀')).errors, []);
  assert.deepEqual((await react(ada, id, '😎')).errors, []);
  assert.deepEqual((await react(ada, id, '🙈')).errors, [
    { code: 'LIMIT_REACHED', message: 'Choose an emoji that the message has already.', path: ['emoji'] },
  ]);
  assert.deepEqual((await react(ada, id, '👍')).errors, []);
  await removeReaction(ben, id, '🎉');
  assert.deepEqual((await react(ada, id, '🙈')).errors, []);
  assert.deepEqual((await reactionsOf(ada, id))?.all.toSorted(), ['👍 2', '😀 1', '😎 1', '🙈 1']);
  const { apiLimits } = await ada.do(
    '{ apiLimits { messages { messageReactionsPerUser messageReactionKinds } } }',
  );
  assert.deepEqual(apiLimits.messages, { messageReactionsPerUser: 3, messageReactionKinds: 4 });
});

test('users who reacted are listed by pages, of all emojis or of one, without those whom the caller does not see', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora, id } = await scene(world);
  for (const [who, emoji] of [
    [ben, '👍'],
    [cleo, '👍'],
    [dora, '🎉'],
    [ben, '🎉'],
  ] as const) {
    world.clock.advance('1s');
    await react(who, id, emoji);
  }
  assert.deepEqual(await reactors(ada, id), ['ben 🎉', 'dora 🎉', 'cleo 👍', 'ben 👍']);
  assert.deepEqual(await reactors(ada, id, '👍'), ['cleo 👍', 'ben 👍']);
  const { messageReactors: page } = await ada.do(REACTORS, { id, first: 3 });
  assert.equal(page.pageInfo.hasNextPage, true);
  const { messageReactors: next } = await ada.do(REACTORS, { id, first: 3, after: page.pageInfo.endCursor });
  assert.deepEqual([namesIn(next), next.pageInfo.hasNextPage], [['ben 👍'], false]);

  await block(world, cleo, ada);
  await deactivate(world, dora);
  assert.deepEqual(await reactors(ada, id), ['ben 🎉', 'ben 👍']);
  assert.deepEqual(await reactors(ben, id), ['ben 🎉', 'cleo 👍', 'ben 👍']);
  // Counts are the same for all who get the content, which Cleo does not.
  assert.deepEqual((await reactionsOf(ada, id))?.all, ['👍 2', '🎉 2']);
  assert.deepEqual((await reactionsOf(cleo, id))?.all, []);
  assert.equal(await reactors(cleo, id), null);
  assert.deepEqual(
    (await ada.ask(REACTORS, { id, emoji: 'x' })).errors?.[0]?.message,
    'Give exactly one emoji.',
  );
});

test('messages that are deleted, held, of the system or not available take no reactions', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora, group, id } = await scene(world);
  const closed = {
    code: 'INVALID_STATE',
    message: 'Choose a message whose content is available.',
    path: ['messageId'],
    current: 'CLOSED',
    allowed: ['OPEN'],
  };
  const gone = await sent(ada, group);
  await ada.do(DELETE, { id: gone });
  assert.deepEqual((await react(ben, gone, '👍')).errors, [closed]);

  await ada.do(
    'mutation ($id: ID!) { updateConversation(input: { conversationId: $id, title: "New" }) { errors { code } } }',
    {
      id: group,
    },
  );
  assert.deepEqual((await react(ben, await newest(ben, group), '👍')).errors, [closed]);

  const held = await sent(ben, group);
  await setState(world, held, 'HELD');
  assert.deepEqual((await react(ben, held, '👍')).errors, [closed]);
  assert.equal((await react(ada, held, '👍')).errors[0].code, 'NOT_FOUND');
  await setState(world, held, 'REMOVED');
  assert.equal((await react(ben, held, '👍')).errors[0].code, 'NOT_FOUND');

  await block(world, ada, cleo);
  assert.deepEqual((await react(cleo, id, '👍')).errors, [closed]);
  const ofCleo = await sent(cleo, group);
  assert.deepEqual((await react(ada, ofCleo, '👍')).errors, [closed]);
  const ofDora = await sent(dora, group);
  await deactivate(world, dora);
  assert.deepEqual((await react(ben, ofDora, '👍')).errors, [closed]);
  assert.deepEqual(await reactionRows(world), 0);
});

test('a read-only direct conversation and a request take no reactions, with the reason of `sendMessage`', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const direct = await startWith(ada, ben);
  const id = await sent(ada, direct);
  await react(ben, id, '👍');
  await block(world, ada, ben);
  const stateOf = async (who: Person, message: string, emoji = '🎉') => {
    const [error] = (await react(who, message, emoji)).errors;
    return [error.code, error.message, error.current];
  };
  const readOnly = ['INVALID_STATE', 'This conversation is read-only.', 'READ_ONLY'];
  assert.deepEqual([await stateOf(ada, id), await stateOf(ben, id)], [readOnly, readOnly]);
  // Taking back stays possible.
  assert.deepEqual(countsIn((await removeReaction(ben, id, '👍')).message), []);

  const request = await requestFrom(cleo, ben);
  const asked = await sent(cleo, request);
  assert.deepEqual(await stateOf(ben, asked), [
    'INVALID_STATE',
    'Accept this conversation before you send messages.',
    'REQUEST',
  ]);
  assert.deepEqual(countsIn((await react(cleo, asked, '👍')).message), ['👍 1']);
  await sent(cleo, request);
  await sent(cleo, request);
  // As `sendMessage`: the sender of a request waits.
  assert.deepEqual(await stateOf(cleo, asked), [
    'INVALID_STATE',
    'Wait until the other user accepts this conversation.',
    'REQUESTED',
  ]);
  await accept(ben, request);
  assert.deepEqual(countsIn((await react(ben, asked, '👍')).message), ['👍 2']);
});

test('reactions go with a message that is deleted for everyone, and with a person who is erased', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, group, id } = await scene(world);
  const other = await sent(cleo, group);
  const picture = await sent(ada, group);
  await runSql(
    world.connectionString,
    `update messages set kind = 'LOCATION', text = '' where id = '${uuidOf(picture)}'`,
  );
  for (const message of [id, other, picture]) {
    await react(ada, message, '👍');
    await react(ben, message, '👍');
    await react(ben, message, '🎉');
  }
  await ada.do(DELETE, { id });
  assert.deepEqual(await reactionsOf(ben, id), { all: [], own: [] });
  assert.equal(await reactionRows(world), 6);

  await erase(world, ben);
  // The erasure takes longer than a session.
  assert.deepEqual((await reactionsOf(await world.signIn(cleo), other))?.all, ['👍 1']);
  assert.deepEqual(await wrongReactionCounts(world), []);
  assert.equal((await emittedNames(world)).filter((name) => name === 'message.reactionRemoved').length, 4);
  // Her message without a text becomes a tombstone.
  await erase(world, await world.signIn(ada));
  assert.equal(await reactionRows(world), 0);
  assert.deepEqual(await wrongReactionCounts(world), []);
});

test('the reactions of a page of messages take no more statements than those of one', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, group } = await scene(world);
  for (let made = 0; made < 10; made += 1) await react(ben, await sent(ada, group), '👍');
  const read = (first: number): Promise<number> =>
    world.statementsOf(() =>
      ada.do(
        `query ($id: ID!, $first: Int!) { conversationMessages(conversationId: $id, first: $first) {
          nodes { reactions { emoji count } pinnedAt viewer { reactions } } } }`,
        { id: group, first },
      ),
    );
  assert.equal(await read(10), await read(1));
});

async function reactors(viewer: Person, id: string, emoji?: string): Promise<string[] | null> {
  const { messageReactors } = await viewer.do(REACTORS, { id, emoji });
  return messageReactors && namesIn(messageReactors);
}

const namesIn = ({ nodes }: Untyped): string[] =>
  nodes.map(({ user, emoji }: Untyped) => `${user.username} ${emoji}`);

const setState = (world: World, id: string, state: string): Promise<void> =>
  runSql(
    world.connectionString,
    `update messages set moderation_state = '${state}' where id = '${uuidOf(id)}'`,
  );

async function newest(person: Person, id: string): Promise<string> {
  const query = 'query ($id: ID!) { conversationMessages(conversationId: $id, first: 1) { nodes { id } } }';
  return (await person.do(query, { id })).conversationMessages.nodes[0].id;
}

async function reactionRows({ app }: World): Promise<number> {
  return (await app.services.db.selectFrom('message_reactions').select('emoji').execute()).length;
}

/** A group of four and a message of Ada. */
async function scene(world: World) {
  const [ada, ben, cleo, dora] = [
    await world.user('ada'),
    await world.user('ben'),
    await world.user('cleo'),
    await world.user('dora'),
  ];
  const group = await startWith(ada, ben, cleo, dora);
  return { ada, ben, cleo, dora, group, id: await sent(ada, group) };
}
