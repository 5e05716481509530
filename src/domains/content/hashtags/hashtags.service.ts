import { z } from 'zod';
import { hashtagNameOf } from '#domains/foundation/entities/entities.policy.ts';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import {
  idKey,
  type IdKey,
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
  timeKey,
  type TimeKey,
} from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { forgetLoaded, load, loadMany } from '#platform/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import type { Post } from '../posts/posts.types.ts';
import {
  countOtherFollowedHashtags,
  deleteHashtagFollow,
  insertHashtagFollow,
  listFollowedHashtags,
  updateFollowerCounts,
} from './hashtag-follows.queries.ts';
import { listHashtagPostIds } from './hashtag-posts.queries.ts';
import { isHashtagFollowed } from './hashtags.loaders.ts';
import { foldedPrefix } from './hashtags.policy.ts';
import { findHashtag, FOUND_RANK_MAX, listFoundHashtags, listTrendingHashtags } from './hashtags.queries.ts';
import type { FollowedHashtag, FoundHashtag, Hashtag, TrendingHashtag } from './hashtags.types.ts';

/** Above every UUID of version 7. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Null for what nobody has used where the caller could see it, for what is hidden, and for what no hashtag can be called. */
export async function hashtag(ctx: RequestContext, written: string): Promise<Hashtag | null> {
  const name = hashtagNameOf(written);
  return visibleHashtag(ctx, name === null ? null : await findHashtag(ctx.db, { name }, ctx.clock.now()));
}

/** As `hashtag`, by its id. */
export async function findHashtagById(ctx: RequestContext, id: string): Promise<Hashtag | null> {
  return visibleHashtag(ctx, await findHashtag(ctx.db, { id }, ctx.clock.now()));
}

/** A hashtag without public posts is there for those alone who follow it or may see one of its posts. */
async function visibleHashtag(ctx: RequestContext, found: Hashtag | null): Promise<Hashtag | null> {
  if (!found || found.postCount > 0) return found;
  if (await load(ctx, isHashtagFollowed, found.id)) return found;
  const { id: viewerId, now } = viewerOf(ctx);
  const seen = await listHashtagPostIds(ctx.db, {
    hashtagId: found.id,
    viewerId,
    now,
    beforeId: LAST_ID,
    limit: 1,
  });
  return seen.ids.length === 0 ? null : found;
}

const foundKey = z.tuple([
  z.int().min(1).max(FOUND_RANK_MAX),
  z.string().refine((name) => hashtagNameOf(name) === name),
]);
type FoundKey = z.infer<typeof foundKey>;

const foundList: KeysetList<FoundKey> = { name: 'searchHashtags', key: foundKey };

/** The hashtags of public posts whose names begin with a text: the very one first, then the popular ones. */
export async function searchHashtags(
  ctx: RequestContext,
  { prefix: written, ...args }: PageArgs & { prefix: string },
): Promise<Page<FoundHashtag>> {
  const page = parsePage(foundList, args, ctx.limits);
  const prefix = foldedPrefix(written);
  const [rank, name] = page.from ?? [FOUND_RANK_MAX + 1, ''];
  const place = { rank, name, limit: page.limit + 1 };
  const rows =
    prefix === null ? [] : await listFoundHashtags(ctx.db, { prefix, now: ctx.clock.now(), ...place });
  return pageOf(foundList, page, rows, (row): FoundKey => [row.rank, row.name]);
}

const trendKey = z.tuple([z.number(), z.uuid()]);
type TrendKey = z.infer<typeof trendKey>;

const trendsList: KeysetList<TrendKey> = { name: 'trendingHashtags', key: trendKey };

/** What many more accounts than usual talk about, but for what the caller has muted; the strongest first. */
export async function trendingHashtags(ctx: RequestContext, args: PageArgs): Promise<Page<TrendingHashtag>> {
  const page = parsePage(trendsList, args, ctx.limits);
  const { id: viewerId, now } = viewerOf(ctx);
  const [strength, beforeId] = page.from ?? [Infinity, LAST_ID];
  const rows = await listTrendingHashtags(ctx.db, {
    viewerId,
    now,
    strength,
    beforeId,
    limit: page.limit + 1,
  });
  return pageOf(trendsList, page, rows, (row): TrendKey => [row.strength, row.id]);
}

