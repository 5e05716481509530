import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { lockUsers, updateFollowCounts } from '#domains/identity/users/users.service.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { UserContext } from '#platform/context.ts';
import { notFound } from '#platform/errors.ts';
import { forgetLoaded, load } from '#platform/loader.ts';
import { invalid } from '#platform/parse-input.ts';
import { userFollowed, userUnfollowed } from './follows.events.ts';
import { deleteFollow, insertFollow } from './follows.queries.ts';

/** Follows a person; following again is success. @throws AppError NOT_FOUND for who is absent or invisible */
export async function followUser(ctx: UserContext, input: { userId: string }): Promise<User> {
  if (input.userId === ctx.user.id) throw invalid(['userId'], 'Nobody can follow themselves.', 'notSelf');
  await visibleUser(ctx, input.userId);
  const edge = { followerId: ctx.user.id, followeeId: input.userId };
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [edge.followerId, edge.followeeId]);
    if (!(await insertFollow(tx, { ...edge, createdAt: ctx.clock.now() }))) return;
    await updateFollowCounts(tx, edge, 1);
    tx.emit(userFollowed, edge);
  });
  forgetLoaded(ctx);
  return visibleUser(ctx, input.userId);
}

/** Stops following; repeating it is success. @throws AppError NOT_FOUND for who is absent or invisible */
export async function unfollowUser(ctx: UserContext, input: { userId: string }): Promise<User> {
  await visibleUser(ctx, input.userId);
  const edge = { followerId: ctx.user.id, followeeId: input.userId };
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [edge.followerId, edge.followeeId]);
    if (!(await deleteFollow(tx, edge))) return;
    await updateFollowCounts(tx, edge, -1);
    tx.emit(userUnfollowed, edge);
  });
  forgetLoaded(ctx);
  return visibleUser(ctx, input.userId);
}

async function visibleUser(ctx: UserContext, id: string): Promise<User> {
  const user = await load(ctx, visibleUserById, id);
  if (!user) throw notFound('User', ['userId']);
  return user;
}
