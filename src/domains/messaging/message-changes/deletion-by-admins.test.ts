import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { manage } from '#test/support/messaging/groups.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { block, leave, SEND, startWith } from '#test/support/messaging/messaging.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const SHOW = `query ($id: ID!) { node(id: $id) { ... on Message {
  content { __typename text ... on DeletedContent { deletedBy } } viewer { canDeleteForEveryone } } } }`;
const DELETED = `subscription { messageDeleted { messageId scope by { username }
  message { content { ... on DeletedContent { deletedBy } } } } }`;

const ROLES = ['owner', 'admin', 'member', 'formerAdmin', 'leftAdmin', 'outsider'] as const;
type Role = (typeof ROLES)[number];

/** The outcome of a deletion for everyone by each role, by the sender of the message. */
const OUTCOMES: Readonly<Record<string, Readonly<Record<Role, string>>>> = {
  owner: {
    owner: 'done',
    admin: 'FORBIDDEN',
    member: 'NOT_FOUND',
    formerAdmin: 'NOT_FOUND',
    leftAdmin: 'NOT_FOUND',
    outsider: 'NOT_FOUND',
  },
  admin: {
    owner: 'done',
    admin: 'done',
    member: 'NOT_FOUND',
    formerAdmin: 'NOT_FOUND',
    leftAdmin: 'NOT_FOUND',
    outsider: 'NOT_FOUND',
  },
  otherAdmin: {
    owner: 'done',
    admin: 'done',
    member: 'NOT_FOUND',
    formerAdmin: 'NOT_FOUND',
    leftAdmin: 'NOT_FOUND',
    outsider: 'NOT_FOUND',
  },
  other: {
    owner: 'done',
    admin: 'done',
    member: 'NOT_FOUND',
    formerAdmin: 'NOT_FOUND',
    leftAdmin: 'NOT_FOUND',
    outsider: 'NOT_FOUND',
  },
  // Has sent it and left.
  gone: {
    owner: 'done',
    admin: 'done',
    member: 'NOT_FOUND',
    formerAdmin: 'NOT_FOUND',
    leftAdmin: 'NOT_FOUND',
    outsider: 'NOT_FOUND',
  },
};

test('the owner deletes any message for everyone, an admin any but those of the owner, nobody else one of others', async (t) => {
  const world = await testWorld(t);
  const { group, people, idsOfGone } = await scene(world);
  const senders: Readonly<Record<string, Person>> = people;
  for (const [sender, outcomes] of Object.entries(OUTCOMES)) {
    for (const role of ROLES) {
      const from = senders[sender];
      const id = from ? await sent(from, group) : idsOfGone.pop();
      const caller = people[role];
      const expected = outcomes[role];
      const name = `${role} deletes what ${sender} sent`;
      const seen = (await caller.do(SHOW, { id })).node;
      assert.equal(seen?.viewer.canDeleteForEveryone ?? false, expected === 'done', name);
      const { errors, message } = await remove(caller, id ?? '');
      assert.equal(errors[0]?.code ?? 'done', expected, name);
      const deletedBy = sender === role ? 'SENDER' : 'ADMIN';
      const tombstone = { __typename: 'DeletedContent', text: '', deletedBy };
      assert.deepEqual(message?.content ?? null, expected === 'done' ? tombstone : null, name);
      const { node } = await people.other.do(SHOW, { id });
      assert.equal(node.content.__typename, expected === 'done' ? 'DeletedContent' : 'TextContent', name);
    }
  }
});

test('messages of the system and of a direct conversation are not deleted by others', async (t) => {
  const world = await testWorld(t);
  const { group, people } = await scene(world);
  await manage(people.owner, 'updateConversation', { conversationId: group, title: 'Us' });
  const { conversationMessages } = await people.owner.do(
    'query ($id: ID!) { conversationMessages(conversationId: $id, first: 1) { nodes { id content { __typename } } } }',
    { id: group },
  );
  const [told] = conversationMessages.nodes;
  assert.equal(told.content.__typename, 'SystemContent');
  const direct = await startWith(people.owner, people.member);
  const theirs = await sent(people.member, direct);
  for (const id of [told.id, theirs]) {
    await unchanged(world, async () =>
      assert.equal((await remove(people.owner, id)).errors[0].code, 'NOT_FOUND'),
    );
  }
});

test('an admin deletes whenever it is, with the files, told to the members with their name; a member not even their own late', async (t) => {
  const world = await testWorld(t);
  const { group, people } = await scene(world);
  const { admin, member, other } = people;
  const { id: picture } = await uploaded(member, await smallPicture());
  const { sendMessage } = await member.do(SEND, {
    input: { conversationId: group, text: 'Look', mediaIds: [picture] },
  });
  const { id } = sendMessage.message;
  const own = await sent(admin, group);
  await block(world, admin, other);
  world.clock.advance('3d');
  const [watcher, blocked] = [
    await (await world.signIn(member)).subscribe(DELETED),
    await (await world.signIn(other)).subscribe(DELETED),
  ];
  const device = await world.signIn(admin);
  const late = await remove(await world.signIn(member), id);
  assert.deepEqual(late.errors[0].code, 'INVALID_STATE');
  assert.deepEqual((await remove(device, id)).errors, []);
  const told = {
    messageId: id,
    scope: 'EVERYONE',
    by: { username: 'ada' },
    message: { content: { deletedBy: 'ADMIN' } },
  };
  assert.deepEqual((await watcher.next()).data.messageDeleted, told);
  assert.deepEqual((await blocked.next()).data.messageDeleted, { ...told, by: null });
  assert.deepEqual(await world.app.services.db.selectFrom('media').select('id').execute(), []);
  assert.deepEqual((await remove(device, id)).errors, []);
  assert.deepEqual((await remove(device, own)).errors, []);
  assert.equal((await watcher.next()).data.messageDeleted.message.content.deletedBy, 'SENDER');
  await watcher.nothing();
});

test('the restriction of messaging stops an admin, and no sender', async (t) => {
  const world = await testWorld(t);
  const { group, people } = await scene(world);
  const [theirs, own] = [await sent(people.member, group), await sent(people.admin, group)];
  await restrict(world, people.admin, { kind: 'MESSAGING' });
  assert.equal((await remove(people.admin, theirs)).errors[0].code, 'RESTRICTED');
  assert.deepEqual((await remove(people.admin, own)).errors, []);
});

test('an admin who loses the role at the same moment deletes before it, or is refused', async (t) => {
  const world = await testWorld(t);
  const { group, people } = await scene(world);
  for (let round = 0; round < 6; round += 1) {
    const id = await sent(people.member, group);
    const role = { conversationId: group, userId: people.admin.id };
    await people.owner.do(SET_ROLE, { input: { ...role, role: 'ADMIN' } });
    const [{ errors }] = await Promise.all([
      remove(people.admin, id),
      people.owner.do(SET_ROLE, { input: { ...role, role: 'MEMBER' } }),
    ]);
    const { content } = (await people.other.do(SHOW, { id })).node;
    assert.equal(content.__typename, errors.length === 0 ? 'DeletedContent' : 'TextContent');
    assert.ok(errors.length === 0 || errors[0].code === 'NOT_FOUND');
    assert.equal((await remove(people.admin, await sent(people.member, group))).errors[0].code, 'NOT_FOUND');
  }
});

const SET_ROLE = `mutation ($input: SetParticipantRoleInput!) { setParticipantRole(input: $input) { errors { code } } }`;

const remove = (actor: Actor, messageId: string): Promise<Untyped> =>
  callMutation(actor, {
    name: 'deleteMessage',
    payload:
      'message { content { __typename text ... on DeletedContent { deletedBy } } } errors { code path }',
    input: { messageId, scope: 'EVERYONE' },
  });

async function scene(world: World) {
  const names = ['olga', 'ada', 'eve', 'mia', 'fay', 'lee', 'tom', 'gus', 'zoe'];
  const [owner, ...rest] = await Promise.all(names.map((name) => world.user(name)));
  const [admin, otherAdmin, member, formerAdmin, leftAdmin, other, gone, outsider] = rest;
  assert.ok(owner && admin && otherAdmin && member && formerAdmin && leftAdmin && other && gone && outsider);
  const group = await startWith(owner, admin, otherAdmin, member, formerAdmin, leftAdmin, other, gone);
  const setRole = (person: Person, role: string): Promise<unknown> =>
    owner.do(SET_ROLE, { input: { conversationId: group, userId: person.id, role } });
  for (const person of [admin, otherAdmin, formerAdmin, leftAdmin]) await setRole(person, 'ADMIN');
  await setRole(formerAdmin, 'MEMBER');
  const idsOfGone: string[] = [];
  for (const _role of ROLES) idsOfGone.push(await sent(gone, group));
  for (const person of [leftAdmin, gone]) await leave(world, person, group);
  return {
    group,
    idsOfGone,
    people: { owner, admin, otherAdmin, member, formerAdmin, leftAdmin, other, outsider },
  };
}
