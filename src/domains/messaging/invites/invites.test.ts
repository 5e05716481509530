import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { manage, wrongGroups } from '#test/support/messaging/groups.ts';
import { invite, join, linkOf } from '#test/support/messaging/invites.ts';
import { block, deactivate, leave, say, startWith } from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const PREVIEW = `query ($code: String!) { conversationInvite(code: $code) {
  title avatar { id } participantCount needsApproval conversation { id } joinRequest { id } } }`;
const MESSAGES = `query ($id: ID!) { conversationMessages(conversationId: $id) { nodes {
  seq content { __typename ... on SystemContent { change by { username } users { username } } } } } }`;
const LINKS = `query ($id: ID!) { conversation(id: $id) { invites { nodes {
  id createdBy { username } maxUses useCount needsApproval } } } }`;

const preview = async (actor: Actor, { code }: { readonly code: string }): Promise<Untyped> =>
  (await actor.do(PREVIEW, { code })).conversationInvite;
const seqsOf = async (person: Person, id: string): Promise<number[]> =>
  (await person.do(MESSAGES, { id })).conversationMessages.nodes.map(({ seq }: Untyped) => seq);
const codesOf = ({ errors }: Untyped): string[] => errors.map(({ code }: Untyped) => code);

async function groupOf(world: World): Promise<{ ada: Person; ben: Person; cleo: Person; id: string }> {
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  return { ada, ben, cleo, id: await startWith(ada, ben, cleo) };
}

const UNUSABLE = [
  { code: 'NOT_FOUND', message: 'This link cannot be used. Ask for a new one.', path: ['code'] },
];

test('whoever has a link joins the group, sees what is sent from then on, and the members are told', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await groupOf(world);
  const dora = await world.user('dora');
  await manage(ada, 'updateConversation', { conversationId: id, title: 'Books' });
  await manage(ada, 'setParticipantRole', { conversationId: id, userId: ben.id, role: 'ADMIN' });
  await say(ada, id, 'Before');
  const link = await linkOf(ben, id, { maxUses: 2 });
  const toDora = await dora.subscribe(
    'subscription { conversationAdded { reason by { username } conversation { id } } }',
  );
  const toCleo = await cleo.subscribe(
    'subscription { conversationUpdated { changes by { username } conversation { participantCount } } }',
  );

  const face = { title: 'Books', avatar: null, needsApproval: false, joinRequest: null };
  assert.deepEqual(await preview(dora, link), { ...face, participantCount: 3, conversation: null });
  const joined = await join(dora, link);
  assert.deepEqual(joined, {
    conversation: { id, participantCount: 4, viewer: { role: 'MEMBER', addedBy: null } },
    joinRequest: null,
    errors: [],
  });
  assert.deepEqual((await toDora.next()).data.conversationAdded, {
    reason: 'JOINED',
    by: { username: 'dora' },
    conversation: { id },
  });
  assert.deepEqual((await toCleo.next()).data.conversationUpdated, {
    changes: ['PARTICIPANTS'],
    by: { username: 'dora' },
    conversation: { participantCount: 4 },
  });
  const told = {
    __typename: 'SystemContent',
    change: 'PARTICIPANT_JOINED',
    by: { username: 'dora' },
    users: [],
  };
  assert.deepEqual((await dora.do(MESSAGES, { id })).conversationMessages.nodes, [{ seq: 4, content: told }]);
  assert.deepEqual(await preview(dora, link), { ...face, participantCount: 4, conversation: { id } });

  assert.deepEqual(await join(dora, link), joined);
  assert.deepEqual((await join(ben, link)).conversation.viewer.role, 'ADMIN');
  const shown = {
    id: link.id,
    createdBy: { username: 'ben' },
    maxUses: 2,
    useCount: 1,
    needsApproval: false,
  };
  assert.deepEqual((await ada.do(LINKS, { id })).conversation.invites.nodes, [shown]);
  for (const member of [cleo, dora]) {
    assert.deepEqual((await member.do(LINKS, { id })).conversation.invites.nodes, []);
  }
  assert.deepEqual(await wrongGroups(world), []);
  for (const silent of [toDora, toCleo]) await silent.nothing();
});

