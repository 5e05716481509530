import { z } from 'zod';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { UserContext } from '#platform/context.ts';
import { type KeysetList, type Page, type PageArgs, pageOf, parsePage } from '#platform/db/keyset.ts';
import { prime } from '#platform/loader.ts';
import { canSeeFollowing } from '../privacy/privacy.service.ts';
import { listFollowing } from './follow-lists.queries.ts';
import type { SuggestedUser } from './follows.types.ts';
import { boundsOf } from './newest-first.ts';
import { listSuggestedUsers } from './suggestions.queries.ts';

const INTEGER_MAX = 2_147_483_647;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const count = z.int().min(0).max(INTEGER_MAX);
/** A rank: the mutual count, the count of shared hashtags, the popularity, and the person. */
const rankKey = z.tuple([count, count, count, z.uuid()]);
type RankKey = z.infer<typeof rankKey>;

/** Above everybody's. */
const FIRST_RANK: RankKey = [INTEGER_MAX, INTEGER_MAX, INTEGER_MAX, LAST_ID];

const suggestedUsersList: KeysetList<RankKey> = { name: 'suggestedUsers', key: rankKey };

/**
 * Whom the caller may want to follow: first those whom the people they follow follow, then those who write about what they
 * follow, then the popular.
 */
export async function suggestedUsers(ctx: UserContext, args: PageArgs): Promise<Page<SuggestedUser>> {
  const page = parsePage(suggestedUsersList, args, ctx.limits);
  const [mutualCount, sharedHashtagCount, popularity, beforeId] = page.from ?? FIRST_RANK;
  const rows = await listSuggestedUsers(ctx.db, {
    viewerId: ctx.user.id,
    now: ctx.clock.now(),
    friendIds: await listFriendIds(ctx),
    mutualCount,
    sharedHashtagCount,
    popularity,
    beforeId,
    limit: page.limit + 1,
  });
  for (const row of rows) prime(ctx, visibleUserById, row.id, row);
  return pageOf(suggestedUsersList, page, rows, (row): RankKey => [
    row.mutualCount,
    row.sharedHashtagCount,
    row.popularity,
    row.id,
  ]);
}

const FRIENDS_MAX = 200;

/** Whom the caller has followed last, but for those who do not show the caller whom they follow. */
async function listFriendIds(ctx: UserContext): Promise<string[]> {
  const newest = boundsOf(ctx, { limit: FRIENDS_MAX, direction: 'forward', from: null });
  const friends = await listFollowing(ctx.db, { ...newest, userId: ctx.user.id });
  const areOpen = await Promise.all(friends.map((friend) => canSeeFollowing(ctx, friend)));
  return friends.filter((_friend, index) => areOpen[index]).map((friend) => friend.id);
}
