import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type {
  AccountState,
  ModerationState,
  PostVisibility,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { patternOf } from '#domains/graph/mutes/muted-words.policy.ts';
import { hashtagPage } from '#test/support/content/hashtags.ts';
import { canSeePost, randomModeration } from '#test/support/promises/visibility-rule.ts';
import { testWorld, type World } from '#test/support/world.ts';

const NAMES = ['viewer', 'ben', 'cleo', 'dora'] as const;

type Edge = readonly [from: number, to: number];

type RandomWorld = {
  readonly people: readonly { readonly state: AccountState; readonly isPrivate: boolean }[];
  readonly follows: readonly Edge[];
  readonly blocks: readonly Edge[];
  readonly mutes: readonly Edge[];
  /** Entitlements for tier levels up to 2. */
  readonly payments: readonly Edge[];
  readonly mutedWords: readonly { readonly phrase: string; readonly excludesFollowing: boolean }[];
  /** Oldest first. */
  readonly posts: readonly {
    readonly author: number;
    readonly visibility: PostVisibility;
    readonly tierLevel: number | null;
    readonly namesViewer: boolean;
    readonly isDeleted: boolean;
    readonly moderation: ModerationState;
    readonly words: readonly string[];
    readonly isTagged: boolean;
    /** Whether the index has the visibility from before a change of the account, because the job has not run. */
    readonly isStale: boolean;
  }[];
};

const person = fc.nat({ max: NAMES.length - 1 });
const edges = fc.uniqueArray(
  fc.tuple(person, person).filter(([from, to]) => from !== to),
  { maxLength: 7, size: 'max', selector: (edge) => edge.join(' ') },
);
const seldom = fc.oneof(
  { weight: 6, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);
const state = fc.constantFrom<AccountState[]>(
  'ACTIVE',
  'ACTIVE',
  'ACTIVE',
  'ACTIVE',
  'DEACTIVATED',
  'DELETED',
);

const randomWorld = (stale: fc.Arbitrary<boolean>): fc.Arbitrary<RandomWorld> =>
  fc.record({
    people: fc
      .array(fc.record({ state, isPrivate: seldom }), { minLength: 3, maxLength: 3 })
      .chain((others) => seldom.map((isPrivate) => [{ state: 'ACTIVE' as const, isPrivate }, ...others])),
    follows: edges,
    blocks: fc.oneof(fc.constant([]), edges),
    mutes: fc.oneof(fc.constant([]), edges),
    payments: fc.oneof(fc.constant([]), edges),
    mutedWords: fc.uniqueArray(
      fc.record({ phrase: fc.constantFrom('rain', 'wind', '#tea'), excludesFollowing: fc.boolean() }),
      { maxLength: 2, selector: ({ phrase }) => phrase },
    ),
    posts: fc.array(
      fc.record({
        author: person,
        visibility: fc.constantFrom<PostVisibility[]>(
          'PUBLIC',
          'PUBLIC',
          'FOLLOWERS',
          'SUBSCRIBERS',
          'PRIVATE',
        ),
        tierLevel: fc.constantFrom(null, 1, 2, 3),
        namesViewer: fc.boolean(),
        isDeleted: seldom,
        moderation: randomModeration,
        words: fc.subarray(['sun', 'rain', 'wind']),
        isTagged: fc.constantFrom(true, true, true, false),
        isStale: stale,
      }),
      { maxLength: 20, size: 'max' },
    ),
  });

const textOf = ({ words, isTagged }: RandomWorld['posts'][number], index: number): string =>
  [`post ${index}`, ...words, ...(isTagged ? ['#tea'] : [])].join(' ');

/** Reference implementation for viewer 0, by the rules of visibility and mutes; newest first. */
function expectedTexts(random: RandomWorld): string[] {
  const has = (list: readonly Edge[], from: number, to: number): boolean =>
    list.some(([one, other]) => one === from && other === to);
  const isShown = (post: RandomWorld['posts'][number], text: string): boolean => {
    const { author, visibility, tierLevel, namesViewer, isDeleted, moderation } = post;
    const isFollowed = has(random.follows, 0, author);
    const isViewer = author === 0;
    const isVisible = canSeePost({
      author: {
        state: random.people[author]?.state ?? 'DELETED',
        isSuspended: false,
        isViewer,
        isBlocked: has(random.blocks, 0, author) || has(random.blocks, author, 0),
        requiresSignIn: false,
        isViewerSignedIn: true,
      },
      isAuthorPrivate: random.people[author]?.isPrivate ?? true,
      isAuthorFollowed: isFollowed,
      visibility,
      tierLevel,
      paidLevel: has(random.payments, 0, author) ? 2 : null,
      isNamed: namesViewer && visibility === 'PRIVATE',
      isDeleted,
      moderation,
    });
    const isMuted = random.mutedWords.some(
      ({ phrase, excludesFollowing }) =>
        !(excludesFollowing && isFollowed) && ` ${text} `.includes(` ${phrase} `),
    );
    return post.isTagged && isVisible && (isViewer || (!has(random.mutes, 0, author) && !isMuted));
  };
  return random.posts
    .map((post, index) => ({ post, text: textOf(post, index) }))
    .filter(({ post, text }) => isShown(post, text))
    .map(({ text }) => text)
    .toReversed();
}

/** A UUIDv7 whose order is that of `index`. */
const postIdAt = (index: number): string => `01900000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
const HASHTAG_ID = '01900000-0000-7000-8000-ffffffffffff';

async function write({ app, clock }: World, userIds: readonly string[], random: RandomWorld): Promise<void> {
  const { db } = app.services;
  const created_at = clock.now();
  const idOf = (index: number): string => userIds[index] ?? '';
  const tables = ['follows', 'blocks', 'mutes', 'entitlements', 'muted_words', 'posts'] as const;
  for (const table of tables) await db.deleteFrom(table).execute();
  const insert = async (
    table: (typeof tables)[number] | 'post_audience' | 'post_hashtags',
    rows: object[],
  ) => {
    if (rows.length > 0) await db.insertInto(table).values(rows).execute();
  };
  for (const [index, { state, isPrivate }] of random.people.entries()) {
    await db
      .updateTable('users')
      .set({ state, is_private: isPrivate })
      .where('id', '=', idOf(index))
      .execute();
  }
  const pairs = (list: readonly Edge[], from: string, to: string, rest: object) =>
    list.map((edge) => ({ [from]: idOf(edge[0]), [to]: idOf(edge[1]), ...rest }));
  await insert('follows', pairs(random.follows, 'follower_id', 'followee_id', { created_at }));
  await insert('blocks', pairs(random.blocks, 'blocker_id', 'blocked_id', { created_at }));
  await insert('mutes', pairs(random.mutes, 'muter_id', 'muted_id', { scopes: ['POSTS'], created_at }));
  const valid_until = new Date(created_at.getTime() + 1_000_000);
  const payment = { tier_level: 2, valid_until };
  await insert('entitlements', pairs(random.payments, 'subscriber_id', 'creator_id', payment));
  await insert(
    'muted_words',
    random.mutedWords.map(({ phrase, excludesFollowing }) => ({
      id: app.services.ids.next(),
      user_id: idOf(0),
      phrase,
      targets: ['TEXT', 'HASHTAGS'],
      pattern: patternOf(phrase, ['TEXT', 'HASHTAGS']) ?? '',
      excludes_following: excludesFollowing,
      created_at,
    })),
  );
  const posts = random.posts.map((post, index) => ({
    ...post,
    id: postIdAt(index),
    text: textOf(post, index),
  }));
  await insert(
    'posts',
    posts.map(({ id, author, text, visibility, tierLevel, isDeleted, moderation }) => ({
      id,
      author_id: idOf(author),
      text,
      visibility,
      tier_level: visibility === 'SUBSCRIBERS' ? tierLevel : null,
      created_at,
      deleted_at: isDeleted ? created_at : null,
      moderation_state: moderation,
    })),
  );
  await insert(
    'post_audience',
    posts
      .filter(
        ({ visibility, namesViewer, author }) => visibility === 'PRIVATE' && namesViewer && author !== 0,
      )
      .map(({ id }) => ({ post_id: id, user_id: idOf(0) })),
  );
  await insert(
    'post_hashtags',
    posts
      .filter(({ isTagged }) => isTagged)
      .map(({ id, author, visibility, moderation, isStale }) => ({
        post_id: id,
        hashtag_id: HASHTAG_ID,
        author_id: idOf(author),
        is_open:
          (visibility === 'PUBLIC' && moderation === 'VISIBLE' && !random.people[author]?.isPrivate) !==
          isStale,
      })),
  );
}

async function worldOfPosts(t: { after(work: () => unknown): void }) {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '10000000' } });
  const viewer = await world.user('viewer');
  for (const name of NAMES.slice(1)) await world.user(name);
  const { db } = world.app.services;
  const users = await db.selectFrom('users').select(['id', 'username']).execute();
  const userIds = NAMES.map((name) => users.find((user) => user.username === name)?.id ?? '');
  const hashtag = { id: HASHTAG_ID, name: 'tea', display_name: 'tea', created_at: world.clock.now() };
  await db.insertInto('hashtags').values(hashtag).execute();
  // The follow makes the hashtag visible to the viewer in every world.
  const follow = { user_id: userIds[0] ?? '', hashtag_id: HASHTAG_ID, created_at: world.clock.now() };
  await db.insertInto('hashtag_follows').values(follow).execute();
  return { world, viewer, userIds };
}

test('`hashtagPosts` equals its reference implementation, for any data, in pages of any size', async (t) => {
  const { world, viewer, userIds } = await worldOfPosts(t);
  await fc.assert(
    fc.asyncProperty(
      randomWorld(fc.constant(false)),
      fc.integer({ min: 1, max: 7 }),
      async (random, first) => {
        await write(world, userIds, random);
        const expected = expectedTexts(random);
        const shown: string[] = [];
        for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
          const page = await hashtagPage(viewer, 'tea', { first, after });
          assert.ok(page);
          assert.equal(page.nodes.length, Math.min(first, expected.length - shown.length));
          assert.equal(page.pageInfo.hasNextPage, shown.length + page.nodes.length < expected.length);
          assert.equal(page.pageInfo.hasPreviousPage, after !== null);
          shown.push(...page.nodes.map(({ text }) => text));
          ({ hasNextPage, endCursor: after } = page.pageInfo);
        }
        assert.deepEqual(shown, expected);
      },
    ),
    { numRuns: 200 },
  );
});

test('`hashtagPosts` never shows an invisible post while the index is stale', async (t) => {
  const { world, viewer, userIds } = await worldOfPosts(t);
  await fc.assert(
    fc.asyncProperty(randomWorld(fc.boolean()), async (random) => {
      await write(world, userIds, random);
      const expected = expectedTexts(random);
      const page = await hashtagPage(viewer, 'tea', { first: 50 });
      assert.ok(page);
      const shown = page.nodes.map(({ text }) => text);
      assert.deepEqual(
        shown,
        expected.filter((text) => shown.includes(text)),
      );
    }),
    { numRuns: 60 },
  );
});
