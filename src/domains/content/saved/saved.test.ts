import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { follow } from '#test/support/people/people.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ITEM = 'id savedAt post { id viewer { isSaved } } collections { name itemCount }';
const ERRORS = 'errors { code path ... on ValidationError { constraint } }';
const SAVE = `mutation ($input: SavePostInput!) { savePost(input: $input) { savedPost { ${ITEM} } ${ERRORS} } }`;
const UNSAVE = `mutation ($input: UnsavePostInput!) {
  unsavePost(input: $input) { savedPostId post { id viewer { isSaved } } ${ERRORS} } }`;
const MOVE = `mutation ($input: MoveSavedPostInput!) {
  moveSavedPost(input: $input) { savedPost { ${ITEM} } fromCollection { name itemCount } ${ERRORS} } }`;
const SAVED = `query ($collectionId: ID, $first: Int, $after: String) {
  mySavedPosts(collectionId: $collectionId, first: $first, after: $after) {
    nodes { ${ITEM} } pageInfo { hasNextPage endCursor } } }`;

async function publish(author: Person, visibility = 'PUBLIC'): Promise<string> {
  const { createPost } = await author.do(
    `mutation ($visibility: PostVisibility) {
      createPost(input: { text: "Hello", visibility: $visibility }) { post { id } errors { code } } }`,
    { visibility },
  );
  return createPost.post.id;
}

async function collect(person: Person, name: string): Promise<string> {
  const { createSavedCollection } = await person.do(
    'mutation ($name: String!) { createSavedCollection(input: { name: $name }) { collection { id } errors { code } } }',
    { name },
  );
  return createSavedCollection.collection.id;
}

const save = async (person: Actor, postId: string, collectionIds: readonly string[] = []) =>
  (await person.do(SAVE, { input: { postId, collectionIds } })).savePost.savedPost;
const unsave = async (person: Actor, input: object) => (await person.do(UNSAVE, { input })).unsavePost;
const move = async (person: Actor, input: object) =>
  (await person.do(MOVE, { input })).moveSavedPost.savedPost;
const listOf = async (person: Actor, paging: object = {}) =>
  (await person.do(SAVED, { first: 100, ...paging })).mySavedPosts;
const postsOf = async (person: Actor, collectionId: string | null = null): Promise<(string | null)[]> =>
  (await listOf(person, { collectionId })).nodes.map(
    (saved: { post: { id: string } | null }) => saved.post?.id ?? null,
  );
const namesOf = (saved: { collections: { name: string }[] }): string[] =>
  saved.collections.map(({ name }) => name);

test('a post can be saved, added to collections, listed and removed, without an event for other users', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [first, second] = [await publish(ben), await publish(ben)];
  const [recipes, ideas] = [await collect(ada, 'Recipes'), await collect(ada, 'Ideas')];
  const before = await emittedNames(world);
  const saved = await save(ada, first, [recipes, ideas, recipes]);
  assert.deepEqual(saved, {
    id: saved.id,
    savedAt: saved.savedAt,
    post: { id: first, viewer: { isSaved: true } },
    collections: [
      { name: 'Ideas', itemCount: 1 },
      { name: 'Recipes', itemCount: 1 },
    ],
  });
  assert.match(saved.id, /^savedpost_/);
  assert.deepEqual((await save(ada, second)).collections, []);
  assert.deepEqual(await postsOf(ada), [second, first]);
  assert.deepEqual(await postsOf(ada, recipes), [first]);

  const node = 'query ($id: ID!) { node(id: $id) { id } }';
  const isSaved = 'query ($id: ID!) { post(id: $id) { viewer { isSaved } } }';
  assert.deepEqual(await ada.do(node, { id: saved.id }), { node: { id: saved.id } });
  for (const stranger of [ben, world.anonymous()]) {
    assert.deepEqual(await stranger.do(node, { id: saved.id }), { node: null });
  }
  assert.deepEqual(await ben.do(isSaved, { id: first }), { post: { viewer: { isSaved: false } } });
  assert.deepEqual(await world.anonymous().do(isSaved, { id: first }), { post: { viewer: null } });
  assert.deepEqual(await postsOf(ben), []);
  assert.equal(await listOf(ben, { collectionId: recipes }), null);

  assert.deepEqual(await unsave(ada, { postId: first }), {
    savedPostId: saved.id,
    post: { id: first, viewer: { isSaved: false } },
    errors: [],
  });
  assert.deepEqual([await postsOf(ada), await postsOf(ada, recipes)], [[second], []]);
  assert.deepEqual(await emittedNames(world), before);
});