test('owners and admins make and revoke links within their bounds, and nobody else', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_CONVERSATION_INVITES: '2' } });
  const { ada, ben, id } = await groupOf(world);
  const dora = await world.user('dora');
  const direct = await startWith(ada, dora);
  const later = new Date(world.clock.now().getTime() + 60_000).toISOString();
  const refusals: [Person, object, [string, string | null]][] = [
    [ben, {}, ['FORBIDDEN', 'conversationId']],
    [dora, {}, ['NOT_FOUND', 'conversationId']],
    [ada, { conversationId: direct }, ['INVALID_STATE', 'conversationId']],
    [ada, { expiresAt: world.clock.now().toISOString() }, ['VALIDATION_FAILED', 'expiresAt']],
    [ada, { maxUses: 0 }, ['VALIDATION_FAILED', 'maxUses']],
    [ada, { maxUses: 1_001 }, ['VALIDATION_FAILED', 'maxUses']],
  ];
  for (const [person, input, refusal] of refusals) {
    const { code, errors } = await invite(person, 'createConversationInvite', {
      conversationId: id,
      ...input,
    });
    assert.equal(code, null);
    assert.deepEqual([errors[0].code, errors[0].path?.join('.') ?? null], refusal);
  }
  const both = await Promise.all(
    [1, 2, 3].map(() => invite(ada, 'createConversationInvite', { conversationId: id, expiresAt: later })),
  );
  assert.deepEqual(both.map(codesOf).toSorted(), [[], [], ['LIMIT_REACHED']]);
  const [made] = both.filter(({ invite: link }) => link !== null);
  const revoke = (person: Person) => invite(person, 'revokeConversationInvite', { inviteId: made.invite.id });
  assert.deepEqual([codesOf(await revoke(ben)), codesOf(await revoke(dora))], [['FORBIDDEN'], ['NOT_FOUND']]);
  assert.deepEqual((await preview(dora, made)).title, null);
  assert.deepEqual(await revoke(ada), { conversation: { id }, errors: [] });
  assert.deepEqual(await revoke(ada), { conversation: { id }, errors: [] });
  assert.equal(await preview(dora, made), null);
  await linkOf(ada, id);
  // Links that have ended count no more.
  world.clock.advance('2m');
  await linkOf(ada, id);
});

test('a code is long, random and stored nowhere', async (t) => {
  const world = await testWorld(t);
  const { ada, id } = await groupOf(world);
  const [one, two] = [await linkOf(ada, id), await linkOf(ada, id)];
  assert.match(one.code, /^[\w-]{24}$/);
  assert.notEqual(one.code, two.code);
  const { db } = world.app.services;
  const rows = [
    ...(await db.selectFrom('conversation_invites').selectAll().execute()),
    ...(await db.selectFrom('event_log').selectAll().execute()),
    ...(await db.selectFrom('idempotency_keys').selectAll().execute()),
  ];
  assert.ok(rows.length >= 2);
  assert.equal(JSON.stringify(rows).includes(one.code), false);
});

test('every code that somebody cannot use looks like an unknown one, whatever the reason', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await groupOf(world);
  await manage(ada, 'setParticipantRole', { conversationId: id, userId: ben.id, role: 'ADMIN' });
  const dora = await world.user('dora');
  const looksUnknown = async (person: Person, link: { readonly code: string }): Promise<void> => {
    assert.equal(await preview(person, link), null);
    const refused = await join(person, link);
    assert.deepEqual(refused, { conversation: null, joinRequest: null, errors: UNUSABLE });
  };
  await looksUnknown(dora, { code: 'x'.repeat(24) });
  await looksUnknown(dora, { code: '' });
  await looksUnknown(dora, { code: 'x'.repeat(100_000) });

  const [used, expiring] = [
    await linkOf(ada, id, { maxUses: 1 }),
    await linkOf(ada, id, { expiresAt: new Date(world.clock.now().getTime() + 60_000).toISOString() }),
  ];
  const emil = await world.user('emil');
  await join(emil, used);
  await looksUnknown(dora, used);
  assert.equal(await preview(emil, used), null);
  assert.deepEqual((await join(emil, used)).conversation.id, id);
  assert.equal((await preview(dora, expiring)).participantCount, 4);
  world.clock.advance('1m');
  await looksUnknown(dora, expiring);

  // A link works while its creator manages the group.
  const [ofAda, ofBen] = [await linkOf(ada, id), await linkOf(ben, id)];
  await manage(ada, 'setParticipantRole', { conversationId: id, userId: ben.id, role: 'MEMBER' });
  await looksUnknown(dora, ofBen);
  await manage(ada, 'setParticipantRole', { conversationId: id, userId: ben.id, role: 'ADMIN' });
  assert.notEqual(await preview(dora, ofBen), null);

  await manage(ada, 'removeParticipant', { conversationId: id, userId: cleo.id });
  for (const link of [ofAda, ofBen]) await looksUnknown(cleo, link);
  const [fay, gil] = [await world.user('fay'), await world.user('gil')];
  await block(world, ada, fay);
  await block(world, gil, ada);
  for (const person of [fay, gil]) for (const link of [ofAda, ofBen]) await looksUnknown(person, link);
  await deactivate(world, ben);
  await looksUnknown(dora, ofBen);
  assert.notEqual(await preview(dora, ofAda), null);

  const { errors } = await world.anonymous().ask(PREVIEW, { code: ofAda.code });
  assert.equal(errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
});

test('guesses are bounded, and links that work are not charged', async (t) => {
  const world = await testWorld(t);
  const { ada, id } = await groupOf(world);
  const [dora, emil] = [await world.user('dora'), await world.user('emil')];
  const link = await linkOf(ada, id);
  for (let turn = 0; turn < 25; turn += 1) assert.notEqual(await preview(dora, link), null);
  for (let turn = 0; turn < 20; turn += 1) {
    if (turn % 2) assert.equal(await preview(dora, { code: `guess${turn}` }), null);
    else assert.deepEqual(codesOf(await join(dora, { code: `guess${turn}` })), ['NOT_FOUND']);
  }
  assert.deepEqual(codesOf(await join(dora, link)), ['RATE_LIMITED']);
  assert.notEqual(await preview(emil, link), null);
  world.clock.advance('61s');
  assert.equal((await join(dora, link)).conversation.id, id);
});

