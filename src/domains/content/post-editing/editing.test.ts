import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { subscribe } from '#test/support/people/people.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const CREATE =
  'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }';
const FIELDS = `id text visibility tierLevel commentAudience isSensitive editedAt location { name }
  entities { ... on HashtagEntity { name } ... on MentionEntity { username } }
  editHistory { nodes { text editedAt entities { ... on HashtagEntity { name } } } }`;
const UPDATE = `mutation ($input: UpdatePostInput!) { updatePost(input: $input) {
  post { ${FIELDS} } errors { code path ... on ValidationError { constraint limit } } } }`;
const REFUSED = `mutation ($input: UpdatePostInput!) { updatePost(input: $input) {
  post { id } errors { code path ... on ValidationError { constraint limit } } } }`;
const DELETE = 'mutation ($id: ID!) { deletePost(input: { postId: $id }) { postId errors { code } } }';

const published = async (actor: Actor, input: object): Promise<string> =>
  (await actor.do(CREATE, { input })).createPost.post.id;

const updated = async (actor: Actor, input: object): Promise<Untyped> =>
  (await actor.do(UPDATE, { input })).updatePost.post;

async function lastPayload(world: World): Promise<Untyped> {
  await world.app.relay.drain();
  const { db } = world.app.services;
  const events = db.selectFrom('event_log').select('payload').orderBy('position', 'desc').limit(1);
  return (await events.executeTakeFirstOrThrow()).payload;
}

test('the question of a poll is frozen while the poll has votes, and the settings of the post are not', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { createPost } = await ada.do(
    `mutation { createPost(input: { text: "Do you like cats?", poll: { options: ["Yes", "No"] } }) {
      post { id poll { id options { id } } } errors { code } } }`,
  );
  const { id: postId, poll } = createPost.post;
  const vote = (optionIds: readonly string[]): Promise<unknown> =>
    ben.do(
      `mutation ($poll: ID!, $options: [ID!]!) {
        votePoll(input: { pollId: $poll, optionIds: $options }) { errors { code } } }`,
      { poll: poll.id, options: optionIds },
    );
  assert.equal(
    (await updated(ada, { postId, text: 'Do you like cats or dogs?' })).editHistory.nodes.length,
    1,
  );
  await vote([poll.options[0].id]);
  assert.deepEqual(
    await refused(world, ada, REFUSED, { input: { postId, text: 'Do you like crimes?', isSensitive: true } }),
    [{ code: 'INVALID_STATE', path: ['text'] }],
  );
  const input = { postId, text: 'Do you like cats or dogs?', isSensitive: true };
  assert.equal((await updated(ada, input)).isSensitive, true);
  await vote([]);
  assert.equal((await updated(ada, { postId, text: 'Or birds?' })).text, 'Or birds?');
});

test('an edited post has the new text, and its history the replaced texts', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const id = await published(ada, {
    text: 'First #one @ben',
    location: { name: 'Oslo', latitude: 0, longitude: 0 },
  });
  const times: string[] = [];
  for (const text of ['Second #two @ben @cleo', 'Third']) {
    world.clock.advance('1m');
    times.push((await updated(ada, { postId: id, text })).editedAt);
  }
  const { post } = await ben.do(`query ($id: ID!) { post(id: $id) { createdAt ${FIELDS} } }`, { id });
  const minutes = [post.createdAt, ...times].map((time) => Math.floor(Date.parse(time) / 60_000));
  assert.ok(minutes.every((minute, index) => index === 0 || minute > (minutes[index - 1] ?? 0)));
  assert.deepEqual(post, {
    id,
    createdAt: post.createdAt,
    text: 'Third',
    visibility: 'PUBLIC',
    tierLevel: null,
    commentAudience: 'EVERYONE',
    isSensitive: false,
    editedAt: times[1],
    location: { name: 'Oslo' },
    entities: [],
    editHistory: {
      nodes: [
        { text: 'Second #two @ben @cleo', editedAt: times[1], entities: [{ name: 'two' }, {}, {}] },
        { text: 'First #one @ben', editedAt: times[0], entities: [{ name: 'one' }, {}] },
      ],
    },
  });
  assert.deepEqual(await emittedNames(world), ['post.created', 'post.updated', 'post.updated']);
  const back = await updated(ada, { postId: id, text: '#Two @cleo @ada' });
  assert.deepEqual(back.entities, [{ name: 'two' }, { username: 'cleo' }, { username: 'ada' }]);
  assert.deepEqual(await lastPayload(world), {
    postId: uuidOf(id),
    authorId: uuidOf(ada.id),
    hashtags: ['two'],
    mentionedIds: [uuidOf(cleo.id)],
  });
});