test('repeated `savePost` and `unsavePost` succeed without a change', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publish(ben);
  const [one, two] = [await collect(ada, 'One'), await collect(ada, 'Two')];
  const first = await save(ada, postId, [one]);
  world.clock.advance('1m');
  assert.deepEqual(await unchanged(world, () => save(ada, postId, [one])), first);
  assert.deepEqual(await unchanged(world, () => save(ada, postId)), first);
  assert.deepEqual(namesOf(await save(ada, postId, [two])), ['Two', 'One']);
  await unsave(ada, { savedPostId: first.id });
  assert.deepEqual(await unchanged(world, () => unsave(ada, { savedPostId: first.id })), {
    savedPostId: null,
    post: null,
    errors: [],
  });
  const again = await unchanged(world, () => unsave(ada, { postId }));
  assert.deepEqual([again.savedPostId, again.post.id], [null, postId]);
  assert.notEqual((await save(ada, postId)).id, first.id);
});

test('`moveSavedPost` moves a saved post between the given collections, and keeps it in others', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const postId = await publish(ada);
  const [one, two, three] = [
    await collect(ada, 'One'),
    await collect(ada, 'Two'),
    await collect(ada, 'Three'),
  ];
  const { id: savedPostId } = await save(ada, postId, [one, three]);
  const moved = await move(ada, { postId, fromCollectionId: one, toCollectionId: two });
  assert.deepEqual(moved.collections, [
    { name: 'Three', itemCount: 1 },
    { name: 'Two', itemCount: 1 },
  ]);
  const input = { savedPostId, fromCollectionId: one, toCollectionId: two };
  assert.deepEqual(await unchanged(world, () => move(ada, input)), moved);
  assert.deepEqual(namesOf(await move(ada, { savedPostId, toCollectionId: one })), ['Three', 'Two', 'One']);
  const left = await ada.do(MOVE, { input: { postId, fromCollectionId: three } });
  assert.deepEqual(left.moveSavedPost.fromCollection, { name: 'Three', itemCount: 0 });
  assert.deepEqual(namesOf(left.moveSavedPost.savedPost), ['Two', 'One']);
  const added = await ada.do(MOVE, { input: { postId, toCollectionId: two } });
  assert.equal(added.moveSavedPost.fromCollection, null);
  const stays = { postId, fromCollectionId: two, toCollectionId: two };
  assert.deepEqual(namesOf(await move(ada, stays)), ['Two', 'One']);
  assert.deepEqual([await postsOf(ada, one), await postsOf(ada, three)], [[postId], []]);
});

test('a saved post that is invisible or deleted stays listed with a null post, and can be removed', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ada, ben);
  const [deleted, erased, hidden, open] = [
    await publish(ben),
    await publish(ben),
    await publish(ben, 'FOLLOWERS'),
    await publish(ben),
  ];
  const places = await collect(ada, 'Places');
  const ids = new Map<string, string>();
  for (const postId of [deleted, erased, hidden, open]) {
    ids.set(postId, (await save(ada, postId, [places])).id);
  }
  await ben.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: deleted,
  });
  await runSql(world.connectionString, `delete from posts where id = '${uuidOf(erased)}'`);
  await ada.do('mutation ($id: ID!) { unfollowUser(input: { userId: $id }) { errors { code } } }', {
    id: ben.id,
  });
  const { nodes } = await listOf(ada, { collectionId: places });
  assert.deepEqual(
    nodes.map((saved: { id: string; post: { id: string } | null }) => [saved.id, saved.post?.id ?? null]),
    [
      [ids.get(open), open],
      [ids.get(hidden), null],
      [ids.get(erased), null],
      [ids.get(deleted), null],
    ],
  );
  assert.deepEqual(nodes[1].collections, [{ name: 'Places', itemCount: 4 }]);

  // A saved post is visible again once its post is.
  await follow(ada, ben);
  assert.deepEqual(await postsOf(ada), [open, hidden, null, null]);
  assert.deepEqual(await refused(world, ada, SAVE, { input: { postId: deleted } }), NO_POST);
  assert.equal((await unsave(ada, { postId: deleted })).post, null);
  await unsave(ada, { savedPostId: ids.get(erased) });
  assert.deepEqual(await postsOf(ada), [open, hidden]);
  assert.deepEqual((await listOf(ada)).nodes[0].collections, [{ name: 'Places', itemCount: 2 }]);
});

