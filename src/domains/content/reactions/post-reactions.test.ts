import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const COUNTS = '{ like love haha wow sad angry total }';
const REACT = `mutation ($id: ID!, $type: ReactionType!) { reactToPost(input: { postId: $id, type: $type }) {
  post { reactionCounts ${COUNTS} viewer { reaction } } errors { code path } } }`;
const REMOVE = `mutation ($id: ID!) { removePostReaction(input: { postId: $id }) {
  post { reactionCounts ${COUNTS} viewer { reaction } } errors { code path } } }`;
const REACTIONS = `query ($id: ID!, $type: ReactionType, $first: Int, $after: String) {
  postReactions(postId: $id, type: $type, first: $first, after: $after) {
    nodes { type createdAt user { username } } pageInfo { hasNextPage endCursor } } }`;

const NONE = { like: 0, love: 0, haha: 0, wow: 0, sad: 0, angry: 0, total: 0 };

async function publish(author: Actor, visibility = 'PUBLIC'): Promise<string> {
  const { createPost } = await author.do(
    'mutation ($v: PostVisibility) { createPost(input: { text: "Hi", visibility: $v }) { post { id } errors { code } } }',
    { v: visibility },
  );
  return createPost.post.id;
}

async function react(actor: Actor, id: string, type: string) {
  return (await actor.do(REACT, { id, type })).reactToPost.post;
}

async function remove(actor: Actor, id: string) {
  return (await actor.do(REMOVE, { id })).removePostReaction.post;
}

/** Reactions visible to the caller, as `name type`. */
async function found(actor: Actor, id: string, type: string | null = null): Promise<string[]> {
  const { postReactions } = await actor.do(REACTIONS, { id, type });
  return postReactions.nodes.map(
    (reaction: { type: string; user: { username: string } }) => `${reaction.user.username} ${reaction.type}`,
  );
}

async function events({ app }: World): Promise<unknown[]> {
  await app.relay.drain();
  const rows = await app.services.db
    .selectFrom('event_log')
    .select(['name', 'payload'])
    .where('name', 'like', 'post.react%')
    .orderBy('position')
    .execute();
  return rows.map(({ name, payload }) => [name, payload]);
}

test('a user has one reaction to a post, and repeating it emits no event', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await publish(ada);
  assert.deepEqual(await react(ben, id, 'LIKE'), {
    reactionCounts: { ...NONE, like: 1, total: 1 },
    viewer: { reaction: 'LIKE' },
  });
  await unchanged(world, () => react(ben, id, 'LIKE'));
  assert.deepEqual(await react(ben, id, 'ANGRY'), {
    reactionCounts: { ...NONE, angry: 1, total: 1 },
    viewer: { reaction: 'ANGRY' },
  });
  assert.deepEqual(await react(ada, id, 'WOW'), {
    reactionCounts: { ...NONE, angry: 1, wow: 1, total: 2 },
    viewer: { reaction: 'WOW' },
  });
  const taken = { reactionCounts: { ...NONE, wow: 1, total: 1 }, viewer: { reaction: null } };
  assert.deepEqual(await remove(ben, id), taken);
  assert.deepEqual(await unchanged(world, () => remove(ben, id)), taken);

  const [postId, authorId, userId] = [uuidOf(id), uuidOf(ada.id), uuidOf(ben.id)];
  assert.deepEqual(await events(world), [
    ['post.reacted', { postId, authorId, userId, type: 'LIKE' }],
    ['post.reacted', { postId, authorId, userId, type: 'ANGRY' }],
    ['post.reacted', { postId, authorId, userId: authorId, type: 'WOW' }],
    ['post.reactionRemoved', { postId, authorId, userId, type: 'ANGRY' }],
  ]);
});

test('each of the six reaction types has its own count', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const id = await publish(ada);
  for (const type of ['LIKE', 'LOVE', 'HAHA', 'WOW', 'SAD', 'ANGRY']) {
    const { reactionCounts } = await react(ada, id, type);
    assert.deepEqual(reactionCounts, { ...NONE, [type.toLowerCase()]: 1, total: 1 });
    assert.deepEqual(await found(ada, id, type), [`ada ${type}`]);
  }
  assert.deepEqual(await found(ada, id, 'LIKE'), []);
});

test('reacting to an absent or invisible post is refused', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const hidden = await publish(ada, 'PRIVATE');
  const deleted = await publish(ada);
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: deleted,
  });
  const absent = toGlobalId('post', '01890a5d-ac96-774b-bcce-b302099a8057');
  for (const id of [hidden, deleted, absent]) {
    const refusal = [{ code: 'NOT_FOUND', path: ['postId'] }];
    assert.deepEqual(await refused(world, ben, REACT, { id, type: 'LIKE' }), refusal);
    const nothing = { removePostReaction: { post: null, errors: [] } };
    assert.deepEqual(await unchanged(world, () => ben.do(REMOVE, { id })), nothing);
    assert.deepEqual(await ben.do(REACTIONS, { id }), { postReactions: null });
  }
});

