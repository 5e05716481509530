import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { manage, rolesIn, wrongGroups } from '#test/support/messaging/groups.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { block, say, startWith } from '#test/support/messaging/messaging.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const codesOf = ({ errors }: Untyped): string[] => errors.map(({ code }: Untyped) => code);

test('admins change the name, the text and the picture of a group, and members do not', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const id = await startWith(ada, ben, cleo);
  const picture = (await uploaded(ada, await smallPicture())).id;
  const other = (await uploaded(ada, await smallPicture())).id;

  const named = await manage(ada, 'updateConversation', {
    conversationId: id,
    title: ' Page  forty ',
    description: 'Books.\nTea.',
    avatarMediaId: picture,
  });
  assert.deepEqual(shown(named), ['Page forty', 'Books.\nTea.', picture]);
  const again = await manage(ada, 'updateConversation', { conversationId: id, avatarMediaId: other });
  assert.deepEqual(shown(again), ['Page forty', 'Books.\nTea.', other]);
  const { node } = await ada.do('query ($id: ID!) { node(id: $id) { id } }', { id: picture });
  assert.equal(node, null);
  const cleared = await manage(ada, 'updateConversation', {
    conversationId: id,
    title: null,
    description: null,
    avatarMediaId: null,
  });
  assert.deepEqual(shown(cleared), [null, null, null]);

  const refusals: [Person, object, unknown][] = [
    [ben, { title: 'Mine' }, ['FORBIDDEN', 'conversationId']],
    [ada, { title: ' ' }, ['VALIDATION_FAILED', 'title']],
    [ada, { title: 'x'.repeat(101) }, ['VALIDATION_FAILED', 'title']],
    [ada, { description: 'x'.repeat(501) }, ['VALIDATION_FAILED', 'description']],
    [ada, { avatarMediaId: (await uploaded(ben, await smallPicture())).id }, ['NOT_FOUND', 'avatarMediaId']],
    [await world.user('dora'), { title: 'Mine' }, ['NOT_FOUND', 'conversationId']],
  ];
  for (const [person, input, refusal] of refusals) {
    const { conversation, errors } = await manage(person, 'updateConversation', {
      conversationId: id,
      ...input,
    });
    assert.equal(conversation, null);
    assert.deepEqual([errors[0].code, errors[0].path?.join('.') ?? null], refusal);
  }
});

test('admins add users, who see what is sent from then on', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_GROUP_PARTICIPANTS: '4' } });
  const { ada, ben, cleo } = await people(world);
  const [dora, emil] = [await world.user('dora'), await world.user('emil')];
  await follow(dora, ada);
  const id = await startWith(ada, ben, cleo);
  await say(ada, id, 'Before');
  const add = (by: Person, ...users: readonly Person[]) =>
    manage(by, 'addParticipants', { conversationId: id, userIds: users.map((user) => user.id) });

  assert.deepEqual(codesOf(await add(ben, dora)), ['FORBIDDEN']);
  assert.deepEqual(codesOf(await add(dora, dora)), ['NOT_FOUND']);
  assert.deepEqual(codesOf(await add(ada, ada)), ['VALIDATION_FAILED']);
  assert.deepEqual(codesOf(await add(ada, dora, emil)), ['LIMIT_REACHED']);
  await setPrivacy(emil, { messageAudience: 'NOBODY' });
  assert.deepEqual((await add(ada, ben, emil)).errors, [
    {
      code: 'FORBIDDEN',
      message: 'This user does not accept messages from you.',
      path: ['userIds', '1'],
    },
  ]);
  // Someone who is in already is left alone, whatever they accept now.
  await setPrivacy(ben, { messageAudience: 'NOBODY' });
  const added = await add(ada, ben, dora);
  assert.deepEqual(rolesIn(added), ['ada OWNER', 'ben MEMBER', 'cleo MEMBER', 'dora MEMBER']);
  assert.equal(added.conversation.participantCount, 4);
  assert.deepEqual(rolesIn(await add(ada, dora)), rolesIn(added));
  await say(ada, id, 'After');
  // The second is the system's, about her.
  assert.deepEqual(await seqsOf(dora, id), [3, 2]);
  assert.deepEqual(await wrongGroups(world), []);
});

test('whoever would meet somebody across a block is invited, in either direction', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [dora, emil, fay] = [await world.user('dora'), await world.user('emil'), await world.user('fay')];
  const id = await startWith(ada, ben, cleo);
  for (const friend of [dora, emil, fay]) await follow(friend, ada);
  await block(world, ben, dora);
  await block(world, emil, cleo);
  const added = await manage(ada, 'addParticipants', {
    conversationId: id,
    userIds: [dora.id, emil.id, fay.id],
  });
  assert.deepEqual(rolesIn(added), [
    'ada OWNER',
    'ben MEMBER',
    'cleo MEMBER',
    'dora MEMBER INVITED',
    'emil MEMBER INVITED',
    'fay MEMBER',
  ]);
  assert.equal(await seqsOf(dora, id), null);
});

