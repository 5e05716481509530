import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { erase } from '#test/support/people/accounts.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { refused } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const CREATE = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) { post { id } errors { code path ... on ValidationError { constraint } } } }`;
const DELETE = 'mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }';
const QUOTED = `query ($id: ID!) { post(id: $id) {
  quoteCount quotedPost { isAvailable post { text quotedPost { isAvailable post { text } } } } } }`;
const QUOTES = `query ($id: ID!, $first: Int, $after: String) {
  postQuotes(postId: $id, first: $first, after: $after) { nodes { text } pageInfo { hasNextPage endCursor } } }`;

async function published(actor: Actor, text: string, more: object = {}): Promise<string> {
  return (await actor.do(CREATE, { input: { text, ...more } })).createPost.post.id;
}

const quote = (actor: Actor, quotedPostId: string, text = 'Look'): Promise<string> =>
  published(actor, text, { quotedPostId });

const shown = async (viewer: Actor, id: string): Promise<Untyped> => (await viewer.do(QUOTED, { id })).post;

async function quotesOf(viewer: Actor, id: string): Promise<string[] | null> {
  const { postQuotes } = await viewer.do(QUOTES, { id });
  return postQuotes?.nodes.map(({ text }: { text: string }) => text) ?? null;
}

const TOMBSTONE = { isAvailable: false, post: null };

async function people(world: World): Promise<[Person, Person, Person]> {
  return [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
}

test('a quote has the quoted post, and a quote of a quote has its own', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await people(world);
  const said = await published(ada, 'Said');
  const first = await quote(ben, said, 'First');
  const second = await quote(cleo, first, 'Second');
  assert.deepEqual(await shown(world.anonymous(), second), {
    quoteCount: 0,
    quotedPost: {
      isAvailable: true,
      post: { text: 'First', quotedPost: { isAvailable: true, post: { text: 'Said' } } },
    },
  });
  assert.deepEqual(await shown(ada, said), { quoteCount: 1, quotedPost: null });
  assert.deepEqual([await quotesOf(ada, said), await quotesOf(ada, first)], [['First'], ['Second']]);
  await cleo.do(DELETE, { id: second });
  assert.deepEqual([(await shown(ada, first)).quoteCount, await quotesOf(ada, first)], [0, []]);
});

test('the events of a post tell its visibility, the quoted post and that one’s author, also when it is deleted', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = await people(world);
  const said = await published(ada, 'Said', { visibility: 'FOLLOWERS' });
  const open = await published(ada, 'Open');
  const quoted = await quote(ben, open);
  for (const [person, id] of [
    [ben, quoted],
    [ada, said],
  ] as const)
    await person.do(DELETE, { id });
  const [adaId, benId] = [uuidOf(ada.id), uuidOf(ben.id)];
  const none = { quotedPostId: null, quotedAuthorId: null };
  const ofOpen = { quotedPostId: uuidOf(open), quotedAuthorId: adaId };
  const names = { hashtags: [], mentionedIds: [] };
  assert.deepEqual(await storedEvents(world, 'post.created', 'post.deleted'), [
    ['post.created', { postId: uuidOf(said), authorId: adaId, visibility: 'FOLLOWERS', ...none, ...names }],
    ['post.created', { postId: uuidOf(open), authorId: adaId, visibility: 'PUBLIC', ...none, ...names }],
    ['post.created', { postId: uuidOf(quoted), authorId: benId, visibility: 'PUBLIC', ...ofOpen, ...names }],
    ['post.deleted', { postId: uuidOf(quoted), authorId: benId, ...ofOpen }],
    ['post.deleted', { postId: uuidOf(said), authorId: adaId, ...none }],
  ]);
});

test('only public posts can be quoted', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await people(world);
  await follow(ben, ada);
  const forFollowers = await published(ada, 'For followers', { visibility: 'FOLLOWERS' });
  const forNobody = await published(ada, 'For nobody', { visibility: 'PRIVATE' });
  const byCleo = await published(cleo, 'By Cleo');
  const refusal = (quotedPostId: string) =>
    refused(world, ben, CREATE, { input: { text: 'Look', quotedPostId } });
  const notPublic = [{ code: 'VALIDATION_FAILED', path: ['quotedPostId'], constraint: 'public' }];
  const notFound = [{ code: 'NOT_FOUND', path: ['quotedPostId'] }];
  assert.deepEqual(await refusal(forFollowers), notPublic);
  assert.deepEqual(await refusal(forNobody), notFound);
  assert.deepEqual(await refusal(toGlobalId('post', world.app.services.ids.next())), notFound);
  await follow(ben, cleo);
  await setPrivacy(cleo, { isPrivate: true });
  assert.deepEqual(await refusal(byCleo), notPublic);
  await block(world, cleo, ben);
  assert.deepEqual(await refusal(byCleo), notFound);
});

