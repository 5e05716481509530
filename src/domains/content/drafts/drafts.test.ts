import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { emittedNames, refused } from '#test/support/unchanged.ts';
import { mediaOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { testWorld } from '#test/support/world.ts';

const DRAFT = `id text visibility tierLevel commentAudience isSensitive location { name latitude longitude }
  audience { username } media { id } quotedPost { id } poll { options isMultipleChoice isAnonymous results durationMinutes } version`;
const SAVE = `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) {
  draft { ${DRAFT} } errors { code path ... on ValidationError { constraint limit } } } }`;
const REFUSED = `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) {
  draft { id } errors { code path ... on ValidationError { constraint limit } } } }`;
const DELETE =
  'mutation ($id: ID!) { deleteDraft(input: { draftId: $id }) { draftId errors { code path } } }';
const PUBLISH = `mutation ($input: PublishDraftInput!) { publishDraft(input: $input) {
  post { id text visibility isSensitive audience { username } media { id } quotedPost { post { id } } poll { options { text } } }
  errors { code path ... on ValidationError { constraint limit } } } }`;
const DRAFTS = `query ($first: Int, $after: String) {
  myDrafts(first: $first, after: $after) { nodes { id text } pageInfo { hasNextPage endCursor } } }`;

const saved = async (actor: Actor, input: object): Promise<Untyped> =>
  (await actor.do(SAVE, { input })).saveDraft.draft;

async function published(actor: Actor, text: string): Promise<string> {
  const { createPost } = await actor.do(
    'mutation ($text: String) { createPost(input: { text: $text }) { post { id } errors { code } } }',
    { text },
  );
  return createPost.post.id;
}

async function textsOf(actor: Actor): Promise<string[]> {
  return (await actor.do(DRAFTS)).myDrafts.nodes.map(({ text }: { text: string }) => text);
}

const EMPTY = {
  text: '',
  visibility: 'PUBLIC',
  tierLevel: null,
  commentAudience: 'EVERYONE',
  isSensitive: false,
  location: null,
  audience: [],
  media: [],
  quotedPost: null,
  poll: null,
  version: 1,
};

test('a draft stores all content of a post, and is visible to its author alone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const quotedPostId = await published(ben, 'Said');
  const media = await uploaded(ada, await smallPicture());
  const location = { name: 'Oslo', latitude: 59.91, longitude: 10.75 };
  const content = { text: 'Hello', isSensitive: true, location, commentAudience: 'NOBODY' };
  const poll = { options: ['A', 'B'], isAnonymous: false, durationMinutes: 60 };
  const whole = await saved(ada, {
    ...content,
    visibility: 'PRIVATE',
    audienceUserIds: [ben.id],
    mediaIds: [media.id],
    quotedPostId,
    poll,
  });
  assert.deepEqual(whole, {
    ...EMPTY,
    ...content,
    id: whole.id,
    visibility: 'PRIVATE',
    audience: [{ username: 'ben' }],
    media: [{ id: media.id }],
    quotedPost: { id: quotedPostId },
    poll: { ...poll, isMultipleChoice: false, results: 'ALWAYS' },
  });
  const empty = await saved(ada, {});
  assert.deepEqual(empty, { ...EMPTY, id: empty.id });
  assert.deepEqual(await saved(ada, { draftId: whole.id, text: 'Short' }), {
    ...EMPTY,
    id: whole.id,
    text: 'Short',
    version: 2,
  });
  assert.deepEqual(await textsOf(ada), ['Short', '']);
  assert.deepEqual(await textsOf(ben), []);
  const node = 'query ($id: ID!) { node(id: $id) { ... on Draft { text } } }';
  assert.deepEqual(await ada.do(node, { id: whole.id }), { node: { text: 'Short' } });
  const notFound = [{ code: 'NOT_FOUND', path: ['draftId'] }];
  for (const viewer of [ben, world.anonymous()]) {
    assert.deepEqual(await viewer.do(node, { id: whole.id }), { node: null });
  }
  assert.deepEqual(await refused(world, ben, REFUSED, { input: { draftId: whole.id } }), notFound);
  assert.deepEqual(await refused(world, ben, DELETE, { id: whole.id }), notFound);
  assert.deepEqual(await refused(world, ben, PUBLISH, { input: { draftId: whole.id } }), notFound);
  assert.deepEqual(await emittedNames(world), ['post.created']);
});