test('whoever left comes back without what they missed, and an invited user accepts by a link', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await groupOf(world);
  const dora = await world.user('dora');
  const link = await linkOf(ada, id);
  await say(ada, id, 'One');
  await leave(world, cleo, id);
  await say(ada, id, 'Two');
  assert.equal((await join(cleo, link)).conversation.participantCount, 3);
  assert.deepEqual(await seqsOf(cleo, id), [3]);

  // Someone in the group blocks her: she is asked, and decides; a link lets her in as an answer would.
  await block(world, ben, dora);
  await manage(ada, 'addParticipants', { conversationId: id, userIds: [dora.id] });
  assert.equal((await join(dora, link)).conversation.participantCount, 4);
  assert.deepEqual(await seqsOf(dora, id), [4]);
  const emil = await world.user('emil');
  await block(world, emil, cleo);
  assert.equal((await join(emil, link)).conversation.participantCount, 5);
  const { conversation } = await ada.do(LINKS, { id });
  assert.equal(conversation.invites.nodes[0].useCount, 2);
  assert.deepEqual(await wrongGroups(world), []);
});

test('of those who join at once for the last place or the last use exactly one does', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_GROUP_PARTICIPANTS: '4' } });
  const { ada, ben, cleo, id } = await groupOf(world);
  const people = await Promise.all(Array.from({ length: 10 }, (_, index) => world.user(`person${index}`)));
  const link = await linkOf(ada, id);
  const outcomes = await Promise.all(people.map((person) => join(person, link)));
  assert.deepEqual(
    outcomes.map(codesOf).toSorted(),
    [[], ...Array<string[]>(9).fill(['LIMIT_REACHED'])].toSorted(),
  );
  assert.deepEqual(await wrongGroups(world), []);
  const uses = async (): Promise<number[]> =>
    (await ada.do(LINKS, { id })).conversation.invites.nodes.map(({ useCount }: Untyped) => useCount);
  assert.deepEqual(await uses(), [1]);

  for (const person of [ben, cleo]) await leave(world, person, id);
  const last = await linkOf(ada, id, { maxUses: 1 });
  const late = people.filter((_person, index) => outcomes[index].errors.length > 0).slice(0, 4);
  const again = await Promise.all(late.map((person) => join(person, last)));
  assert.deepEqual(again.map(codesOf).toSorted(), [[], ['NOT_FOUND'], ['NOT_FOUND'], ['NOT_FOUND']]);
  assert.deepEqual(await uses(), [1, 1]);

  // One person, at once on several devices and by several links.
  const more = await linkOf(ada, id);
  const [eager] = late.filter((_person, index) => again[index].errors.length > 0);
  assert.ok(eager);
  const same = await Promise.all([more, link, more, link].map((one) => join(eager, one)));
  assert.deepEqual(same.map(codesOf), [[], [], [], []]);
  assert.deepEqual(
    (await uses()).reduce((sum, count) => sum + count),
    3,
  );
  assert.deepEqual(await wrongGroups(world), []);
});

test('a group of an owner with a new account is smaller, however users get into it', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_NEW_OWNER_PARTICIPANTS: '3' } });
  const { ada, ben, cleo, id } = await groupOf(world);
  const dora = await world.user('dora');
  const START = `mutation ($ids: [ID!]!) { startConversation(input: { userIds: $ids, kind: GROUP }) {
    errors { code ... on ValidationError { limit } } } }`;
  const start = async (): Promise<unknown> =>
    (await ada.do(START, { ids: [ben.id, cleo.id, dora.id] })).startConversation.errors;
  const add = () => manage(ada, 'addParticipants', { conversationId: id, userIds: [dora.id] });
  const link = await linkOf(ada, id);
  await assert.rejects(start(), /VALIDATION_FAILED/);
  assert.deepEqual((await add()).errors, [
    { code: 'LIMIT_REACHED', message: 'A group has at most 3 participants.', path: null },
  ]);
  assert.deepEqual(codesOf(await join(dora, link)), ['LIMIT_REACHED']);

  const age = (days: number): Promise<unknown> =>
    runSql(
      world.connectionString,
      `update users set created_at = '${world.clock.now().toISOString()}'::timestamptz - interval '${days} days'
         where id = '${uuidOf(ada.id)}'`,
    );
  await age(29);
  assert.deepEqual(codesOf(await join(dora, link)), ['LIMIT_REACHED']);
  await age(30);
  assert.deepEqual(await start(), []);
  assert.deepEqual(codesOf(await join(dora, link)), []);
  // The owner's account decides, not that of the creator of the link.
  await manage(ada, 'setParticipantRole', { conversationId: id, userId: ben.id, role: 'OWNER' });
  const emil = await world.user('emil');
  assert.deepEqual(codesOf(await join(emil, link)), ['LIMIT_REACHED']);
  assert.deepEqual(await wrongGroups(world), []);
});
