import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { follow, subscribe, setPrivacy } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const ERRORS = 'errors { __typename code path ... on StateError { current allowed } }';
const POST = '{ repostCount viewer { hasReposted canRepost } }';
const REPOST = `mutation ($id: ID!) { repost(input: { postId: $id }) { post ${POST} ${ERRORS} } }`;
const UNDO = `mutation ($id: ID!) { undoRepost(input: { postId: $id }) { post ${POST} ${ERRORS} } }`;
const USER_REPOSTS = `query ($id: ID!, $first: Int, $after: String) { userReposts(userId: $id, first: $first, after: $after) {
  edges { repostedAt node { id } } nodes { id } pageInfo { hasNextPage endCursor } } }`;
const REPOSTERS = `query ($id: ID!, $first: Int, $after: String) { postReposters(postId: $id, first: $first, after: $after) {
  edges { repostedAt node { username } } nodes { username } pageInfo { hasNextPage endCursor } } }`;

async function publish(author: Actor, visibility = 'PUBLIC'): Promise<string> {
  const { createPost } = await author.do(
    'mutation ($v: PostVisibility) { createPost(input: { text: "Hi", visibility: $v }) { post { id } errors { code } } }',
    { v: visibility },
  );
  return createPost.post.id;
}

async function repost(actor: Actor, id: string) {
  return (await actor.do(REPOST, { id })).repost.post;
}

async function reposters(actor: Actor, id: string): Promise<string[] | null> {
  const { postReposters } = await actor.do(REPOSTERS, { id });
  return postReposters?.nodes.map(({ username }: { username: string }) => username) ?? null;
}

async function reposts(actor: Actor, userId: string): Promise<string[] | null> {
  const { userReposts } = await actor.do(USER_REPOSTS, { id: userId });
  return userReposts?.nodes.map(({ id }: { id: string }) => id) ?? null;
}

async function events({ app }: World) {
  await app.relay.drain();
  return app.services.db
    .selectFrom('event_log')
    .select(['name', 'payload'])
    .where('name', 'like', 'post.repost%')
    .orderBy('position')
    .execute();
}

test('repeated `repost` and `undoRepost` succeed without a change', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await publish(ada);
  const passedOn = { repostCount: 1, viewer: { hasReposted: true, canRepost: true } };
  assert.deepEqual(await repost(ben, id), passedOn);
  assert.deepEqual(await unchanged(world, () => repost(ben, id)), passedOn);
  const { undoRepost } = await ben.do(UNDO, { id });
  assert.deepEqual(undoRepost.post, { repostCount: 0, viewer: { hasReposted: false, canRepost: true } });
  await unchanged(world, () => ben.do(UNDO, { id }));
  assert.deepEqual(await repost(ada, id), passedOn);

  const told = await events(world);
  const [postId, authorId] = [uuidOf(id), uuidOf(ada.id)];
  const repostIds = told.map(({ payload }) => (payload as { repostId: string }).repostId);
  const of = (index: number, userId: string) => ({ repostId: repostIds[index], postId, authorId, userId });
  assert.deepEqual(told, [
    { name: 'post.reposted', payload: of(0, uuidOf(ben.id)) },
    { name: 'post.repostUndone', payload: of(1, uuidOf(ben.id)) },
    { name: 'post.reposted', payload: of(2, authorId) },
  ]);
  assert.equal(repostIds[0], repostIds[1]);
  const rows = await world.app.services.db.selectFrom('reposts').select(['id', 'user_id']).execute();
  assert.deepEqual(rows, [{ id: repostIds[2], user_id: authorId }]);
});

test('`repost` refuses posts that are not public, even of the caller', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ben, ada);
  await subscribe(world, ben, ada);
  const stateError = (current: string) => [
    { __typename: 'StateError', code: 'INVALID_STATE', path: ['postId'], current, allowed: ['PUBLIC'] },
  ];
  const canRepost = async (actor: Actor, id: string) =>
    (await actor.do(`query ($id: ID!) { post(id: $id) ${POST} }`, { id })).post.viewer.canRepost;
  const followers = await publish(ada, 'FOLLOWERS');
  const own = await publish(ada, 'PRIVATE');
  assert.deepEqual(await refused(world, ben, REPOST, { id: followers }), stateError('FOLLOWERS'));
  assert.deepEqual(await refused(world, ada, REPOST, { id: followers }), stateError('FOLLOWERS'));
  assert.deepEqual(await refused(world, ada, REPOST, { id: own }), stateError('PRIVATE'));
  assert.equal(await canRepost(ben, followers), false);

  const open = await publish(ada);
  const other = await publish(ada);
  await repost(ben, open);
  await setPrivacy(ada, { isPrivate: true });
  for (const who of [ada, ben]) {
    assert.deepEqual(await refused(world, who, REPOST, { id: other }), stateError('FOLLOWERS'));
    assert.equal(await canRepost(who, other), false);
  }
  // An earlier repost stays: repeating and undoing it both succeed.
  assert.deepEqual(await unchanged(world, () => repost(ben, open)), {
    repostCount: 1,
    viewer: { hasReposted: true, canRepost: false },
  });
  assert.equal((await ben.do(UNDO, { id: open })).undoRepost.post.repostCount, 0);
});

