import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emittedNames, unchanged } from '#test/support/unchanged.ts';
import { runSql } from '#test/support/test-server.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld } from '#test/support/world.ts';
import { DEFAULT_AUDIENCES } from './privacy.policy.ts';

const SETTINGS = `isPrivate isDiscoverable requiresSignIn messageAudience callAudience commentAudience mentionAudience
  tipAudience followersAudience followingAudience lastSeenAudience readReceiptsAudience`;
const READ = `{ myPrivacySettings { ${SETTINGS} } }`;
const UPDATE = `mutation ($input: UpdatePrivacySettingsInput!) {
  updatePrivacySettings(input: $input) { privacySettings { ${SETTINGS} } errors { code path } } }`;

const DEFAULTS = {
  isPrivate: false,
  isDiscoverable: true,
  requiresSignIn: false,
  messageAudience: 'EVERYONE',
  callAudience: 'FOLLOWING',
  commentAudience: 'EVERYONE',
  mentionAudience: 'EVERYONE',
  tipAudience: 'EVERYONE',
  followersAudience: 'EVERYONE',
  followingAudience: 'EVERYONE',
  lastSeenAudience: 'EVERYONE',
  readReceiptsAudience: 'EVERYONE',
};

/** Another value for every setting. */
const CHANGED = {
  isPrivate: true,
  isDiscoverable: false,
  requiresSignIn: true,
  messageAudience: 'FOLLOWERS',
  callAudience: 'MUTUALS',
  commentAudience: 'FOLLOWING',
  mentionAudience: 'SUBSCRIBERS',
  tipAudience: 'NOBODY',
  followersAudience: 'FOLLOWERS',
  followingAudience: 'MUTUALS',
  lastSeenAudience: 'FOLLOWING',
  readReceiptsAudience: 'NOBODY',
};

const update = async (person: Person, input: object) =>
  (await person.do(UPDATE, { input })).updatePrivacySettings.privacySettings;
const read = async (person: Person) => (await person.do(READ)).myPrivacySettings;

test('privacy settings start with the defaults, change one by one, and are separate for each user', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  assert.deepEqual(await read(ada), DEFAULTS);
  let expected: Record<string, unknown> = DEFAULTS;
  for (const [name, value] of Object.entries(CHANGED)) {
    expected = { ...expected, [name]: value };
    assert.deepEqual(await update(ada, { [name]: value }), expected);
  }
  assert.deepEqual(await read(ada), CHANGED);
  assert.deepEqual(await read(ben), DEFAULTS);
  assert.deepEqual(await update(ada, DEFAULTS), DEFAULTS);
  assert.deepEqual(await update(ada, CHANGED), CHANGED);
  assert.equal(
    (await ben.do('query ($id: ID) { user(id: $id) { isPrivate } }', { id: ada.id })).user.isPrivate,
    true,
  );
});

test('a change of privacy settings emits one event; omitted and equal values change nothing, and null is refused', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await unchanged(world, async () => {
    assert.deepEqual(await update(ada, DEFAULTS), DEFAULTS);
    assert.deepEqual(await update(ada, {}), DEFAULTS);
  });
  const once = { isPrivate: true, tipAudience: 'NOBODY' };
  await update(ada, once);
  await unchanged(world, async () => {
    assert.deepEqual(await update(ada, once), { ...DEFAULTS, ...once });
    assert.deepEqual(await update(ada, {}), { ...DEFAULTS, ...once });
  });
  assert.deepEqual(await emittedNames(world), ['privacy.changed']);
  assert.deepEqual(await storedEvents(world, 'privacy.changed'), [
    ['privacy.changed', { userId: uuidOf(ada.id) }],
  ]);
});

test('unchanged audiences have no row, and the defaults of the table equal those of the code', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { db } = world.app.services;
  await update(ada, { isPrivate: true, requiresSignIn: true });
  assert.deepEqual(await db.selectFrom('privacy_settings').selectAll().execute(), []);
  await runSql(
    world.connectionString,
    `insert into privacy_settings (user_id, updated_at) values ('${uuidOf(ada.id)}', now())`,
  );
  const flags = { isPrivate: true, isDiscoverable: true, requiresSignIn: true };
  assert.deepEqual(await read(ada), { ...DEFAULT_AUDIENCES, ...flags });
});

test('concurrent changes of different privacy settings are all kept', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const phone = await world.signIn(ada);
  const changes = Object.entries(CHANGED);
  await Promise.all(
    changes.map(([name, value], index) => update(index % 2 === 0 ? ada : phone, { [name]: value })),
  );
  assert.deepEqual(await read(ada), CHANGED);
  assert.deepEqual(
    await emittedNames(world),
    // The sign-in of the second device emits this event.
    ['session.newDevice', ...changes.map(() => 'privacy.changed')],
  );
  // The same change is made once, whichever request is first.
  await Promise.all([ada, phone, ada, phone].map((device) => update(device, { tipAudience: 'MUTUALS' })));
  assert.equal((await emittedNames(world)).length, changes.length + 2);
});

test('follows after a concurrent switch to private become requests, and going public accepts none', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const others: Person[] = [];
  for (let count = 0; count < 12; count += 1) others.push(await world.user(`guest.${count}`));
  const follows = others.map((other) =>
    other.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
      id: ada.id,
    }),
  );
  await Promise.all([...follows.slice(0, 6), update(ada, { isPrivate: true }), ...follows.slice(6)]);

  const names = await emittedNames(world);
  const followedCount = names.indexOf('privacy.changed');
  assert.deepEqual(names, [
    ...others.slice(0, followedCount).map(() => 'user.followed'),
    'privacy.changed',
    ...others.slice(followedCount).map(() => 'follow.requested'),
  ]);
  const counts = async () => {
    const { me, myFollowRequests } = await ada.do(
      '{ me { user { followerCount } } myFollowRequests { nodes { __typename } } }',
    );
    return [me.user.followerCount, myFollowRequests.nodes.length];
  };
  assert.deepEqual(await counts(), [followedCount, others.length - followedCount]);
  await update(ada, { isPrivate: false });
  assert.deepEqual(await counts(), [followedCount, others.length - followedCount]);
  assert.deepEqual(await emittedNames(world), [...names, 'privacy.changed']);
});

test('privacy settings refuse anonymous callers and invalid input', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const anonymous = world.anonymous();
  for (const document of [
    READ,
    'mutation { updatePrivacySettings(input: { isPrivate: true }) { errors { code } } }',
  ]) {
    const { errors } = await unchanged(world, () => anonymous.ask(document));
    assert.equal(errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  }
  for (const input of [
    { tipAudience: 'FRIENDS' },
    { tipAudience: 1 },
    { isPrivate: 'yes' },
    { userId: ada.id },
  ]) {
    const { errors } = await unchanged(world, () => ada.ask(UPDATE, { input }));
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT', JSON.stringify(input));
  }
});
