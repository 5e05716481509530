import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openDatabase } from '#platform/db/connection.ts';
import type { Db } from '#platform/db/database.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { testDatabase } from '#test/support/database.ts';
import {
  canSeeComment,
  canSeePost,
  canSeeUser,
  type PostFacts,
  type UserFacts,
  randomModeration,
} from '#test/support/promises/visibility-rule.ts';
import {
  type AccountState,
  type ModerationState,
  type PostVisibility,
  visibleCommentSql,
  visiblePostSql,
  visibleUserSql,
} from './visibility.policy.ts';

test('the reference rule and its SQL agree on every user, post and comment of random worlds', async (t) => {
  const { connectionString } = await testDatabase(t);
  const log = createLogger({ level: 'silent' });
  const settings = { lanes: 1, transactionPoolSize: 1, statementTimeoutMs: 30_000, log };
  const database = await openDatabase({ ...settings, connectionString });
  t.after(() => database.close());
  let people = 0;
  const verdicts = { seen: 0, hidden: 0 };
  const property = fc.asyncProperty(
    fc.array(randomWorld, { minLength: WORLDS_PER_RUN, maxLength: WORLDS_PER_RUN }),
    async (worlds) => {
      const placed = worlds.map((world) => place(world, (people += PEOPLE) - PEOPLE));
      await insertWorlds(database.db, placed);
      await insertComments(database.db, placed);
      const seen = await seenBySql(database.db, placed);
      for (const world of placed) {
        for (const fact of factsOf(world)) {
          assert.equal(seen.has(fact.key), fact.isSeen, JSON.stringify({ fact, world }));
          verdicts[fact.isSeen ? 'seen' : 'hidden'] += 1;
        }
      }
    },
  );
  // The message names the one small world that fails; shrinking the hundred around it would take minutes.
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  // Worlds in which nearly everything is hidden would prove little.
  assert.ok(verdicts.seen > 500 && verdicts.hidden > 500, JSON.stringify(verdicts));
});

const RUNS = 8;
const WORLDS_PER_RUN = 100;
const PEOPLE = 4;

const POSTS_MAX = 5;
const COMMENTS_MAX = 8;

const NOW = new Date('2026-03-01T12:00:00Z');
/** The end of a suspension: the rule compares it with now, and a suspension that has just ended is none. */
const SUSPENSIONS = {
  none: null,
  over: '2026-03-01T12:00:00Z',
  lasting: '2026-03-01T12:00:01Z',
  endless: 'infinity',
} as const;

type Account = {
  state: AccountState;
  suspension: keyof typeof SUSPENSIONS;
  isPrivate: boolean;
  requiresSignIn: boolean;
};
type RandomPost = {
  author: number;
  visibility: PostVisibility;
  tierLevel: number | null;
  audience: number[];
  isDeleted: boolean;
  moderation: ModerationState;
};
type RandomComment = {
  post: number;
  author: number;
  isHidden: boolean;
  isDeleted: boolean;
  moderation: ModerationState;
  /** Blocks between the authors of the comment and of its post, besides the blocks of the world. */
  blocker: 'author' | 'postAuthor' | null;
};
/** One user's entitlement to a tier level of another, active or just expired. */
type Payment = { edge: [number, number]; level: number; isOver: boolean };
type RandomWorld = {
  viewer: number | null;
  accounts: Account[];
  blocks: [number, number][];
  follows: [number, number][];
  payments: Payment[];
  posts: RandomPost[];
  comments: RandomComment[];
};

const person = fc.nat(PEOPLE - 1);
const pairs = fc.uniqueArray(
  fc.tuple(person, person).filter(([a, b]) => a !== b),
  { maxLength: 6, selector: String },
);
const account: fc.Arbitrary<Account> = fc.record({
  state: fc.oneof(
    { weight: 5, arbitrary: fc.constant<AccountState>('ACTIVE') },
    { weight: 2, arbitrary: fc.constantFrom<AccountState>('DEACTIVATED', 'PENDING_DELETION', 'DELETED') },
  ),
  suspension: fc.constantFrom('none', 'none', 'none', 'over', 'lasting', 'endless'),
  isPrivate: fc.boolean(),
  requiresSignIn: fc.boolean(),
});
const randomWorld: fc.Arbitrary<RandomWorld> = fc.record({
  viewer: fc.option(person, { freq: 4 }),
  accounts: fc.array(account, { minLength: PEOPLE, maxLength: PEOPLE }),
  blocks: fc.array(
    fc.tuple(person, person).filter(([a, b]) => a !== b),
    { maxLength: 2 },
  ),
  follows: pairs,
  payments: fc.uniqueArray(
    fc.record({
      edge: fc.tuple(person, person).filter(([a, b]) => a !== b),
      level: fc.integer({ min: 1, max: 3 }),
      isOver: fc.boolean(),
    }),
    { maxLength: 6, selector: ({ edge }) => String(edge) },
  ),
  posts: fc.array(
    fc.record({
      author: person,
      visibility: fc.constantFrom<PostVisibility>('PUBLIC', 'PUBLIC', 'FOLLOWERS', 'SUBSCRIBERS', 'PRIVATE'),
      tierLevel: fc.option(fc.integer({ min: 1, max: 3 })),
      audience: fc.uniqueArray(person, { maxLength: 2 }),
      isDeleted: fc.boolean(),
      moderation: randomModeration,
    }),
    { minLength: 1, maxLength: POSTS_MAX },
  ),
  comments: fc.array(
    fc.record({
      post: fc.nat(POSTS_MAX - 1),
      author: person,
      isHidden: fc.nat(3).map((one) => one === 0),
      isDeleted: fc.nat(5).map((one) => one === 0),
      moderation: randomModeration,
      blocker: fc.constantFrom(null, null, 'author', 'postAuthor'),
    }),
    { minLength: COMMENTS_MAX, maxLength: COMMENTS_MAX },
  ),
});