test('`postReactions` lists the newest reaction first, and a change of type keeps the position', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [cleo, dora] = [await world.user('cleo'), await world.user('dora')];
  const id = await publish(ada);
  for (const [who, type] of [
    [ben, 'LIKE'],
    [cleo, 'SAD'],
    [dora, 'LIKE'],
    [ada, 'WOW'],
  ] as const) {
    await react(who, id, type);
    world.clock.advance('1s');
  }
  assert.deepEqual(await found(ada, id), ['ada WOW', 'dora LIKE', 'cleo SAD', 'ben LIKE']);
  assert.deepEqual(await found(world.anonymous(), id, 'LIKE'), ['dora LIKE', 'ben LIKE']);
  const before = (await ada.do(REACTIONS, { id })).postReactions.nodes[3].createdAt;
  await react(ben, id, 'SAD');
  assert.deepEqual(await found(ada, id), ['ada WOW', 'dora LIKE', 'cleo SAD', 'ben SAD']);
  assert.deepEqual(await found(ada, id, 'SAD'), ['cleo SAD', 'ben SAD']);
  assert.equal((await ada.do(REACTIONS, { id })).postReactions.nodes[3].createdAt, before);
  await remove(ben, id);
  await react(ben, id, 'LIKE');
  assert.deepEqual(await found(ada, id), ['ben LIKE', 'ada WOW', 'dora LIKE', 'cleo SAD']);
});

test('reaction counts are the same for every viewer, and reactors are listed if visible to the viewer', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const dora = await world.user('dora');
  const id = await publish(ada);
  for (const who of [ben, cleo, dora]) await react(who, id, 'LOVE');
  await ada.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: ben.id,
  });
  await setPrivacy(dora, { requiresSignIn: true });
  const document = `query ($id: ID!) {
    post(id: $id) { reactionCounts ${COUNTS} sampleReactors { username } viewer { reaction } } }`;
  const names = async (actor: Actor) => {
    const { post } = await actor.do(document, { id });
    assert.deepEqual(post.reactionCounts, { ...NONE, love: 3, total: 3 });
    return post.sampleReactors.map(({ username }: { username: string }) => username);
  };
  assert.deepEqual(await found(ada, id), ['dora LOVE', 'cleo LOVE']);
  assert.deepEqual(await names(ada), ['dora', 'cleo']);
  assert.deepEqual(await found(cleo, id, 'LOVE'), ['dora LOVE', 'cleo LOVE', 'ben LOVE']);
  assert.deepEqual(await names(cleo), ['dora', 'ben']);
  assert.deepEqual(await found(world.anonymous(), id), ['cleo LOVE', 'ben LOVE']);
  assert.deepEqual(await names(world.anonymous()), ['cleo', 'ben']);
  assert.deepEqual(await ben.do(document, { id }), { post: null });
});

test('a post has a sample of three reactors, starting with users whom the caller follows', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const others = [];
  for (const name of ['old.friend', 'ben', 'cleo', 'friend', 'dora', 'eve'])
    others.push(await world.user(name));
  const [one, two] = [await publish(ada), await publish(ada)];
  for (const other of others) {
    await react(other, one, 'LIKE');
    world.clock.advance('1s');
  }
  await react(ada, one, 'LIKE');
  for (const other of others.filter(({ username }) => username.includes('friend'))) await follow(ada, other);
  const document =
    'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Post { sampleReactors { username } } } }';
  const sampled = async (actor: Actor) =>
    (await actor.do(document, { ids: [two, one] })).nodes.map(
      (post: { sampleReactors: { username: string }[] }) =>
        post.sampleReactors.map(({ username }) => username),
    );
  assert.deepEqual(await sampled(ada), [[], ['friend', 'old.friend', 'eve']]);
  assert.deepEqual(await sampled(world.anonymous()), [[], ['ada', 'eve', 'dora']]);
  for (const other of others) {
    if (other.username !== 'ben') await follow(ada, other);
  }
  assert.deepEqual(await sampled(ada), [[], ['eve', 'dora', 'friend']]);
});

test('reactions of fifty posts take as many statements as those of one', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ada, ben);
  const ids: string[] = [];
  for (let index = 0; index < 25; index += 1) {
    for (const author of [ada, ben]) ids.push(await publish(author));
    await react(ben, ids[index]!, 'LIKE'); // two were published in each round
  }
  const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Post {
    reactionCounts ${COUNTS} sampleReactors { username displayName } viewer { reaction } } } }`;
  const one = await world.statementsOf(() => ada.do(document, { ids: ids.slice(0, 1) }));
  assert.equal(await world.statementsOf(() => ada.do(document, { ids })), one);
});
