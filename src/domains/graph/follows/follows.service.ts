import { changeFollowCounts, lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import { load, prime } from '#platform/request/loader.ts';
import { isUnrestricted } from '#platform/request/restrictions.ts';
import {
  deleteFollowRequestsBetween,
  deleteOpenFollowRequest,
  updateFollowRequestWithdrawn,
} from './follow-requests.queries.ts';
import { followRequestEnded, userFollowed, userUnfollowed } from './follows.events.ts';
import { followEdgesByUser, followRequestsByUser } from './follows.loaders.ts';
import {
  deleteFollow,
  deleteFollowsBetween,
  type FanOut,
  insertFollow,
  updateFollowFanOut,
} from './follows.queries.ts';
import { writeFollow } from './following.queries.ts';
import type { FollowState } from './follows.types.ts';

type Edge = { readonly followerId: string; readonly followeeId: string };

/**
 * Follows a user, or requests it of a private one; succeeds without a change when repeated.
 * @throws AppError NOT_FOUND for a user who is absent or invisible
 */
export async function followUser(
  ctx: UserContext,
  input: { userId: string },
): Promise<{ user: User; state: FollowState }> {
  if (input.userId === ctx.user.id) throw invalid(['userId'], 'You cannot follow yourself.', 'notSelf');
  const { isFollowed, ...user } = await untilWritten(async () => {
    const now = ctx.clock.now();
    const lapsedAt = new Date(now.getTime() - REJECTION_LIFE_DAYS * DAY_MS);
    const follow = { followerId: ctx.user.id, followeeId: input.userId, now, lapsedAt };
    const events = { eventId: ctx.ids.next(), endEventId: ctx.ids.next() };
    return (await ctx.write(writeFollow, { ...follow, ...events })).row;
  });
  prime(ctx, visibleUserById, [user]);
  return { user, state: isFollowed ? 'FOLLOWING' : 'REQUESTED' };
}

/** Days after a rejection in which a repeated request does not notify the user who rejected it. */
export const REJECTION_LIFE_DAYS = 30;

/** Inserts a follow. The caller has locked both users, deleted any request and checked that the followee agrees. */
export async function createFollow(ctx: InTransaction<UserContext>, tx: Tx, edge: Edge): Promise<void> {
  if (!(await insertFollow(tx, { ...edge, createdAt: ctx.clock.now() }))) return;
  await changeFollowCounts(tx, edge, 1);
  tx.emit(userFollowed, edge);
}

/**
 * Stops following and cancels a request to follow; succeeds without a change when there is neither.
 * @returns the user; null when the caller cannot see them
 */
export async function unfollowUser(ctx: UserContext, input: { userId: string }): Promise<User | null> {
  const edge = { followerId: ctx.user.id, followeeId: input.userId };
  await endFollow(ctx, edge, async (tx) =>
    withdrawFollowRequest(tx, { requesterId: edge.followerId, targetId: edge.followeeId }),
  );
  return load(ctx, visibleUserById, input.userId);
}

/**
 * Removes a follower of the caller without notifying them; succeeds without a change when they do not follow.
 * @returns the user; null when the caller cannot see them
 */
export async function removeFollower(ctx: UserContext, input: { userId: string }): Promise<User | null> {
  await endFollow(ctx, { followerId: input.userId, followeeId: ctx.user.id });
  return load(ctx, visibleUserById, input.userId);
}

/** @param otherwise runs under the same locks when there is no follow */
async function endFollow(
  ctx: UserContext,
  edge: Edge,
  otherwise: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [edge.followerId, edge.followeeId]);
    if (await deleteFollow(tx, edge)) await recordUnfollow(tx, edge);
    else await otherwise(tx);
  });
}

/** Ends a request for its requester, if they see one. One that was rejected keeps its row, invisible to them. */
export async function withdrawFollowRequest(
  tx: Tx,
  request: { requesterId: string; targetId: string },
): Promise<void> {
  if (await deleteOpenFollowRequest(tx, request))
    tx.emit(followRequestEnded, { ...request, outcome: 'CANCELED' });
  else await updateFollowRequestWithdrawn(tx, request);
}

/** Deletes follows and follow requests between two users, in both directions, for a block. The caller has locked both. */
export async function endFollowsBetween(tx: Tx, oneId: string, otherId: string): Promise<void> {
  for (const request of await deleteFollowRequestsBetween(tx, oneId, otherId))
    tx.emit(followRequestEnded, { ...request, outcome: 'BLOCKED' });
  for (const edge of await deleteFollowsBetween(tx, oneId, otherId)) await recordUnfollow(tx, edge);
}

async function recordUnfollow(tx: Tx, edge: Edge): Promise<void> {
  await changeFollowCounts(tx, edge, -1);
  tx.emit(userUnfollowed, edge);
}

/** Sets on follows how publications reach the follower's feed. */
export async function setFollowFanOut(tx: Tx, fanOut: FanOut): Promise<void> {
  if (fanOut.followeeIds?.length === 0) return;
  await updateFollowFanOut(tx, fanOut);
}

/** The follow state of the caller towards a user; a rejected request still counts as one. */
export async function followState(ctx: RequestContext, userId: string): Promise<FollowState> {
  if ((await load(ctx, followEdgesByUser, userId))?.isFollowed) return 'FOLLOWING';
  return (await load(ctx, followRequestsByUser, userId))?.isRequested ? 'REQUESTED' : 'NONE';
}

/** Whether `followUser` would change something: answers `viewer.canFollow`. */
export async function canFollow(ctx: RequestContext, userId: string): Promise<boolean> {
  if (!ctx.user || userId === ctx.user.id || (await followState(ctx, userId)) !== 'NONE') return false;
  if (!(await load(ctx, visibleUserById, userId))) return false;
  return isUnrestricted(ctx, 'FOLLOWING');
}