test('a removed user can be added again, sees nothing from before, and one who left is asked', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  for (const friend of [ben, cleo]) await follow(friend, ada);
  const id = await startWith(ada, ben, cleo);
  await say(ada, id, 'One');
  const remove = (by: Person, user: Person) =>
    manage(by, 'removeParticipant', { conversationId: id, userId: user.id });

  assert.deepEqual(codesOf(await remove(ben, cleo)), ['FORBIDDEN']);
  assert.deepEqual(codesOf(await remove(ada, ada)), ['VALIDATION_FAILED']);
  assert.deepEqual(codesOf(await remove(ada, await world.user('dora'))), ['NOT_FOUND']);
  assert.deepEqual(rolesIn(await remove(ada, ben)), ['ada OWNER', 'cleo MEMBER']);
  assert.deepEqual(rolesIn(await remove(ada, ben)), ['ada OWNER', 'cleo MEMBER']);
  assert.equal(await seqsOf(ben, id), null);
  await say(ada, id, 'Two');
  const left = await manage(cleo, 'leaveConversation', { conversationId: id });
  assert.deepEqual(left, { conversationId: id, errors: [] });
  assert.deepEqual(await manage(cleo, 'leaveConversation', { conversationId: id }), left);

  const added = await manage(ada, 'addParticipants', { conversationId: id, userIds: [ben.id, cleo.id] });
  assert.deepEqual(rolesIn(added), ['ada OWNER', 'ben MEMBER', 'cleo MEMBER INVITED']);
  await say(ada, id, 'Three');
  assert.deepEqual(await seqsOf(ben, id), [6, 5]);
  assert.equal(await seqsOf(cleo, id), null);
  assert.deepEqual(await wrongGroups(world), []);
});

test('an owner removes somebody whom they have blocked, whom the list still names to them alone', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const id = await startWith(ada, ben, cleo);
  await ada.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: cleo.id,
  });
  const listFor = async (viewer: Person): Promise<Untyped[]> =>
    (
      await viewer.do(
        `query ($id: ID!) { conversation(id: $id) { participants { nodes {
          id user { username } blockedUser { userId username } } } } }`,
        { id },
      )
    ).conversation.participants.nodes;
  const [, second, third] = await listFor(ada);
  assert.deepEqual(third, {
    id: third.id,
    user: null,
    blockedUser: { userId: cleo.id, username: 'cleo' },
  });
  // A block tells nothing to the blocked one.
  assert.deepEqual(
    (await listFor(cleo)).map(({ user, blockedUser }) => [user?.username ?? null, blockedUser]),
    [
      [null, null],
      ['ben', null],
      ['cleo', null],
    ],
  );
  const node = 'query ($id: ID!) { node(id: $id) { ... on Participant { role user { username } } } }';
  const found = { node: { role: 'MEMBER', user: { username: 'cleo' } } };
  assert.deepEqual(await ben.do(node, { id: third.id }), found);
  assert.deepEqual(await (await world.user('dora')).do(node, { id: third.id }), { node: null });

  const change = (input: object, name: 'removeParticipant' | 'setParticipantRole' = 'removeParticipant') =>
    manage(ada, name, { conversationId: id, ...input });
  const refusals = [
    {},
    { participantId: third.id, userId: cleo.id },
    { participantId: 'participant_01h455vb4pex5vsknk084sn02q' },
  ];
  const codes = [['VALIDATION_FAILED'], ['VALIDATION_FAILED'], ['NOT_FOUND']];
  for (const [index, input] of refusals.entries()) {
    assert.deepEqual(codesOf(await change(input)), codes[index]);
    assert.deepEqual(codesOf(await change({ ...input, role: 'ADMIN' }, 'setParticipantRole')), codes[index]);
  }
  assert.deepEqual((await change({ participantId: third.id })).errors, []);
  assert.equal(await seqsOf(cleo, id), null);
  assert.deepEqual(
    (await change({ participantId: second.id, role: 'ADMIN' }, 'setParticipantRole')).errors,
    [],
  );
  assert.deepEqual(await ada.do(node, { id: second.id }), {
    node: { role: 'ADMIN', user: { username: 'ben' } },
  });
  assert.deepEqual(await ada.do(node, { id: third.id }), { node: null });
});

