import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { requireUser } from '#domains/identity/users/users.service.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load, prime } from '#platform/request/loader.ts';
import {
  deleteOpenFollowRequest,
  listOpenFollowRequests,
  updateFollowRequestRejected,
} from './follow-requests.queries.ts';
import { followRequestEnded } from './follows.events.ts';
import { findFollowStatus } from './follows.queries.ts';
import { createFollow, withdrawFollowRequest } from './follows.service.ts';
import type { ListedUser } from './follows.types.ts';
import { boundsOf, LATEST_FIRST } from './user-lists.policy.ts';

/** The open requests to follow the caller, newest first. */
export async function myFollowRequests(ctx: UserContext, page: ListRequest<TimeKey>): Promise<ListedUser[]> {
  const rows = await listOpenFollowRequests(ctx.db, boundsOf(ctx, page));
  prime(ctx, visibleUserById, rows);
  return rows;
}

export const REQUEST_COUNT_MAX = 100;

/** The number of open requests to follow the caller, up to `REQUEST_COUNT_MAX`. */
export async function followRequestCount(ctx: UserContext): Promise<number> {
  const bounds = boundsOf(ctx, { from: LATEST_FIRST.start, limit: REQUEST_COUNT_MAX - 1 });
  return (await listOpenFollowRequests(ctx.db, bounds)).length;
}

/**
 * Makes the follow that was requested; succeeds without a change when repeated.
 * @throws AppError NOT_FOUND without an open request, or for a user who is absent or invisible
 */
export async function acceptFollowRequest(ctx: UserContext, input: { userId: string }): Promise<User> {
  const request = { requesterId: input.userId, targetId: ctx.user.id };
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [request.requesterId, request.targetId]);
    const pair = { viewerId: ctx.user.id, now: ctx.clock.now(), userId: input.userId };
    const status = await findFollowStatus(tx, pair);
    if (status?.isFollower) return;
    if (!status || !(await deleteOpenFollowRequest(tx, request))) throw requestNotFound();
    await createFollow(ctx, tx, { followerId: request.requesterId, followeeId: request.targetId });
    tx.emit(followRequestEnded, { ...request, outcome: 'ACCEPTED' });
  });
  return requireUser(ctx, input.userId);
}

/**
 * Removes a request from the caller's list, but not from the requester's; succeeds without a change when repeated.
 * @throws AppError NOT_FOUND without a request, or for a user who is absent or invisible
 */
export async function rejectFollowRequest(ctx: UserContext, input: { userId: string }): Promise<User> {
  const user = await requireUser(ctx, input.userId);
  const request = { requesterId: input.userId, targetId: ctx.user.id };
  await ctx.transaction(async (tx) => {
    const rejectedAt = ctx.clock.now();
    const rejected = await updateFollowRequestRejected(tx, { ...request, rejectedAt });
    if (!rejected) throw requestNotFound();
    if (rejected.wasOpen) tx.emit(followRequestEnded, { ...request, outcome: 'REJECTED' });
  });
  return user;
}

/**
 * Cancels the caller's own request; succeeds without a change when there is none.
 * @returns the user; null when the caller cannot see them
 */
export async function cancelFollowRequest(ctx: UserContext, input: { userId: string }): Promise<User | null> {
  const request = { requesterId: ctx.user.id, targetId: input.userId };
  await ctx.transaction((tx) => withdrawFollowRequest(tx, request));
  return load(ctx, visibleUserById, input.userId);
}

const requestNotFound = () => notFound('Follow request', ['userId']);
