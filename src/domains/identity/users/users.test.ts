import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { fromGlobalId, toGlobalId } from '#platform/kernel/ids.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const USER = 'query ($id: ID, $username: String) { user(id: $id, username: $username) { id username } }';
const UPDATE = `mutation ($input: UpdateProfileInput!) {
  updateProfile(input: $input) {
    user { displayName bio avatar { id kind state width height variants { width height } } }
    errors { code path ... on ValidationError { constraint limit } }
  }
}`;

const red = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: 'red' } });

async function pictureOf(width: number, height: number): Promise<Blob> {
  // A Blob copies the bytes of a view, not of its whole buffer.
  return new Blob([new Uint8Array(await red(width, height).png().toBuffer())]);
}

const stateOf = (world: World, person: Person, state: 'ACTIVE' | 'DEACTIVATED' | 'DELETED') =>
  world.app.services.db.updateTable('users').set({ state }).where('username', '=', person.username).execute();

test('a user is found by id and by username in any case; the e-mail address is visible only to its owner', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const shown = { user: { id: ada.id, username: 'ada' } };
  for (const viewer of [ben, world.anonymous()]) {
    assert.deepEqual(await viewer.do(USER, { id: ada.id }), shown);
    assert.deepEqual(await viewer.do(USER, { username: ' ADA' }), shown);
    assert.deepEqual(await viewer.do(USER, { username: '@Ada' }), shown);
  }
  assert.deepEqual(await ada.do(USER, { username: 'ada' }), shown);
  const { data, errors } = await world.anonymous().ask('{ me { id } }');
  assert.deepEqual([data, errors?.[0]?.extensions['reason']], [{ me: null }, 'MISSING']);
});

test('an absent or invisible user is null, by id and by username', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const { db, ids, clock } = world.app.services;
  const asked = async (viewer: Person): Promise<unknown[]> => {
    const byId = await viewer.do(USER, { id: ada.id });
    const byName = await viewer.do(USER, { username: 'ada' });
    const node = await viewer.do('query ($id: ID!) { node(id: $id) { id } }', { id: ada.id });
    return [byId.user?.id ?? null, byName.user?.id ?? null, node.node?.id ?? null];
  };
  assert.deepEqual(await asked(ben), [ada.id, ada.id, ada.id]);
  await stateOf(world, ada, 'DEACTIVATED');
  assert.deepEqual(await asked(ben), [null, null, null]);
  assert.deepEqual(await asked(ada), [ada.id, ada.id, ada.id]);
  await stateOf(world, ada, 'ACTIVE');
  const [blocker_id, blocked_id] = [fromGlobalId('user', ada.id), fromGlobalId('user', ben.id)];
  await db.insertInto('blocks').values({ blocker_id, blocked_id, created_at: clock.now() }).execute();
  assert.deepEqual(await asked(ben), [null, null, null]);
  assert.deepEqual(await ada.do(USER, { id: ben.id }), { user: null });

  for (const username of ['nobody', '', 'ad', 'a'.repeat(10_000), 'ada\0', '\ud800', "ada' or true"]) {
    assert.deepEqual(await ben.do(USER, { username }), { user: null }, username);
  }
  assert.deepEqual(await ben.do(USER, { id: toGlobalId('user', ids.next()) }), { user: null });
});

test('`user` accepts exactly one key', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const post = toGlobalId('post', world.app.services.ids.next());
  for (const by of [{}, { id: ada.id, username: 'ada' }, { id: post }, { id: 'user_' }, { id: 'user_\0' }]) {
    const { data, errors } = await ada.ask(USER, by);
    assert.deepEqual([data, errors?.[0]?.extensions.code], [{ user: null }, 'BAD_USER_INPUT']);
  }
});

test('`updateProfile` changes the given fields and keeps the rest', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const update = async (input: object) => (await ada.do(UPDATE, { input })).updateProfile.user;
  assert.deepEqual(await update({ bio: ' Counts\r\nengines ' }), {
    displayName: 'ada',
    bio: 'Counts\nengines',
    avatar: null,
  });
  assert.deepEqual(await update({ displayName: 'Ada\u00a0 Byron' }), {
    displayName: 'Ada Byron',
    bio: 'Counts\nengines',
    avatar: null,
  });
  assert.deepEqual(await update({}), { displayName: 'Ada Byron', bio: 'Counts\nengines', avatar: null });
  for (const bio of ['', null]) {
    await update({ bio: 'Counts' });
    assert.deepEqual(await update({ bio }), { displayName: 'Ada Byron', bio: '', avatar: null });
  }

  for (const [input, field, constraint, limit] of [
    [{ displayName: '' }, 'displayName', 'minLength', 1],
    [{ displayName: null, bio: 'Kept' }, 'displayName', 'required', null],
    [{ displayName: 'é'.repeat(51) }, 'displayName', 'maxLength', 50],
    [{ bio: '🧮'.repeat(501) }, 'bio', 'maxLength', 500],
    [{ bio: 'a\0', displayName: 'Fine' }, 'bio', 'printable', null],
  ] as const) {
    assert.deepEqual(await refused(world, ada, UPDATE, { input }), [
      { code: 'VALIDATION_FAILED', path: [field], constraint, limit },
    ]);
  }
  const anonymous = await unchanged(world, () => world.anonymous().ask(UPDATE, { input: { bio: 'me' } }));
  assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
});

