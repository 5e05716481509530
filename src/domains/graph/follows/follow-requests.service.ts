import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { UserContext } from '#platform/context.ts';
import { type Page, type PageArgs, parsePage } from '#platform/db/keyset.ts';
import { notFound } from '#platform/errors.ts';
import { forgetLoaded } from '#platform/loader.ts';
import {
  deleteOpenFollowRequest,
  listOpenFollowRequests,
  updateFollowRequestRejected,
  updateFollowRequestWithdrawn,
} from './follow-requests.queries.ts';
import { followRequestAccepted } from './follows.events.ts';
import { findStanding } from './follows.queries.ts';
import { startFollowing, visibleUser } from './follows.service.ts';
import type { ListedUser } from './follows.types.ts';
import { boundsOf, newestList, newestPage } from './newest-first.ts';

const followRequestsList = newestList('followRequests');

/** Who asks to follow the caller, newest first. */
export async function followRequests(ctx: UserContext, args: PageArgs): Promise<Page<ListedUser>> {
  const page = parsePage(followRequestsList, args, ctx.limits);
  const rows = await listOpenFollowRequests(ctx.db, boundsOf(ctx, page));
  return newestPage(ctx, followRequestsList, page, rows);
}

/**
 * Makes the edge that somebody asks for; repeating it is success.
 * @throws AppError NOT_FOUND for who does not ask, or is absent or invisible
 */
export async function acceptFollowRequest(ctx: UserContext, input: { userId: string }): Promise<User> {
  const request = { requesterId: input.userId, targetId: ctx.user.id };
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [request.requesterId, request.targetId]);
    const who = { viewerId: ctx.user.id, now: ctx.clock.now(), userId: input.userId };
    const standing = await findStanding(tx, who);
    if (standing?.isFollower) return;
    if (!standing || !(await deleteOpenFollowRequest(tx, request))) throw noRequest();
    await startFollowing(ctx, tx, { followerId: request.requesterId, followeeId: request.targetId });
    tx.emit(followRequestAccepted, request);
  });
  forgetLoaded(ctx);
  return visibleUser(ctx, input.userId);
}

/**
 * Takes a request off the caller's list, and leaves it on the requester's. Repeating it is success.
 * @throws AppError NOT_FOUND for who does not ask, or is absent or invisible
 */
export async function rejectFollowRequest(ctx: UserContext, input: { userId: string }): Promise<User> {
  const user = await visibleUser(ctx, input.userId);
  const request = { requesterId: input.userId, targetId: ctx.user.id };
  await ctx.transaction(async (tx) => {
    const rejectedAt = ctx.clock.now();
    if (!(await updateFollowRequestRejected(tx, { ...request, rejectedAt }))) throw noRequest();
  });
  return user;
}

/**
 * Takes the caller's own request back. One that was rejected meanwhile stays as such, out of their sight.
 * @throws AppError NOT_FOUND when they see none, or the person is absent or invisible
 */
export async function cancelFollowRequest(ctx: UserContext, input: { userId: string }): Promise<User> {
  const user = await visibleUser(ctx, input.userId);
  const request = { requesterId: ctx.user.id, targetId: input.userId };
  await ctx.transaction(async (tx) => {
    if (await deleteOpenFollowRequest(tx, request)) return;
    if (!(await updateFollowRequestWithdrawn(tx, request))) throw noRequest();
  });
  return user;
}

const noRequest = () => notFound('Follow request', ['userId']);
