import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import { type Page, type PageArgs, parsePage } from '#platform/db/keyset.ts';
import { load } from '#platform/loader.ts';
import { canSeeFollowers, canSeeFollowing } from '../privacy/privacy.service.ts';
import {
  countMutualFollowers,
  listFollowers,
  listFollowing,
  listMutualFollowers,
} from './follow-lists.queries.ts';
import type { ListedUser } from './follows.types.ts';
import { boundsOf, newestList, newestPage } from './newest-first.ts';

type ListArgs = PageArgs & { readonly userId: string };

const followersList = newestList('followers');
const followingList = newestList('following');
const mutualFollowersList = newestList('mutualFollowers');

/** Who follows a person, newest first; null when the caller may not see the person or their list. */
export async function followers(ctx: RequestContext, args: ListArgs): Promise<Page<ListedUser> | null> {
  const page = parsePage(followersList, args, ctx.limits);
  const user = await load(ctx, visibleUserById, args.userId);
  if (!user || !(await canSeeFollowers(ctx, user))) return null;
  const rows = await listFollowers(ctx.db, { ...boundsOf(ctx, page), userId: user.id });
  return newestPage(ctx, followersList, page, rows);
}

/** Whom a person follows, newest first; null when the caller may not see the person or their list. */
export async function following(ctx: RequestContext, args: ListArgs): Promise<Page<ListedUser> | null> {
  const page = parsePage(followingList, args, ctx.limits);
  const user = await load(ctx, visibleUserById, args.userId);
  if (!user || !(await canSeeFollowing(ctx, user))) return null;
  const rows = await listFollowing(ctx.db, { ...boundsOf(ctx, page), userId: user.id });
  return newestPage(ctx, followingList, page, rows);
}

export type MutualFollowers = Page<ListedUser> & { readonly userId: string };

/** Those of a person's followers whom the caller follows; null where `followers` is. */
export async function mutualFollowers(ctx: UserContext, args: ListArgs): Promise<MutualFollowers | null> {
  const page = parsePage(mutualFollowersList, args, ctx.limits);
  const user = await load(ctx, visibleUserById, args.userId);
  if (!user || !(await canSeeFollowers(ctx, user))) return null;
  const rows = await listMutualFollowers(ctx.db, { ...boundsOf(ctx, page), userId: user.id });
  return { ...newestPage(ctx, mutualFollowersList, page, rows), userId: user.id };
}

const MUTUAL_COUNT_MAX = 100;

/** How many people the whole list has, but no more than 100. */
export function mutualFollowerCount(ctx: UserContext, { userId }: MutualFollowers): Promise<number> {
  const viewer = { viewerId: ctx.user.id, now: ctx.clock.now() };
  return countMutualFollowers(ctx.db, { ...viewer, userId, max: MUTUAL_COUNT_MAX });
}
