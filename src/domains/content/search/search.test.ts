import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallPicture } from '#test/support/content/media-files.ts';
import { follow } from '#test/support/people/people.ts';
import { found, publish, settlePosts } from '#test/support/people/searching.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const TEXTS = [
  'José saw the Ægean café, finally!',
  "Don't panic: the sea is COLD",
  'Щукина любит море',
  '東京タワーに行きました。',
  'Kyoto (京都) is older',
  '🦊✨ in the snow',
  'a/b testing of foo-bar_baz v2.0',
  'the cold sea, the cold sky',
  'sea of cold water',
  '김민준 went home',
  'rock‘n‛roll at l´Opéra – temp 5−3',
  '山田太郎さんがガーデンで',
  'สมชายใจดี',
  'ສົມຫວັງ',
  'សុខាស្រី',
  'အောင်မြင့်',
] as const;

/** Indexes of the texts that each query finds, newest first. */
const FINDS: readonly (readonly [query: string, places: readonly number[]])[] = [
  ['jose', [0]],
  ['JOSÉ cafe ', [0]],
  ['ｃａｆé', [0]],
  ['aegean', [0]],
  ['щукина', [2]],
  ['shchukina', [2]],
  ['dont', [1]],
  ['don’t', [1]],
  ['don´t', [1]],
  ['don‛t', [1]],
  ["rock'n'roll", [10]],
  ['rock’n’roll', [10]],
  ['l’opera', [10]],
  ["l'Opéra", [10]],
  ['5-3', [10]],
  ['5–3', [10]],
  ['„cold sea‟', [7]],
  ['太郎', [11]],
  ['田太', [11]],
  ['ガーデン', [11]],
  ['ｶﾞｰﾃﾞﾝ', [11]],
  ['ใจดี', [12]],
  ['ຫວັງ', [13]],
  ['ស្រី', [14]],
  ['မြင့်', [15]],
  ['sea cold', [8, 7, 1]],
  ['"cold sea"', [7]],
  ['“the cold sea”', [7]],
  ['"cold sea', [7]],
  ['"sea is cold"', [1]],
  ['"is sea cold"', []],
  ['cold -sky', [8, 1]],
  ['cold -"cold sea" ', [8, 1]],
  ['cold -sea', []],
  ['cold wat', [8]],
  ['cold wat ', []],
  ['"cold wat"', []],
  ['cold -wat', [8, 7, 1]],
  ['pan', [1]],
  ['pa', []],
  ['タワー', [3]],
  ['東京', [3]],
  ['京', [4, 3]],
  ['京都', [4]],
  ['"京" -都', [3]],
  ['🦊', [5]],
  ['✨ snow', [5]],
  ['foo bar', [6]],
  ['foo-bar', [6]],
  ['bar-foo', []],
  ['foo_bar_baz', [6]],
  ['v2', [6]],
  ['김민', [9]],
  ['-cold', []],
  ['-"cold sea" -sky', []],
  ['...', []],
  ['nowhere', []],
];

test('search matches words in any case and script, phrases in their order, and no excluded terms', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_ANONYMOUS_COST_BUDGET: '1000000' } });
  const ada = await world.user('ada');
  const authorId = uuidOf(ada.id);
  await settlePosts(
    world,
    TEXTS.map((text) => ({ authorId, text })),
  );
  for (const [query, places] of FINDS) {
    const texts = places.map((place) => TEXTS[place]);
    assert.deepEqual(await found(world.anonymous(), query), texts, query);
    const ranked = await found(world.anonymous(), query, { sort: 'RELEVANCE' });
    assert.deepEqual(ranked.toSorted(), texts.toSorted(), query);
  }
});

