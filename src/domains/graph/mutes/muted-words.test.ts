import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const WORD = 'id phrase targets excludesFollowing createdAt expiresAt';
const ERRORS = 'errors { code path ... on ValidationError { constraint limit } }';
const ADD = `mutation ($input: AddMutedWordInput!) { addMutedWord(input: $input) { mutedWord { ${WORD} } ${ERRORS} } }`;
const UPDATE = `mutation ($input: UpdateMutedWordInput!) {
  updateMutedWord(input: $input) { mutedWord { ${WORD} } ${ERRORS} } }`;
const REMOVE = `mutation ($input: RemoveMutedWordInput!) { removeMutedWord(input: $input) { mutedWordId ${ERRORS} } }`;
const WORDS = `query ($first: Int, $after: String) {
  myMutedWords(first: $first, after: $after) { nodes { ${WORD} } pageInfo { hasNextPage endCursor } }
}`;
const NODE = `query ($id: ID!) { node(id: $id) { id ... on MutedWord { phrase } } }`;

type Word = {
  readonly id: string;
  readonly phrase: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
};

const add = async (person: Actor, input: object): Promise<Word> =>
  (await person.do(ADD, { input })).addMutedWord.mutedWord;
const update = async (person: Actor, input: object): Promise<Word> =>
  (await person.do(UPDATE, { input })).updateMutedWord.mutedWord;
const pageOf = async (person: Actor, paging: object = {}) =>
  (await person.do(WORDS, { ...paging })).myMutedWords;
const phrasesOf = async (person: Actor): Promise<string[]> =>
  (await pageOf(person, { first: 100 })).nodes.map((word: Word) => word.phrase);
const later = (world: World, minutes: number): string =>
  new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();

test('a muted word is stored normalized, and can be updated, listed and removed', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const word = await add(ada, { phrase: '  Ｓpoiler \n ALERT' });
  const asAdded = {
    id: word.id,
    phrase: 'spoiler alert',
    targets: ['TEXT', 'HASHTAGS'],
    excludesFollowing: false,
    createdAt: word.createdAt,
    expiresAt: null,
  };
  assert.deepEqual(word, asAdded);
  assert.match(word.id, /^mutedword_/);
  assert.deepEqual((await pageOf(ada)).nodes, [asAdded]);
  assert.deepEqual(await ada.do(NODE, { id: word.id }), { node: { id: word.id, phrase: 'spoiler alert' } });
  for (const stranger of [ben, world.anonymous()]) {
    assert.deepEqual(await stranger.do(NODE, { id: word.id }), { node: null });
  }

  const until = later(world, 5);
  const id = { mutedWordId: word.id };
  assert.deepEqual(await update(ada, { ...id, expiresAt: until }), { ...asAdded, expiresAt: until });
  assert.deepEqual(await update(ada, { ...id, excludesFollowing: true, targets: ['TEXT'] }), {
    ...asAdded,
    targets: ['TEXT'],
    excludesFollowing: true,
    expiresAt: until,
  });
  assert.deepEqual(await update(ada, { ...id, expiresAt: null }), {
    ...asAdded,
    targets: ['TEXT'],
    excludesFollowing: true,
  });
  assert.deepEqual(await update(ada, id), { ...asAdded, targets: ['TEXT'], excludesFollowing: true });

  assert.deepEqual(await ada.do(REMOVE, { input: id }), {
    removeMutedWord: { mutedWordId: word.id, errors: [] },
  });
  assert.deepEqual(await phrasesOf(ada), []);
  assert.deepEqual(await emittedNames(world), []);
});

test('adding the same phrase in another spelling replaces the settings of the one muted word', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const first = await add(ada, {
    phrase: 'Spoiler',
    targets: ['HASHTAGS', 'TEXT', 'TEXT'],
    excludesFollowing: true,
  });
  const again = await add(ada, { phrase: ' ＳPOILER', targets: ['HASHTAGS'], expiresAt: later(world, 5) });
  assert.deepEqual(again, {
    ...first,
    targets: ['HASHTAGS'],
    excludesFollowing: false,
    expiresAt: again.expiresAt,
  });
  assert.ok(again.expiresAt);
  const ofBen = await add(ben, { phrase: 'spoiler' });
  assert.notEqual(ofBen.id, first.id);
  assert.deepEqual([await phrasesOf(ada), await phrasesOf(ben)], [['spoiler'], ['spoiler']]);
});

test('an expired muted word is not listed and does not count, and its row is deleted a day later', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_MUTED_WORDS: '2' } });
  const ada = await world.user('ada');
  const word = await add(ada, { phrase: 'first', expiresAt: later(world, 5) });
  await add(ada, { phrase: 'second' });
  world.clock.advance('5m');
  assert.deepEqual(await phrasesOf(ada), ['second']);
  assert.deepEqual(await ada.do(NODE, { id: word.id }), { node: null });
  const input = { mutedWordId: word.id };
  for (const document of [UPDATE, REMOVE])
    assert.deepEqual(await refused(world, ada, document, { input }), NO_WORD);
  await add(ada, { phrase: 'third' });
  assert.deepEqual(await refused(world, ada, ADD, { input: { phrase: 'first' } }), FULL);

  const rows = async () =>
    (await world.app.services.db.selectFrom('muted_words').selectAll().execute()).length;
  world.clock.advance('23h');
  await runCron(world, 'mutes.sweepEnded');
  assert.equal(await rows(), 3);
  world.clock.advance('1h');
  await runCron(world, 'mutes.sweepEnded');
  assert.equal(await rows(), 2);
  assert.deepEqual(await phrasesOf(await world.signIn(ada)), ['third', 'second']);
});

