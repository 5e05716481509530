import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { waitingForLocks } from '#test/support/locks.ts';
import { runSql } from '#test/support/test-server.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const COLLECTION = 'id name itemCount createdAt';
const ERRORS = 'errors { code path ... on ValidationError { constraint limit } }';
const CREATE = `mutation ($input: CreateSavedCollectionInput!) {
  createSavedCollection(input: $input) { collection { ${COLLECTION} } ${ERRORS} } }`;
const UPDATE = `mutation ($input: UpdateSavedCollectionInput!) {
  updateSavedCollection(input: $input) { collection { ${COLLECTION} } ${ERRORS} } }`;
const DELETE = `mutation ($input: DeleteSavedCollectionInput!) {
  deleteSavedCollection(input: $input) { collectionId ${ERRORS} } }`;
const SAVE = `mutation ($input: SavePostInput!) { savePost(input: $input) { savedPost { id } ${ERRORS} } }`;
const UNSAVE = `mutation ($input: UnsavePostInput!) { unsavePost(input: $input) { savedPostId ${ERRORS} } }`;
const MOVE = `mutation ($input: MoveSavedPostInput!) { moveSavedPost(input: $input) { savedPost { id } ${ERRORS} } }`;
const COLLECTIONS = `query ($first: Int, $after: String) {
  mySavedCollections(first: $first, after: $after) { nodes { ${COLLECTION} } pageInfo { hasNextPage endCursor } } }`;
const ONE = `query ($id: ID!) { mySavedCollection(id: $id) { ${COLLECTION} } node(id: $id) { id } }`;
const SAVED = `query ($collectionId: ID, $first: Int, $after: String) {
  mySavedPosts(collectionId: $collectionId, first: $first, after: $after) {
    nodes { id } pageInfo { hasNextPage endCursor } } }`;

type Collection = { readonly id: string; readonly name: string; readonly itemCount: number };

const create = async (person: Actor, input: object): Promise<Collection> =>
  (await person.do(CREATE, { input })).createSavedCollection.collection;
const collectionsOf = async (person: Actor): Promise<Collection[]> =>
  (await person.do(COLLECTIONS, { first: 100 })).mySavedCollections.nodes;

/** Inserts posts of the user by SQL, because the budget of `createPost` is too low. */
async function postsOf(world: World, person: Person, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => world.app.services.ids.next());
  const rows = ids.map((id) => `('${id}', '${uuidOf(person.id)}', 'Hello', 'PUBLIC', now())`).join();
  await runSql(
    world.connectionString,
    `insert into posts (id, author_id, text, visibility, created_at) values ${rows}`,
  );
  return ids.map((id) => toGlobalId('post', id));
}

test('a collection can be created, renamed, read and deleted, and its posts stay saved', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const made = await create(ada, { name: '  Recipes\n for   later ' });
  const second = await create(ada, { name: 'Recipes for later' });
  assert.deepEqual(
    { ...made, createdAt: null },
    { id: made.id, name: 'Recipes for later', itemCount: 0, createdAt: null },
  );
  assert.match(made.id, /^collection_/);
  const [postId = ''] = await postsOf(world, ada, 1);
  await ada.do(SAVE, { input: { postId, collectionIds: [made.id, second.id] } });
  const renamed = (await ada.do(UPDATE, { input: { collectionId: made.id, name: 'Soups' } }))
    .updateSavedCollection.collection;
  assert.deepEqual(renamed, { ...made, name: 'Soups', itemCount: 1 });
  assert.deepEqual(await ada.do(ONE, { id: made.id }), { mySavedCollection: renamed, node: { id: made.id } });
  assert.deepEqual(await ben.do(ONE, { id: made.id }), { mySavedCollection: null, node: null });
  assert.deepEqual(await collectionsOf(ada), [{ ...second, itemCount: 1 }, renamed]);
  assert.deepEqual(await collectionsOf(ben), []);

  const gone = await ada.do(DELETE, { input: { collectionId: made.id } });
  assert.equal(gone.deleteSavedCollection.collectionId, made.id);
  assert.deepEqual(await collectionsOf(ada), [{ ...second, itemCount: 1 }]);
  assert.equal((await ada.do(SAVED)).mySavedPosts.nodes.length, 1);
  assert.deepEqual(await ada.do(SAVED, { collectionId: made.id }), { mySavedPosts: null });
});

