import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Tier, TierVersion } from './tiers.types.ts';

export type OwnVersion = TierVersion &
  Pick<Tier, 'id' | 'level' | 'state' | 'memberLimit' | 'memberCount'> & { readonly createdAt: Date };

/** The versions of a creator's tiers, oldest first. */
export async function listOwnVersions(
  db: Db,
  { userId, after, limit }: { userId: string; after: OwnVersion | null; limit: number },
): Promise<OwnVersion[]> {
  const { rows } = await sql<OwnVersion>`
    select t.id, t.level, t.state, t.member_limit as "memberLimit", t.member_count as "memberCount", v.version, v.title,
      v.description, v.perks, v.media_id as "mediaId", v.price_coins as "priceCoins", v.price_minor as "priceMinor",
      v.currency, v.interval, v.trial_days as "trialDays", v.created_at as "createdAt"
    from subscription_tiers t join subscription_tier_versions v on v.tier_id = t.id
    where t.creator_id = ${userId}::uuid
      and (${after === null} or (t.id, v.version) > (${after?.id ?? null}::uuid, ${after?.version ?? null}::integer))
    order by t.id, v.version limit ${limit}`.execute(db);
  return rows;
}

/** Empties versions of a creator's tiers of texts and images. @returns the images of each that was emptied */
export async function emptyVersionsOf(tx: Tx, creatorId: string, limit: number): Promise<string[][]> {
  const { rows } = await sql<{ mediaIds: string[] }>`
    with found as (
      select v.ctid, v.media_id from subscription_tier_versions v
      join subscription_tiers t on t.id = v.tier_id
      where t.creator_id = ${creatorId}::uuid
        and (v.title <> '' or v.description <> '' or v.perks <> '{}' or v.media_id is not null)
      limit ${limit}
    )
    update subscription_tier_versions v set title = '', description = '', perks = '{}', media_id = null
    from found where v.ctid = found.ctid
    returning array_remove(array[found.media_id], null) as "mediaIds"`.execute(tx);
  return rows.map(({ mediaIds }) => mediaIds);
}

/** Archives the tiers of a creator. @returns how many */
export async function archiveTiersOf(tx: Tx, creatorId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('subscription_tiers')
    .set({ state: 'ARCHIVED', position: null })
    .where('creator_id', '=', creatorId)
    .where('state', '<>', 'ARCHIVED')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