test('`updatePost` changes settings without setting `editedAt`, and leaves omitted and equal ones', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const location = { name: 'Oslo', latitude: 1, longitude: 2 };
  const id = await published(ada, { text: 'Hello', location });
  const same = { postId: id, text: '\nHello ', isSensitive: false, commentAudience: 'EVERYONE', location };
  for (const input of [same, { postId: id }, { ...same, visibility: 'PUBLIC' }]) {
    await unchanged(world, () => updated(ada, input));
  }
  const changed = await updated(ada, { postId: id, isSensitive: true, commentAudience: 'NOBODY' });
  assert.deepEqual(
    { ...changed, id: null },
    {
      id: null,
      text: 'Hello',
      visibility: 'PUBLIC',
      tierLevel: null,
      commentAudience: 'NOBODY',
      isSensitive: true,
      editedAt: null,
      location: { name: 'Oslo' },
      entities: [],
      editHistory: { nodes: [] },
    },
  );
  assert.equal(
    (await updated(ada, { postId: id, location: { ...location, name: 'Rome' } })).location.name,
    'Rome',
  );
  assert.equal((await updated(ada, { postId: id, location: null })).location, null);
  assert.deepEqual(await lastPayload(world), {
    postId: uuidOf(id),
    authorId: uuidOf(ada.id),
    hashtags: [],
    mentionedIds: [],
  });
});

test('the visibility of a post can be narrowed, never widened', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await subscribe(world, ben, ada, 5);
  const allowed: Readonly<Record<string, readonly string[]>> = {
    PUBLIC: ['PUBLIC', 'FOLLOWERS', 'SUBSCRIBERS', 'PRIVATE'],
    FOLLOWERS: ['FOLLOWERS', 'PRIVATE'],
    SUBSCRIBERS: ['SUBSCRIBERS', 'PRIVATE'],
    PRIVATE: ['PRIVATE'],
  };
  for (const [from, targets] of Object.entries(allowed)) {
    for (const to of Object.keys(allowed)) {
      const postId = await published(ada, { text: `${from} to ${to}`, visibility: from });
      const input = { postId, visibility: to };
      if (targets.includes(to)) {
        assert.equal((await updated(ada, input)).visibility, to);
      } else {
        assert.deepEqual(await refused(world, ada, REFUSED, { input }), [
          { code: 'VALIDATION_FAILED', path: ['visibility'], constraint: 'narrower', limit: null },
        ]);
      }
    }
  }
  const postId = await published(ada, { text: 'Paid', visibility: 'SUBSCRIBERS' });
  assert.equal((await updated(ada, { postId, tierLevel: 3 })).tierLevel, 3);
  assert.equal((await updated(ada, { postId, tierLevel: 5 })).tierLevel, 5);
  assert.deepEqual(await refused(world, ada, REFUSED, { input: { postId, tierLevel: 4 } }), [
    { code: 'VALIDATION_FAILED', path: ['tierLevel'], constraint: 'narrower', limit: null },
  ]);
  const read = 'query ($id: ID!) { post(id: $id) { editHistory { nodes { text } } } }';
  assert.deepEqual(await ben.do(read, { id: postId }), { post: { editHistory: { nodes: [] } } });
  assert.equal((await updated(ada, { postId, visibility: 'PRIVATE' })).tierLevel, null);
  assert.deepEqual(await ben.do(read, { id: postId }), { post: null });
});

test('only the author can edit a post, and only to content that could be published', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_POST_EDITS: '2' } });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await published(ada, { text: 'Hello' });
  const notFound = [{ code: 'NOT_FOUND', path: ['postId'] }];
  assert.deepEqual(await refused(world, ben, REFUSED, { input: { postId, text: 'Mine' } }), notFound);
  const invalid: readonly [object, unknown][] = [
    [{ text: ' ' }, { path: ['text'], constraint: 'required', limit: null }],
    [{ text: 'a'.repeat(2_201) }, { path: ['text'], constraint: 'maxLength', limit: 2_200 }],
    [{ text: '#a '.repeat(31) }, { path: ['text'], constraint: 'maxHashtags', limit: 30 }],
    [{ tierLevel: 1 }, { path: ['tierLevel'], constraint: 'visibility', limit: null }],
    [
      { location: { name: 'X', latitude: 91, longitude: 0 } },
      { path: ['location', 'latitude'], constraint: 'range', limit: null },
    ],
  ];
  for (const [input, error] of invalid) {
    assert.deepEqual(await refused(world, ada, REFUSED, { input: { postId, ...input } }), [
      { code: 'VALIDATION_FAILED', ...(error as object) },
    ]);
  }
  for (const text of ['One', 'Two']) await updated(ada, { postId, text });
  assert.deepEqual(await refused(world, ada, REFUSED, { input: { postId, text: 'Three' } }), [
    { code: 'LIMIT_REACHED', path: null },
  ]);
  await ada.do(DELETE, { id: postId });
  assert.deepEqual(await refused(world, ada, REFUSED, { input: { postId, text: 'Gone' } }), notFound);

  const media = await uploaded(ada, await smallPicture());
  const picture = await published(ada, { text: 'Look', mediaIds: [media.id] });
  assert.equal((await updated(ada, { postId: picture, text: '' })).text, '');
});

