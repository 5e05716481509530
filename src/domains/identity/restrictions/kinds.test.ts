import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restrictUser } from './restrictions.service.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { requestFrom, SEND, startWith } from '#test/support/messaging/messaging.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { refused } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { testWorld } from '#test/support/world.ts';

const RESTRICT = `mutation ($id: ID!, $kind: RestrictionKind!, $expiresAt: DateTime, $reason: String = "Rude") {
  adminRestrictUser(input: { userId: $id, kind: $kind, reason: $reason, expiresAt: $expiresAt }) {
    restriction { id kind reason expiresAt isInForce decisionId } errors { code path } } }`;
const LIFT = `mutation ($id: ID!, $reason: String = "Sorry") {
  adminLiftRestriction(input: { restrictionId: $id, reason: $reason }) {
    restriction { id isInForce } errors { code path } } }`;
const MINE =
  '{ myRestrictions { nodes { id kind isInForce expiresAt acknowledgedAt liftedAt decisionId } } }';
const ACKNOWLEDGE = `mutation ($id: ID!) { acknowledgeWarning(input: { restrictionId: $id }) {
  restriction { isInForce acknowledgedAt } errors { code path } } }`;
const POST =
  'mutation { createPost(input: { text: "Hello" }) { post { id } errors { code ... on RestrictedError { kind expiresAt decisionId } } } }';

test('an admin restricts an account, which is told of the kind and its end, and lifts it again', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  const until = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  const { restriction } = (await admin.do(RESTRICT, { id: ada.id, kind: 'POSTING', expiresAt: until }))
    .adminRestrictUser;
  const { id } = restriction;
  const shown = { id, kind: 'POSTING', expiresAt: until, isInForce: true, decisionId: null };
  assert.deepEqual(restriction, { ...shown, reason: 'Rude' });
  const mine = { ...shown, acknowledgedAt: null, liftedAt: null };
  assert.deepEqual(await mineOf(ada), [mine]);
  const { createPost } = (await ada.ask(POST)).data;
  assert.deepEqual(createPost.errors, [
    { code: 'RESTRICTED', kind: 'POSTING', expiresAt: until, decisionId: null },
  ]);
  const before = world.clock.now().toISOString();
  for (let round = 0; round < 2; round += 1) {
    const lifted = (await admin.do(LIFT, { id })).adminLiftRestriction.restriction;
    assert.deepEqual(lifted, { id, isInForce: false });
  }
  const [{ liftedAt, ...ended }] = (await mineOf(ada)) as [Untyped]; // the one of the list
  assert.ok(liftedAt >= before);
  assert.deepEqual({ ...ended, liftedAt: null }, { ...mine, isInForce: false });
  await ada.do(POST);
  const { restrictions } = await accountOf(admin, ada.id);
  assert.deepEqual(restrictions, { nodes: [{ id, isInForce: false }] });
});

test('a restriction names its decision, and holds until its end', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { services } = world.app;
  const now = services.clock.now();
  const expiresAt = new Date(now.getTime() + 60_000);
  const [id, decisionId] = [services.ids.next(), services.ids.next()];
  await services.transaction((tx) =>
    restrictUser(tx, {
      id,
      userId: uuidOf(ada.id),
      kind: 'POSTING',
      reason: 'x',
      expiresAt,
      decisionId,
      now,
    }),
  );
  const restricted = { code: 'RESTRICTED', kind: 'POSTING', expiresAt: expiresAt.toISOString() };
  const { createPost } = (await ada.ask(POST)).data;
  assert.deepEqual(createPost.errors, [{ ...restricted, decisionId: toGlobalId('decision', decisionId) }]);
  assert.equal((await mineOf(ada))[0]?.decisionId, toGlobalId('decision', decisionId));
  world.clock.advance('60s');
  assert.deepEqual((await mineOf(await world.signIn(ada)))[0]?.isInForce, false);
  await (await world.signIn(ada)).do(POST);
});