test('`createSavedCollection` repeated with its key creates one collection', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const input = { name: 'Recipes', idempotencyKey: 'one' };
  const made = await create(ada, input);
  assert.deepEqual(await unchanged(world, () => create(ada, input)), made);
  assert.deepEqual(await refused(world, ada, CREATE, { input: { ...input, name: 'Other' } }), [
    { code: 'IDEMPOTENCY_KEY_REUSED', path: ['idempotencyKey'] },
  ]);
  assert.deepEqual(await collectionsOf(ada), [made]);
});

test('collection mutations refuse names other than 1 to 50 characters, and collections of others', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { id } = await create(ada, { name: '👩‍👩‍👧'.repeat(50) });
  for (const [name, constraint, limit] of [
    [' \u200b', 'minLength', 1],
    ['é'.repeat(51), 'maxLength', 50],
    ['a\0b', 'printable', null],
  ] as const) {
    const expected = [{ code: 'VALIDATION_FAILED', path: ['name'], constraint, limit }];
    assert.deepEqual(await refused(world, ada, CREATE, { input: { name } }), expected);
    assert.deepEqual(await refused(world, ada, UPDATE, { input: { collectionId: id, name } }), expected);
  }
  for (const collectionId of [id, toGlobalId('collection', world.app.services.ids.next())]) {
    const notFound = [{ code: 'NOT_FOUND', path: ['collectionId'] }];
    assert.deepEqual(await refused(world, ben, UPDATE, { input: { collectionId, name: 'x' } }), notFound);
    assert.deepEqual(await refused(world, ben, DELETE, { input: { collectionId } }), notFound);
  }
});

test('concurrent requests never exceed the limits of collections and saved posts', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_SAVED_COLLECTIONS: '5', LIMIT_SAVED_POSTS: '7' } });
  const ada = await world.user('ada');
  const posts = await postsOf(world, ada, 12);
  const outcomes = async (document: string, inputs: readonly object[]): Promise<Record<string, number>> => {
    const answers = await Promise.all(inputs.map((input) => ada.ask(document, { input })));
    const codes = answers.map(({ data }) => Object.values<Payload>(data)[0]?.errors[0]?.code ?? 'DONE');
    return Object.fromEntries(
      ['DONE', 'LIMIT_REACHED'].map((code) => [code, codes.filter((one) => one === code).length]),
    );
  };
  const names = Array.from({ length: 12 }, (_, index) => ({ name: `Collection ${index}` }));
  assert.deepEqual(await outcomes(CREATE, names), { DONE: 5, LIMIT_REACHED: 7 });
  const saves = posts.map((postId) => ({ postId }));
  assert.deepEqual(await outcomes(SAVE, saves), { DONE: 7, LIMIT_REACHED: 5 });
  assert.equal((await ada.do(SAVED)).mySavedPosts.nodes.length, 7);
  // At the limit, saved posts can still be added to collections, and removing one lets another be saved.
  const [collection] = await collectionsOf(ada);
  const saved = (await ada.do('{ mySavedPosts { nodes { id post { id } } } }')).mySavedPosts.nodes[0];
  await ada.do(SAVE, { input: { postId: saved.post.id, collectionIds: [collection?.id] } });
  await ada.do(UNSAVE, { input: { savedPostId: saved.id } });
  assert.deepEqual(await outcomes(SAVE, saves), { DONE: 7, LIMIT_REACHED: 5 });
});

type Payload = { readonly errors: readonly { readonly code: string }[] };

test('a save sees what is committed while it waits: a deleted collection, and the last post that may be saved', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_SAVED_POSTS: '1' } });
  const ada = await world.user('ada');
  const userId = uuidOf(ada.id);
  const { id: collectionId } = await create(ada, { name: 'Doomed' });
  const [postId = '', other = ''] = await postsOf(world, ada, 2);
  const saveMeanwhile = async (input: object, work: (tx: Tx) => Promise<unknown>): Promise<unknown> => {
    const locked = Promise.withResolvers<undefined>();
    const saving = locked.promise.then(() => ada.ask(SAVE, { input }));
    await world.app.services.transaction(async (tx) => {
      await lockUsers(tx, [userId]);
      locked.resolve(undefined);
      await waitingForLocks(world, 1);
      await work(tx);
    });
    return (await saving).data.savePost;
  };
  assert.deepEqual(
    await saveMeanwhile({ postId, collectionIds: [collectionId] }, (tx) =>
      tx.deleteFrom('saved_collections').where('id', '=', uuidOf(collectionId)).execute(),
    ),
    { savedPost: null, errors: [{ code: 'NOT_FOUND', path: ['collectionIds'] }] },
  );
  const last = {
    id: world.app.services.ids.next(),
    user_id: userId,
    post_id: uuidOf(other),
    saved_at: world.clock.now(),
  };
  const insert = (tx: Tx) => tx.insertInto('saved_posts').values(last).execute();
  assert.deepEqual(await saveMeanwhile({ postId }, insert), {
    savedPost: null,
    errors: [{ code: 'LIMIT_REACHED', path: null }],
  });
  await ada.do(UNSAVE, { input: { postId: other } });
  assert.deepEqual(await saveMeanwhile({ postId: other }, insert), {
    savedPost: { id: toGlobalId('savedpost', last.id) },
    errors: [],
  });
});

