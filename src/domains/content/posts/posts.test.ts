import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { testWorld, type World } from '#test/support/world.ts';

const CREATE = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) {
    post { id text visibility media { id } author { username postCount } viewer { canDelete } }
    errors { code path ... on ValidationError { constraint limit } }
  }
}`;
const REFUSED = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) { post { id } errors { code path ... on ValidationError { constraint limit } } }
}`;
const DELETE = 'mutation ($id: ID!) { deletePost(input: { postId: $id }) { postId errors { code path } } }';
const POST = 'query ($id: ID!) { post(id: $id) { text } node(id: $id) { id } }';
const COUNT = '{ me { user { postCount } } }';

async function published(actor: Actor, input: object): Promise<string> {
  return (await actor.do(CREATE, { input })).createPost.post.id;
}

async function pictures(actor: Actor, count: number): Promise<string[]> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { data } = await actor.upload(
      'mutation ($file: Upload!) { uploadMedia(input: { file: $file }) { media { id } errors { code } } }',
      { file: null },
      { file: new Blob([new Uint8Array(png)]) },
    );
    ids.push(data.uploadMedia.media.id);
  }
  return ids;
}

test('a post has its text, its media in the given order, and its visibility', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const [first = '', second = '', third = ''] = await pictures(ada, 3);
  const { createPost } = await ada.do(CREATE, {
    input: {
      text: '\n  Cafe\u0301\r\nau lait ',
      mediaIds: [third, first, third, second],
      visibility: 'FOLLOWERS',
    },
  });
  assert.deepEqual(createPost.post, {
    id: createPost.post.id,
    text: '  Café\nau lait',
    visibility: 'FOLLOWERS',
    media: [{ id: third }, { id: first }, { id: second }],
    author: { username: 'ada', postCount: 1 },
    viewer: { canDelete: true },
  });
  const { createPost: bare } = await ada.do(CREATE, { input: { mediaIds: [first] } });
  assert.deepEqual([bare.post.text, bare.post.visibility], ['', 'PUBLIC']);
  assert.deepEqual(await ada.do(COUNT), { me: { user: { postCount: 2 } } });
  assert.deepEqual(await emittedNames(world), ['post.created', 'post.created']);
});

test('the text length counts graphemes: at most 2200 in any script or emoji', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  for (const character of ['a', '👨‍👩‍👧‍👦', 'e\u0301', '🇺🇦', 'नि', '\u1112\u1161\u11ab']) {
    const { createPost } = await ada.do(CREATE, { input: { text: character.repeat(2_200) } });
    assert.equal(createPost.post.text, character.normalize('NFC').repeat(2_200));
    assert.deepEqual(await refused(world, ada, REFUSED, { input: { text: character.repeat(2_201) } }), [
      { code: 'VALIDATION_FAILED', path: ['text'], constraint: 'maxLength', limit: 2_200 },
    ]);
  }
  const zalgo = `a${'\u0301'.repeat(40_000)}`;
  assert.equal(
    (await refused(world, ada, REFUSED, { input: { text: zalgo } }))[0]?.code,
    'VALIDATION_FAILED',
  );
});

test('`createPost` refuses a post without content or with media of others, and stores nothing', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const [own = ''] = await pictures(ada, 1);
  const [foreign = ''] = await pictures(ben, 1);
  const { services } = world.app;
  const unknown = toGlobalId('media', services.ids.next());
  const many = Array.from({ length: 11 }, () => toGlobalId('media', services.ids.next()));
  const required = [{ code: 'VALIDATION_FAILED', path: ['text'], constraint: 'required', limit: null }];
  for (const input of [
    {},
    { text: null },
    { text: ' \n\t ' },
    { text: '\u200b\u2063' },
    { text: '', mediaIds: [] },
  ]) {
    assert.deepEqual(await refused(world, ada, REFUSED, { input }), required);
  }
  assert.deepEqual(await refused(world, ada, REFUSED, { input: { text: 'a\0' } }), [
    { code: 'VALIDATION_FAILED', path: ['text'], constraint: 'printable', limit: null },
  ]);
  assert.deepEqual(await refused(world, ada, REFUSED, { input: { mediaIds: many } }), [
    { code: 'VALIDATION_FAILED', path: ['mediaIds'], constraint: 'maxItems', limit: 10 },
  ]);
  for (const mediaIds of [[own, foreign], [unknown]]) {
    assert.deepEqual(await refused(world, ada, REFUSED, { input: { text: 'Look', mediaIds } }), [
      { code: 'NOT_FOUND', path: ['mediaIds'] },
    ]);
  }
  await services.db.updateTable('media').set({ state: 'REJECTED' }).execute();
  assert.deepEqual(await refused(world, ada, REFUSED, { input: { mediaIds: [own] } }), [
    { code: 'NOT_FOUND', path: ['mediaIds'] },
  ]);
  const malformed = await unchanged(world, () =>
    ada.ask(REFUSED, { input: { text: 'a', mediaIds: [ada.id] } }),
  );
  assert.equal(malformed.errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
});

