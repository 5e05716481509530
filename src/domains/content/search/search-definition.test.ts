import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { postIdAt, SEARCH, settlePosts } from '#test/support/people/searching.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const GENEROUS = { env: { LIMIT_USER_COST_BUDGET: '100000000' } };

type Edge = { readonly cursor: string; readonly node: { readonly text: string } };

/** All pages of a list; each is full while more follow. */
async function pagesOf(world: World, variables: { query: string; sort: string; first: number }) {
  const texts: string[] = [];
  for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
    const { searchPosts }: { searchPosts: { edges: Edge[]; pageInfo: PageInfo } } = await world
      .anonymous()
      .do(SEARCH, {
        ...variables,
        after,
      });
    const { edges, pageInfo } = searchPosts;
    assert.equal(pageInfo.hasPreviousPage, after !== null);
    if (pageInfo.hasNextPage) assert.equal(edges.length, variables.first);
    texts.push(...edges.map(({ node }) => node.text));
    ({ endCursor: after, hasNextPage } = pageInfo);
  }
  return texts;
}

type PageInfo = {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly endCursor: string | null;
};

const WORDS = ['sun', 'sunny', 'sea', 'seal', 'sky', 'snow', '雪', '山'] as const;

type RandomTerm = { readonly words: readonly string[]; readonly isExcluded: boolean };

const someWords = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 });
const randomTerm: fc.Arbitrary<RandomTerm> = fc.record({
  words: fc.oneof(
    fc.constantFrom(...WORDS).map((word) => [word]),
    someWords,
  ),
  isExcluded: fc.constantFrom(false, false, false, true),
});
const randomWorld = fc.record({
  posts: fc.array(fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }), { maxLength: 20, size: 'max' }),
  segments: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 4 }),
  terms: fc.array(randomTerm, { minLength: 1, maxLength: 3 }),
  isOpen: fc.boolean(),
});

/** Query of the terms: words, and phrases in quotation marks; `isOpen` omits the space that completes the last word. */
function queryOf(terms: readonly RandomTerm[], isOpen: boolean): string {
  const written = terms.map(({ words, isExcluded }) => {
    const text = words.length > 1 ? `"${words.join(' ')}"` : words.join('');
    return isExcluded ? `-${text}` : text;
  });
  return `${written.join(' ')}${isOpen ? '' : ' '}`;
}

/** Reference implementation: the text contains the consecutive words of each term, and of no excluded one. */
function isFound(text: readonly string[], terms: readonly RandomTerm[], isOpen: boolean): boolean {
  if (terms.every((term) => term.isExcluded)) return false;
  return terms.every(({ words, isExcluded }, index) => {
    const mayGoOn = isOpen && index === terms.length - 1 && words.length === 1 && !isExcluded;
    const matches = (word: string | undefined, wanted: string): boolean =>
      word === wanted || (mayGoOn && word !== undefined && word.startsWith(wanted));
    const isThere = text.some((_, start) => words.every((word, step) => matches(text[start + step], word)));
    return isThere !== isExcluded;
  });
}

test('search equals its reference implementation, over all segments, in pages of any size', async (t) => {
  const world = await testWorld(t, GENEROUS);
  const ada = await world.user('ada');
  const authorId = uuidOf(ada.id);
  await fc.assert(
    fc.asyncProperty(randomWorld, fc.integer({ min: 1, max: 7 }), async (random, first) => {
      const { posts, segments, terms, isOpen } = random;
      const boundaries = segments.toSorted((a, b) => a - b);
      const rows = boundaries.map((place, index) => `(${index + 1}, '${postIdAt(place)}')`);
      await runSql(
        world.connectionString,
        `delete from posts; delete from search_segments where number > 0;
         ${rows.length === 0 ? '' : `insert into search_segments (number, first_id) values ${rows.join()}`}`,
      );
      const textOf = (words: readonly string[], place: number): string => [`n${place}`, ...words].join(' ');
      await settlePosts(
        world,
        posts.map((words, place) => ({ authorId, text: textOf(words, place) })),
      );
      const expected = posts
        .map((words, place) => ({ words, text: textOf(words, place) }))
        .filter(({ words }) => isFound(words, terms, isOpen))
        .map(({ text }) => text)
        .toReversed();
      const query = queryOf(terms, isOpen);
      assert.deepEqual(await pagesOf(world, { query, sort: 'NEWEST', first }), expected, query);
      const ranked = await pagesOf(world, { query, sort: 'RELEVANCE', first });
      assert.deepEqual(ranked.toSorted(), expected.toSorted(), query);
    }),
    { numRuns: 100 },
  );
});

test('every text is a valid search query, except empty, too long and control characters', async (t) => {
  const world = await testWorld(t, GENEROUS);
  const ada = await world.user('ada');
  await settlePosts(world, [{ authorId: uuidOf(ada.id), text: "It's ~1/ (a & b) | !c <-> d:* \\ 'e'" }]);
  const searches = async (query: string): Promise<void> => {
    for (const sort of ['NEWEST', 'RELEVANCE']) {
      const { data, errors } = await world.anonymous().ask(SEARCH, { query, sort });
      assert.deepEqual([errors, Array.isArray(data?.searchPosts?.edges)], [undefined, true], query);
    }
  };
  const pieces =
    "' '' \\ \\' \" ! & | ( ) <-> <2> :* :ABD * ~ ~1/ ~/ / @ # #a - -- -\" ; $1 % _ x\u200b \u202ex \ufdfa é 🦊 👩‍👩‍👧 日 a ab".split(
      ' ',
    );
  for (const query of pieces) await searches(query);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc
          .array(fc.constantFrom(...pieces, ' '), { minLength: 1, maxLength: 30 })
          .map((parts) => parts.join('')),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
      ),
      async (query) => {
        const { errors } = await world.anonymous().ask(SEARCH, { query, sort: 'NEWEST' });
        assert.ok(errors === undefined || errors[0]?.extensions.code === 'BAD_USER_INPUT', query);
      },
    ),
    { numRuns: 100 },
  );
  for (const query of [
    'a'.repeat(200),
    '日'.repeat(200),
    '🦊'.repeat(200),
    'a '.repeat(100),
    '"a b" '.repeat(33),
  ]) {
    await searches(query);
  }
  for (const query of ['', ' ', '\u200b', 'a'.repeat(201), 'é'.repeat(5_000), 'a\0b', 'ab\u0007']) {
    const { data, errors } = await ada.ask(SEARCH, { query });
    assert.deepEqual([data, errors?.[0]?.extensions.code], [{ searchPosts: null }, 'BAD_USER_INPUT'], query);
  }
  const ranked = (...key: unknown[]): string =>
    Buffer.from(JSON.stringify([1, 'searchPosts.ranked', ...key])).toString('base64url');
  for (const after of [
    '',
    'x',
    ranked(1e15, 0, postIdAt(1)),
    ranked(0, 2 ** 31, postIdAt(1)),
    ranked(0, 0, 'x'),
  ]) {
    const { errors } = await ada.ask(SEARCH, { query: 'karla', after });
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT', after);
  }
});