test('the item counts of collections are exact after concurrent mutations from two devices', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '1000000' } });
  const ada = await world.user('ada');
  const devices = [ada, await world.signIn(ada)];
  const [one, two, doomed] = [
    await create(ada, { name: 'One' }),
    await create(ada, { name: 'Two' }),
    await create(ada, { name: 'Doomed' }),
  ];
  const posts = await postsOf(world, ada, 4);
  for (const postId of posts) await ada.do(SAVE, { input: { postId, collectionIds: [one.id, doomed.id] } });
  const work = posts.flatMap((postId) => [
    [SAVE, { postId, collectionIds: [one.id, two.id] }] as const,
    [MOVE, { postId, fromCollectionId: one.id, toCollectionId: two.id }] as const,
    [UNSAVE, { postId }] as const,
    [MOVE, { postId, fromCollectionId: two.id, toCollectionId: one.id }] as const,
    [SAVE, { postId, collectionIds: [two.id, doomed.id] }] as const,
    [UNSAVE, { postId }] as const,
    [SAVE, { postId, collectionIds: [one.id] }] as const,
  ]);
  const answers = await Promise.all([
    ...work.map(([document, input], index) => devices[index % 2]!.ask(document, { input })), // 0 or 1
    ada.ask(DELETE, { input: { collectionId: doomed.id } }),
  ]);
  const codes = answers.map(
    ({ data, errors }) => errors?.[0]?.extensions.code ?? Object.values<Payload>(data)[0]?.errors[0]?.code,
  );
  // NOT_FOUND is expected: another request may have removed the saved post or the collection.
  assert.deepEqual(
    [...new Set(codes)].filter((code) => code !== 'NOT_FOUND' && code !== undefined),
    [],
  );
  const { rows } = await sql`
    select name from saved_collections c where item_count <>
      (select count(*) from saved_collection_items where collection_id = c.id)`.execute(
    world.app.services.db,
  );
  assert.deepEqual(rows, []);
  assert.deepEqual(
    (await collectionsOf(ada)).map(({ name }) => name),
    ['Two', 'One'],
  );
});

test('pages of any size make up the whole list while it grows, of all saved posts and of a collection', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '1000000' } });
  const ada = await world.user('ada');
  const { id: collectionId } = await create(ada, { name: 'All' });
  const posts = await postsOf(world, ada, 40);
  const saveNext = () => ada.do(SAVE, { input: { postId: posts.pop(), collectionIds: [collectionId] } });
  for (let count = 0; count < 9; count += 1) await saveNext();
  for (const list of [{}, { collectionId }]) {
    for (let first = 1; first <= 4; first += 1) {
      const whole = (await ada.do(SAVED, { ...list, first: 100 })).mySavedPosts.nodes;
      const read: unknown[] = [];
      for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
        const { nodes, pageInfo }: Untyped = (await ada.do(SAVED, { ...list, first, after })).mySavedPosts;
        assert.equal(nodes.length, Math.min(first, whole.length - read.length));
        read.push(...nodes);
        ({ hasNextPage, endCursor: after } = pageInfo);
        if (read.length === 4) await saveNext();
      }
      assert.deepEqual(read, whole);
    }
  }
  const { pageInfo } = (await ada.do(SAVED, { first: 1 })).mySavedPosts;
  for (const paging of [{ first: 0 }, { first: 101 }, { collectionId, after: pageInfo.endCursor }]) {
    const { data, errors } = await ada.ask(SAVED, paging);
    assert.deepEqual([data, errors?.[0]?.extensions.code], [{ mySavedPosts: null }, 'BAD_USER_INPUT']);
  }
});