test('an owner hands a group over, by a role or by leaving, and the last one leaves it empty', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const id = await startWith(ada, ben, cleo);
  const give = (by: Person, user: Person, role: string) =>
    manage(by, 'setParticipantRole', { conversationId: id, userId: user.id, role });

  assert.deepEqual(codesOf(await give(ben, cleo, 'ADMIN')), ['FORBIDDEN']);
  assert.deepEqual(codesOf(await give(ada, ada, 'MEMBER')), ['VALIDATION_FAILED']);
  const admins = await give(ada, cleo, 'ADMIN');
  assert.deepEqual(rolesIn(admins), ['ada OWNER', 'ben MEMBER', 'cleo ADMIN']);
  assert.deepEqual(rolesIn(await give(ada, cleo, 'ADMIN')), rolesIn(admins));
  assert.deepEqual(viewerOf(await give(ada, cleo, 'ADMIN')), ['OWNER', true, true]);
  // Admins remove members, but neither the owner nor each other.
  for (const other of [ada]) {
    const { errors } = await manage(cleo, 'removeParticipant', { conversationId: id, userId: other.id });
    assert.deepEqual(
      errors.map(({ code }: Untyped) => code),
      ['FORBIDDEN'],
    );
  }
  const handed = await give(ada, ben, 'OWNER');
  assert.deepEqual(rolesIn(handed), ['ada ADMIN', 'ben OWNER', 'cleo ADMIN']);
  assert.deepEqual(rolesIn(await give(ada, ben, 'OWNER')), rolesIn(handed));
  assert.deepEqual(codesOf(await give(ada, cleo, 'OWNER')), ['FORBIDDEN']);
  for (const [leaver, roles] of [
    [ben, ['ada OWNER', 'cleo ADMIN']],
    [ada, ['cleo OWNER']],
  ] as const) {
    await manage(leaver, 'leaveConversation', { conversationId: id });
    const { conversation } = await cleo.do(
      'query ($id: ID!) { conversation(id: $id) { participants { nodes { user { username } role status } } } }',
      { id },
    );
    assert.deepEqual(rolesIn({ conversation }), roles);
  }
  await manage(cleo, 'leaveConversation', { conversationId: id });
  assert.deepEqual(await wrongGroups(world), []);
  const row = await world.app.services.db.selectFrom('conversations').select('participant_count').execute();
  assert.deepEqual(row, [{ participant_count: 0 }]);
});

test('a direct conversation is managed by nobody', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const conversationId = await startWith(ada, ben);
  const calls = [
    ['updateConversation', { title: 'Us' }],
    ['addParticipants', { userIds: [cleo.id] }],
    ['removeParticipant', { userId: ben.id }],
    ['setParticipantRole', { userId: ben.id, role: 'OWNER' }],
    ['leaveConversation', {}],
  ] as const;
  for (const [name, input] of calls) {
    const { errors } = await manage(ada, name, { conversationId, ...input });
    assert.deepEqual(
      errors,
      [
        {
          code: 'INVALID_STATE',
          message: 'Use this for groups alone.',
          path: ['conversationId'],
          current: 'DIRECT',
          allowed: ['GROUP'],
        },
      ],
      name,
    );
  }
});

test('two owners who leave, and users who are added, removed and leave at once, have one legal outcome', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_GROUP_PARTICIPANTS: '6' } });
  const { ada, ben, cleo } = await people(world);
  const guests: Person[] = [];
  for (const name of ['dora', 'emil', 'fay', 'gus']) guests.push(await world.user(name));
  for (let round = 0; round < 6; round += 1) {
    const conversationId = await startWith(ada, ben, cleo);
    await manage(ada, 'setParticipantRole', { conversationId, userId: ben.id, role: 'ADMIN' });
    const payloads = await Promise.all([
      manage(ada, 'setParticipantRole', { conversationId, userId: ben.id, role: 'OWNER' }),
      manage(ada, 'leaveConversation', { conversationId }),
      manage(ben, 'leaveConversation', { conversationId }),
      manage(ada, 'removeParticipant', { conversationId, userId: cleo.id }),
      manage(cleo, 'leaveConversation', { conversationId }),
      ...guests.map((guest) => manage(ben, 'addParticipants', { conversationId, userIds: [guest.id] })),
      ...guests.map((guest) => manage(ada, 'addParticipants', { conversationId, userIds: [guest.id] })),
    ]);
    const codes = new Set(payloads.flatMap(codesOf));
    const legal = new Set(['FORBIDDEN', 'NOT_FOUND', 'LIMIT_REACHED']);
    assert.deepEqual([...codes.difference(legal)], []);
    assert.deepEqual(await wrongGroups(world), []);
    const { rows, most } = await countsOf(world);
    assert.ok(most <= 6, `${most} of ${rows}`);
  }
});

async function countsOf({ app }: World): Promise<{ rows: number; most: number }> {
  const rows = await app.services.db
    .selectFrom('conversations')
    .select('participant_count as count')
    .execute();
  return { rows: rows.length, most: Math.max(...rows.map(({ count }) => count)) };
}

const shown = ({ conversation }: Untyped): unknown[] => [
  conversation.title,
  conversation.description,
  conversation.avatar?.id ?? null,
];

const viewerOf = ({ conversation: { viewer } }: Untyped): unknown[] => [
  viewer.role,
  viewer.canManageParticipants,
  viewer.canEdit,
];

/** Seqs of the messages that a user sees, newest first; null when they do not take part. */
async function seqsOf(person: Person, id: string): Promise<number[] | null> {
  const { conversationMessages } = await person.do(
    'query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { seq } } }',
    { id },
  );
  return conversationMessages?.nodes.map(({ seq }: Untyped) => seq) ?? null;
}

async function people(world: World): Promise<{ ada: Person; ben: Person; cleo: Person }> {
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  return { ada, ben, cleo };
}
