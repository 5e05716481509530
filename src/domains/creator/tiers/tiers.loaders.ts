import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { type Loader, loadMany } from '#platform/request/loader.ts';
import { listOffered, listTiersByIds } from './tiers.queries.ts';
import type { Tier } from './tiers.types.ts';

/** Tiers that the caller can see: their own, and those on offer by creators whom they see. */
export const visibleTierById: Loader<Tier> = {
  name: 'visibleTierById',
  batch: async (ctx, ids) => {
    const found = await listTiersByIds(ctx.db, ids);
    const creators = await loadMany(
      ctx,
      visibleUserById,
      found.map(({ creatorId }) => creatorId),
    );
    const seen = new Set(creators.map(({ id }) => id));
    const visible = found.filter(
      ({ creatorId, state }) => seen.has(creatorId) && (state === 'ACTIVE' || creatorId === ctx.user?.id),
    );
    return new Map(visible.map((tier) => [tier.id, tier]));
  },
};

/** Tiers on offer of creators whom the caller sees, in the order of their creator. */
export const offeredTiersByCreator: Loader<readonly Tier[]> = {
  name: 'offeredTiersByCreator',
  batch: async (ctx, creatorIds) =>
    Map.groupBy(await listOffered(ctx.db, creatorIds), ({ creatorId }) => creatorId),
};