/** A world whose users, posts and comments have keys of their own, so that many fit in one database independently. */
type PlacedWorld = RandomWorld & {
  readonly users: readonly string[];
  readonly postIds: readonly string[];
  readonly commentIds: readonly string[];
};

const uuidAt = (kind: string, place: number): string =>
  `00000000-0000-7000-8${kind}-${place.toString(16).padStart(12, '0')}`;

const POSTS_PER_PERSON = 8;

function place(world: RandomWorld, first: number): PlacedWorld {
  const { posts, comments } = world;
  return {
    ...world,
    blocks: [...world.blocks, ...comments.flatMap((comment) => blockOf(comment, posts))],
    users: world.accounts.map((_account, index) => uuidAt('000', first + index)),
    postIds: world.posts.map((_post, index) => uuidAt('001', first * POSTS_PER_PERSON + index)),
    commentIds: world.comments.map((_comment, index) => uuidAt('002', first * POSTS_PER_PERSON + index)),
  };
}

function blockOf({ post, author, blocker }: RandomComment, posts: readonly RandomPost[]): [number, number][] {
  const postAuthor = posts[post % posts.length]?.author ?? author;
  if (blocker === null || author === postAuthor) return [];
  return [blocker === 'author' ? [author, postAuthor] : [postAuthor, author]];
}

async function insertWorlds(db: Db, worlds: readonly PlacedWorld[]): Promise<void> {
  const users = worlds.flatMap(({ users, accounts }) =>
    accounts.map(({ state, suspension, isPrivate, requiresSignIn }, index) => [
      users[index],
      state,
      SUSPENSIONS[suspension],
      isPrivate,
      requiresSignIn,
    ]),
  );
  const edges = (of: 'blocks' | 'follows') =>
    worlds.flatMap(({ users, [of]: list }) => list.map(([from, to]) => [users[from], users[to]]));
  const posts = worlds.flatMap(({ users, posts, postIds }) =>
    posts.map((post, index) => [
      postIds[index],
      users[post.author],
      post.visibility,
      post.isDeleted,
      post.tierLevel,
      post.moderation,
    ]),
  );
  const audience = worlds.flatMap(({ users, posts, postIds }) =>
    posts.flatMap((post, index) => post.audience.map((named) => [postIds[index], users[named]])),
  );
  const payments = worlds.flatMap(({ users, payments }) =>
    payments.map(({ edge: [from, to], level, isOver }) => [
      users[from],
      users[to],
      level,
      isOver ? SUSPENSIONS.over : SUSPENSIONS.lasting,
    ]),
  );
  const column = (rows: readonly unknown[][], index: number) => rows.map((row) => row[index]);
  await sql`insert into users (id, provider, subject, username, display_name, state, suspended_until, is_private,
      requires_sign_in, created_at, updated_at)
    select id, 'test', id::text, left(replace(id::text, '-', ''), 4) || right(id::text, 12), 'Somebody', state, suspended,
      private, signed_in, now(), now()
    from unnest(${column(users, 0)}::uuid[], ${column(users, 1)}::text[], ${column(users, 2)}::timestamptz[],
      ${column(users, 3)}::boolean[], ${column(users, 4)}::boolean[]) as u (id, state, suspended, private, signed_in)`.execute(
    db,
  );
  for (const [table, from, to] of [
    ['blocks', 'blocker_id', 'blocked_id'],
    ['follows', 'follower_id', 'followee_id'],
  ] as const) {
    const rows = edges(table);
    await sql`insert into ${sql.table(table)} (${sql.ref(from)}, ${sql.ref(to)}, created_at)
      select a, b, now() from unnest(${column(rows, 0)}::uuid[], ${column(rows, 1)}::uuid[]) as e (a, b)
      on conflict do nothing`.execute(db);
  }
  await sql`insert into posts (id, author_id, text, visibility, created_at, deleted_at, tier_level, moderation_state)
    select id, author, 'Hello', visibility, now(), case when gone then now() end, level, state
    from unnest(${column(posts, 0)}::uuid[], ${column(posts, 1)}::uuid[], ${column(posts, 2)}::text[],
      ${column(posts, 3)}::boolean[], ${column(posts, 4)}::smallint[], ${column(posts, 5)}::text[]) as p (id, author, visibility, gone, level, state)`.execute(
    db,
  );
  await sql`insert into post_audience (post_id, user_id)
    select * from unnest(${column(audience, 0)}::uuid[], ${column(audience, 1)}::uuid[])`.execute(db);
  await sql`insert into entitlements (subscriber_id, creator_id, tier_level, valid_until)
    select * from unnest(${column(payments, 0)}::uuid[], ${column(payments, 1)}::uuid[],
      ${column(payments, 2)}::smallint[], ${column(payments, 3)}::timestamptz[])`.execute(db);
}

