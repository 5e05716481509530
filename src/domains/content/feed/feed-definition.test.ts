import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AccountState, PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import { foldedPhrase, patternOf } from '#domains/graph/mutes/muted-words.policy.ts';
import type { MutedWordTarget } from '#domains/graph/mutes/muted-words.types.ts';
import type { MuteScope } from '#domains/graph/mutes/mutes.types.ts';
import { testWorld, type World } from '#test/support/world.ts';

const FEED = `query ($first: Int, $after: String) {
  feed(first: $first, after: $after) {
    edges { cursor reason node { text } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

type Page = {
  readonly edges: readonly {
    readonly cursor: string;
    readonly reason: string;
    readonly node: { readonly text: string };
  }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
};

const NAMES = ['viewer', 'ben', 'cleo', 'dora'] as const;

type RandomWorld = {
  readonly states: readonly AccountState[];
  readonly follows: readonly (readonly [follower: number, followee: number])[];
  readonly blocks: readonly (readonly [blocker: number, blocked: number])[];
  readonly mutes: readonly {
    readonly pair: readonly [muter: number, muted: number];
    readonly scopes: readonly MuteScope[];
    readonly isOver: boolean;
  }[];
  readonly mutedWords: readonly {
    readonly owner: number;
    readonly phrase: string;
    readonly targets: readonly MutedWordTarget[];
    readonly excludesFollowing: boolean;
    readonly isOver: boolean;
  }[];
  /** Oldest first. */
  readonly posts: readonly {
    readonly author: number;
    readonly visibility: PostVisibility;
    readonly isDeleted: boolean;
    readonly words: readonly string[];
  }[];
};

const person = fc.nat({ max: NAMES.length - 1 });
const pairs = fc.uniqueArray(
  fc.tuple(person, person).filter(([from, to]) => from !== to),
  { maxLength: 8, size: 'max', selector: ([from, to]) => `${from} ${to}` },
);
const seldom = fc.oneof(
  { weight: 5, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);
const mostlyViewer = fc.constantFrom(0, 0, 0, 1);
const randomWorld: fc.Arbitrary<RandomWorld> = fc.record({
  states: fc
    .array(
      fc.constantFrom<AccountState[]>(
        'ACTIVE',
        'ACTIVE',
        'ACTIVE',
        'ACTIVE',
        'DEACTIVATED',
        'PENDING_DELETION',
        'DELETED',
      ),
      {
        minLength: NAMES.length - 1,
        maxLength: NAMES.length - 1,
      },
    )
    .map((others) => ['ACTIVE' as const, ...others]),
  follows: pairs,
  blocks: fc.oneof(fc.constant([]), pairs),
  mutes: fc.oneof(
    fc.constant([]),
    fc.uniqueArray(
      fc.record({
        pair: fc.tuple(mostlyViewer, person).filter(([from, to]) => from !== to),
        scopes: fc.subarray<MuteScope>(['POSTS', 'REPOSTS', 'COMMENTS'], { minLength: 1 }),
        isOver: seldom,
      }),
      { maxLength: 4, selector: ({ pair }) => pair.join(' ') },
    ),
  ),
  mutedWords: fc.oneof(
    fc.constant([]),
    fc.uniqueArray(
      fc.record({
        owner: mostlyViewer,
        phrase: fc.constantFrom('rain', '#Rain', 'WIND', 'heavy  rain', 'snow'),
        targets: fc.subarray<MutedWordTarget>(['TEXT', 'HASHTAGS'], { minLength: 1 }),
        excludesFollowing: seldom,
        isOver: seldom,
      }),
      { maxLength: 4, selector: ({ owner, phrase }) => `${owner} ${phrase}` },
    ),
  ),
  posts: fc.array(
    fc.record({
      author: person,
      visibility: fc.constantFrom<PostVisibility[]>('PUBLIC', 'PUBLIC', 'FOLLOWERS', 'PRIVATE'),
      isDeleted: seldom,
      words: fc.array(fc.constantFrom('sun', 'sun', 'Rain', '#rain', 'rainbow', 'Wind.', 'heavy'), {
        maxLength: 3,
      }),
    }),
    { maxLength: 25, size: 'max' },
  ),
});

/** Reference implementation of the feed of viewer 0, newest first. */
function expectedFeed({
  states,
  follows,
  blocks,
  mutes,
  mutedWords,
  posts,
}: RandomWorld): { text: string; reason: string }[] {
  const has = (edges: RandomWorld['follows'], from: number, to: number): boolean =>
    edges.some(([one, other]) => one === from && other === to);
  const isMuted = (author: number): boolean =>
    mutes.some(
      ({ pair: [from, to], scopes, isOver }) =>
        from === 0 && to === author && scopes.includes('POSTS') && !isOver,
    );
  const holdsMutedWord = (words: readonly string[]): boolean =>
    mutedWords.some(
      ({ owner, phrase, targets, excludesFollowing, isOver }) =>
        owner === 0 &&
        !excludesFollowing &&
        !isOver &&
        FINDS[phrase]?.(words.join(' ').toLowerCase(), targets),
    );
  const isShown = ({ author, visibility, isDeleted, words }: RandomWorld['posts'][number]): boolean => {
    if (isDeleted) return false;
    if (author === 0) return true;
    if (isMuted(author) || holdsMutedWord(words)) return false;
    const isBlocked = has(blocks, 0, author) || has(blocks, author, 0);
    return has(follows, 0, author) && states[author] === 'ACTIVE' && !isBlocked && visibility !== 'PRIVATE';
  };
  return posts
    .map((post, index) => ({
      post,
      text: textOf(post, index),
      reason: post.author === 0 ? 'OWN' : 'FOLLOWING',
    }))
    .filter(({ post }) => isShown(post))
    .map(({ text, reason }) => ({ text, reason }))
    .toReversed();
}

/** Whether a text contains each phrase; words of these texts are separated by single spaces. */
const FINDS: Readonly<Record<string, (text: string, targets: readonly MutedWordTarget[]) => boolean>> = {
  rain: (text, targets) =>
    (targets.includes('TEXT') && / rain /.test(` ${text} `)) ||
    (targets.includes('HASHTAGS') && text.includes('#rain')),
  '#Rain': (text) => text.includes('#rain'),
  WIND: (text, targets) => targets.includes('TEXT') && text.includes('wind.'),
  'heavy  rain': (text, targets) => targets.includes('TEXT') && / heavy rain /.test(` ${text} `),
};

const textOf = ({ words }: RandomWorld['posts'][number], index: number): string =>
  [`post ${index}`, ...words].join(' ');

/** A UUIDv7 whose order is that of `index`. */
const postIdAt = (index: number): string => `01900000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;

