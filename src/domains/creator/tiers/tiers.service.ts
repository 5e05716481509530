import type { Db } from '#platform/db/database.ts';
import { FIRST_ID, type ListRequest } from '#platform/db/keyset.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { offeredTiersByCreator, visibleTierById } from './tiers.loaders.ts';
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

/** Tiers of a creator in their order: those on offer, of which there are few, and to the creator all. */
export async function subscriptionTiers(
  ctx: RequestContext,
  { id: creatorId }: { readonly id: string },
  page: ListRequest<TierKey>,
): Promise<readonly Tier[]> {
  if (ctx.user?.id === creatorId) return listTiersOf(ctx.db, creatorId, page);
  const offered = (await load(ctx, offeredTiersByCreator, creatorId)) ?? [];
  const [from, fromId] = page.from;
  return offered
    .filter(
      ({ position, id }) => position !== null && (position > from || (position === from && id > fromId)),
    )
    .slice(0, page.limit + 1);
}

const FIRST: TierKey = [0, FIRST_ID];

/** The caller's tiers that are not archived, in their order. */
export async function ownTiers(ctx: UserContext): Promise<Tier[]> {
  const page = { from: FIRST, limit: ctx.limits.tiers, direction: 'forward', isFirst: true } as const;
  const found = await listTiersOf(ctx.db, ctx.user.id, page);
  return found.filter(({ state }) => state !== 'ARCHIVED');
}