test('`repost` refuses absent and invisible posts, and `undoRepost` answers alike for those without a repost', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const notFound = [{ __typename: 'PlainError', code: 'NOT_FOUND', path: ['postId'] }];
  const blocked = await publish(ada);
  await repost(ben, blocked);
  const absent = toGlobalId('post', '01890a5d-ac96-774b-bcce-b302099a8057');
  const hidden = await publish(ada, 'PRIVATE');
  await ada.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: ben.id,
  });
  for (const id of [absent, hidden, blocked]) {
    assert.deepEqual(await refused(world, ben, REPOST, { id }), notFound);
    const { undoRepost } = await ben.do(UNDO, { id });
    assert.deepEqual(undoRepost, { post: null, errors: [] });
    assert.equal(await reposters(ben, id), null);
  }
});

test('`userReposts` lists posts visible to the viewer, newest repost first', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const [first, second, third] = [await publish(ada), await publish(cleo), await publish(ada)];
  for (const id of [third, first, second]) await repost(ben, id);
  assert.deepEqual(await reposts(world.anonymous(), ben.id), [second, first, third]);
  const { userReposts } = await ada.do(USER_REPOSTS, { id: ben.id, first: 2 });
  assert.equal(userReposts.pageInfo.hasNextPage, true);
  const rows = await world.app.services.db
    .selectFrom('reposts')
    .select(['post_id', 'created_at'])
    .orderBy('id', 'desc')
    .execute();
  assert.deepEqual(
    userReposts.edges.map(({ repostedAt, node }: { repostedAt: string; node: { id: string } }) => [
      uuidOf(node.id),
      repostedAt,
    ]),
    rows.slice(0, 2).map((row) => [row.post_id, row.created_at.toISOString()]),
  );
  const rest = await ada.do(USER_REPOSTS, { id: ben.id, after: userReposts.pageInfo.endCursor });
  assert.deepEqual(rest.userReposts.nodes, [{ id: third }]);
  assert.equal(rest.userReposts.pageInfo.hasNextPage, false);

  await setPrivacy(cleo, { isPrivate: true });
  assert.deepEqual(await reposts(ada, ben.id), [first, third]);
  assert.deepEqual(await reposts(cleo, ben.id), [second, first, third]);
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: first,
  });
  // Hidden posts do not shorten a page.
  assert.deepEqual((await ada.do(USER_REPOSTS, { id: ben.id, first: 1 })).userReposts.nodes, [{ id: third }]);
  await ben.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: ada.id,
  });
  assert.equal(await reposts(ada, ben.id), null);
  assert.deepEqual(await reposts(ben, ben.id), []);
});

test('`postReposters` lists users visible to the viewer, and the repost count is the same for every viewer', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const dora = await world.user('dora');
  const id = await publish(ada);
  for (const who of [ben, cleo, dora]) await repost(who, id);
  assert.deepEqual(await reposters(world.anonymous(), id), ['dora', 'cleo', 'ben']);
  const { postReposters } = await ada.do(REPOSTERS, { id, first: 1 });
  assert.deepEqual(postReposters.nodes, [{ username: 'dora' }]);
  const rest = await ada.do(REPOSTERS, { id, after: postReposters.pageInfo.endCursor });
  assert.deepEqual(rest.postReposters.nodes, [{ username: 'cleo' }, { username: 'ben' }]);

  await ada.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: cleo.id,
  });
  await runSql(
    world.connectionString,
    `update users set state = 'DEACTIVATED' where id = '${uuidOf(dora.id)}'`,
  );
  assert.deepEqual(await reposters(ada, id), ['ben']);
  assert.deepEqual(await reposters(ben, id), ['ben']);
  for (const who of [ada, ben, world.anonymous()]) {
    const { post } = await who.do('query ($id: ID!) { post(id: $id) { repostCount } }', { id });
    assert.equal(post.repostCount, 3);
  }
});

for (const [who, whom] of [
  ['the author', 'the reposter'],
  ['the reposter', 'the author'],
] as const) {
  test(`a repost ends for everybody when ${who} blocks ${whom}, as a quote does`, async (t) => {
    const world = await testWorld(t);
    const [author, reposter] = [await world.user('author'), await world.user('reposter')];
    const dora = await world.user('dora');
    await follow(dora, reposter);
    const id = await publish(author);
    await repost(reposter, id);
    await world.runJobs();
    const seen = async (): Promise<unknown[]> => [
      (await dora.do('{ feed { nodes { id } } }')).feed.nodes,
      (await dora.do(USER_REPOSTS, { id: reposter.id, first: 10 })).userReposts.nodes.length,
      await reposters(dora, id),
    ];
    assert.deepEqual(await seen(), [[{ id }], 1, ['reposter']]);
    const [blocker, blocked] = who === 'the author' ? [author, reposter] : [reposter, author];
    const block = 'mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }';
    await blocker.do(block, { id: blocked.id });
    assert.deepEqual(await seen(), [[], 0, []]);
    await blocker.do(block.replace('blockUser', 'unblockUser'), { id: blocked.id });
    assert.deepEqual(await seen(), [[{ id }], 1, ['reposter']]);
  });
}

test('reposts of fifty posts take as many statements as those of one', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const ids: string[] = [];
  for (let index = 0; index < 25; index += 1) {
    for (const author of [ada, ben]) ids.push(await publish(author));
    await repost(ben, ids[index]!); // two were published in each round
  }
  const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Post ${POST} } }`;
  const one = await world.statementsOf(() => ada.do(document, { ids: ids.slice(0, 1) }));
  assert.equal(await world.statementsOf(() => ada.do(document, { ids })), one);
  const list = async (first: number) => world.statementsOf(() => ada.do(USER_REPOSTS, { id: ben.id, first }));
  assert.equal(await list(25), await list(1));
});