test('a post is found once it is indexed, by its current text, until it is deleted', async (t) => {
  const world = await testWorld(t);
  const [ada, visitor] = [await world.user('ada'), world.anonymous()];
  const id = await publish(ada, 'The first wording #Old');
  await world.runJobs();
  assert.deepEqual(await found(visitor, 'first'), ['The first wording #Old']);
  await ada.do(
    'mutation ($id: ID!) { updatePost(input: { postId: $id, text: "The second #New" }) { errors { code } } }',
    { id },
  );
  await world.runJobs();
  assert.deepEqual(await found(visitor, 'first'), []);
  assert.deepEqual(await found(visitor, '#old'), []);
  assert.deepEqual(await found(visitor, 'second #NEW'), ['The second #New']);
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', { id });
  assert.deepEqual(await found(visitor, 'second'), []);
  await world.runJobs();
  const documents = await world.app.services.db.selectFrom('post_search').selectAll().execute();
  assert.deepEqual(documents, []);
});

test('filters restrict the found posts', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(cleo, ben);
  await publish(ada, 'rain one #Storm');
  world.clock.advance('1m');
  const from = world.clock.now().toISOString();
  const picture = await uploaded(ben, await smallPicture());
  await publish(ben, 'rain two', { mediaIds: [picture.id] });
  world.clock.advance('1m');
  const to = world.clock.now().toISOString();
  await publish(ben, 'rain three #storms');
  await world.runJobs();
  const [one, two, three] = ['rain one #Storm', 'rain two', 'rain three #storms'];
  for (const [filters, texts] of [
    [{}, [three, two, one]],
    [null, [three, two, one]],
    [{ authorId: ben.id }, [three, two]],
    [{ hashtag: 'STORM' }, [one]],
    [{ hashtag: '#storms' }, [three]],
    [{ hashtag: '' }, []],
    [{ hashtag: 'no tag' }, []],
    [{ hasMedia: true }, [two]],
    [{ hasMedia: false }, [three, one]],
    [{ hasMedia: null, following: null }, [three, two, one]],
    [{ from }, [three, two]],
    [{ to }, [two, one]],
    [{ from, to }, [two]],
    [{ from: to, to: from }, []],
    [{ to: '1900-01-01T00:00:00Z' }, []],
    [{ from: '1900-01-01T00:00:00Z', to: '9999-12-31T23:59:59.999Z' }, [three, two, one]],
    [{ following: true }, [three, two]],
    [{ following: false }, [one]],
    [{ following: false, authorId: ben.id }, []],
    [{ following: true, hasMedia: false }, [three]],
    [{ following: true, authorId: ada.id }, []],
    [{ following: true, from, to, hasMedia: true, authorId: ben.id }, [two]],
  ] as const) {
    for (const sort of ['NEWEST', 'RELEVANCE']) {
      const names = await found(cleo, 'rain', { filters, sort });
      assert.deepEqual(names.toSorted(), texts.toSorted(), JSON.stringify([filters, sort]));
    }
  }
  assert.deepEqual(await found(world.anonymous(), 'rain', { filters: { following: true } }), []);
  assert.deepEqual(await found(ada, 'rain', { filters: { following: true } }), []);
  for (const who of [ada, world.anonymous()]) {
    assert.deepEqual(await found(who, 'rain', { filters: { following: false } }), [three, two, one]);
  }
  // A hashtag matches neither longer hashtags nor the plain word.
  assert.deepEqual(await found(cleo, 'rain #sto'), []);
  assert.deepEqual(await found(cleo, 'rain #storm'), [one]);
  assert.deepEqual(await found(cleo, 'rain -#storm'), [three, two]);
  assert.deepEqual(await found(cleo, '#rain'), []);
});

test('a HIDDEN hashtag finds no posts, but its word does', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await publish(ada, 'Look at #this');
  await world.runJobs();
  assert.deepEqual(await found(ada, '#this'), ['Look at #this']);
  const admin = await world.admin();
  await admin.do(`mutation {
    adminSetHashtagState(input: { name: "this", state: HIDDEN, reason: "Spam" }) { errors { code } } }`);
  assert.deepEqual(await found(ada, '#this'), []);
  assert.deepEqual(await found(ada, 'look', { filters: { hashtag: 'this' } }), []);
  assert.deepEqual(await found(ada, 'this '), ['Look at #this']);
});