const NO_POST = [{ code: 'NOT_FOUND', path: ['postId'] }];

test('absent, invisible and foreign posts and collections are refused with the same error', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [open, hidden] = [await publish(ada), await publish(ada, 'PRIVATE')];
  const ofAda = await collect(ada, 'Mine');
  const ofBen = await collect(ben, 'Mine');
  const { id: savedByAda } = await save(ada, open, [ofAda]);
  const { next } = world.app.services.ids;
  const [absent, noCollection, noSaved] = [
    toGlobalId('post', next()),
    toGlobalId('collection', next()),
    toGlobalId('savedpost', next()),
  ];
  for (const postId of [hidden, absent]) {
    assert.deepEqual(await refused(world, ben, SAVE, { input: { postId } }), NO_POST);
    assert.deepEqual(await refused(world, ben, MOVE, { input: { postId, toCollectionId: ofBen } }), NO_POST);
  }
  for (const savedPostId of [savedByAda, noSaved]) {
    assert.deepEqual(await refused(world, ben, MOVE, { input: { savedPostId, toCollectionId: ofBen } }), [
      { code: 'NOT_FOUND', path: ['savedPostId'] },
    ]);
    assert.equal((await unchanged(world, () => unsave(ben, { savedPostId }))).savedPostId, null);
  }
  await save(ben, open);
  for (const foreign of [ofAda, noCollection]) {
    const collectionIds = [ofBen, foreign];
    assert.deepEqual(await refused(world, ben, SAVE, { input: { postId: open, collectionIds } }), [
      { code: 'NOT_FOUND', path: ['collectionIds'] },
    ]);
    for (const path of ['fromCollectionId', 'toCollectionId']) {
      assert.deepEqual(await refused(world, ben, MOVE, { input: { postId: open, [path]: foreign } }), [
        { code: 'NOT_FOUND', path: [path] },
      ]);
    }
  }
  const rule = (path: string, constraint: string) => [
    { code: 'VALIDATION_FAILED', path: [path], constraint },
  ];
  assert.deepEqual(
    await refused(world, ben, MOVE, { input: { postId: open } }),
    rule('toCollectionId', 'required'),
  );
  for (const input of [{}, { postId: open, savedPostId: savedByAda }]) {
    const { errors } = await unchanged(world, () => ben.ask(UNSAVE, { input }));
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
    assert.deepEqual(
      await refused(world, ben, MOVE, { input: { ...input, toCollectionId: ofBen } }),
      rule('postId', 'exactlyOne'),
    );
  }
});

test('fifty saved posts take as many statements as one', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_SAVED_POSTS: '60' } });
  const ada = await world.user('ada');
  const collectionId = await collect(ada, 'All');
  await saveMany(world, ada, [collectionId], 1);
  const statements = async (count: number) => [
    await world.statementsOf(async () => assert.equal((await listOf(ada)).nodes.length, count)),
    await world.statementsOf(async () =>
      assert.equal((await listOf(ada, { collectionId })).nodes.length, count),
    ),
  ];
  const one = await statements(1);
  await saveMany(world, ada, [collectionId], 49);
  assert.deepEqual(await statements(50), one);
});

/** Saves posts that are inserted by SQL, because the budget of `createPost` is too low. */
async function saveMany(
  world: World,
  person: Person,
  collectionIds: readonly string[],
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => world.app.services.ids.next());
  const rows = ids.map((id) => `('${id}', '${uuidOf(person.id)}', 'Hello', 'PUBLIC', now())`).join();
  await runSql(
    world.connectionString,
    `insert into posts (id, author_id, text, visibility, created_at) values ${rows}`,
  );
  const posts = ids.map((id) => toGlobalId('post', id));
  for (const postId of posts) await save(person, postId, collectionIds);
  return posts;
}