test('a warning is in force until it is acknowledged, and forbids nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, admin] = [await world.user('ada'), await world.user('ben'), await world.admin()];
  const { id } = (await admin.do(RESTRICT, { id: ada.id, kind: 'WARNING' })).adminRestrictUser.restriction;
  const posting = (await admin.do(RESTRICT, { id: ada.id, kind: 'TIPPING' })).adminRestrictUser.restriction;
  await ada.do(POST);
  for (const [who, restrictionId] of [
    [ben, id],
    [ada, posting.id],
    [ada, toGlobalId('restriction', world.app.services.ids.next())],
  ] as const) {
    assert.deepEqual(await refused(world, who, ACKNOWLEDGE, { id: restrictionId }), [
      { code: 'NOT_FOUND', path: ['restrictionId'] },
    ]);
  }
  const times = new Set();
  for (let round = 0; round < 2; round += 1) {
    const { restriction } = (await ada.do(ACKNOWLEDGE, { id })).acknowledgeWarning;
    assert.equal(restriction.isInForce, false);
    times.add(restriction.acknowledgedAt);
    world.clock.advance('1s');
  }
  assert.equal(times.size, 1);
});

test('DISCOVERY hides from lists of strangers alone, until it ends or is lifted', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo, admin] = [
    await world.user('ada'),
    await world.user('ben'),
    await world.user('cleo'),
    await world.admin(),
  ];
  await ben.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
    id: ada.id,
  });
  await ada.do('mutation { createPost(input: { text: "Rosebud" }) { errors { code } } }');
  await world.runJobs();
  const found = async (viewer: Actor): Promise<unknown[]> => {
    const { searchUsers, searchPosts, user } = await viewer.do(
      `query ($id: ID!) { searchUsers(query: "ad") { nodes { id } } searchPosts(query: "rosebud") { nodes { id } } user(id: $id) { id } }`,
      { id: ada.id },
    );
    return [searchUsers.nodes.length, searchPosts.nodes.length, user !== null];
  };
  assert.deepEqual(await found(cleo), [1, 1, true]);
  const { id } = (await admin.do(RESTRICT, { id: ada.id, kind: 'DISCOVERY' })).adminRestrictUser.restriction;
  assert.deepEqual(await found(cleo), [0, 0, true]);
  assert.deepEqual(await found(ben), [1, 1, true]);
  await admin.do(LIFT, { id });
  assert.deepEqual(await found(cleo), [1, 1, true]);
  const until = new Date(world.clock.now().getTime() + 60_000).toISOString();
  await admin.do(RESTRICT, { id: ada.id, kind: 'DISCOVERY', expiresAt: until });
  assert.deepEqual(await found(cleo), [0, 0, true]);
  world.clock.advance('60s');
  assert.deepEqual(await found(await world.signIn(cleo)), [1, 1, true]);
});

test('MESSAGING_STRANGERS forbids to ask others and to write before they accept, and no message to those who know the user', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo, dora, admin] = [
    await world.user('ada'),
    await world.user('ben'),
    await world.user('cleo'),
    await world.user('dora'),
    await world.admin(),
  ];
  const known = await startWith(ada, ben);
  const request = await requestFrom(ada, cleo);
  const group = await startWith(ada, ben);
  await admin.do(RESTRICT, { id: ada.id, kind: 'MESSAGING_STRANGERS' });
  const send = (conversationId: string) => ada.ask(SEND, { input: { conversationId, text: 'Hello' } });
  const start = `mutation ($ids: [ID!]!) { startConversation(input: { userIds: $ids }) {
    conversation { id } errors { code ... on RestrictedError { kind } } } }`;
  const codesOf = ({ data }: Untyped, field: string) => data[field].errors.map(({ code }: Untyped) => code);
  assert.deepEqual(codesOf(await send(known), 'sendMessage'), []);
  assert.deepEqual(codesOf(await send(group), 'sendMessage'), []);
  assert.deepEqual(codesOf(await send(request), 'sendMessage'), ['RESTRICTED']);
  const { startConversation } = (await ada.ask(start, { ids: [dora.id] })).data;
  assert.deepEqual(startConversation.errors, [{ code: 'RESTRICTED', kind: 'MESSAGING_STRANGERS' }]);
  await cleo.do(
    'mutation ($id: ID!) { acceptConversation(input: { conversationId: $id }) { errors { code } } }',
    {
      id: request,
    },
  );
  assert.deepEqual(codesOf(await send(request), 'sendMessage'), []);
});