async function write({ app, clock }: World, userIds: readonly string[], random: RandomWorld): Promise<void> {
  const { db } = app.services;
  const created_at = clock.now();
  const idOf = (index: number): string => userIds[index] ?? '';
  for (const table of ['follows', 'blocks', 'mutes', 'muted_words', 'posts'] as const)
    await db.deleteFrom(table).execute();
  for (const [index, state] of random.states.entries()) {
    await db.updateTable('users').set({ state }).where('id', '=', idOf(index)).execute();
  }
  const follows = random.follows.map(([from, to]) => ({
    follower_id: idOf(from),
    followee_id: idOf(to),
    created_at,
  }));
  if (follows.length > 0) await db.insertInto('follows').values(follows).execute();
  const blocks = random.blocks.map(([from, to]) => ({
    blocker_id: idOf(from),
    blocked_id: idOf(to),
    created_at,
  }));
  if (blocks.length > 0) await db.insertInto('blocks').values(blocks).execute();
  const expires_at = new Date(created_at.getTime() - 1);
  const mutes = random.mutes.map(({ pair: [from, to], scopes, isOver }) => ({
    muter_id: idOf(from),
    muted_id: idOf(to),
    scopes: [...scopes],
    created_at,
    expires_at: isOver ? expires_at : null,
  }));
  if (mutes.length > 0) await db.insertInto('mutes').values(mutes).execute();
  const mutedWords = random.mutedWords.flatMap(({ owner, targets, excludesFollowing, isOver, ...word }) => {
    const phrase = foldedPhrase(word.phrase);
    const pattern = patternOf(phrase, targets);
    const of = { id: app.services.ids.next(), user_id: idOf(owner), excludes_following: excludesFollowing };
    const row = { ...of, phrase, targets: [...targets], created_at, expires_at: isOver ? expires_at : null };
    // `addMutedWord` refuses phrases without a pattern.
    return pattern === null ? [] : [{ ...row, pattern }];
  });
  if (mutedWords.length > 0) await db.insertInto('muted_words').values(mutedWords).execute();
  const posts = random.posts.map((post, index) => ({
    id: postIdAt(index),
    author_id: idOf(post.author),
    text: textOf(post, index),
    visibility: post.visibility,
    created_at,
    deleted_at: post.isDeleted ? created_at : null,
  }));
  if (posts.length > 0) await db.insertInto('posts').values(posts).execute();
}

test('the feed equals its reference implementation, for any data, in pages of any size', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '10000000' } });
  const viewer = await world.user('viewer');
  for (const name of NAMES.slice(1)) await world.user(name);
  const { db } = world.app.services;
  const users = await db.selectFrom('users').select(['id', 'username']).execute();
  const userIds = NAMES.map((name) => users.find((user) => user.username === name)?.id ?? '');

  await fc.assert(
    fc.asyncProperty(randomWorld, fc.integer({ min: 1, max: 7 }), async (random, first) => {
      await write(world, userIds, random);
      const expected = expectedFeed(random);
      const shown: { text: string; reason: string }[] = [];
      for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
        const { edges, pageInfo }: Page = (await viewer.do(FEED, { first, after })).feed;
        assert.equal(edges.length, Math.min(first, expected.length - shown.length));
        assert.equal(pageInfo.hasNextPage, shown.length + edges.length < expected.length);
        assert.equal(pageInfo.hasPreviousPage, after !== null);
        assert.deepEqual(
          [pageInfo.startCursor, pageInfo.endCursor],
          [edges.at(0)?.cursor ?? null, edges.at(-1)?.cursor ?? null],
        );
        shown.push(...edges.map(({ reason, node }) => ({ text: node.text, reason })));
        ({ hasNextPage, endCursor: after } = pageInfo);
      }
      assert.deepEqual(shown, expected);
    }),
    { numRuns: 250 },
  );
});
