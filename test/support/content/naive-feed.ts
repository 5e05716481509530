import { canSeePost, canSeeUser, type UserFacts } from '#test/support/promises/visibility-rule.ts';
import type { World } from '#test/support/world.ts';

/** A post at its position in the feed, by bare ids. */
export type FeedEntry = { readonly sortId: string; readonly postId: string; readonly reason: string };

/**
 * The feed of each user by its definition, over all rows: no index, no timeline, no page. Muted words are
 * compared between spaces, so texts must consist of single words.
 */
export async function naiveFeeds(world: World): Promise<(viewerId: string) => FeedEntry[]> {
  const rows = await readEverything(world);
  return (viewerId) =>
    rows.posts
      .flatMap((post) => feedEntryOf(rows, viewerId, post) ?? [])
      .toSorted((left, right) => (left.sortId < right.sortId ? 1 : -1));
}

type Rows = Awaited<ReturnType<typeof readEverything>>;

async function readEverything({ app, clock }: World) {
  const { db } = app.services;
  return {
    now: clock.now(),
    users: await db.selectFrom('users').selectAll().execute(),
    follows: await db.selectFrom('follows').selectAll().execute(),
    blocks: await db.selectFrom('blocks').selectAll().execute(),
    mutes: await db.selectFrom('mutes').selectAll().execute(),
    mutedWords: await db.selectFrom('muted_words').selectAll().execute(),
    entitlements: await db.selectFrom('entitlements').selectAll().execute(),
    audiences: await db.selectFrom('post_audience').selectAll().execute(),
    posts: await db.selectFrom('posts').selectAll().execute(),
    reposts: await db.selectFrom('reposts').selectAll().execute(),
  };
}

function feedEntryOf(rows: Rows, viewerId: string, post: Rows['posts'][number]): FeedEntry | null {
  const isOwn = post.author_id === viewerId;
  if (!isPostVisible(rows, viewerId, post)) return null;
  if (!isOwn && isMuted(rows, viewerId, post.author_id, 'POSTS')) return null;
  const isFollowed = follows(rows, viewerId, post.author_id);
  if (!isOwn && holdsMutedWord(rows, viewerId, post.text, isFollowed)) return null;
  if (isOwn) return { sortId: post.id, postId: post.id, reason: 'OWN' };
  if (isFollowed) return { sortId: post.id, postId: post.id, reason: 'FOLLOWING' };
  const [first] = rows.reposts
    .filter(
      ({ post_id, user_id }) =>
        post_id === post.id &&
        showsRepostsOf(rows, viewerId, user_id) &&
        !factsOf(rows, user_id, post.author_id).isBlocked,
    )
    .map(({ id }) => id)
    .toSorted();
  return first === undefined ? null : { sortId: first, postId: post.id, reason: 'REPOST' };
}

function showsRepostsOf(rows: Rows, viewerId: string, userId: string): boolean {
  if (userId === viewerId) return true;
  return (
    follows(rows, viewerId, userId) &&
    canSeeUser(factsOf(rows, viewerId, userId)) &&
    !isMuted(rows, viewerId, userId, 'REPOSTS')
  );
}

function isPostVisible(rows: Rows, viewerId: string, post: Rows['posts'][number]): boolean {
  const paid = rows.entitlements.find(
    (each) =>
      each.subscriber_id === viewerId && each.creator_id === post.author_id && each.valid_until > rows.now,
  );
  return canSeePost({
    author: factsOf(rows, viewerId, post.author_id),
    isAuthorPrivate: rows.users.some(({ id, is_private }) => id === post.author_id && is_private),
    isAuthorFollowed: follows(rows, viewerId, post.author_id),
    visibility: post.visibility,
    tierLevel: post.tier_level,
    paidLevel: paid?.tier_level ?? null,
    isNamed: rows.audiences.some(({ post_id, user_id }) => post_id === post.id && user_id === viewerId),
    isDeleted: post.deleted_at !== null,
    moderation: post.moderation_state,
  });
}

function factsOf(rows: Rows, viewerId: string, userId: string): UserFacts {
  const user = rows.users.find(({ id }) => id === userId);
  if (!user) throw new Error(`There is nobody with the id ${userId}.`);
  return {
    state: user.state,
    isSuspended: user.suspended_until !== null && user.suspended_until > rows.now,
    isViewer: userId === viewerId,
    isBlocked: rows.blocks.some(
      ({ blocker_id, blocked_id }) =>
        (blocker_id === viewerId && blocked_id === userId) ||
        (blocker_id === userId && blocked_id === viewerId),
    ),
    requiresSignIn: user.requires_sign_in,
    isViewerSignedIn: true,
  };
}

const follows = (rows: Rows, followerId: string, followeeId: string): boolean =>
  rows.follows.some((edge) => edge.follower_id === followerId && edge.followee_id === followeeId);

const isMuted = (rows: Rows, viewerId: string, userId: string, scope: string): boolean =>
  rows.mutes.some(
    ({ muter_id, muted_id, scopes, expires_at }) =>
      muter_id === viewerId &&
      muted_id === userId &&
      scopes.includes(scope) &&
      (expires_at === null || expires_at > rows.now),
  );

const holdsMutedWord = (rows: Rows, viewerId: string, text: string, isFollowed: boolean): boolean =>
  rows.mutedWords.some(
    ({ user_id, phrase, excludes_following, expires_at }) =>
      user_id === viewerId &&
      !(excludes_following && isFollowed) &&
      (expires_at === null || expires_at > rows.now) &&
      text.split(' ').includes(phrase),
  );