test('concurrent edits are all kept as revisions, and an edit never restores a concurrently deleted post', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const postId = await published(ada, { text: 'Start' });
  const texts = Array.from({ length: 8 }, (_, index) => `Edit ${index}`);
  await Promise.all(texts.map((text) => updated(ada, { postId, text })));
  const { post } = await ada.do(
    'query ($id: ID!) { post(id: $id) { text editHistory { nodes { text } } } }',
    {
      id: postId,
    },
  );
  const said: string[] = [post.text, ...post.editHistory.nodes.map(({ text }: { text: string }) => text)];
  assert.deepEqual(said.toSorted(), [...texts, 'Start'].toSorted());
  assert.equal(said.at(-1), 'Start');

  const edits = texts.map((text) => ada.ask(UPDATE, { input: { postId, text: `Late ${text}` } }));
  const [deletion, ...answers] = await Promise.all([ada.do(DELETE, { id: postId }), ...edits]);
  assert.equal(deletion.deletePost.postId, postId);
  const codes = answers.map(({ data }) => data.updatePost.errors[0]?.code ?? 'DONE');
  assert.deepEqual(
    codes.filter((code) => !['DONE', 'NOT_FOUND'].includes(code)),
    [],
  );
  assert.deepEqual(
    await ada.do('query ($id: ID!) { post(id: $id) { id } me { user { postCount } } }', { id: postId }),
    {
      post: null,
      me: { user: { postCount: 0 } },
    },
  );
});

test('`editHistory` lists the newest revision first, in one statement for a page of posts', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const read = `query ($id: ID!, $first: Int, $after: String) { post(id: $id) {
    editHistory(first: $first, after: $after) { nodes { text } pageInfo { hasNextPage endCursor } } } }`;
  const id = await published(ada, { text: '0' });
  for (let edit = 1; edit <= 5; edit += 1) await updated(ada, { postId: id, text: `${edit}` });
  const texts: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const { post } = await ada.do(read, { id, first: 2, after });
    texts.push(...post.editHistory.nodes.map(({ text }: { text: string }) => text));
    ({ hasNextPage: more, endCursor: after } = post.editHistory.pageInfo);
  }
  assert.deepEqual(texts, ['4', '3', '2', '1', '0']);
  for (const variables of [{ first: 101 }, { after: 'null' }]) {
    assert.equal((await ada.ask(read, { id, ...variables })).errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  }
  const page = `query ($id: ID!) { userPosts(userId: $id, first: 50) {
    nodes { text editHistory(first: 5) { nodes { text } } } } }`;
  const statements = () => world.statementsOf(() => ada.do(page, { id: ada.id }));
  const one = await statements();
  for (let count = 0; count < 20; count += 1) {
    await updated(ada, { postId: await published(ada, { text: `Post ${count}` }), text: `Edited ${count}` });
  }
  assert.deepEqual([one, await statements()], [one, one]);
});

test('of two devices that update the same version of a post the second gets a conflict', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const postId = await published(ada, { text: 'First' });
  const VERSION = 'query ($id: ID!) { post(id: $id) { version text } }';
  assert.deepEqual((await ada.do(VERSION, { id: postId })).post, { version: 1, text: 'First' });
  const update = async (expectedVersion: number | null, text: string): Promise<Untyped> =>
    (await ada.ask(REFUSED, { input: { postId, expectedVersion, text } })).data.updatePost.errors;
  const answers = await Promise.all([update(1, 'Phone'), update(1, 'Tablet')]);
  assert.deepEqual(answers.flat(), [{ code: 'CONFLICT', path: ['expectedVersion'] }]);
  const { post } = await ada.do(VERSION, { id: postId });
  assert.deepEqual(post, { version: 2, text: answers[0].length === 0 ? 'Phone' : 'Tablet' });
  await unchanged(world, () => update(1, 'Too late'));
  assert.deepEqual(await update(2, 'Both'), []);
  assert.deepEqual(await update(null, 'Without a version'), []);
  // An update that changes nothing makes no version, nor does a pin.
  assert.deepEqual(await update(4, 'Without a version'), []);
  await ada.do('mutation ($id: ID!) { pinPost(input: { postId: $id }) { errors { code } } }', { id: postId });
  assert.deepEqual((await ada.do(VERSION, { id: postId })).post, { version: 4, text: 'Without a version' });
});