test('`createPost` with one key publishes one post, repeated or concurrently, and is refused with another input', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const input = { text: 'Once', visibility: 'PUBLIC', idempotencyKey: 'k-1' };
  const id = await published(ada, input);
  assert.equal(await published(ada, { idempotencyKey: 'k-1', visibility: 'PUBLIC', text: 'Once' }), id);
  assert.notEqual(await published(ben, input), id);
  assert.deepEqual(await refused(world, ada, REFUSED, { input: { ...input, text: 'Twice' } }), [
    { code: 'IDEMPOTENCY_KEY_REUSED', path: ['idempotencyKey'] },
  ]);

  const together = { text: 'Twenty at once', idempotencyKey: 'k-2' };
  const ids = await Promise.all(Array.from({ length: 20 }, () => published(ada, together)));
  assert.equal(new Set(ids).size, 1);
  assert.deepEqual(await ada.do(COUNT), { me: { user: { postCount: 2 } } });
  assert.equal((await emittedNames(world)).length, 3);

  // The key stays stored after its post is deleted.
  await ada.do(DELETE, { id });
  assert.deepEqual(await refused(world, ada, REFUSED, { input }), []);
});

test('only the author can delete a post, and a deleted post is absent everywhere', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const open = await published(ada, { text: 'Open' });
  const hidden = await published(ada, { text: 'Hidden', visibility: 'PRIVATE' });
  const unknown = toGlobalId('post', world.app.services.ids.next());
  const { post } = await ben.do('query ($id: ID!) { post(id: $id) { viewer { canDelete } } }', { id: open });
  assert.deepEqual(post, { viewer: { canDelete: false } });
  for (const id of [open, hidden, unknown]) {
    assert.deepEqual(await refused(world, ben, DELETE, { id }), [{ code: 'NOT_FOUND', path: ['postId'] }]);
  }

  assert.deepEqual(await ada.do(DELETE, { id: open }), { deletePost: { postId: open, errors: [] } });
  for (const viewer of [ada, ben, world.anonymous()]) {
    assert.deepEqual(await viewer.do(POST, { id: open }), { post: null, node: null });
  }
  assert.deepEqual(await refused(world, ada, DELETE, { id: open }), [
    { code: 'NOT_FOUND', path: ['postId'] },
  ]);
  assert.deepEqual(await ada.do(COUNT), { me: { user: { postCount: 1 } } });

  const answers = await Promise.all(Array.from({ length: 5 }, () => ada.ask(DELETE, { id: hidden })));
  const codes = answers.map(({ data }) => data.deletePost.errors[0]?.code ?? 'DONE');
  assert.deepEqual(codes.toSorted(), ['DONE', ...Array<string>(4).fill('NOT_FOUND')]);
  assert.deepEqual(await ada.do(COUNT), { me: { user: { postCount: 0 } } });
  assert.deepEqual(await emittedNames(world), [
    'post.created',
    'post.created',
    'post.deleted',
    'post.deleted',
  ]);
});

test('the visibility of posts depends on the relation of viewer and author', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const friend = await world.user('friend');
  const blocked = await world.user('blocked');
  const stranger = await world.user('stranger');
  const ids: Record<string, string> = {};
  for (const visibility of ['PUBLIC', 'FOLLOWERS', 'PRIVATE']) {
    ids[visibility] = await published(ada, { text: visibility, visibility });
  }
  await friend.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
    id: ada.id,
  });
  await block(world, 'ada', 'blocked');

  const seenBy = async (viewer: Actor): Promise<unknown> => {
    const { userPosts } = await viewer.do('query ($id: ID!) { userPosts(userId: $id) { nodes { text } } }', {
      id: ada.id,
    });
    const listed = userPosts?.nodes.map((node: { text: string }) => node.text) ?? null;
    for (const [visibility, id] of Object.entries(ids)) {
      const { post } = await viewer.do(POST, { id });
      assert.equal(post !== null, listed?.includes(visibility) ?? false);
    }
    return listed;
  };
  assert.deepEqual(await seenBy(ada), ['PRIVATE', 'FOLLOWERS', 'PUBLIC']);
  assert.deepEqual(await seenBy(friend), ['FOLLOWERS', 'PUBLIC']);
  assert.deepEqual(await seenBy(stranger), ['PUBLIC']);
  assert.deepEqual(await seenBy(world.anonymous()), ['PUBLIC']);
  assert.deepEqual(await seenBy(blocked), null);

  const { db } = world.app.services;
  await db.updateTable('users').set({ state: 'DEACTIVATED' }).where('username', '=', 'ada').execute();
  assert.deepEqual(await seenBy(friend), null);
  assert.deepEqual(await seenBy(ada), ['PRIVATE', 'FOLLOWERS', 'PUBLIC']);
});

async function block(world: World, blocker: string, blocked: string): Promise<void> {
  const { db, clock } = world.app.services;
  const idOf = (username: string) => db.selectFrom('users').select('id').where('username', '=', username);
  await db
    .insertInto('blocks')
    .values({ blocker_id: idOf(blocker), blocked_id: idOf(blocked), created_at: clock.now() })
    .execute();
}
