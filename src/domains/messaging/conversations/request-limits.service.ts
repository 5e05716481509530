import { followEdgesByUser } from '#domains/graph/follows/follows.loaders.ts';
import { isNewAccount } from '#domains/identity/users/new-accounts.policy.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { restricted } from '#platform/request/restrictions.ts';
import { loadMany } from '#platform/request/loader.ts';
import { directPairOf } from './conversations.policy.ts';
import {
  countAsked,
  findAskRestriction,
  findUserWithRequests,
  listAcceptedPairs,
} from './requests.queries.ts';

/**
 * The users among `ids` who are to be asked before the caller writes to them or adds them to a group: they neither follow the caller
 * nor have a direct conversation with them that both have accepted.
 */
export async function strangersAmong(ctx: UserContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const edges = await loadMany(ctx, followEdgesByUser, ids);
  const otherIds = edges.filter(({ isFollower }) => !isFollower).map(({ id }) => id);
  if (otherIds.length === 0) return new Set();
  const pairOf = (id: string): string => directPairOf(ctx.user.id, id);
  const accepted = await listAcceptedPairs(ctx.db, otherIds.map(pairOf));
  return new Set(otherIds.filter((id) => !accepted.has(pairOf(id))));
}

/**
 * Locks the caller and the users who are about to be asked by them, so that those at once do not pass the limits.
 * @throws AppError RESTRICTED when they may not ask anybody | LIMIT_REACHED when one of them got `dailyRequests` within 24 hours, or when the caller has asked as many users as they may
 */
export async function assertCanAsk(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const restriction = await findAskRestriction(tx, ctx.user.id, ctx.clock.now());
  if (restriction) throw restricted(restriction);
  const limit = askedMax(ctx);
  if (userIds.length > limit) throw askedTooMany(limit);
  await lockUsers(tx, [ctx.user.id, ...userIds]);
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const count = ctx.limits.dailyRequests;
  if ((await findUserWithRequests(tx, { userIds, since, count })) !== null) {
    throw tooMany('This user gets no more requests today. Try again tomorrow.', count);
  }
  const asked = await countAsked(tx, { userId: ctx.user.id, since, limit });
  if (asked + userIds.length > limit) throw askedTooMany(limit);
}

/** Users whom the caller may ask within 24 hours. */
const askedMax = (ctx: Pick<UserContext, 'clock' | 'limits' | 'user'>): number =>
  isNewAccount(ctx)
    ? Math.min(ctx.limits.dailyAsked, ctx.limits.newAccountDailyAsked)
    : ctx.limits.dailyAsked;

const askedTooMany = (limit: number): AppError =>
  tooMany(
    `You can ask at most ${limit} users who do not know you within 24 hours. Try again tomorrow.`,
    limit,
  );

const tooMany = (message: string, limit: number): AppError =>
  new AppError('LIMIT_REACHED', message, { path: ['userIds'], details: { limit } });
