import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { lockUsers, updateFollowCounts } from '#domains/identity/users/users.service.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import { DAY_MS } from '#platform/clock.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { notFound } from '#platform/errors.ts';
import { forgetLoaded, load } from '#platform/loader.ts';
import { invalid } from '#platform/parse-input.ts';
import {
  deleteFollowRequest,
  deleteFollowRequestsBetween,
  upsertFollowRequest,
} from './follow-requests.queries.ts';
import { followRequested, userFollowed, userUnfollowed } from './follows.events.ts';
import { followEdgesByUser, followRequestsByUser } from './follows.loaders.ts';
import { deleteFollow, deleteFollowsBetween, findStanding, insertFollow } from './follows.queries.ts';
import type { FollowState } from './follows.types.ts';

// The feed fills timelines with what followed people publish, and notes on the edge how far it is.
export { updateEdgeDelivery } from './follows.queries.ts';

type Edge = { readonly followerId: string; readonly followeeId: string };

/**
 * Follows a person, or asks a private one for leave to; repeating it is success.
 * @throws AppError NOT_FOUND for who is absent or invisible
 */
export async function followUser(
  ctx: UserContext,
  input: { userId: string },
): Promise<{ user: User; state: FollowState }> {
  if (input.userId === ctx.user.id) throw invalid(['userId'], 'Nobody can follow themselves.', 'notSelf');
  const edge = { followerId: ctx.user.id, followeeId: input.userId };
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [edge.followerId, edge.followeeId]);
    // Who blocks or goes private waits for the same locks, so what is read here holds until the commit.
    const who = { viewerId: ctx.user.id, now: ctx.clock.now(), userId: input.userId };
    const standing = await findStanding(tx, who);
    if (!standing) throw notFound('User', ['userId']);
    if (standing.isFollowed) return;
    const request = { requesterId: edge.followerId, targetId: edge.followeeId };
    if (standing.isPrivate) return requestToFollow(ctx, tx, request);
    if (standing.hasAsked) await deleteFollowRequest(tx, request);
    await startFollowing(ctx, tx, edge);
  });
  forgetLoaded(ctx);
  return { user: await visibleUser(ctx, input.userId), state: await followState(ctx, input.userId) };
}

/** How long a rejected request can be repeated without that the person who rejected it hears of it. */
const REJECTION_LIFE_MS = 30 * DAY_MS;

async function requestToFollow(
  ctx: UserContext,
  tx: Tx,
  request: { requesterId: string; targetId: string },
): Promise<void> {
  const createdAt = ctx.clock.now();
  const lapsedAt = new Date(createdAt.getTime() - REJECTION_LIFE_MS);
  if (await upsertFollowRequest(tx, { ...request, createdAt, lapsedAt })) tx.emit(followRequested, request);
}

/** Makes an edge. Both people are locked, no request is left, and the followee has nothing against it. */
export async function startFollowing(ctx: UserContext, tx: Tx, edge: Edge): Promise<void> {
  if (!(await insertFollow(tx, { ...edge, createdAt: ctx.clock.now() }))) return;
  await updateFollowCounts(tx, edge, 1);
  tx.emit(userFollowed, edge);
}

/** Stops following; repeating it is success. @throws AppError NOT_FOUND for who is absent or invisible */
export async function unfollowUser(ctx: UserContext, input: { userId: string }): Promise<User> {
  await visibleUser(ctx, input.userId);
  await stopFollowing(ctx, { followerId: ctx.user.id, followeeId: input.userId });
  return visibleUser(ctx, input.userId);
}

/**
 * Ends that somebody follows the caller; they are not told. Repeating it is success.
 * @throws AppError NOT_FOUND for who is absent or invisible
 */
export async function removeFollower(ctx: UserContext, input: { userId: string }): Promise<User> {
  await visibleUser(ctx, input.userId);
  await stopFollowing(ctx, { followerId: input.userId, followeeId: ctx.user.id });
  return visibleUser(ctx, input.userId);
}

async function stopFollowing(ctx: UserContext, edge: Edge): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [edge.followerId, edge.followeeId]);
    if (await deleteFollow(tx, edge)) await noteUnfollowed(tx, edge);
  });
  forgetLoaded(ctx);
}

/** Ends whatever there is between two people, edges and requests, in both directions. Both are locked by `lockUsers`. */
export async function severTies(tx: Tx, oneId: string, otherId: string): Promise<void> {
  await deleteFollowRequestsBetween(tx, oneId, otherId);
  for (const edge of await deleteFollowsBetween(tx, oneId, otherId)) await noteUnfollowed(tx, edge);
}

async function noteUnfollowed(tx: Tx, edge: Edge): Promise<void> {
  await updateFollowCounts(tx, edge, -1);
  tx.emit(userUnfollowed, edge);
}

/** How far the caller has come in following a person; a rejected request is still one to them. */
export async function followState(ctx: RequestContext, userId: string): Promise<FollowState> {
  if ((await load(ctx, followEdgesByUser, userId))?.isFollowed) return 'FOLLOWING';
  return (await load(ctx, followRequestsByUser, userId))?.isRequested ? 'REQUESTED' : 'NONE';
}

/** @throws AppError NOT_FOUND for who is absent or invisible */
export async function visibleUser(ctx: RequestContext, id: string): Promise<User> {
  const user = await load(ctx, visibleUserById, id);
  if (!user) throw notFound('User', ['userId']);
  return user;
}
