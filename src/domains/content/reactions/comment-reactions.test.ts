import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { commentOn, DELETE_COMMENT, publish } from '#test/support/content/comments.ts';
import { erase } from '#test/support/people/accounts.ts';
import { follow } from '#test/support/people/people.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { wrongCommentCounters } from '#test/support/content/wrong-counters.ts';

const COUNTS = '{ like love haha wow sad angry total }';
const REACT = `mutation ($id: ID!, $type: ReactionType!) { reactToComment(input: { commentId: $id, type: $type }) {
  comment { reactionCounts ${COUNTS} viewer { reaction } } errors { code path } } }`;
const REMOVE = `mutation ($id: ID!) { removeCommentReaction(input: { commentId: $id }) {
  comment { reactionCounts ${COUNTS} viewer { reaction } } errors { code path } } }`;
const REACTIONS = `query ($id: ID!, $type: ReactionType) { commentReactions(commentId: $id, type: $type) {
  nodes { type user { username } } } }`;

const NONE = { like: 0, love: 0, haha: 0, wow: 0, sad: 0, angry: 0, total: 0 };
const TYPES = ['LIKE', 'LOVE', 'HAHA', 'WOW', 'SAD', 'ANGRY'] as const;

async function react(actor: Actor, id: string, type: string) {
  return (await actor.do(REACT, { id, type })).reactToComment.comment;
}

/** Reactions visible to the caller, as `name type`; null when they cannot see the comment. */
async function found(actor: Actor, id: string, type: string | null = null): Promise<string[] | null> {
  const { commentReactions } = await actor.do(REACTIONS, { id, type });
  return (
    commentReactions?.nodes.map(
      (reaction: { type: string; user: { username: string } }) =>
        `${reaction.user.username} ${reaction.type}`,
    ) ?? null
  );
}

async function events({ app }: World): Promise<[name: string, payload: unknown][]> {
  await app.relay.drain();
  const rows = await app.services.db
    .selectFrom('event_log')
    .select(['name', 'payload'])
    .where('name', 'like', 'comment.react%')
    .orderBy('position')
    .execute();
  return rows.map(({ name, payload }) => [name, payload]);
}

test('a user has one reaction to a comment, and repeating it emits no event', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  const id = await commentOn(ada, post);
  const liked = { reactionCounts: { ...NONE, like: 1, total: 1 }, viewer: { reaction: 'LIKE' } };
  assert.deepEqual(await react(ben, id, 'LIKE'), liked);
  assert.deepEqual(await unchanged(world, () => react(ben, id, 'LIKE')), liked);
  for (const type of TYPES.toReversed()) {
    assert.deepEqual(await react(ben, id, type), {
      reactionCounts: { ...NONE, [type.toLowerCase()]: 1, total: 1 },
      viewer: { reaction: type },
    });
  }
  assert.deepEqual(await react(ada, id, 'WOW'), {
    reactionCounts: { ...NONE, like: 1, wow: 1, total: 2 },
    viewer: { reaction: 'WOW' },
  });
  const taken = { reactionCounts: { ...NONE, wow: 1, total: 1 }, viewer: { reaction: null } };
  assert.deepEqual((await ben.do(REMOVE, { id })).removeCommentReaction.comment, taken);
  await unchanged(world, () => ben.do(REMOVE, { id }));

  const [commentId, authorId, userId] = [uuidOf(id), uuidOf(ada.id), uuidOf(ben.id)];
  const postId = uuidOf(post);
  const reacted = (type: string, who = userId) => [
    'comment.reacted',
    { commentId, postId, authorId, userId: who, type },
  ];
  assert.deepEqual(await events(world), [
    reacted('LIKE'),
    ...TYPES.toReversed().map((type) => reacted(type)),
    reacted('WOW', authorId),
    ['comment.reactionRemoved', { commentId, postId, authorId, userId, type: 'LIKE' }],
  ]);
});

test('reactions to a comment list users visible to the caller, and samples start with followed users', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const id = await commentOn(ada, await publish(ada));
  const people: Person[] = [];
  for (const name of ['friend', 'ben', 'cleo', 'dora', 'eve']) {
    const person = await world.user(name);
    await react(person, id, name === 'cleo' ? 'SAD' : 'LIKE');
    world.clock.advance('1s');
    people.push(person);
  }
  const [friend, ben, , dora] = people;
  assert.ok(friend && ben && dora);
  await follow(ada, friend);
  await ada.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: dora.id,
  });
  const document = `query ($id: ID!) { comment(id: $id) { sampleReactors { username } reactionCounts { total } } }`;
  const sampled = async (actor: Actor): Promise<string[]> => {
    const { comment } = await actor.do(document, { id });
    assert.equal(comment.reactionCounts.total, 5);
    return comment.sampleReactors.map(({ username }: { username: string }) => username);
  };
  assert.deepEqual(await found(ada, id), ['eve LIKE', 'cleo SAD', 'ben LIKE', 'friend LIKE']);
  assert.deepEqual(await found(ben, id, 'LIKE'), ['eve LIKE', 'dora LIKE', 'ben LIKE', 'friend LIKE']);
  assert.deepEqual(await found(world.anonymous(), id, 'SAD'), ['cleo SAD']);
  assert.deepEqual(await sampled(ada), ['friend', 'eve', 'cleo']);
  assert.deepEqual(await sampled(ben), ['eve', 'dora', 'cleo']);
});