const hashtagPostsList: KeysetList<IdKey> = { name: 'hashtagPosts', key: idKey };

/** The posts with a hashtag that the caller may see, newest first; null where `hashtag` is. */
export async function hashtagPosts(
  ctx: RequestContext,
  { name, ...args }: PageArgs & { name: string },
): Promise<Page<Post> | null> {
  const page = parsePage(hashtagPostsList, args, ctx.limits);
  const found = await hashtag(ctx, name);
  if (!found) return null;
  const { id: viewerId, now } = viewerOf(ctx);
  const { ids, reachedId } = await listHashtagPostIds(ctx.db, {
    hashtagId: found.id,
    viewerId,
    now,
    beforeId: page.from?.[0] ?? LAST_ID,
    limit: page.limit + 1,
  });
  const posts = await loadMany(ctx, visiblePostById, ids);
  const made = pageOf(hashtagPostsList, page, posts, (post): IdKey => [post.id]);
  return reachedId === null ? made : { ...made, hasNextPage: true, endKey: [reachedId] };
}

/**
 * Follows a hashtag; repeating it is success.
 * @throws AppError NOT_FOUND where `hashtag` is null | LIMIT_REACHED
 */
export async function followHashtag(ctx: UserContext, input: { name: string }): Promise<Hashtag> {
  const { id: hashtagId } = await existingHashtag(ctx, input.name);
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    // What one person follows is added one after the other, so that its number cannot pass the limit.
    await lockUsers(tx, [userId]);
    if ((await countOtherFollowedHashtags(tx, { userId, hashtagId })) >= ctx.limits.followedHashtags) {
      throw limitReached(ctx.limits.followedHashtags);
    }
    const follow = { userId, hashtagId, createdAt: ctx.clock.now() };
    if (await insertHashtagFollow(tx, follow)) await updateFollowerCounts(tx, [hashtagId], 1);
  });
  forgetLoaded(ctx);
  return existingHashtag(ctx, input.name);
}

const limitReached = (limit: number): AppError =>
  new AppError('LIMIT_REACHED', `Nobody can follow more than ${limit} hashtags.`, { details: { limit } });

/** Stops following a hashtag; repeating it is success. @throws AppError NOT_FOUND where `hashtag` is null */
export async function unfollowHashtag(ctx: UserContext, input: { name: string }): Promise<Hashtag> {
  const found = await existingHashtag(ctx, input.name);
  await ctx.transaction(async (tx) => {
    const follow = { userId: ctx.user.id, hashtagId: found.id };
    if (await deleteHashtagFollow(tx, follow)) await updateFollowerCounts(tx, [found.id], -1);
  });
  forgetLoaded(ctx);
  // Not asked anew whether they may know of it: they did until now.
  return (await findHashtag(ctx.db, { id: found.id }, ctx.clock.now())) ?? found;
}

async function existingHashtag(ctx: RequestContext, name: string): Promise<Hashtag> {
  const found = await hashtag(ctx, name);
  if (!found) throw notFound('Hashtag', ['name']);
  return found;
}

const followedHashtagsList: KeysetList<TimeKey> = { name: 'followedHashtags', key: timeKey };

/** What the caller follows and is not hidden, what they followed last first. */
export async function followedHashtags(ctx: UserContext, args: PageArgs): Promise<Page<FollowedHashtag>> {
  const page = parsePage(followedHashtagsList, args, ctx.limits);
  const rows = await listFollowedHashtags(ctx.db, { userId: ctx.user.id, now: ctx.clock.now() }, page);
  return pageOf(followedHashtagsList, page, rows, (row): TimeKey => [row.followedAt.getTime(), row.id]);
}
