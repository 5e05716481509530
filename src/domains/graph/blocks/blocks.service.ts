import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { UserContext } from '#platform/context.ts';
import {
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
  timeKey,
  type TimeKey,
} from '#platform/db/keyset.ts';
import { invalid } from '#platform/parse-input.ts';
import { severTies, visibleUser } from '../follows/follows.service.ts';
import { userBlocked } from './blocks.events.ts';
import { deleteBlock, findBlockedUser, insertBlock, listBlockedUsers } from './blocks.queries.ts';
import type { BlockedUser } from './blocks.types.ts';

/**
 * Hides two people from each other and ends what there is between them. Blocking again is success.
 * @throws AppError NOT_FOUND for who is absent or invisible for another reason than the caller's own block
 */
export async function blockUser(ctx: UserContext, input: { userId: string }): Promise<BlockedUser> {
  if (input.userId === ctx.user.id) throw invalid(['userId'], 'Nobody can block themselves.', 'notSelf');
  const block = { blockerId: ctx.user.id, blockedId: input.userId };
  const known = await findBlockedUser(ctx.db, { ...block, now: ctx.clock.now() });
  if (known) return known;
  await visibleUser(ctx, input.userId);
  return ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    await lockUsers(tx, [block.blockerId, block.blockedId]);
    if (await insertBlock(tx, { ...block, createdAt: now })) {
      await severTies(tx, block.blockerId, block.blockedId);
      tx.emit(userBlocked, block);
    }
    const blocked = await findBlockedUser(tx, { ...block, now });
    if (!blocked) throw new Error('a block that was just made is not there');
    return blocked;
  });
}

/**
 * Lifts the caller's own block; what it ended stays ended. Success when there was none and the person is visible.
 * @returns the id of the person, whom a block of theirs may hide still
 */
export async function unblockUser(ctx: UserContext, input: { userId: string }): Promise<string> {
  const block = { blockerId: ctx.user.id, blockedId: input.userId };
  const isLifted = await ctx.transaction(async (tx) => {
    await lockUsers(tx, [block.blockerId, block.blockedId]);
    return deleteBlock(tx, block);
  });
  if (!isLifted) await visibleUser(ctx, input.userId);
  return input.userId;
}

const blockedUsersList: KeysetList<TimeKey> = { name: 'blockedUsers', key: timeKey };

/** Whom the caller has blocked, newest first. */
export async function blockedUsers(ctx: UserContext, args: PageArgs): Promise<Page<BlockedUser>> {
  const page = parsePage(blockedUsersList, args, ctx.limits);
  const rows = await listBlockedUsers(ctx.db, { blockerId: ctx.user.id, now: ctx.clock.now() }, page);
  return pageOf(blockedUsersList, page, rows, (blocked) => [blocked.blockedAt.getTime(), blocked.userId]);
}
