import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { leave, rejoin, startWith } from '#test/support/messaging/messaging.ts';
import { moderateMessage } from '#test/support/people/moderate.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const DELETED = 'subscription { messageDeleted { messageId scope by { username } message { id } } }';
const UPDATED = `subscription { messageUpdated { changes message { id content { text } viewer { isHeld } } } }`;

test('those who lose a message are told that it ended, those who get it back that it has changed', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, group } = await scene(world);
  const id = await sent(ada, group, 'Tea?');
  // Cleo was not there when it was sent.
  await leave(world, cleo, group);
  const later = await sent(ada, group, 'Later');
  await rejoin(world, cleo, group);
  const told = await listeners({ ada, ben, cleo });
  const gone = (messageId: string) => ({ messageId, scope: 'MODERATION', by: null, message: null });
  const changed = (isHeld: boolean) => ({
    changes: ['MODERATION'],
    message: { id: later, content: { text: 'Later' }, viewer: { isHeld } },
  });
  const steps = [
    ['HELD', { deleted: { ben: [gone(later)] }, updated: { ada: [changed(true)] } }],
    ['REMOVED', { deleted: { ada: [gone(later)] }, updated: {} }],
    ['HELD', { deleted: {}, updated: { ada: [changed(true)] } }],
    ['VISIBLE', { deleted: {}, updated: { ada: [changed(false)], ben: [changed(false)] } }],
    ['REMOVED', { deleted: { ada: [gone(later)], ben: [gone(later)] }, updated: {} }],
    ['REMOVED', { deleted: {}, updated: {} }],
    ['VISIBLE', { deleted: {}, updated: { ada: [changed(false)], ben: [changed(false)] } }],
  ] as const;
  for (const [index, [state, expected]] of steps.entries()) {
    await moderateMessage(world, later, state);
    assert.deepEqual(await told(expected), expected, `${index}: ${state}`);
  }
  await moderateMessage(world, id, 'HELD');
  const held = {
    changes: ['MODERATION'],
    message: { id, content: { text: 'Tea?' }, viewer: { isHeld: true } },
  };
  const expected = { deleted: { ben: [gone(id)] }, updated: { ada: [held] } };
  assert.deepEqual(await told(expected), expected);
});

test('a change of a state is an event with the place of the message, and its former state is the answer', async (t) => {
  const world = await testWorld(t);
  const { ada, group } = await scene(world);
  const id = await sent(ada, group, 'Tea?');
  assert.equal(await moderateMessage(world, id, 'HELD'), 'VISIBLE');
  assert.equal(await moderateMessage(world, id, 'HELD'), 'HELD');
  assert.equal(await moderateMessage(world, id, 'VISIBLE'), 'HELD');
  const place = { messageId: uuidOf(id), conversationId: uuidOf(group), seq: 1, membersVersion: 2 };
  const moderated = { ...place, scope: 'MODERATION', byId: null };
  const changes = ['MODERATION'];
  assert.deepEqual(await storedEvents(world, 'message.moderated', 'message.updated'), [
    ['message.moderated', { ...moderated, state: 'HELD' }],
    ['message.updated', { ...place, changes }],
    ['message.moderated', { ...moderated, state: 'VISIBLE' }],
    ['message.updated', { ...place, changes }],
  ]);
});

test('what is deleted is not brought back, whether before the decision or at once with it', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, group } = await scene(world);
  const remove = (id: string): Promise<Untyped> =>
    ada.do(
      'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }',
      { id },
    );
  const early = await sent(ada, group, 'Early');
  await moderateMessage(world, early, 'HELD');
  await remove(early);
  await assert.rejects(moderateMessage(world, early, 'VISIBLE'), { code: 'NOT_FOUND' });
  assert.deepEqual(await shown(ben, early), null);
  for (let round = 0; round < 10; round += 1) {
    const id = await sent(ada, group, 'Both');
    await Promise.allSettled([remove(id), moderateMessage(world, id, 'HELD')]);
    await moderateMessage(world, id, 'VISIBLE').catch(() => undefined);
    const { rows } = await stored(world, id);
    assert.deepEqual(rows, [{ text: '', isDeleted: true }], `round ${round}`);
  }
});

async function shown(viewer: Person, id: string): Promise<unknown> {
  return (
    await viewer.do('query ($id: ID!) { node(id: $id) { ... on Message { content { text } } } }', { id })
  ).node;
}

async function stored({ app }: World, id: string): Promise<{ rows: unknown[] }> {
  const rows = await app.services.db
    .selectFrom('messages')
    .select(['text', (eb) => eb('deleted_at', 'is not', null).as('isDeleted')])
    .where('id', '=', uuidOf(id))
    .execute();
  return { rows };
}

type Told = {
  readonly [kind in 'deleted' | 'updated']: Readonly<Partial<Record<string, readonly unknown[]>>>;
};

/** Reads as many events of each person as are expected, and that no other comes. */
async function listeners(people: Readonly<Record<string, Person>>) {
  const opened = await Promise.all(
    Object.entries(people).map(async ([name, person]) => ({
      name,
      deleted: await person.subscribe(DELETED),
      updated: await person.subscribe(UPDATED),
    })),
  );
  return async (expected: Told): Promise<Told> => {
    const told = { deleted: {} as Record<string, unknown[]>, updated: {} as Record<string, unknown[]> };
    for (const { name, deleted, updated } of opened) {
      for (const _ of expected.deleted[name] ?? []) {
        (told.deleted[name] ??= []).push((await deleted.next()).data.messageDeleted);
      }
      for (const _ of expected.updated[name] ?? []) {
        (told.updated[name] ??= []).push((await updated.next()).data.messageUpdated);
      }
    }
    for (const { deleted, updated } of opened) await Promise.all([deleted.nothing(), updated.nothing()]);
    return told;
  };
}

async function scene(world: World) {
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  return { ada, ben, cleo, group: await startWith(ada, ben, cleo) };
}