test('reacting to an invisible comment or a tombstone is refused, and a tombstone has no reactions', async (t) => {
  const world = await testWorld(t);
  const dora = await world.user('dora');
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const post = await publish(ada);
  const [hidden, deleted] = [await commentOn(cleo, post), await commentOn(cleo, post)];
  await commentOn(ada, post, { parentId: deleted });
  for (const id of [hidden, deleted]) await react(ben, id, 'LOVE');
  await ada.do('mutation ($id: ID!) { hideComment(input: { commentId: $id }) { errors { code } } }', {
    id: hidden,
  });
  await cleo.do(DELETE_COMMENT, { id: deleted });
  for (const id of [hidden, deleted, 'comment_01h455vb4pex5vsknk084sn02q']) {
    const refusal = [{ code: 'NOT_FOUND', path: ['commentId'] }];
    assert.deepEqual(await refused(world, ben, REACT, { id, type: 'LIKE' }), refusal);
    const nothing = { removeCommentReaction: { comment: null, errors: [] } };
    assert.deepEqual(await unchanged(world, () => dora.do(REMOVE, { id })), nothing);
    assert.equal(await found(ben, id), null);
  }
  assert.deepEqual(await found(ada, hidden), ['ben LOVE']);
  const document = `query ($id: ID!) { comment(id: $id) {
    isTombstone sampleReactors { username } reactionCounts ${COUNTS} viewer { reaction } } }`;
  assert.deepEqual(await ben.do(document, { id: deleted }), {
    comment: { isTombstone: true, sampleReactors: [], reactionCounts: NONE, viewer: { reaction: null } },
  });
});

test('reaction counts of a comment are exact after concurrent reactions and replies', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const post = await publish(ada);
  const id = await commentOn(ada, post);
  const clients: Person[] = [];
  for (let index = 0; index < 8; index += 1) {
    const person = await world.user(`fan.${index}`);
    clients.push(person, await world.signIn(person));
  }
  const answering = (async () => {
    for (let round = 0; round < 8; round += 1) {
      const reply = await commentOn(ada, post, { parentId: id });
      if (round % 2 === 0) await ada.do(DELETE_COMMENT, { id: reply });
    }
  })();
  await Promise.all([
    answering,
    ...clients.map(async (client, index) => {
      for (let round = 0; round < 8; round += 1) {
        const turn = index * 7 + round * 5;
        if (turn % 7 === 6) await client.do(REMOVE, { id });
        else await react(client, id, TYPES[turn % 6] ?? 'LIKE');
      }
    }),
  ]);
  assert.deepEqual(await wrongCommentCounters(world), []);
  const { db } = world.app.services;
  const there = await db.selectFrom('comment_reactions').select('user_id').execute();
  assert.ok(there.length > 0);
  const [row] = await db
    .selectFrom('comments')
    .select(['reply_count', 'score'])
    .where('id', '=', uuidOf(id))
    .execute();
  assert.deepEqual(row, { reply_count: 4, score: 4 + there.length });
});

test('erasure deletes reactions to comments and subtracts them from the counts', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const post = await publish(ada);
  const [kept, deleted] = [await commentOn(cleo, post), await commentOn(cleo, post)];
  await commentOn(ada, post, { parentId: deleted });
  for (const who of [ben, ada]) for (const id of [kept, deleted]) await react(who, id, 'HAHA');
  await cleo.do(DELETE_COMMENT, { id: deleted });
  await erase(world, ben);
  const rows = await world.app.services.db
    .selectFrom('comment_reactions')
    .select(['comment_id', 'user_id'])
    .orderBy('comment_id')
    .execute();
  const ofAda = [kept, deleted].map((id) => ({ comment_id: uuidOf(id), user_id: uuidOf(ada.id) }));
  assert.deepEqual(rows, ofAda);
  assert.deepEqual(await wrongCommentCounters(world), []);
  const removed = (await events(world)).filter((event) => event[0] === 'comment.reactionRemoved');
  const [commentId, postId, authorId] = [uuidOf(kept), uuidOf(post), uuidOf(cleo.id)];
  const told = { commentId, postId, authorId, userId: uuidOf(ben.id), type: 'HAHA' };
  assert.deepEqual(removed, [['comment.reactionRemoved', told]]);
});

test('reactions of fifty comments take as many statements as those of one', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  for (let index = 0; index < 50; index += 1) {
    const id = await commentOn(index % 2 ? ada : ben, post);
    if (index % 3 === 0) await react(ben, id, 'LIKE');
  }
  const document = `query ($id: ID!, $first: Int!) { postComments(postId: $id, first: $first) { nodes {
    reactionCounts ${COUNTS} sampleReactors { username displayName } viewer { reaction } } } }`;
  const one = await world.statementsOf(() => ada.do(document, { id: post, first: 1 }));
  assert.equal(await world.statementsOf(() => ada.do(document, { id: post, first: 50 })), one);
});