test('a quoted post keeps its own visibility, and a block between the authors hides it from every viewer', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await people(world);
  const reader = await world.user('reader');
  const said = await published(ada, 'Said');
  const quoted = await quote(ben, said);
  const available = { isAvailable: true, post: { text: 'Said', quotedPost: null } };
  for (const viewer of [ada, ben, cleo, reader]) {
    assert.deepEqual((await shown(viewer, quoted)).quotedPost, available);
  }
  // A block hides the quoted post from one viewer.
  await block(world, ada, cleo);
  assert.deepEqual((await shown(cleo, quoted)).quotedPost, TOMBSTONE);
  assert.deepEqual(await quotesOf(cleo, said), null);
  assert.deepEqual((await shown(reader, quoted)).quotedPost, available);
  // A block between the two authors hides it from every viewer.
  await block(world, ben, ada);
  for (const viewer of [ben, cleo, reader])
    assert.deepEqual((await shown(viewer, quoted)).quotedPost, TOMBSTONE);
  assert.deepEqual(await shown(ada, quoted), null);
  for (const viewer of [ada, reader]) assert.deepEqual(await quotesOf(viewer, said), []);
  assert.deepEqual((await shown(reader, said)).quoteCount, 1);
});

test('a quote of a post that is narrowed, deleted or erased stays a quote', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await people(world);
  const [narrowed, deleted, erased] = [
    await published(ada, 'Narrowed'),
    await published(ada, 'Deleted'),
    await published(cleo, 'Erased'),
  ];
  const quotes: string[] = [];
  for (const id of [narrowed, deleted, erased]) quotes.push(await quote(ben, id));
  await ada.do(
    'mutation ($id: ID!) { updatePost(input: { postId: $id, visibility: PRIVATE }) { errors { code } } }',
    { id: narrowed },
  );
  await ada.do(DELETE, { id: deleted });
  await erase(world, cleo);
  const [adaLater, benLater] = [await world.signIn(ada), await world.signIn(ben)];
  for (const id of quotes) assert.deepEqual((await shown(benLater, id)).quotedPost, TOMBSTONE);
  await benLater.do(DELETE, { id: quotes[1] ?? '' });
  assert.equal((await shown(adaLater, narrowed)).quoteCount, 1);
  await erase(world, benLater);
  assert.equal((await shown(await world.signIn(ada), narrowed)).quoteCount, 0);
  const told = (await storedEvents(world, 'post.deleted')).map(([, payload]) => payload as Untyped);
  const [ofNarrowed, ofErased] = [quotes[0], quotes[2]].map((id) =>
    told.find(({ postId }) => postId === uuidOf(id ?? '')),
  );
  const facts = { authorId: uuidOf(ben.id) };
  const former = { quotedPostId: uuidOf(narrowed), quotedAuthorId: uuidOf(ada.id) };
  assert.deepEqual(ofNarrowed, { postId: uuidOf(quotes[0] ?? ''), ...facts, ...former });
  const none = { quotedPostId: null, quotedAuthorId: null };
  assert.deepEqual(ofErased, { postId: uuidOf(quotes[2] ?? ''), ...facts, ...none });
});

test('`postQuotes` leaves out muted users and muted words, and its pages are full', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await people(world);
  const said = await published(ada, 'Said');
  for (let count = 0; count < 4; count += 1) {
    await quote(ben, said, `Ben ${count}`);
    await quote(cleo, said, `Cleo ${count}`);
    await quote(cleo, said, `Spoiler ${count}`);
  }
  const dan = await world.user('dan');
  await dan.do(
    'mutation ($id: ID!) { muteUser(input: { userId: $id, scopes: [POSTS] }) { errors { code } } }',
    {
      id: ben.id,
    },
  );
  await dan.do(
    `mutation { addMutedWord(input: { phrase: "spoiler", excludesFollowing: true }) { errors { code } } }`,
  );
  const pages: string[][] = [];
  for (let after: string | null = null, more = true; more;) {
    const { postQuotes } = await dan.do(QUOTES, { id: said, first: 3, after });
    pages.push(postQuotes.nodes.map(({ text }: { text: string }) => text));
    ({ hasNextPage: more, endCursor: after } = postQuotes.pageInfo);
  }
  assert.deepEqual(pages, [['Cleo 3', 'Cleo 2', 'Cleo 1'], ['Cleo 0']]);
  assert.equal((await quotesOf(cleo, said))?.length, 12);
  await follow(dan, cleo);
  assert.equal((await quotesOf(dan, said))?.length, 8);
});

test('the quote count is exact after concurrent quotes and deletions', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await people(world);
  const said = await published(ada, 'Said');
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) => quote(index % 2 ? ben : cleo, said)),
  );
  assert.equal((await shown(ada, said)).quoteCount, 20);
  const removals = ids.slice(0, 10).map((id, index) => (index % 2 ? ben : cleo).do(DELETE, { id }));
  await Promise.all([...removals, ...Array.from({ length: 5 }, () => quote(ada, said))]);
  assert.equal((await shown(ada, said)).quoteCount, 15);
});

test('ten quotes take as many statements as one', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = await people(world);
  const page = `query ($id: ID!) { userPosts(userId: $id, first: 50) { nodes {
    text quoteCount commentCount repostCount viewCount audience { id } entities { ... on MentionEntity { user { id } } }
    quotedPost { isAvailable post { text author { username } quotedPost { isAvailable post { text } } } } } } }`;
  const statements = () => world.statementsOf(() => ben.do(page, { id: ben.id }));
  const first = await quote(ada, await published(ada, 'Said'));
  await quote(ben, first, 'Look, @ada');
  await published(ben, 'For Ada', { visibility: 'PRIVATE', audienceUserIds: [ada.id] });
  const one = await statements();
  for (let count = 0; count < 9; count += 1) {
    const said = await quote(ada, await published(ada, `Said ${count}`));
    await quote(ben, said, `Look, @ada ${count}`);
  }
  assert.equal(await statements(), one);
});
