import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { Db } from '#platform/db/database.ts';
import { FIRST_ID, type ListRequest } from '#platform/db/keyset.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { visibleTierById } from './tiers.loaders.ts';
import { listTiersByIds, listTiersOf, type TierKey } from './tiers.queries.ts';
import type { Tier } from './tiers.types.ts';

/** A tier in any state, with its current version, without a check of visibility. */
export async function findTier(db: Db, id: string): Promise<Tier | null> {
  const [tier] = await listTiersByIds(db, [id]);
  return tier ?? null;
}

/** A tier that the caller can see, or null. */
export const visibleTier = async (ctx: RequestContext, id: string): Promise<Tier | null> =>
  load(ctx, visibleTierById, id);

/** Tiers of a creator in their order: those on offer, and to the creator all; null when the caller does not see the creator. */
export async function subscriptionTiers(
  ctx: RequestContext,
  creatorId: string,
  page: ListRequest<TierKey>,
): Promise<Tier[] | null> {
  if (!(await load(ctx, visibleUserById, creatorId))) return null;
  return listTiersOf(ctx.db, { creatorId, isOwn: ctx.user?.id === creatorId }, page);
}

const FIRST: TierKey = [0, FIRST_ID];

/** The caller's tiers that are not archived, in their order. */
export async function ownTiers(ctx: UserContext): Promise<Tier[]> {
  const found = await listTiersOf(
    ctx.db,
    { creatorId: ctx.user.id, isOwn: true },
    { from: FIRST, limit: ctx.limits.tiers, direction: 'forward', isFirst: true },
  );
  return found.filter(({ state }) => state !== 'ARCHIVED');
}