test('media of a draft are kept while the draft has them, and deleted when nothing refers to them', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const [kept, dropped] = [
    await uploaded(ada, await smallPicture()),
    await uploaded(ada, await smallPicture()),
  ];
  const { id } = await saved(ada, { mediaIds: [kept.id, dropped.id] });
  assert.deepEqual((await saved(ada, { draftId: id, mediaIds: [kept.id] })).media, [{ id: kept.id }]);
  world.clock.advance('2d');
  await runCron(world, 'media.sweepOrphans');
  const later = await world.signIn(ada);
  assert.equal((await mediaOf(later, kept.id)).id, kept.id);
  assert.equal(await mediaOf(later, dropped.id), null);
  const { publishDraft } = await later.do(PUBLISH, { input: { draftId: id } });
  assert.deepEqual(publishDraft.post.media, [{ id: kept.id }]);
  await later.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: publishDraft.post.id,
  });
  assert.equal(await mediaOf(later, kept.id), null);

  const other = await uploaded(later, await smallPicture());
  const second = await saved(later, { mediaIds: [other.id] });
  assert.deepEqual(await later.do(DELETE, { id: second.id }), {
    deleteDraft: { draftId: second.id, errors: [] },
  });
  assert.equal(await mediaOf(later, other.id), null);
});

test('a draft published repeatedly becomes one post', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const quotedPostId = await published(ben, 'Said');
  const { id: draftId } = await saved(ada, {
    text: 'Hello @ben #go',
    visibility: 'PRIVATE',
    audienceUserIds: [ben.id],
    isSensitive: true,
    quotedPostId,
    poll: { options: ['A', 'B'] },
  });
  const input = { draftId, idempotencyKey: 'k-1' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => ada.do(PUBLISH, { input })));
  const posts = answers.map(({ publishDraft }) => publishDraft.post);
  for (const post of posts) assert.deepEqual(post, posts[0]);
  assert.deepEqual(posts[0], {
    id: posts[0].id,
    text: 'Hello @ben #go',
    visibility: 'PRIVATE',
    isSensitive: true,
    audience: [{ username: 'ben' }],
    media: [],
    quotedPost: { post: { id: quotedPostId } },
    poll: { options: [{ text: 'A' }, { text: 'B' }] },
  });
  assert.deepEqual(await textsOf(ada), []);
  assert.deepEqual(await emittedNames(world), ['post.created', 'post.created']);
  assert.deepEqual(await refused(world, ada, PUBLISH, { input: { draftId } }), [
    { code: 'NOT_FOUND', path: ['draftId'] },
  ]);

  const { id: second } = await saved(ada, { text: 'Twice' });
  const racing = Array.from({ length: 5 }, () => ada.ask(PUBLISH, { input: { draftId: second } }));
  const codes = (await Promise.all(racing)).map(({ data }) => data.publishDraft.errors[0]?.code ?? 'DONE');
  assert.deepEqual(codes.toSorted(), ['DONE', ...Array<string>(4).fill('NOT_FOUND')]);
  assert.deepEqual(await ada.do('{ me { user { postCount } } }'), { me: { user: { postCount: 2 } } });
});

test('the poll of a draft is open for its duration from the publication on, however long the draft waited', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id } = await saved(ada, { text: 'Which?', poll: { options: ['A', 'B'], durationMinutes: 5 } });
  world.clock.advance('40d');
  const later = await world.signIn(ada);
  const { publishDraft } = await later.do(
    `mutation ($id: ID!) { publishDraft(input: { draftId: $id }) {
      post { createdAt poll { closesAt isAnonymous } } errors { code } } }`,
    { id },
  );
  const { createdAt, poll } = publishDraft.post;
  assert.equal(new Date(poll.closesAt).getTime() - new Date(createdAt).getTime(), 5 * 60_000);
  assert.equal(poll.isAnonymous, true);
});

test('`saveDraft` refuses options and ends that no poll can have, and keeps an unfinished poll', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const closesAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  const refusal = (path: readonly string[], constraint: string, limit: number | null = null) => [
    { code: 'VALIDATION_FAILED', path: ['poll', ...path], constraint, limit },
  ];
  for (const [poll, expected] of [
    [{ options: ['a\0b', 'c'] }, refusal(['options', '0'], 'printable')],
    [{ options: ['c', '\ud800'] }, refusal(['options', '1'], 'printable')],
    [{ options: ['x'.repeat(101)] }, refusal(['options', '0'], 'maxLength', 100)],
    [{ options: Array(11).fill('x') }, refusal(['options'], 'maxItems', 10)],
    [{ options: ['A', 'B'], closesAt }, refusal(['closesAt'], 'duration')],
    [{ options: ['A', 'B'], durationMinutes: 4 }, refusal(['durationMinutes'], 'range')],
  ] as const) {
    assert.deepEqual(await refused(world, ada, REFUSED, { input: { poll } }), expected);
  }
  assert.deepEqual((await saved(ada, { poll: { options: ['A', ''] } })).poll.options, ['A', '']);
});

