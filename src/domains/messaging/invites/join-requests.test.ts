import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Subscription, Untyped, Variables } from '#test/support/actor.ts';
import { requestDeletion, runErasures } from '#test/support/people/accounts.ts';
import { manage, rolesIn, wrongGroups } from '#test/support/messaging/groups.ts';
import { askToJoin, invite, join, linkOf } from '#test/support/messaging/invites.ts';
import { block, leave, say, startWith } from '#test/support/messaging/messaging.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const REQUESTS = `query ($id: ID!, $first: Int, $after: String) {
  conversationJoinRequests(conversationId: $id, first: $first, after: $after) {
    nodes { id user { username } } pageInfo { hasNextPage endCursor } } }`;
const USES = 'query ($id: ID!) { conversation(id: $id) { invites { nodes { useCount } } } }';
const PREVIEW = `query ($code: String!) { conversationInvite(code: $code) {
  needsApproval conversation { id } joinRequest { id } } }`;

const codesOf = ({ errors }: Untyped): string[] => errors.map(({ code }: Untyped) => code);
const respond = (person: Person, requestId: string, accept: boolean): Promise<Untyped> =>
  invite(person, accept ? 'acceptJoinRequest' : 'rejectJoinRequest', { requestId });
const cancel = (person: Person, requestId: string): Promise<Untyped> =>
  invite(person, 'cancelJoinRequest', { requestId });
/** Usernames of those who wait, as a person sees them; null for a list that they do not see. */
async function waiting(person: Person, id: string): Promise<string[] | null> {
  const { conversationJoinRequests: list } = await person.do(REQUESTS, { id });
  return list && list.nodes.map(({ user }: Untyped) => user.username);
}
const usesOf = async (person: Person, id: string): Promise<number[]> =>
  (await person.do(USES, { id })).conversation.invites.nodes.map(({ useCount }: Untyped) => useCount);

async function groupOf(world: World): Promise<{ ada: Person; ben: Person; cleo: Person; id: string }> {
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const id = await startWith(ada, ben, cleo);
  await manage(ada, 'setParticipantRole', { conversationId: id, userId: ben.id, role: 'ADMIN' });
  return { ada, ben, cleo, id };
}

test('a link that needs approval lets in whom an admin accepts, from then on', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await groupOf(world);
  const [dora, emil] = [await world.user('dora'), await world.user('emil')];
  const link = await linkOf(ada, id, { needsApproval: true, maxUses: 2 });
  const toDora = await dora.subscribe('subscription { conversationAdded { reason by { username } } }');

  const asked = await join(dora, link);
  const requestId = asked.joinRequest.id;
  assert.deepEqual(asked, {
    conversation: null,
    joinRequest: { id: requestId, user: { username: 'dora' } },
    errors: [],
  });
  assert.deepEqual(await join(dora, link), asked);
  await join(emil, link);
  // Both uses are taken: to those who wait the link is there still.
  const preview = { needsApproval: true, conversation: null, joinRequest: { id: requestId } };
  assert.deepEqual((await dora.do(PREVIEW, link)).conversationInvite, preview);
  assert.equal((await (await world.user('fay')).do(PREVIEW, link)).conversationInvite, null);
  assert.equal(
    (await dora.do('query ($id: ID!) { conversation(id: $id) { id } }', { id })).conversation,
    null,
  );
  await toDora.nothing();

  assert.deepEqual([await waiting(ada, id), await waiting(ben, id)], Array(2).fill(['emil', 'dora']));
  const node = async (person: Person, nodeId: string): Promise<unknown> =>
    (await person.do('query ($id: ID!) { node(id: $id) { id } }', { id: nodeId })).node;
  for (const [nodeId, seenBy] of [
    [requestId, [ada, ben, dora]],
    [link.id, [ada, ben]],
  ] as const) {
    for (const person of [ada, ben, cleo, dora, emil]) {
      const isSeen = seenBy.some((one) => one === person);
      assert.deepEqual(await node(person, nodeId), isSeen ? { id: nodeId } : null);
    }
  }
  const { conversationJoinRequests: page } = await ada.do(REQUESTS, { id, first: 1 });
  assert.deepEqual([page.nodes[0].user.username, page.pageInfo.hasNextPage], ['emil', true]);
  const { conversationJoinRequests: rest } = await ada.do(REQUESTS, { id, after: page.pageInfo.endCursor });
  assert.deepEqual([rest.nodes[0].user.username, rest.pageInfo.hasNextPage], ['dora', false]);

  await say(ada, id, 'Before');
  for (const person of [cleo, dora, emil]) {
    assert.deepEqual(codesOf(await respond(person, requestId, true)), ['NOT_FOUND']);
    assert.equal(await waiting(person, id), null);
  }
  assert.deepEqual(await respond(ben, requestId, true), {
    conversation: { id, participantCount: 4 },
    errors: [],
  });
  assert.deepEqual((await toDora.next()).data.conversationAdded, {
    reason: 'JOINED',
    by: { username: 'ben' },
  });
  const { conversationMessages } = await dora.do(
    `query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { content {
      ... on SystemContent { change by { username } users { username } } } } } }`,
    { id },
  );
  assert.deepEqual(conversationMessages.nodes, [
    { content: { change: 'PARTICIPANTS_ADDED', by: { username: 'ben' }, users: [{ username: 'dora' }] } },
  ]);
  assert.deepEqual(codesOf(await respond(ada, requestId, true)), ['NOT_FOUND']);
  assert.deepEqual(codesOf(await cancel(dora, requestId)), ['NOT_FOUND']);
  assert.deepEqual([await waiting(ada, id), await usesOf(ada, id)], [['emil'], [2]]);
  assert.deepEqual(await wrongGroups(world), []);
});

test('those who answer requests are told of each that is made, cancelled and rejected, and nobody else is', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await groupOf(world);
  const [dora, emil] = [await world.user('dora'), await world.user('emil')];
  const link = await linkOf(ada, id, { needsApproval: true });
  await block(world, ben, emil);
  const changes = 'subscription { conversationUpdated { changes by { username } conversation { id } } }';
  const streams = new Map<string, Subscription>();
  for (const [name, person] of Object.entries({ ada, ben, cleo, emil })) {
    streams.set(name, await person.subscribe(changes));
  }
  const told = async (name: string): Promise<Untyped> =>
    (await streams.get(name)?.next())?.data.conversationUpdated;
  const of = (username: string | null) => ({
    changes: ['JOIN_REQUESTS'],
    by: username && { username },
    conversation: { id },
  });

  const { joinRequest } = await join(dora, link);
  assert.deepEqual([await told('ada'), await told('ben')], [of('dora'), of('dora')]);
  await cancel(dora, joinRequest.id);
  assert.deepEqual([await told('ada'), await told('ben')], [of('dora'), of('dora')]);
  // An admin across a block does not learn who asks.
  const ofEmil = (await join(emil, link)).joinRequest.id;
  assert.deepEqual([await told('ada'), await told('ben')], [of('emil'), of(null)]);
  await respond(ada, ofEmil, false);
  assert.deepEqual([await told('ada'), await told('ben')], [of('ada'), of('ada')]);
  await respond(ada, (await join(dora, link)).joinRequest.id, true);
  const joined = { ...of('ada'), changes: ['PARTICIPANTS'] };
  for (const name of ['ada', 'ben'])
    assert.deepEqual([await told(name), await told(name)], [of('dora'), joined]);
  assert.deepEqual(await told('cleo'), joined);
  for (const stream of streams.values()) await stream.nothing();
});

test('a rejected user can use no link of the group until somebody adds them', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await groupOf(world);
  const dora = await world.user('dora');
  const requestId = await askToJoin(dora, ada, id);
  const open = await linkOf(ben, id);
  assert.deepEqual(codesOf(await respond(ada, requestId, false)), []);
  assert.deepEqual(codesOf(await respond(ben, requestId, true)), ['NOT_FOUND']);
  assert.deepEqual([await waiting(ada, id), await usesOf(ada, id)], [[], [0, 0]]);
  assert.equal((await dora.do(PREVIEW, open)).conversationInvite, null);
  assert.deepEqual(codesOf(await join(dora, open)), ['NOT_FOUND']);
  assert.deepEqual(codesOf(await cancel(dora, requestId)), ['NOT_FOUND']);

  await manage(ada, 'addParticipants', { conversationId: id, userIds: [dora.id] });
  await manage(dora, 'leaveConversation', { conversationId: id });
  assert.equal((await join(dora, open)).conversation.id, id);
});

test('a request ends when its user cancels it, joins otherwise or is added, and gives the use back', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await groupOf(world);
  const [dora, emil, fay] = [await world.user('dora'), await world.user('emil'), await world.user('fay')];
  const link = await linkOf(ada, id, { needsApproval: true, maxUses: 3 });
  const [ofDora, ofEmil] = [(await join(dora, link)).joinRequest.id, (await join(emil, link)).joinRequest.id];
  await join(fay, link);
  assert.deepEqual(await usesOf(ada, id), [3]);
  assert.deepEqual(codesOf(await cancel(emil, ofDora)), ['NOT_FOUND']);
  assert.deepEqual(await cancel(dora, ofDora), { requestId: ofDora, errors: [] });
  assert.deepEqual([await waiting(ada, id), await usesOf(ada, id)], [['fay', 'emil'], [2]]);

  assert.equal((await join(emil, await linkOf(ben, id))).conversation.id, id);
  await manage(ada, 'addParticipants', { conversationId: id, userIds: [fay.id] });
  assert.deepEqual([await waiting(ada, id), await usesOf(ada, id)], [[], [1, 0]]);
  for (const requestId of [ofDora, ofEmil]) {
    assert.deepEqual(codesOf(await respond(ada, requestId, true)), ['NOT_FOUND']);
  }
  // A request that is over does not come back when its user leaves.
  await manage(emil, 'leaveConversation', { conversationId: id });
  assert.deepEqual(await waiting(ada, id), []);
  // Neither do the end of a link and of its creator's part end the request.
  const late = await linkOf(ben, id, { needsApproval: true });
  const { joinRequest } = await join(dora, late);
  await invite(ada, 'revokeConversationInvite', { inviteId: late.id });
  await leave(world, ben, id);
  assert.deepEqual([await waiting(ada, id), await waiting(ben, id)], [['dora'], null]);
  assert.equal((await respond(ada, joinRequest.id, true)).conversation.participantCount, 4);
  assert.deepEqual(await wrongGroups(world), []);
});

test('requests across a block with the answering admin or the owner are not there', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await groupOf(world);
  const [dora, emil, fay] = [await world.user('dora'), await world.user('emil'), await world.user('fay')];
  const [ofDora, ofEmil] = [await askToJoin(dora, ada, id), await askToJoin(emil, ada, id)];
  const ofFay = await askToJoin(fay, ada, id);
  await block(world, ada, dora);
  await block(world, emil, ben);
  assert.deepEqual([await waiting(ada, id), await waiting(ben, id)], [['fay', 'emil'], ['fay']]);
  const refused: [Person, string][] = [
    [ada, ofDora],
    [ben, ofDora],
    [ben, ofEmil],
  ];
  for (const [person, requestId] of refused) {
    for (const accept of [true, false]) {
      assert.deepEqual(codesOf(await respond(person, requestId, accept)), ['NOT_FOUND']);
    }
  }
  assert.deepEqual(codesOf(await respond(ben, ofFay, true)), []);
  assert.deepEqual(codesOf(await respond(ada, ofEmil, true)), []);
  assert.deepEqual(await cancel(dora, ofDora), { requestId: ofDora, errors: [] });
});

test('the requests of a group and its places are bounded', async (t) => {
  const world = await testWorld(t, {
    env: { LIMIT_GROUP_JOIN_REQUESTS: '2', LIMIT_GROUP_PARTICIPANTS: '4' },
  });
  const { ada, id } = await groupOf(world);
  const people = await Promise.all([1, 2, 3, 4].map((index) => world.user(`person${index}`)));
  const link = await linkOf(ada, id, { needsApproval: true });
  const asked = await Promise.all(people.map((person) => join(person, link)));
  assert.deepEqual(asked.map(codesOf).toSorted(), [[], [], ['LIMIT_REACHED'], ['LIMIT_REACHED']]);
  const ids = asked.flatMap(({ joinRequest }) => (joinRequest ? [joinRequest.id] : []));
  const outcomes = await Promise.all(ids.map((requestId) => respond(ada, requestId, true)));
  assert.deepEqual(outcomes.map(codesOf).toSorted(), [[], ['LIMIT_REACHED']]);
  assert.equal((await waiting(ada, id))?.length, 1);
  assert.deepEqual([await usesOf(ada, id), await wrongGroups(world)], [[2], []]);
});

test('a request that several answer, cancel and overtake at once has one outcome', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await groupOf(world);
  for (let turn = 0; turn < 5; turn += 1) {
    const dora = await world.user(`dora${turn}`);
    const requestId = await askToJoin(dora, ada, id);
    const open = await linkOf(ben, id);
    const [accepted, rejected, canceled, joined] = await Promise.all([
      respond(ada, requestId, true),
      respond(ben, requestId, false),
      cancel(dora, requestId),
      join(dora, open),
    ]);
    const done = [accepted, rejected, canceled].filter(({ errors }) => errors.length === 0);
    assert.ok(done.length <= 1);
    const { conversation } = await dora.do('query ($id: ID!) { conversation(id: $id) { id } }', { id });
    const isIn = accepted.errors.length === 0 || joined.errors.length === 0;
    assert.deepEqual(conversation, isIn ? { id } : null);
    assert.deepEqual(await waiting(ada, id), []);
    await invite(ada, 'revokeConversationInvite', { inviteId: open.id });
    const [uses] = await usesOf(ada, id);
    assert.equal(uses, accepted.errors.length === 0 ? 1 : 0);
    const listed = await manage(ada, 'addParticipants', { conversationId: id, userIds: [ben.id] });
    assert.equal(rolesIn(listed).includes(`dora${turn} MEMBER`), isIn);
  }
  assert.deepEqual(await wrongGroups(world), []);
});

test('erasure ends the links of a user and deletes their requests', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await groupOf(world);
  const dora = await world.user('dora');
  const link = await linkOf(ben, id);
  const asking = await linkOf(ada, id, { needsApproval: true });
  await join(dora, asking);
  for (const person of [ben, dora]) await requestDeletion(person);
  // Until they are erased, nobody sees them.
  assert.equal((await (await world.user('emil')).do(PREVIEW, link)).conversationInvite, null);
  assert.deepEqual(await waiting(ada, id), []);
  world.clock.advance('30d');
  await runErasures(world);
  const { db } = world.app.services;
  assert.equal((await (await world.user('fay')).do(PREVIEW, link)).conversationInvite, null);
  assert.deepEqual(await db.selectFrom('join_requests').selectAll().execute(), []);
});

const MINE = `query ($first: Int, $after: String) { myJoinRequests(first: $first, after: $after) {
  nodes { id groupTitle user { username } } pageInfo { hasNextPage endCursor } } }`;

test('a user lists their own requests that wait, and cancels them', async (t) => {
  const world = await testWorld(t);
  const { ada, cleo, id } = await groupOf(world);
  const [dora, emil] = [await world.user('dora'), await world.user('emil')];
  const named = await startWith(cleo, ada, emil);
  await manage(cleo, 'updateConversation', { conversationId: named, title: 'Readers' });
  const third = await startWith(emil, ada, cleo);
  const requestIds: string[] = [];
  for (const [owner, group] of [
    [ada, id],
    [cleo, named],
    [emil, third],
  ] as const) {
    requestIds.push(await askToJoin(dora, owner, group));
  }
  const [first, second, last] = requestIds;
  const mineOf = async (page: Variables = {}): Promise<Untyped> => (await dora.do(MINE, page)).myJoinRequests;
  const shown = (requestId: string | undefined, groupTitle: string | null = null): object => ({
    id: requestId,
    groupTitle,
    user: { username: 'dora' },
  });
  assert.deepEqual((await mineOf()).nodes, [shown(last), shown(second, 'Readers'), shown(first)]);
  const { nodes, pageInfo } = await mineOf({ first: 2 });
  assert.deepEqual([nodes.length, pageInfo.hasNextPage], [2, true]);
  assert.deepEqual((await mineOf({ first: 2, after: pageInfo.endCursor })).nodes, [shown(first)]);
  assert.deepEqual((await ada.do(MINE)).myJoinRequests.nodes, []);

  // The title of a group is nobody's to follow across a block with its owner.
  await block(world, cleo, dora);
  assert.deepEqual((await mineOf()).nodes[1], shown(second));
  await respond(emil, last ?? '', false);
  await cancel(dora, second ?? '');
  assert.deepEqual((await mineOf()).nodes, [shown(first)]);
  await respond(ada, first ?? '', true);
  assert.deepEqual((await mineOf()).nodes, []);
  assert.deepEqual(codesOf(await cancel(dora, first ?? '')), ['NOT_FOUND']);
});

test('a page of requests takes as many statements for three as for one, and tells managers no title', async (t) => {
  const world = await testWorld(t);
  const { ada, cleo, id } = await groupOf(world);
  const dora = await world.user('dora');
  const count = (): Promise<number> => world.statementsOf(() => dora.do(MINE));
  await manage(ada, 'updateConversation', { conversationId: id, title: 'Writers' });
  await askToJoin(dora, ada, id);
  const one = await count();
  for (const owner of [ada, cleo])
    await askToJoin(
      dora,
      owner,
      await startWith(
        owner,
        await world.user(`m.${owner.username}`),
        await world.user(`n.${owner.username}`),
      ),
    );
  assert.equal(await count(), one);
  const { conversationJoinRequests: list } = await ada.do(
    'query ($id: ID!) { conversationJoinRequests(conversationId: $id) { nodes { groupTitle } } }',
    { id },
  );
  assert.deepEqual(list.nodes, [{ groupTitle: null }]);
});
