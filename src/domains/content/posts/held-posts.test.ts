import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveEntities } from '#domains/graph/entities/entities.service.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import type { Actor } from '#test/support/actor.ts';
import { publish } from '#test/support/content/hashtags.ts';
import { moderatePost } from '#test/support/people/moderate.ts';
import { follow } from '#test/support/people/people.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { parsePost } from './post-input.policy.ts';
import { publishPost } from './publishing.service.ts';

const SEEN = `query ($id: ID!, $author: ID!, $quoted: ID!) {
  node(id: $id) { id } userPosts(userId: $author) { nodes { id } } hashtagPosts(name: "held") { nodes { id } }
  searchPosts(query: "rosebud") { nodes { id } } feed { nodes { id } }
  quoted: post(id: $quoted) { quoteCount } user(id: $author) { postCount } }`;

test('a post that is held from its beginning on is its author’s alone until its release, which tells of it once', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(ben, ada);
  const quoted = await publish(cleo, 'To be quoted');
  await world.runJobs();
  const id = await held(world, ada, { text: 'Rosebud, @ben, #held', quotedPostId: uuidOf(quoted) });
  await world.runJobs();
  const nothing = [false, 0, 0, 0, false, 0, 0];
  for (const viewer of [ben, cleo]) assert.deepEqual(await seen(viewer, { id, ada, quoted }), nothing);
  const [isThere, own, , , , quotes, count] = await seen(ada, { id, ada, quoted });
  assert.deepEqual([isThere, own, quotes, count], [true, 1, 0, 0]);
  const [first] = await storedEvents(world, 'post.created');
  assert.deepEqual(await storedEvents(world, ...NAMES), [first]);

  for (const state of ['REMOVED', 'HELD', 'VISIBLE'] as const) await moderatePost(world, id, state);
  await world.runJobs();
  assert.deepEqual(await seen(ben, { id, ada, quoted }), [true, 1, 1, 1, true, 1, 1]);
  const created = {
    postId: uuidOf(id),
    authorId: uuidOf(ada.id),
    hashtags: ['held'],
    mentionedIds: [uuidOf(ben.id)],
    quotedPostId: uuidOf(quoted),
    quotedAuthorId: uuidOf(cleo.id),
    visibility: 'PUBLIC',
  };
  assert.deepEqual(await storedEvents(world, ...NAMES), [first, ['post.created', created]]);

  for (const state of ['HELD', 'VISIBLE'] as const) await moderatePost(world, id, state);
  await world.runJobs();
  const names = (await storedEvents(world, ...NAMES)).map(([name]) => name);
  assert.deepEqual(names, ['post.created', 'post.created', 'post.hidden', 'post.restored']);
  assert.deepEqual(await seen(ben, { id, ada, quoted }), [true, 1, 1, 1, true, 1, 1]);
});

test('an author alone reads of their post that it is held', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, quotee] = [await world.user('ada'), await world.user('ben'), await world.user('quotee')];
  await follow(ben, ada);
  const quoted = await publish(quotee, 'To be quoted');
  const [first, later] = [
    await held(world, ada, { text: 'Rosebud', quotedPostId: uuidOf(quoted) }),
    await publish(ada, 'Later'),
  ];
  const isHeld = 'query ($id: ID!) { post(id: $id) { viewer { isHeld } } }';
  const expect = async (id: string, own: boolean | null, others: boolean | null): Promise<void> => {
    for (const [viewer, value] of [
      [ada, own],
      [ben, others],
      [quotee, others],
    ] as const)
      assert.deepEqual(await viewer.do(isHeld, { id }), {
        post: value === null ? null : { viewer: { isHeld: value } },
      });
    const anonymous = { post: others === null ? null : { viewer: null } };
    assert.deepEqual(await world.anonymous().do(isHeld, { id }), anonymous);
  };
  await expect(later, false, false);
  await moderatePost(world, later, 'HELD');
  for (const id of [first, later]) {
    await expect(id, true, null);
    const { userPosts } = await ada.do(
      'query ($id: ID!) { userPosts(userId: $id) { nodes { id viewer { isHeld } } } }',
      { id: ada.id },
    );
    assert.deepEqual(userPosts.nodes.find((post: { id: string }) => post.id === id)?.viewer, {
      isHeld: true,
    });
    await moderatePost(world, id, 'REMOVED');
    await expect(id, null, null);
    await moderatePost(world, id, 'VISIBLE');
    await expect(id, false, false);
  }
});