test('a profile image is uploaded, visible to others, replaced and removed', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const upload = async (picture: Blob) => {
    const answer = await ada.upload(UPDATE, { input: { avatar: null } }, { 'input.avatar': picture });
    assert.deepEqual([answer.errors, answer.data.updateProfile.errors], [undefined, []]);
    return answer.data.updateProfile.user.avatar;
  };
  const first = await upload(await pictureOf(1_000, 500));
  const variants = [
    { width: 960, height: 480 },
    { width: 320, height: 160 },
  ];
  assert.deepEqual(first, {
    id: first.id,
    kind: 'IMAGE',
    state: 'READY',
    width: 1_000,
    height: 500,
    variants,
  });
  const AVATAR = 'query ($id: ID) { user(id: $id) { avatar { id url } } }';
  const { user } = await ben.do(AVATAR, { id: ada.id });
  assert.equal(user.avatar.id, first.id);
  assert.equal((await fetch(user.avatar.url)).status, 200);

  const second = await upload(await pictureOf(10, 10));
  assert.notEqual(second.id, first.id);
  assert.equal((await ben.do(AVATAR, { id: ada.id })).user.avatar.id, second.id);
  // The sweep keeps images that a profile shows.
  world.clock.advance('25h');
  await runCron(world, 'media.sweepOrphans');
  assert.equal((await world.anonymous().do(AVATAR, { id: ada.id })).user.avatar.id, second.id);

  Object.assign(ada, await world.signIn(ada));
  const { updateProfile } = await ada.do(UPDATE, { input: { avatar: null } });
  assert.equal(updateProfile.user.avatar, null);
  assert.deepEqual(await world.anonymous().do(AVATAR, { id: ada.id }), { user: { avatar: null } });
});

test('an update tells which fields of the profile differ from before, and nothing where none does', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const update = (input: object, files: Readonly<Record<string, Blob>> = {}) =>
    ada.upload(UPDATE, { input }, files);
  const picture = await pictureOf(10, 10);
  await ada.do(UPDATE, { input: { displayName: 'Ada', bio: 'Counts' } });
  await ada.do(UPDATE, { input: { displayName: 'Ada', bio: 'Calculates' } });
  await update({ avatar: null, cover: null }, { 'input.avatar': picture, 'input.cover': picture });
  await ada.do(UPDATE, { input: { displayName: 'Ada Byron', cover: null } });
  await unchanged(world, () => ada.do(UPDATE, { input: { displayName: 'Ada Byron', cover: null } }));
  await unchanged(world, () => ada.do(UPDATE, { input: {} }));
  await ada.do(UPDATE, { input: { bio: null, avatar: null } });
  const told = (await storedEvents(world, 'user.profileChanged')).map(([, payload]) => payload);
  const userId = uuidOf(ada.id);
  assert.deepEqual(told, [
    { userId, changed: ['displayName', 'bio'] },
    { userId, changed: ['bio'] },
    { userId, changed: ['avatar', 'cover'] },
    { userId, changed: ['displayName', 'cover'] },
    { userId, changed: ['bio', 'avatar'] },
  ]);
});

test('an invalid profile image changes nothing, not even the display name of the same input', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const png = await (await pictureOf(64, 64)).bytes();
  const torn = new Blob([png.slice(0, png.length - 40)]);
  const input = { displayName: 'New name', avatar: null };
  const answer = await unchanged(world, () => ada.upload(UPDATE, { input }, { 'input.avatar': torn }));
  assert.deepEqual(answer.data.updateProfile, {
    user: null,
    errors: [{ code: 'VALIDATION_FAILED', path: ['avatar'], constraint: 'image', limit: null }],
  });
});

test('a user restricted from UPLOADS can change their display name, but not their profile image', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { db, ids, clock } = world.app.services;
  const created_at = clock.now();
  const row = {
    id: ids.next(),
    user_id: fromGlobalId('user', ada.id),
    kind: 'UPLOADS',
    reason: 'spam',
    created_at,
  };
  await db.insertInto('restrictions').values(row).execute();
  const input = { displayName: 'New name', avatar: null };
  const files = { 'input.avatar': await pictureOf(8, 8) };
  const answer = await unchanged(world, () => ada.upload(UPDATE, { input }, files));
  assert.deepEqual(answer.data.updateProfile, { user: null, errors: [{ code: 'RESTRICTED', path: null }] });
  const { updateProfile } = await ada.do(UPDATE, { input: { displayName: 'New name' } });
  assert.equal(updateProfile.user.displayName, 'New name');
});