const NO_WORD = [{ code: 'NOT_FOUND', path: ['mutedWordId'] }];
const FULL = [{ code: 'LIMIT_REACHED', path: null }];

test('concurrent additions never exceed the limit of muted words', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_MUTED_WORDS: '5' } });
  const ada = await world.user('ada');
  const tablet = await world.signIn(ada);
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, turn) =>
      // Two devices add each phrase.
      (turn % 2 === 0 ? ada : tablet).ask(ADD, { input: { phrase: `word ${turn >> 1}` } }),
    ),
  );
  const outcomes = answers.map(({ data }) => data.addMutedWord.errors[0]?.code ?? 'DONE');
  assert.deepEqual([...new Set(outcomes)].toSorted(), ['DONE', 'LIMIT_REACHED']);
  const phrases = await phrasesOf(ada);
  assert.deepEqual([phrases.length, new Set(phrases).size], [5, 5]);
  assert.deepEqual(await refused(world, ada, ADD, { input: { phrase: 'one more' } }), FULL);
  const [known = ''] = phrases;
  await add(ada, { phrase: known, excludesFollowing: true });
  assert.equal(
    (await world.anonymous().do('{ apiLimits { accounts { mutedWords } } }')).apiLimits.accounts.mutedWords,
    5,
  );
});

test('`addMutedWord` refuses phrases, targets and expiry times out of their bounds', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const refusal = (path: string, constraint: string, limit: number | null = null) => [
    { code: 'VALIDATION_FAILED', path: [path], constraint, limit },
  ];
  for (const [input, expected] of [
    [{ phrase: '' }, refusal('phrase', 'minLength', 1)],
    [{ phrase: ' \u200b\n' }, refusal('phrase', 'minLength', 1)],
    [{ phrase: 'é'.repeat(101) }, refusal('phrase', 'maxLength', 100)],
    [{ phrase: 'ﷺ'.repeat(10) }, refusal('phrase', 'maxLength', 100)],
    [{ phrase: 'a\0b' }, refusal('phrase', 'printable')],
    [{ phrase: 'a', targets: [] }, refusal('targets', 'minLength', 1)],
    [{ phrase: 'two words', targets: ['HASHTAGS'] }, refusal('targets', 'hashtag')],
    [{ phrase: '#', targets: ['HASHTAGS'] }, refusal('targets', 'hashtag')],
    [{ phrase: 'a', expiresAt: later(world, 0) }, refusal('expiresAt', 'future')],
    [{ phrase: 'a', expiresAt: '2999-01-01T00:00:00Z' }, refusal('expiresAt', 'maxYears', 10)],
  ] as const) {
    assert.deepEqual(await refused(world, ada, ADD, { input }), expected, JSON.stringify(input));
  }
  for (const phrase of ['é'.repeat(100), '👩‍👩‍👧'.repeat(100), '.*', '\\', '日本', '#']) {
    assert.equal((await add(ada, { phrase })).phrase, phrase);
  }
  const { id: mutedWordId } = await add(ada, { phrase: 'two words' });
  const input = { mutedWordId, targets: ['HASHTAGS'] };
  assert.deepEqual(await refused(world, ada, UPDATE, { input }), refusal('targets', 'hashtag'));
});

test('muted words are accessible to their owner alone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { id } = await add(ada, { phrase: 'spoiler' });
  const absent = toGlobalId('mutedword', world.app.services.ids.next());
  for (const document of [UPDATE, REMOVE]) {
    for (const mutedWordId of [id, absent]) {
      assert.deepEqual(await refused(world, ben, document, { input: { mutedWordId } }), NO_WORD);
    }
    const malformed = await unchanged(world, () => ben.ask(document, { input: { mutedWordId: ben.id } }));
    assert.equal(malformed.errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  }
  for (const [document, input] of [
    [ADD, { phrase: 'x' }],
    [UPDATE, { mutedWordId: id }],
    [REMOVE, { mutedWordId: id }],
  ] as const) {
    const anonymous = await unchanged(world, () => world.anonymous().ask(document, { input }));
    assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  }
});

test('pages of muted words of any size make up the whole list while it grows, and fifty words take one statement as one does', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await add(ada, { phrase: 'word 0' });
  const statements = (count: number): Promise<number> =>
    world.statementsOf(async () => assert.equal((await pageOf(ada, { first: 50 })).nodes.length, count));
  const one = await statements(1);
  for (let count = 1; count < 50; count += 1) await add(ada, { phrase: `word ${count}` });
  assert.deepEqual([one, await statements(50)], [1, 1]);
  let whole = await phrasesOf(ada);
  for (let first = 1; first <= 5; first += 1) {
    const read: string[] = [];
    for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
      const { nodes, pageInfo } = await pageOf(ada, { first, after });
      assert.equal(nodes.length, Math.min(first, whole.length - read.length));
      read.push(...nodes.map((word: Word) => word.phrase));
      ({ hasNextPage, endCursor: after } = pageInfo);
      if (read.length % 20 === 0) await add(ada, { phrase: `late ${first} ${read.length}` });
    }
    assert.deepEqual(read, whole, `pages of ${first}`);
    whole = await phrasesOf(ada);
  }
  await assertRefusedCursors(ada);
});

async function assertRefusedCursors(person: Person): Promise<void> {
  const { mySessions } = await person.do('{ mySessions { pageInfo { endCursor } } }');
  for (const paging of [
    { first: 0 },
    { first: 101 },
    { after: 'x' },
    { after: mySessions.pageInfo.endCursor },
  ]) {
    const { data, errors } = await person.ask(WORDS, paging);
    assert.deepEqual([data, errors?.[0]?.extensions.code], [{ myMutedWords: null }, 'BAD_USER_INPUT']);
  }
}
