import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Tier, TierInterval, TierOffer } from './tiers.types.ts';

const OFFER_COLUMNS = [
  'v.version',
  'v.title',
  'v.description',
  'v.perks',
  'v.media_id as mediaId',
  'v.price_coins as priceCoins',
  'v.price_minor as priceMinor',
  'v.currency',
  'v.interval',
  'v.trial_days as trialDays',
] as const;

const selectTiers = (db: Db) =>
  db
    .selectFrom('subscription_tiers as t')
    .innerJoin('subscription_tier_versions as v', (join) =>
      join.onRef('v.tier_id', '=', 't.id').onRef('v.version', '=', 't.current_version'),
    )
    .select([
      't.id',
      't.creator_id as creatorId',
      't.level',
      't.position',
      't.state',
      't.member_limit as memberLimit',
      't.member_count as memberCount',
      ...OFFER_COLUMNS,
    ])
    .$narrowType<{ interval: TierInterval }>();

export const listTiersByIds = (db: Db, ids: readonly string[]): Promise<Tier[]> =>
  selectTiers(db).where('t.id', '=', anyOf(ids)).execute();

/** Sorts archived tiers, which have no position, after the others. */
export const ARCHIVED_POSITION = 32_767;
const placeSql: RawBuilder<number> = sql`coalesce(t.position, ${sql.lit(ARCHIVED_POSITION)})`;

export type TierKey = [position: number, id: string];

/** The tiers that creators offer, each creator's in their order. */
export const listOffered = (db: Db, creatorIds: readonly string[]): Promise<Tier[]> =>
  selectTiers(db)
    .where('t.creator_id', '=', anyOf(creatorIds))
    .where('t.state', '=', 'ACTIVE')
    .orderBy(placeSql)
    .orderBy('t.id')
    .execute();

/** All tiers of a creator in their order, archived ones last, one more than the page. */
export const listTiersOf = (
  db: Db,
  creatorId: string,
  { from: [position, id], limit }: ListRequest<TierKey>,
): Promise<Tier[]> =>
  selectTiers(db)
    .where('t.creator_id', '=', creatorId)
    .where(sql<boolean>`(${placeSql}, t.id) > (${position}::integer, ${id}::uuid)`)
    .orderBy(placeSql)
    .orderBy('t.id')
    .limit(limit + 1)
    .execute();

/** Numbers of a creator's tiers: of those that are not archived, their last position, and the highest level of all. */
export const countTiers = (
  tx: Tx,
  creatorId: string,
): Promise<{ count: number; lastPosition: number; highestLevel: number }> =>
  tx
    .selectFrom('subscription_tiers')
    .select([
      sql<number>`count(*) filter (where state <> 'ARCHIVED')::integer`.as('count'),
      sql<number>`coalesce(max(position), 0)`.as('lastPosition'),
      sql<number>`coalesce(max(level), 0)`.as('highestLevel'),
    ])
    .where('creator_id', '=', creatorId)
    .executeTakeFirstOrThrow();

export const hasLevel = async (
  tx: Tx,
  { creatorId, level }: { creatorId: string; level: number },
): Promise<boolean> =>
  (await tx
    .selectFrom('subscription_tiers')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('level', '=', level)
    .executeTakeFirst()) !== undefined;

type NewTier = Pick<Tier, 'id' | 'creatorId' | 'level' | 'position' | 'state' | 'memberLimit'>;

export async function insertTier(tx: Tx, { now, ...tier }: NewTier & { readonly now: Date }): Promise<void> {
  await tx
    .insertInto('subscription_tiers')
    .values({
      id: tier.id,
      creator_id: tier.creatorId,
      level: tier.level,
      position: tier.position,
      state: tier.state,
      member_limit: tier.memberLimit,
      current_version: 1,
      created_at: now,
    })
    .execute();
}

export async function insertTierVersion(
  tx: Tx,
  { tierId, now, ...offer }: TierOffer & { tierId: string; version: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('subscription_tier_versions')
    .values({
      tier_id: tierId,
      version: offer.version,
      title: offer.title,
      description: offer.description,
      perks: [...offer.perks],
      media_id: offer.mediaId,
      price_coins: offer.priceCoins,
      price_minor: offer.priceMinor,
      currency: offer.currency,
      interval: offer.interval,
      trial_days: offer.trialDays,
      created_at: now,
    })
    .execute();
}

/** Changes a tier that is not archived. */
export async function updateTier(
  tx: Tx,
  { id, state, memberLimit, version }: Pick<Tier, 'id' | 'state' | 'memberLimit' | 'version'>,
): Promise<void> {
  await tx
    .updateTable('subscription_tiers')
    .set({ state, member_limit: memberLimit, current_version: version })
    .where('id', '=', id)
    .execute();
}

export async function updateTierArchived(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('subscription_tiers')
    .set({ state: 'ARCHIVED', position: null })
    .where('id', '=', id)
    .where('state', '<>', 'ARCHIVED')
    .execute();
}

/** The ids of a creator's tiers that are not archived. */
export async function listUnarchivedIds(tx: Tx, creatorId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('subscription_tiers')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('state', '<>', 'ARCHIVED')
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}

/** Puts tiers in the order of `ids`, and changes no row that is there already. */
export async function updateTierPositions(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update subscription_tiers t set position = o.position
    from unnest(${ids}::uuid[]) with ordinality as o (id, position)
    where t.id = o.id and t.position <> o.position`.execute(tx);
}

/** Counts one more member unless the tier is full. @returns whether it was counted */
export async function incrementMembers(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscription_tiers')
    .set({ member_count: sql`member_count + 1` })
    .where('id', '=', id)
    .where(sql<boolean>`(member_limit is null or member_count < member_limit)`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function decrementMembers(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('subscription_tiers')
    .set({ member_count: sql`member_count - 1` })
    .where('id', '=', id)
    .execute();
}