test('of two devices that replace the same version of a draft the second gets a conflict', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id: draftId, version } = await saved(ada, { text: 'First' });
  const racing = await Promise.all(
    ['phone', 'laptop'].map((text) =>
      ada.ask(REFUSED, { input: { draftId, expectedVersion: version, text } }),
    ),
  );
  const errors = racing.map(({ data }) => data.saveDraft.errors);
  assert.deepEqual(
    errors.toSorted((a, b) => a.length - b.length),
    [[], [{ code: 'CONFLICT', path: ['expectedVersion'] }]],
  );
  const [{ version: current }] = (await ada.do('{ myDrafts { nodes { version } } }')).myDrafts.nodes;
  assert.equal(current, 2);
  assert.equal((await saved(ada, { draftId, expectedVersion: 2, text: 'Both' })).version, 3);
  assert.equal((await saved(ada, { draftId, text: 'Without a version' })).version, 4);
  assert.deepEqual(await refused(world, ada, REFUSED, { input: { expectedVersion: 1, text: 'New' } }), [
    { code: 'VALIDATION_FAILED', path: ['expectedVersion'], constraint: 'draftId', limit: null },
  ]);
});

test('a draft stays when `publishDraft` is refused', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const quotedPostId = await published(ben, 'Said');
  const drafts: readonly [object, object][] = [
    [{}, { code: 'VALIDATION_FAILED', path: ['text'], constraint: 'required', limit: null }],
    [
      { text: 'Hi', visibility: 'PRIVATE', audienceUserIds: [ben.id] },
      { code: 'NOT_FOUND', path: ['audienceUserIds'] },
    ],
    [
      { text: 'Hi', quotedPostId },
      { code: 'NOT_FOUND', path: ['quotedPostId'] },
    ],
    [
      { text: 'Hi', poll: { options: ['A'] } },
      { code: 'VALIDATION_FAILED', path: ['poll', 'options'], constraint: 'minItems', limit: 2 },
    ],
  ];
  const ids: string[] = [];
  for (const [input] of drafts) ids.push((await saved(ada, input)).id);
  await block(world, ben, ada);
  world.clock.advance('8m');
  for (const [index, [, error]] of drafts.entries()) {
    const input = { draftId: ids[index], idempotencyKey: `k-${index}` };
    assert.deepEqual(await refused(world, ada, PUBLISH, { input }), [error]);
  }
  const long = { text: 'a'.repeat(2_201) };
  assert.deepEqual(await refused(world, ada, REFUSED, { input: long }), [
    { code: 'VALIDATION_FAILED', path: ['text'], constraint: 'maxLength', limit: 2_200 },
  ]);
  const foreign = await uploaded(ben, await smallPicture());
  assert.deepEqual(await refused(world, ada, REFUSED, { input: { mediaIds: [foreign.id] } }), [
    { code: 'NOT_FOUND', path: ['mediaIds'] },
  ]);
});

test('concurrent `saveDraft` calls never exceed fifty drafts, and a repetition with its key saves one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const key = { text: 'Once', idempotencyKey: 'k-1' };
  const ids = await Promise.all(Array.from({ length: 3 }, async () => (await saved(ada, key)).id));
  assert.equal(new Set(ids).size, 1);
  for (let count = 0; count < 46; count += 1) await saved(ada, { text: `Draft ${count}` });
  const many = Array.from({ length: 6 }, () => ada.ask(SAVE, { input: { text: 'Late' } }));
  const codes = (await Promise.all(many)).map(({ data }) => data.saveDraft.errors[0]?.code ?? 'DONE');
  assert.deepEqual(codes.toSorted(), [
    ...Array<string>(3).fill('DONE'),
    ...Array<string>(3).fill('LIMIT_REACHED'),
  ]);
  assert.deepEqual(await refused(world, ada, REFUSED, { input: { text: 'More' } }), [
    { code: 'LIMIT_REACHED', path: null },
  ]);
  const [first] = ids;
  assert.equal((await saved(ada, { draftId: first, text: 'Again' })).text, 'Again');
});

test('`myDrafts` lists the last saved first, in as many statements for twenty drafts as for one', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const whole = `{ myDrafts(first: 50) { nodes { ${DRAFT} } } }`;
  const content = {
    visibility: 'PRIVATE',
    audienceUserIds: [ben.id],
    quotedPostId: await published(ben, 'Said'),
  };
  const ids: string[] = [(await saved(ada, { ...content, text: '0' })).id];
  const one = await world.statementsOf(() => ada.do(whole));
  for (let count = 1; count < 20; count += 1) {
    ids.push((await saved(ada, { ...content, text: String(count) })).id);
  }
  assert.equal(await world.statementsOf(() => ada.do(whole)), one);
  world.clock.advance('1s');
  await saved(ada, { draftId: ids[7], text: '7' });
  const texts: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const { myDrafts } = await ada.do(DRAFTS, { first: 6, after });
    texts.push(...myDrafts.nodes.map(({ text }: { text: string }) => text));
    ({ hasNextPage: more, endCursor: after } = myDrafts.pageInfo);
  }
  assert.equal(texts[0], '7');
  assert.deepEqual(
    texts.slice(1).toSorted((a, b) => Number(a) - Number(b)),
    Array.from({ length: 20 }, (_, index) => String(index)).filter((text) => text !== '7'),
  );
});
