import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { type Actor, createActor } from '#test/support/actor.ts';
import { otherProcess } from '#test/support/people/token-probing.ts';
import { emittedNames, refused } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

const SUSPEND = `mutation ($id: ID!, $reason: String!, $expiresAt: DateTime) {
  adminSuspendUser(input: { userId: $id, reason: $reason, expiresAt: $expiresAt }) {
    user { id suspension { reason expiresAt } } errors { code path } } }`;
const UNSUSPEND = `mutation ($id: ID!) {
  adminUnsuspendUser(input: { userId: $id }) { user { id suspension { reason } } errors { code path } } }`;
const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { user { id } errors { code path } } }';
const PERSON = 'query ($id: ID!) { user(id: $id) { id } userPosts(userId: $id) { nodes { id } } }';
const NOBODY = { user: null, userPosts: null };

const suspensionOf = async (admin: Actor, id: string): Promise<unknown> => {
  const { adminGetNode } = await admin.do(
    'query ($id: ID!) { adminGetNode(id: $id) { ... on UserAccount { suspension { reason expiresAt } } } }',
    { id },
  );
  return adminGetNode.suspension;
};

test('a suspension refuses the next request at every process, and closes the sockets of all within five seconds', async (t) => {
  const world = await testWorld(t);
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const url = await otherProcess(world, {}, (end) => ends.push(end));
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  const elsewhere = createActor(url, { token: ada.token, onEnd: (end) => ends.push(end) });
  assert.deepEqual(await elsewhere.do('{ me { user { username } } }'), { me: { user: { username: 'ada' } } });
  const subscription = 'subscription { messageAdded { cursor } }';
  const sockets = await Promise.all([ada, elsewhere].map((device) => device.subscribe(subscription)));
  await admin.do(SUSPEND, { id: ada.id, reason: 'Spam' });
  // `next` waits for five seconds.
  await Promise.all(sockets.map((socket) => assert.rejects(socket.next(), { code: 4403 })));
  for (const device of [ada, elsewhere]) {
    const { errors } = await device.ask('{ me { id } }');
    assert.equal(errors?.[0]?.extensions['reason'], 'REVOKED');
  }
});

test('a suspended user is invisible, signed out and refused at sign-in until the suspension is lifted', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, admin] = [await world.user('ada'), await world.user('ben'), await world.admin()];
  const phone = await world.signIn(ada);
  const { createPost } = await ada.do(
    'mutation { createPost(input: { text: "Hello" }) { post { id } errors { code } } }',
  );
  const shown = { user: { id: ada.id }, userPosts: { nodes: [{ id: createPost.post.id }] } };
  assert.deepEqual(await ben.do(PERSON, { id: ada.id }), shown);
  const subscription = 'subscription { messageAdded { cursor } }';
  const sockets = await Promise.all([ada, phone].map((device) => device.subscribe(subscription)));

  const { adminSuspendUser } = await admin.do(SUSPEND, { id: ada.id, reason: 'Spam' });
  assert.deepEqual(adminSuspendUser.user, {
    id: ada.id,
    suspension: { reason: 'Spam', expiresAt: null },
  });
  for (const who of [ben, world.anonymous()]) assert.deepEqual(await who.do(PERSON, { id: ada.id }), NOBODY);
  for (const device of [ada, phone]) {
    const { errors } = await device.ask('{ me { id } }');
    assert.equal(errors?.[0]?.extensions['reason'], 'REVOKED');
  }
  for (const socket of sockets) await assert.rejects(socket.next(), { code: 4403 });
  const input = { email: ada.email, password: ada.password };
  assert.deepEqual(await refused(world, world.anonymous(), LOGIN, { input }), [
    { code: 'RESTRICTED', path: null },
  ]);

  const { adminUnsuspendUser } = await admin.do(UNSUSPEND, { id: ada.id });
  assert.deepEqual(adminUnsuspendUser.user, { id: ada.id, suspension: null });
  assert.deepEqual(await ben.do(PERSON, { id: ada.id }), shown);
  await world.signIn(ada);
  assert.equal((await ada.ask('{ me { id } }')).errors?.[0]?.extensions['reason'], 'REVOKED');
  // Lifting an absent suspension succeeds without a change.
  await admin.do(UNSUSPEND, { id: ada.id });
  assert.equal((await emittedNames(world)).filter((name) => name === 'session.revoked').length, 2);
});

test('a suspension expires by itself, and a new one replaces it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, admin] = [await world.user('ada'), await world.user('ben'), await world.admin()];
  const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();
  await admin.do(SUSPEND, { id: ada.id, reason: 'For ever' });
  const until = inHours(2);
  await admin.do(SUSPEND, { id: ada.id, reason: 'Two hours', expiresAt: until });
  assert.deepEqual(await suspensionOf(admin, ada.id), { reason: 'Two hours', expiresAt: until });
  world.clock.advance('119m');
  const signedIn = await world.signIn(ben);
  assert.equal((await signedIn.do(PERSON, { id: ada.id })).user, null);
  world.clock.advance('1m');
  assert.deepEqual((await (await world.signIn(ben)).do(PERSON, { id: ada.id })).user, { id: ada.id });
  assert.deepEqual(await suspensionOf(await world.admin(), ada.id), null);
  await world.signIn(ada);
});

test('an invalid suspension is refused and changes nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  const absent = toGlobalId('user', world.app.services.ids.next());
  const now = world.clock.now().toISOString();
  const cases = [
    [
      { id: absent, reason: 'Spam' },
      { code: 'NOT_FOUND', path: ['userId'] },
    ],
    [
      { id: ada.id, reason: ' ' },
      { code: 'VALIDATION_FAILED', path: ['reason'] },
    ],
    [
      { id: ada.id, reason: 'x'.repeat(501) },
      { code: 'VALIDATION_FAILED', path: ['reason'] },
    ],
    [
      { id: ada.id, reason: 'Spam', expiresAt: now },
      { code: 'VALIDATION_FAILED', path: ['expiresAt'] },
    ],
  ] as const;
  for (const [variables, error] of cases) {
    assert.deepEqual(await refused(world, admin, SUSPEND, variables), [error]);
  }
  assert.deepEqual(await refused(world, admin, UNSUSPEND, { id: absent }), [
    { code: 'NOT_FOUND', path: ['userId'] },
  ]);
  assert.deepEqual(await suspensionOf(admin, ada.id), null);
});
