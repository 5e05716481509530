import { z } from 'zod';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { FIRST_ID, LAST_ID, type ListRequest, type Order } from '#platform/db/keyset.ts';
import type { UserContext } from '#platform/request/context.ts';
import { prime } from '#platform/request/loader.ts';
import { LATEST_FIRST } from '../follows/user-lists.policy.ts';
import { privacyAllows } from '../privacy/privacy.service.ts';
import { followingPage } from './follow-lists.service.ts';
import { listSuggestedUsers } from './suggestions.queries.ts';
import type { SuggestedUser } from './suggestions.types.ts';

const INTEGER_MAX = 2_147_483_647;

const count = z.int().min(0).max(INTEGER_MAX);
/** A rank: the mutual count, the count of shared hashtags, the popularity, and the user. */
const rankKey = z.tuple([count, count, count, z.uuid()]);
type RankKey = z.infer<typeof rankKey>;

export const BEST_FIRST: Order<SuggestedUser, RankKey> = {
  key: rankKey,
  keyOf: ({ mutualCount, sharedHashtagCount, popularity, id }) => [
    mutualCount,
    sharedHashtagCount,
    popularity,
    id,
  ],
  start: [INTEGER_MAX, INTEGER_MAX, INTEGER_MAX, LAST_ID],
  end: [0, 0, 0, FIRST_ID],
};

/**
 * Users whom the caller may want to follow: first those followed by the users they follow, then those who write about
 * hashtags they follow, then popular ones.
 */
export async function suggestedUsers(
  ctx: UserContext,
  { from: [mutualCount, sharedHashtagCount, popularity, beforeId], limit }: ListRequest<RankKey>,
): Promise<SuggestedUser[]> {
  const rows = await listSuggestedUsers(ctx.db, {
    viewerId: ctx.user.id,
    now: ctx.clock.now(),
    friendIds: await listSampledFolloweeIds(ctx),
    mutualCount,
    sharedHashtagCount,
    popularity,
    beforeId,
    limit: limit + 1,
  });
  prime(ctx, visibleUserById, rows);
  return rows;
}

export const SAMPLED_FOLLOWEES_MAX = 200;

/** The users whom the caller followed last, without those whose `following` list is hidden from the caller. */
async function listSampledFolloweeIds(ctx: UserContext): Promise<string[]> {
  const newest = { from: LATEST_FIRST.start, limit: SAMPLED_FOLLOWEES_MAX - 1 };
  const friends = await followingPage(ctx, ctx.user.id, newest);
  const areShown = await Promise.all(friends.map(({ id }) => privacyAllows(ctx, 'SEE_FOLLOWING', id)));
  return friends.filter((_friend, index) => areShown[index]).map(({ id }) => id);
}
