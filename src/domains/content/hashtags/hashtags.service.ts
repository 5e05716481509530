import { hashtagNameOf } from '#domains/graph/entities/entities.policy.ts';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { type FoundRows, type IdKey, LAST_ID, type ListRequest, type TimeKey } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { endIdOf } from '#platform/kernel/ids.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { load, loadMany } from '#platform/request/loader.ts';
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
import { normalizedPrefix } from './hashtags.policy.ts';
import { findHashtag, listMatchingHashtags, listTrendingHashtags } from './hashtags.queries.ts';
import type {
  FollowedHashtag,
  FoundHashtag,
  FoundKey,
  Hashtag,
  TrendingHashtag,
  TrendKey,
} from './hashtags.types.ts';

/** Null for a hashtag without posts visible to the caller, for a hidden one, and for a name that is not valid. */
export async function hashtag(ctx: RequestContext, written: string): Promise<Hashtag | null> {
  const name = hashtagNameOf(written);
  return visibleHashtag(ctx, name === null ? null : await findHashtag(ctx.db, { name }, viewerOf(ctx)));
}

/** As `hashtag`, by its id. */
export async function findHashtagById(ctx: RequestContext, id: string): Promise<Hashtag | null> {
  return visibleHashtag(ctx, await findHashtag(ctx.db, { id }, viewerOf(ctx)));
}

/** A hashtag is visible to its followers and to viewers who can see one of its posts. */
async function visibleHashtag(
  ctx: RequestContext,
  found: (Hashtag & { readonly isSeen: boolean }) | null,
): Promise<Hashtag | null> {
  if (!found || found.isSeen) return found;
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

/** Hashtags of public posts visible to the caller whose names begin with a text: an exact match first, then the popular ones. */
export async function searchHashtags(
  ctx: RequestContext,
  written: string,
  { from: [rank, name], limit }: ListRequest<FoundKey>,
): Promise<readonly FoundHashtag[]> {
  const prefix = normalizedPrefix(written);
  if (prefix === null) return [];
  const { id: viewerId, now } = viewerOf(ctx);
  return listMatchingHashtags(ctx.db, { viewerId, prefix, now, rank, name, limit: limit + 1 });
}

/** Hashtags used by many more accounts than usual, without those that the caller has muted; the strongest first. */
export async function trendingHashtags(
  ctx: RequestContext,
  { from: [strength, beforeId], limit }: ListRequest<TrendKey>,
): Promise<readonly TrendingHashtag[]> {
  const { id: viewerId, now } = viewerOf(ctx);
  return listTrendingHashtags(ctx.db, { viewerId, now, strength, beforeId, limit: limit + 1 });
}

/** Posts with a hashtag that are visible to the caller, newest first; null where `hashtag` is. */
export async function hashtagPosts(
  ctx: RequestContext,
  name: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<FoundRows<Post, IdKey> | null> {
  const found = await hashtag(ctx, name);
  if (!found) return null;
  const { id: viewerId, now } = viewerOf(ctx);
  const posts = { hashtagId: found.id, viewerId, now, beforeId, limit: limit + 1 };
  const { ids, reachedId } = await listHashtagPostIds(ctx.db, posts);
  const rows = await loadMany(ctx, visiblePostById, ids);
  return reachedId === null ? rows : { rows, endKey: [endIdOf(reachedId, beforeId, ids)] };
}

/**
 * Follows a hashtag. Idempotent.
 * @throws AppError VALIDATION_FAILED for what cannot be a hashtag | NOT_FOUND where `hashtag` is null | LIMIT_REACHED
 */
export async function followHashtag(ctx: UserContext, input: { name: string }): Promise<Hashtag> {
  if (hashtagNameOf(input.name) === null) {
    throw invalid(['name'], 'Use letters, digits and underscores, with a letter among them.', 'hashtag');
  }
  const { id: hashtagId } = await requireHashtag(ctx, input.name);
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    // The lock serializes the follows of one user, so that their number cannot exceed the limit.
    await lockUsers(tx, [userId]);
    if ((await countOtherFollowedHashtags(tx, { userId, hashtagId })) >= ctx.limits.followedHashtags) {
      throw limitReached(ctx.limits.followedHashtags);
    }
    const follow = { userId, hashtagId, createdAt: ctx.clock.now() };
    if (await insertHashtagFollow(tx, follow)) await updateFollowerCounts(tx, [hashtagId], 1);
  });
  return requireHashtag(ctx, input.name);
}

const limitReached = (limit: number): AppError =>
  new AppError('LIMIT_REACHED', `You can follow at most ${limit} hashtags.`, { details: { limit } });

/**
 * Stops following a hashtag, a hidden one too; succeeds without a change when the caller does not follow it.
 * @returns the hashtag; null where `hashtag` is
 */
export async function unfollowHashtag(ctx: UserContext, input: { name: string }): Promise<Hashtag | null> {
  const name = hashtagNameOf(input.name);
  if (name === null) return null;
  const unfollowedId = await ctx.transaction(async (tx) => {
    const id = await deleteHashtagFollow(tx, { userId: ctx.user.id, name });
    if (id !== null) await updateFollowerCounts(tx, [id], -1);
    return id;
  });
  if (unfollowedId === null) return hashtag(ctx, input.name);
  // Visibility is not checked again: the caller could see it until now.
  return findHashtag(ctx.db, { id: unfollowedId }, viewerOf(ctx));
}

async function requireHashtag(ctx: RequestContext, name: string): Promise<Hashtag> {
  const found = await hashtag(ctx, name);
  if (!found) throw notFound('Hashtag', ['name']);
  return found;
}

/** Hashtags that the caller follows, the most recently followed first, without hidden ones. */
export function myFollowedHashtags(ctx: UserContext, page: ListRequest<TimeKey>): Promise<FollowedHashtag[]> {
  return listFollowedHashtags(ctx.db, { userId: ctx.user.id, now: ctx.clock.now() }, page);
}
