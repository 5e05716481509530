import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { type ListRequest, type Page, type PageArgs, readPage, type TimeKey } from '#platform/db/keyset.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load, prime } from '#platform/request/loader.ts';
import type { ListedUser } from '../follows/follows.types.ts';
import { boundsOf, LATEST_FIRST } from '../follows/user-lists.policy.ts';
import { privacyAllows } from '../privacy/privacy.service.ts';
import type { PrivacyAct } from '../privacy/privacy.types.ts';
import {
  countMutualFollowers,
  listFollowers,
  listFollowing,
  listMutualFollowers,
} from './follow-lists.queries.ts';

/** The followers of a user, newest first; null when the caller cannot see the user or the list. */
export async function followers(
  ctx: RequestContext,
  userId: string,
  page: ListRequest<TimeKey>,
): Promise<ListedUser[] | null> {
  if (!(await isListVisible(ctx, 'SEE_FOLLOWERS', userId))) return null;
  return primed(ctx, await listFollowers(ctx.db, { ...boundsOf(ctx, page), userId }));
}

/** The users whom a user follows, newest first; null when the caller cannot see the user or the list. */
export async function following(
  ctx: RequestContext,
  userId: string,
  page: ListRequest<TimeKey>,
): Promise<ListedUser[] | null> {
  if (!(await isListVisible(ctx, 'SEE_FOLLOWING', userId))) return null;
  return primed(ctx, await listFollowing(ctx.db, { ...boundsOf(ctx, page), userId }));
}

/** A page with the id of the user whose list it is, which the count of the whole list needs. */
export type MutualFollowers = Page<ListedUser> & { readonly userId: string };

/** The followers of a user whom the caller follows; null where `followers` is. */
export async function mutualFollowers(
  ctx: UserContext,
  userId: string,
  args: PageArgs,
): Promise<MutualFollowers | null> {
  const list = { name: 'mutualFollowers', args: { userId }, order: LATEST_FIRST };
  const page = await readPage(list, args, ctx.limits, async (request) => {
    if (!(await isListVisible(ctx, 'SEE_FOLLOWERS', userId))) return null;
    return primed(ctx, await listMutualFollowers(ctx.db, { ...boundsOf(ctx, request), userId }));
  });
  return page && { ...page, userId };
}

export const MUTUAL_COUNT_MAX = 100;

/** The number of users in the whole list, up to `MUTUAL_COUNT_MAX`. */
export function mutualFollowerCount(ctx: UserContext, { userId }: MutualFollowers): Promise<number> {
  const viewer = { viewerId: ctx.user.id, now: ctx.clock.now() };
  return countMutualFollowers(ctx.db, { ...viewer, userId, max: MUTUAL_COUNT_MAX });
}

async function isListVisible(ctx: RequestContext, act: PrivacyAct, userId: string): Promise<boolean> {
  const user = await load(ctx, visibleUserById, userId);
  return user !== null && privacyAllows(ctx, act, userId);
}

/** Primes the loader with the rows, which have all columns that it would read. */
function primed(ctx: RequestContext, rows: ListedUser[]): ListedUser[] {
  prime(ctx, visibleUserById, rows);
  return rows;
}