test('what an author writes into a post before its release is told of by the release alone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const quoted = await publish(cleo, 'To be quoted');
  const id = await held(world, ada, { text: 'Rosebud, @ben, #held', quotedPostId: uuidOf(quoted) });
  const update = `mutation ($id: ID!, $text: String!) {
    updatePost(input: { postId: $id, text: $text }) { post { text } errors { code } } }`;
  const events = async () => (await storedEvents(world, 'post.created', 'post.updated')).slice(1);
  const edit = (text: string) => ada.do(update, { id, text });
  assert.deepEqual(await edit('Sled, @cleo, #seen'), {
    updatePost: { post: { text: 'Sled, @cleo, #seen' }, errors: [] },
  });
  await world.runJobs();
  assert.deepEqual(await events(), []);
  for (const tag of ['held', 'seen']) {
    const found = await ben.do('query ($name: String!) { hashtagPosts(name: $name) { nodes { id } } }', {
      name: tag,
    });
    assert.deepEqual(found.hashtagPosts?.nodes ?? [], [], tag);
  }
  await moderatePost(world, id, 'VISIBLE');
  const facts = { postId: uuidOf(id), authorId: uuidOf(ada.id) };
  const created = {
    ...facts,
    hashtags: ['seen'],
    mentionedIds: [uuidOf(cleo.id)],
    quotedPostId: uuidOf(quoted),
    quotedAuthorId: uuidOf(cleo.id),
    visibility: 'PUBLIC',
  };
  assert.deepEqual(await events(), [['post.created', created]]);
  await edit('Sled, @ben, #seen');
  const updated = { ...facts, hashtags: ['seen'], mentionedIds: [uuidOf(ben.id)] };
  assert.deepEqual(await events(), [
    ['post.created', created],
    ['post.updated', updated],
  ]);
});

test('a held post that its author deletes is never told of, and counts nowhere', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const quoted = await publish(ben, 'To be quoted');
  const id = await held(world, ada, { text: 'Rosebud', quotedPostId: uuidOf(quoted) });
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', { id });
  await assert.rejects(moderatePost(world, id, 'VISIBLE'), { code: 'NOT_FOUND' });
  const [isThere, , , , , quotes, count] = await seen(ada, { id, ada, quoted });
  assert.deepEqual([isThere, quotes, count], [false, 0, 0]);
  const told = await storedEvents(world, 'post.created', 'post.updated', 'post.hidden', 'post.deleted');
  assert.equal(JSON.stringify(told).includes(uuidOf(id)), false);
  const discarded = { postId: uuidOf(id), authorId: uuidOf(ada.id) };
  assert.deepEqual(await storedEvents(world, 'post.discarded'), [['post.discarded', discarded]]);
});

