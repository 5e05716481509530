import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { findUserIdByName } from '#domains/identity/users/users.service.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { badUserInput } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { UserContext } from '#platform/request/context.ts';
import { endFollowsBetween } from '../follows/follows.service.ts';
import { userBlocked, userUnblocked } from './blocks.events.ts';
import {
  deleteBlock,
  findBlockedUser,
  insertBlock,
  listBlockedPairs,
  listBlockedUsers,
} from './blocks.queries.ts';
import type { BlockedPair, BlockedUser } from './blocks.types.ts';

/**
 * Hides two users from each other and ends their follows; succeeds without a change when repeated. It answers alike for
 * every user who is invisible or absent, so that whoever is blocked can block back without noticing that they are.
 */
export async function blockUser(ctx: UserContext, input: { userId: string }): Promise<BlockedUser> {
  if (input.userId === ctx.user.id) throw invalid(['userId'], 'You cannot block yourself.', 'notSelf');
  const block = { blockerId: ctx.user.id, blockedId: input.userId };
  const existing = await findBlockedUser(ctx.db, { ...block, now: ctx.clock.now() });
  if (existing) return existing;
  return ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    await lockUsers(tx, [block.blockerId, block.blockedId]);
    if (await insertBlock(tx, { ...block, createdAt: now })) {
      await endFollowsBetween(tx, block.blockerId, block.blockedId);
      tx.emit(userBlocked, block);
    }
    return (await findBlockedUser(tx, { ...block, now })) ?? namelessUser(block.blockedId, now);
  });
}

const namelessUser = (id: string, blockedAt: Date): BlockedUser => ({
  id,
  username: null,
  displayName: null,
  avatarMediaId: null,
  blockedAt,
});

/**
 * Finds a user whom the caller has blocked, for a profile that says so. By a username only one whose name the caller may
 * see. @throws AppError BAD_USER_INPUT unless one key is given
 */
export async function myBlockedUser(
  ctx: UserContext,
  { id, username }: { id?: string | null | undefined; username?: string | null | undefined },
): Promise<BlockedUser | null> {
  if ((id == null) === (username == null)) throw badUserInput('Give either id or username.');
  const blockedId = id ?? (await findUserIdByName(ctx, username ?? ''));
  if (blockedId === null) return null;
  const block = { blockerId: ctx.user.id, blockedId, now: ctx.clock.now() };
  const found = await findBlockedUser(ctx.db, block);
  return found && (id != null || found.username !== null) ? found : null;
}

/**
 * Removes the caller's own block; follows that it deleted stay deleted. Succeeds without a change when there is none.
 * @returns the id of the user, who may still be hidden by a block of theirs
 */
export async function unblockUser(ctx: UserContext, input: { userId: string }): Promise<string> {
  const block = { blockerId: ctx.user.id, blockedId: input.userId };
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [block.blockerId, block.blockedId]);
    if (await deleteBlock(tx, block)) tx.emit(userUnblocked, block);
  });
  return input.userId;
}

/** The users whom the caller has blocked, newest block first. */
export async function myBlockedUsers(ctx: UserContext, page: ListRequest<TimeKey>): Promise<BlockedUser[]> {
  return listBlockedUsers(ctx.db, { blockerId: ctx.user.id, now: ctx.clock.now() }, page);
}

/** Few users have more blocks; those of one who has are looked up by the others. */
const BLOCKS_READ_MAX = 1_000;

/** The pairs of one of `ones` and one of `others` of whom either blocks the other. */
export async function listBlocksBetween(
  { db }: Pick<Services, 'db'>,
  ones: readonly string[],
  others: readonly string[],
): Promise<readonly BlockedPair[]> {
  // A statement with all the ids of a crowd takes longer than the rest of the delivery of an event.
  const found = await listBlockedPairs(db, { ones, limit: BLOCKS_READ_MAX });
  if (found.length >= BLOCKS_READ_MAX) return listBlockedPairs(db, { ones, others, limit: null });
  if (found.length === 0) return found;
  const wanted = new Set(others);
  return found.filter(({ other }) => wanted.has(other));
}
