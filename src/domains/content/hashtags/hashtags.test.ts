import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashtagNames, publish, taggedTexts } from '#test/support/content/hashtags.ts';
import { follow, subscribe, setPrivacy } from '#test/support/people/people.ts';
import type { Actor } from '#test/support/actor.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { SITUATIONS } from '#test/support/promises/visibility-tables.ts';
import { testWorld } from '#test/support/world.ts';

const HASHTAG = 'query ($name: String!) { hashtag(name: $name) { name displayName postCount } }';

const hashtagOf = async (who: Actor, name: string) => (await who.do(HASHTAG, { name })).hashtag;

test('spellings of a hashtag are one hashtag, displayed as most posts write it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await publish(ada, 'one #COFFEE');
  await publish(ada, 'two #Coffee and #coffee');
  await publish(ben, 'three #Ｃoffee #2024');
  await world.runJobs();
  const shown = { name: 'coffee', displayName: 'COFFEE', postCount: 3 };
  for (const name of ['coffee', '#Coffee', '＃ＣＯＦＦＥＥ']) {
    assert.deepEqual(await hashtagOf(world.anonymous(), name), shown, name);
  }
  await publish(ben, 'four #Coffee');
  await world.runJobs();
  assert.deepEqual(await hashtagOf(ben, 'coffee'), { ...shown, displayName: 'Coffee', postCount: 4 });
  for (const name of ['2024', 'coffe', 'coffee pot', '', '#', '##coffee', '\u0000', 'x'.repeat(5_000)]) {
    assert.equal(await hashtagOf(ben, name), null, name);
    assert.equal(await taggedTexts(ben, name), null, name);
  }
});

test('`hashtagPosts` lists posts newest first, while they have the hashtag', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await publish(ada, 'first #tea');
  const second = await publish(ben, 'second #tea #milk');
  const third = await publish(ada, 'third #tea');
  await world.runJobs();
  assert.deepEqual(await taggedTexts(world.anonymous(), 'tea'), [
    'third #tea',
    'second #tea #milk',
    'first #tea',
  ]);
  assert.deepEqual(await taggedTexts(ben, 'milk'), ['second #tea #milk']);

  const edit = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { errors { code } } }';
  await ben.do(edit, { input: { postId: second, text: 'second #milk #sugar' } });
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: third,
  });
  // A deleted post disappears immediately, before its job runs.
  assert.deepEqual(await taggedTexts(ada, 'tea'), ['second #milk #sugar', 'first #tea']);
  await world.runJobs();
  assert.deepEqual(await taggedTexts(ada, 'tea'), ['first #tea']);
  assert.deepEqual(await taggedTexts(ada, 'sugar'), ['second #milk #sugar']);
  const counts = await Promise.all(['tea', 'milk', 'sugar'].map((name) => hashtagOf(ada, name)));
  assert.deepEqual(
    counts.map(({ postCount }) => postCount),
    [1, 1, 1],
  );
});

test('a hashtag without public posts is visible only to viewers who can see one of its posts', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const closed = await world.user('closed');
  await setPrivacy(closed, { isPrivate: true });
  const [fan, friend, patron, stranger] = [
    await world.user('fan'),
    await world.user('friend'),
    await world.user('patron'),
    await world.user('stranger'),
  ];
  await follow(fan, ada);
  await subscribe(world, patron, ada);
  await publish(ada, 'fans #party', { visibility: 'FOLLOWERS' });
  await publish(ada, 'friends #party', { visibility: 'PRIVATE', audienceUserIds: [friend.id] });
  await publish(ada, 'patrons #party', { visibility: 'SUBSCRIBERS' });
  await publish(closed, 'closed #party');
  await world.runJobs();

  const seen: [Actor, string[] | null][] = [
    [ada, ['patrons #party', 'friends #party', 'fans #party']],
    [fan, ['fans #party']],
    [friend, ['friends #party']],
    [patron, ['patrons #party']],
    [closed, ['closed #party']],
    [stranger, null],
    [world.anonymous(), null],
  ];
  for (const [who, texts] of seen) {
    assert.deepEqual(await taggedTexts(who, 'party'), texts);
    const shown = texts && { name: 'party', displayName: 'party', postCount: 0 };
    assert.deepEqual(await hashtagOf(who, 'party'), shown);
    assert.deepEqual(await hashtagNames(who, 'searchHashtags(prefix: "par")'), []);
  }
  const { hashtag } = await ada.do('{ hashtag(name: "party") { id } }');
  const node = 'query ($id: ID!) { node(id: $id) { id } }';
  assert.deepEqual(await fan.do(node, { id: hashtag.id }), { node: hashtag });
  assert.deepEqual(await stranger.do(node, { id: hashtag.id }), { node: null });
  assert.deepEqual(await fan.do(node, { id: toGlobalId('hashtag', world.app.services.ids.next()) }), {
    node: null,
  });
});

