import type { Db } from '#platform/db/database.ts';
import { findTierVersionRow, listTiersByIds } from './tiers.queries.ts';
import type { Tier, TierVersion } from './tiers.types.ts';

/** A tier in any state, with its current version, without a check of visibility. */
export async function findTier(db: Db, id: string): Promise<Tier | null> {
  const [tier] = await listTiersByIds(db, [id]);
  return tier ?? null;
}

/** What a tier promised in a version, which its members keep, without a check of visibility. */
export const findTierVersion = (
  db: Db,
  of: { tierId: string; version: number },
): Promise<TierVersion | null> => findTierVersionRow(db, of);