/** A tombstone exists only where there are replies. */
async function insertComments(db: Db, worlds: readonly PlacedWorld[]): Promise<void> {
  const rows = worlds.flatMap(({ users, postIds, comments, commentIds }) =>
    comments.map((comment, index) => ({
      id: commentIds[index] ?? '',
      post_id: postIds[comment.post % postIds.length] ?? '',
      depth: 1,
      author_id: comment.isDeleted ? null : (users[comment.author] ?? ''),
      text: '',
      created_at: NOW,
      deleted_at: comment.isDeleted ? NOW : null,
      hidden_at: comment.isHidden && !comment.isDeleted ? NOW : null,
      reply_count: comment.isDeleted ? 1 : 0,
      moderation_state: comment.moderation,
    })),
  );
  if (rows.length > 0) await db.insertInto('comments').values(rows).execute();
}

/** The keys of everything visible to the viewer of each world, by one statement for all worlds. */
async function seenBySql(db: Db, worlds: readonly PlacedWorld[]): Promise<ReadonlySet<string>> {
  const parts = worlds.map(({ viewer, users }) => {
    const looking = { id: viewer === null ? null : (users[viewer] ?? null), now: NOW };
    return sql`
      select u.id from users u where u.id = any(${users}::uuid[]) and ${visibleUserSql(looking)}
      union all
      select p.id from posts p join users u on u.id = p.author_id
      where p.author_id = any(${users}::uuid[]) and ${visiblePostSql(looking)}
      union all
      select c.id from comments c join posts p on p.id = c.post_id left join users u on u.id = c.author_id
      where p.author_id = any(${users}::uuid[]) and ${visibleCommentSql(looking)}
        and exists (select from users u where u.id = p.author_id and ${visiblePostSql(looking)})`;
  });
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

function factsOf(world: PlacedWorld): { key: string; isSeen: boolean }[] {
  const { viewer, users, accounts, blocks, follows, payments, posts, postIds, comments, commentIds } = world;
  const has = (list: readonly [number, number][], from: number | null, to: number): boolean =>
    list.some(([a, b]) => a === from && b === to);
  const userFacts = ({ state, suspension, requiresSignIn }: Account, index: number): UserFacts => ({
    state,
    isSuspended: suspension === 'lasting' || suspension === 'endless',
    isViewer: viewer === index,
    isBlocked: has(blocks, viewer, index) || (viewer !== null && has(blocks, index, viewer)),
    requiresSignIn,
    isViewerSignedIn: viewer !== null,
  });
  const ofUsers = accounts.map((account, index) => ({
    key: users[index] ?? '',
    isSeen: canSeeUser(userFacts(account, index)),
  }));
  const postFacts = posts.map((post): PostFacts => {
    const author = accounts[post.author];
    assert.ok(author);
    return {
      author: userFacts(author, post.author),
      isAuthorPrivate: author.isPrivate,
      isAuthorFollowed: has(follows, viewer, post.author),
      visibility: post.visibility,
      tierLevel: post.tierLevel,
      paidLevel:
        payments.find(({ edge: [from, to], isOver }) => !isOver && from === viewer && to === post.author)
          ?.level ?? null,
      isNamed: viewer !== null && post.audience.includes(viewer),
      isDeleted: post.isDeleted,
      moderation: post.moderation,
    };
  });
  const ofPosts = postFacts.map((facts, index) => ({ key: postIds[index] ?? '', isSeen: canSeePost(facts) }));
  const ofComments = comments.map((comment, index) => {
    const place = comment.post % posts.length;
    const [post, author, postAuthor] = [postFacts[place], accounts[comment.author], posts[place]?.author];
    assert.ok(post && author && postAuthor !== undefined);
    const facts = {
      post,
      author: userFacts(author, comment.author),
      areAuthorsBlocked: has(blocks, postAuthor, comment.author) || has(blocks, comment.author, postAuthor),
      isHidden: comment.isHidden,
      isDeleted: comment.isDeleted,
      moderation: comment.moderation,
    };
    return { key: commentIds[index] ?? '', isSeen: canSeeComment(facts) };
  });
  return [...ofUsers, ...ofPosts, ...ofComments];
}