test('posts of an account that goes private leave the public hashtag lists, and return when it goes public', async (t) => {
  const world = await testWorld(t);
  const [ada, fan, stranger] = [
    await world.user('ada'),
    await world.user('fan'),
    await world.user('stranger'),
  ];
  await follow(fan, ada);
  await publish(ada, 'one #tea');
  await publish(ada, 'two #tea', { visibility: 'FOLLOWERS' });
  await world.runJobs();
  assert.deepEqual(await taggedTexts(stranger, 'tea'), ['one #tea']);
  await setPrivacy(ada, { isPrivate: true });
  assert.equal(await taggedTexts(stranger, 'tea'), null);
  await world.runJobs();
  assert.deepEqual([await taggedTexts(stranger, 'tea'), await hashtagOf(stranger, 'tea')], [null, null]);
  assert.deepEqual(await taggedTexts(fan, 'tea'), ['two #tea', 'one #tea']);
  assert.equal((await hashtagOf(fan, 'tea')).postCount, 0);
  await setPrivacy(ada, { isPrivate: false });
  await world.runJobs();
  assert.deepEqual(await taggedTexts(stranger, 'tea'), ['one #tea']);
  assert.equal((await hashtagOf(stranger, 'tea')).postCount, 1);
});

test('`hashtagPosts` leaves out muted posts, except the caller’s own', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(ada, cleo);
  await publish(ben, 'ben #tea');
  await publish(ben, 'ben rain #tea');
  await publish(cleo, 'cleo rain #tea');
  await publish(ada, 'ada rain #tea');
  await world.runJobs();
  const word = 'mutation ($input: AddMutedWordInput!) { addMutedWord(input: $input) { errors { code } } }';
  await ada.do(word, { input: { phrase: 'rain', excludesFollowing: true } });
  assert.deepEqual(await taggedTexts(ada, 'tea'), ['ada rain #tea', 'cleo rain #tea', 'ben #tea']);
  await ada.do(word, { input: { phrase: 'rain' } });
  assert.deepEqual(await taggedTexts(ada, 'tea'), ['ada rain #tea', 'ben #tea']);
  const mute =
    'mutation ($id: ID!) { muteUser(input: { userId: $id, scopes: [POSTS] }) { errors { code } } }';
  await ada.do(mute, { id: ben.id });
  assert.deepEqual(await taggedTexts(ada, 'tea'), ['ada rain #tea']);
  assert.equal((await taggedTexts(cleo, 'tea'))?.length, 4);

  await cleo.do(word, { input: { phrase: '#tea', targets: ['HASHTAGS'], excludesFollowing: true } });
  assert.deepEqual(await taggedTexts(cleo, 'tea'), ['cleo rain #tea']);
  await follow(cleo, ben);
  assert.deepEqual(await taggedTexts(cleo, 'tea'), ['cleo rain #tea', 'ben rain #tea', 'ben #tea']);
});