test('an edit of a post that moderation holds is told of by its release, and to whom it mentions anew', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const id = await publish(ada, 'Rosebud, @ben, #first');
  await world.runJobs();
  const edit = (text: string) =>
    ada.do(
      `mutation ($id: ID!, $text: String!) {
        updatePost(input: { postId: $id, text: $text }) { post { text } errors { code } } }`,
      { id, text },
    );
  const names = ['post.hidden', 'post.updated', 'post.restored'];
  await moderatePost(world, id, 'HELD');
  await edit('Sled, @ben, #second');
  await edit('Sled, @ben, @cleo, #third');
  await world.runJobs();
  assert.deepEqual(
    (await storedEvents(world, ...names)).map(([name]) => name),
    ['post.hidden'],
  );
  await moderatePost(world, id, 'VISIBLE');
  await world.runJobs();
  const updated = {
    postId: uuidOf(id),
    authorId: uuidOf(ada.id),
    hashtags: ['third'],
    mentionedIds: [uuidOf(cleo.id)],
  };
  const [, restored, told, ...more] = await storedEvents(world, ...names);
  assert.deepEqual([restored?.[0], told, more], ['post.restored', ['post.updated', updated], []]);
  const { first, third } = await ben.do(
    '{ first: hashtagPosts(name: "first") { nodes { id } } third: hashtagPosts(name: "third") { nodes { id } } }',
  );
  assert.deepEqual([first?.nodes ?? [], third.nodes], [[], [{ id }]]);

  await moderatePost(world, id, 'HELD');
  await moderatePost(world, id, 'VISIBLE');
  assert.deepEqual(
    (await storedEvents(world, ...names)).slice(3).map(([name]) => name),
    ['post.hidden', 'post.restored'],
  );
});

test('an author passes nothing on of a post that moderation holds, and writes nothing below it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const quoted = await publish(ben, 'To be quoted');
  const ids = [
    await held(world, ada, { text: 'Rosebud', quotedPostId: uuidOf(quoted) }),
    await publish(ada, 'Later'),
  ];
  await moderatePost(world, ids[1] ?? '', 'HELD');
  const before = (await storedEvents(world, ...TRACES)).length;
  for (const id of ids) {
    const { data } = await ada.ask(
      `mutation ($id: ID!) {
        quote: createPost(input: { text: "Mine", quotedPostId: $id }) { post { id } errors { code path } }
        repost(input: { postId: $id }) { post { id } errors { code path ... on StateError { current allowed } } }
        addComment(input: { postId: $id, text: "Mine" }) { comment { id } errors { code path ... on StateError { current allowed } } } }`,
      { id },
    );
    const held = { code: 'INVALID_STATE', path: ['postId'], current: 'HELD' };
    assert.deepEqual(data, {
      quote: { post: null, errors: [{ code: 'VALIDATION_FAILED', path: ['quotedPostId'] }] },
      repost: { post: null, errors: [{ ...held, allowed: ['PUBLIC'] }] },
      addComment: { comment: null, errors: [{ ...held, allowed: ['VISIBLE'] }] },
    });
    const { post } = await ada.do('query ($id: ID!) { post(id: $id) { viewer { canComment canRepost } } }', {
      id,
    });
    assert.deepEqual(post.viewer, { canComment: false, canRepost: false });
  }
  assert.equal((await storedEvents(world, ...TRACES)).length, before);
});

const TRACES = ['post.created', 'post.reposted', 'comment.added'];
const NAMES = ['post.created', 'post.hidden', 'post.restored'];

/** Publishes a post as screening does that holds it. */
async function held(
  { app: { services } }: World,
  author: Person,
  input: { text: string; quotedPostId: string },
): Promise<string> {
  const ctx = localUserContext(services, uuidOf(author.id));
  const post = { ...parsePost(input, { limits: ctx.limits, fileCount: 0 }), id: ctx.ids.next() };
  const entities = await resolveEntities(ctx, { text: post.text, path: ['text'] });
  await ctx.transaction((tx) => publishPost(ctx, tx, { post, entities, claim: null, heldFor: 'MODERATORS' }));
  return toGlobalId('post', post.id);
}

/** Whether and how often each surface shows the post, and both counts. */
async function seen(
  viewer: Actor,
  { id, ada, quoted }: { id: string; ada: Person; quoted: string },
): Promise<unknown[]> {
  const data = await viewer.do(SEEN, { id, author: ada.id, quoted });
  const { node, userPosts, hashtagPosts, searchPosts, feed } = data;
  return [
    node !== null,
    userPosts.nodes.length,
    hashtagPosts?.nodes.length ?? 0,
    searchPosts.nodes.length,
    feed.nodes.some((post: { id: string }) => post.id === id),
    data.quoted.quoteCount,
    data.user.postCount,
  ];
}
