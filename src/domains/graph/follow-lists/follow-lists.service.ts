import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { Db } from '#platform/db/database.ts';
import { type ListRequest, type Page, type PageArgs, readPage, type TimeKey } from '#platform/db/keyset.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { type Loader, prime } from '#platform/request/loader.ts';
import { type Paged, type Pages, pageLoader } from '#platform/request/page-loader.ts';
import type { ListedUser } from '../follows/follows.types.ts';
import { LATEST_FIRST } from '../follows/user-lists.policy.ts';
import { privacyAllows } from '../privacy/privacy.service.ts';
import type { PrivacyAct } from '../privacy/privacy.types.ts';
import {
  countMutualFollowers,
  listFollowers,
  listFollowing,
  listMutualFollowers,
  type Viewer,
} from './follow-lists.queries.ts';

/** The followers of a user, newest first; null when the user hides them from the caller. */
export const followers = listVisibleTo('SEE_FOLLOWERS', usersLoader('followers', listFollowers));

/** One page of the users whom a user follows, whether or not the user shows the list. */
export const followingPage = usersLoader('following', listFollowing);

/** The users whom a user follows, newest first; null when the user hides them from the caller. */
export const following = listVisibleTo('SEE_FOLLOWING', followingPage);

const mutualFollowersPage = listVisibleTo(
  'SEE_FOLLOWERS',
  usersLoader('mutualFollowers', listMutualFollowers),
);

/** A page with the id of the user whose list it is, which the count of the whole list needs. */
export type MutualFollowers = Page<ListedUser> & { readonly userId: string };

/** The followers of a user whom the caller follows; null where `followers` is null. */
export async function mutualFollowers(
  ctx: UserContext,
  user: User,
  args: PageArgs,
): Promise<MutualFollowers | null> {
  const list = { name: 'mutualFollowers', args: { userId: user.id }, order: LATEST_FIRST };
  const page = await readPage(list, args, ctx.limits, (request) => mutualFollowersPage(ctx, user, request));
  return page && { ...page, userId: user.id };
}

export const MUTUAL_COUNT_MAX = 100;

/** The numbers of users in whole lists of mutual followers, up to `MUTUAL_COUNT_MAX`, by the user whose list it is. */
export const mutualCountByUser: Loader<number> = {
  name: 'mutualCountByUser',
  batch: async (ctx, userIds) => {
    const counts = await countMutualFollowers(ctx.db, { ...viewerIn(ctx), userIds, max: MUTUAL_COUNT_MAX });
    return new Map(counts.map(({ userId, count }) => [userId, count]));
  },
};

type ReadUsers = (db: Db, values: Viewer & Pages) => Promise<readonly Paged<ListedUser>[]>;

function usersLoader(name: string, read: ReadUsers) {
  return pageLoader(name, async (ctx, pages) => {
    const rows = await read(ctx.db, { ...viewerIn(ctx), ...pages });
    // The rows have all columns that the loader would read.
    prime(ctx, visibleUserById, rows);
    return rows;
  });
}

function listVisibleTo(act: PrivacyAct, page: ReturnType<typeof usersLoader>) {
  return async (ctx: RequestContext, user: User, request: ListRequest<TimeKey>) =>
    (await privacyAllows(ctx, act, user.id)) ? page(ctx, user.id, request) : null;
}

function viewerIn(ctx: RequestContext): Viewer {
  const { id: viewerId, now } = viewerOf(ctx);
  return { viewerId, now };
}