test('`searchHashtags` finds by prefix: the exact match, then by popularity, then by name', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  for (const text of [
    '#art #artist #arts #artful',
    '#artist #arts #Ärzte',
    '#artist #arts #art2024',
    '#artist #2024art',
  ]) {
    await publish(ada, text);
  }
  await publish(ada, '#artsy', { visibility: 'FOLLOWERS' });
  await world.runJobs();
  const SEARCH = `query ($prefix: String!, $first: Int, $after: String) {
    searchHashtags(prefix: $prefix, first: $first, after: $after) {
      nodes { name } pageInfo { hasNextPage endCursor } } }`;
  const found = async (prefix: string): Promise<string[]> => {
    const { searchHashtags } = await world.anonymous().do(SEARCH, { prefix });
    return searchHashtags.nodes.map(({ name }: { name: string }) => name);
  };
  const all = ['art', 'artist', 'arts', 'art2024', 'artful'];
  assert.deepEqual(await found('ART'), all);
  assert.deepEqual(await found('#ar'), ['artist', 'arts', 'art', 'art2024', 'artful']);
  assert.deepEqual(await found('２０'), ['2024art']);
  assert.deepEqual(await found('ärz'), ['ärzte']);
  for (const prefix of ['', '#', 'arx', 'a b', '%', '_x', '\\', '\u0000', '\ud800', 'a'.repeat(101)]) {
    assert.deepEqual(await found(prefix), [], JSON.stringify(prefix));
  }

  const pageOf = async (first: number, after: string | null) =>
    (await ada.do(SEARCH, { prefix: 'art', first, after })).searchHashtags;
  for (const first of [1, 2, 3]) {
    const names: string[] = [];
    for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
      const page = await pageOf(first, after);
      assert.ok(page.nodes.length === first || !page.pageInfo.hasNextPage);
      names.push(...page.nodes.map(({ name }: { name: string }) => name));
      ({ hasNextPage, endCursor: after } = page.pageInfo);
    }
    assert.deepEqual(names, all);
  }
  for (const key of [[3], [0, 'art'], [26, 'art'], [1.5, 'art'], [3, 'Art'], [3, '\u0000'], [3, '\ud800']]) {
    const after = Buffer.from(JSON.stringify([1, 'searchHashtags', ...key])).toString('base64url');
    const { errors } = await ada.ask(SEARCH, { prefix: 'art', after });
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT', JSON.stringify(key));
  }
});

for (const [name, { hides, apply }] of Object.entries(SITUATIONS)) {
  if (hides !== 'person') continue;
  test(`a hashtag of nobody else is hidden with its author, and comes back: ${name}`, async (t) => {
    const world = await testWorld(t);
    const [ada, author] = [await world.user('ada'), await world.user('author')];
    await publish(author, 'rude #words');
    await world.runJobs();
    assert.equal((await hashtagOf(ada, 'words')).postCount, 1);
    assert.deepEqual(await hashtagNames(ada, 'searchHashtags(prefix: "wor")'), ['words']);
    const ids = { target: uuidOf(author.id), viewer: uuidOf(ada.id), post: '' };
    await runSql(world.connectionString, apply(ids));
    assert.equal(await hashtagOf(ada, 'words'), null);
    assert.deepEqual(await hashtagNames(ada, 'searchHashtags(prefix: "wor")'), []);
    await publish(ada, 'kind #words');
    await world.runJobs();
    assert.deepEqual(await hashtagNames(ada, 'searchHashtags(prefix: "wor")'), ['words']);
  });
}

test('a hashtag used only by a user who requires sign-in is hidden from anonymous callers', async (t) => {
  const world = await testWorld(t);
  const [ada, shy] = [await world.user('ada'), await world.user('shy')];
  await setPrivacy(shy, { requiresSignIn: true });
  await publish(shy, 'quiet #words');
  await world.runJobs();
  assert.equal((await hashtagOf(ada, 'words')).postCount, 1);
  assert.equal(await hashtagOf(world.anonymous(), 'words'), null);
  assert.deepEqual(await hashtagNames(world.anonymous(), 'searchHashtags(prefix: "wor")'), []);
});
