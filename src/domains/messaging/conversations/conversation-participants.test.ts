import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { block, startWith } from '#test/support/messaging/messaging.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const FIND = `query ($id: ID!, $query: String, $role: ParticipantRole, $first: Int, $after: String) {
  conversationParticipants(conversationId: $id, query: $query, role: $role, first: $first, after: $after) {
    nodes { user { username } role } pageInfo { endCursor hasNextPage } } }`;

async function find(person: Person, id: string, args: object = {}): Promise<Untyped> {
  const { conversationParticipants: found } = await person.do(FIND, { id, ...args });
  return found && found.nodes.map(({ user }: Untyped) => user?.username ?? null);
}

test('participants are found by the beginning of their username, by a part of their name and by their role', async (t) => {
  const world = await testWorld(t);
  const people: Person[] = [];
  for (const name of ['ada', 'ben', 'bea', 'cleo']) people.push(await world.user(name));
  const [ada, ben, bea, cleo] = people as [Person, Person, Person, Person];
  const outside = await world.user('benedict');
  const id = await startWith(ada, ben, bea, cleo);
  await cleo.do(`mutation { updateProfile(input: { displayName: "Zoë Ben-Ari" }) { errors { code } } }`);
  await ada.do(
    `mutation ($id: ID!, $userId: ID!) {
      setParticipantRole(input: { conversationId: $id, userId: $userId, role: ADMIN }) { errors { code } } }`,
    { id, userId: bea.id },
  );

  assert.deepEqual(await find(ada, id, { query: 'be' }), ['ben', 'bea', 'cleo']);
  assert.deepEqual(await find(ada, id, { query: '@BE' }), ['ben', 'bea', 'cleo']);
  assert.deepEqual(await find(ada, id, { query: 'zoe' }), ['cleo']);
  assert.deepEqual(await find(ada, id, { query: 'be', role: 'ADMIN' }), ['bea']);
  assert.deepEqual(await find(ada, id, { role: 'OWNER' }), ['ada']);
  assert.deepEqual(await find(ada, id, { query: 'nobody' }), []);
  assert.deepEqual(await find(ada, id, { query: '%' }), []);
  assert.equal(await find(outside, id, { query: 'be' }), null);

  const { conversationParticipants: first } = await ada.do(FIND, { id, query: 'be', first: 2 });
  assert.equal(first.pageInfo.hasNextPage, true);
  assert.deepEqual(await find(ada, id, { query: 'be', first: 2, after: first.pageInfo.endCursor }), ['cleo']);

  // A participant out of sight is found by the role alone, without a name.
  await block(world, ada, bea);
  assert.deepEqual(await find(ada, id, { query: 'be' }), ['ben', 'cleo']);
  assert.deepEqual(await find(ada, id, { role: 'ADMIN' }), [null]);
  const { errors } = await ada.ask(FIND, { id, query: '' });
  assert.deepEqual(
    errors?.map(({ extensions, message }: Untyped) => [extensions.code, message]),
    [['BAD_USER_INPUT', 'The search text must have 1 to 50 characters and no control characters.']],
  );
});