test('a suspension and its end are told of once, whether it is lifted or over', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  const userId = uuidOf(ada.id);
  const suspend = (until: string | null) =>
    admin.do(
      `mutation ($id: ID!, $expiresAt: DateTime) {
        adminSuspendUser(input: { userId: $id, reason: "Spam", expiresAt: $expiresAt }) { errors { code } } }`,
      { id: ada.id, expiresAt: until },
    );
  const unsuspend = () =>
    admin.do('mutation ($id: ID!) { adminUnsuspendUser(input: { userId: $id }) { errors { code } } }', {
      id: ada.id,
    });
  const inMinutes = (minutes: number) =>
    new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();
  const told = async () => {
    const events = await storedEvents(world, 'user.suspended', 'user.unsuspended');
    return events.map(([name, payload]) => {
      const { restrictionId: _id, ...rest } = payload as Untyped; // of the event
      return [name, rest];
    });
  };
  const [one, three] = [inMinutes(1), inMinutes(3)];
  await suspend(one);
  await suspend(three);
  world.clock.advance('1m');
  await world.runJobs();
  const suspended = [
    ['user.suspended', { userId, until: one }],
    ['user.suspended', { userId, until: three }],
  ];
  assert.deepEqual(await told(), suspended);
  world.clock.advance('2m');
  await world.runJobs();
  await world.runJobs();
  const over = [...suspended, ['user.unsuspended', { userId }]];
  assert.deepEqual(await told(), over);
  await suspend(null);
  await unsuspend();
  await unsuspend();
  assert.deepEqual(await told(), [
    ...over,
    ['user.suspended', { userId, until: null }],
    ['user.unsuspended', { userId }],
  ]);
});

test('suspensions have their own mutations, and what is wrong changes nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  const absent = toGlobalId('user', world.app.services.ids.next());
  const now = world.clock.now().toISOString();
  for (const [variables, error] of [
    [
      { id: absent, kind: 'POSTING' },
      { code: 'NOT_FOUND', path: ['userId'] },
    ],
    [
      { id: ada.id, kind: 'SUSPENSION' },
      { code: 'VALIDATION_FAILED', path: ['kind'] },
    ],
    [
      { id: ada.id, kind: 'POSTING', expiresAt: now },
      { code: 'VALIDATION_FAILED', path: ['expiresAt'] },
    ],
    [
      { id: ada.id, kind: 'POSTING', reason: ' ' },
      { code: 'VALIDATION_FAILED', path: ['reason'] },
    ],
  ] as const) {
    assert.deepEqual(await refused(world, admin, RESTRICT, variables), [error]);
  }
  await admin.do(
    `mutation ($id: ID!) { adminSuspendUser(input: { userId: $id, reason: "Spam" }) { errors { code } } }`,
    { id: ada.id },
  );
  const { restrictions } = await accountOf(admin, ada.id);
  assert.deepEqual(await refused(world, admin, LIFT, { id: restrictions.nodes[0].id }), [
    { code: 'VALIDATION_FAILED', path: ['restrictionId'] },
  ]);
});

async function mineOf(person: Actor): Promise<Untyped[]> {
  return (await person.do(MINE)).myRestrictions.nodes;
}

async function accountOf(admin: Actor, id: string): Promise<Untyped> {
  const { adminGetNode } = await admin.do(
    'query ($id: ID!) { adminGetNode(id: $id) { ... on UserAccount { restrictions { nodes { id isInForce } } } } }',
    { id },
  );
  return adminGetNode;
}
