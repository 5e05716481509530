import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { CoinOffer, CoinPackage } from './coin-packages.types.ts';

const selectPackages = (db: Db) =>
  db
    .selectFrom('coin_packages as p')
    .innerJoin('coin_package_versions as v', (join) =>
      join.onRef('v.package_id', '=', 'p.id').onRef('v.version', '=', 'p.newest_version'),
    )
    .select([
      'p.id',
      'v.version',
      'p.position',
      'p.archived_at as archivedAt',
      'p.created_at as createdAt',
      'v.coins',
      'v.bonus_coins as bonusCoins',
      'v.price_minor as priceMinor',
      'v.currency',
      'v.starts_at as startsAt',
      'v.ends_at as endsAt',
      'v.max_per_user as maxPerUser',
    ]);

/** Packages that are not archived, in their order. */
export const listOpenPackages = (db: Db): Promise<CoinPackage[]> =>
  selectPackages(db).where('p.archived_at', 'is', null).orderBy('p.position').orderBy('p.id').execute();

/** All packages, newest first, one more than the page. */
export const listPackages = (
  db: Db,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<CoinPackage[]> =>
  selectPackages(db)
    .where('p.id', '<', beforeId)
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute();

export const findPackage = async (db: Db, id: string): Promise<CoinPackage | null> =>
  (await selectPackages(db).where('p.id', '=', id).executeTakeFirst()) ?? null;

/** Serializes what admins change about packages. */
export async function lockPackages(tx: Tx): Promise<void> {
  await sql`lock table coin_packages in share row exclusive mode`.execute(tx);
}

export async function countOpenPackages(tx: Tx): Promise<{ count: number; lastPosition: number }> {
  return tx
    .selectFrom('coin_packages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(max(position), 0)`.as('lastPosition'))
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export async function insertPackage(
  tx: Tx,
  { id, position, now }: { id: string; position: number; now: Date },
): Promise<void> {
  await tx.insertInto('coin_packages').values({ id, position, newest_version: 1, created_at: now }).execute();
}

export async function insertVersion(
  tx: Tx,
  version: CoinOffer & { id: string; packageId: string; version: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('coin_package_versions')
    .values({
      id: version.id,
      package_id: version.packageId,
      version: version.version,
      coins: version.coins,
      bonus_coins: version.bonusCoins,
      price_minor: version.priceMinor,
      currency: version.currency,
      starts_at: version.startsAt,
      ends_at: version.endsAt,
      max_per_user: version.maxPerUser,
      created_at: version.now,
    })
    .execute();
}

export async function updateNewestVersion(tx: Tx, id: string, version: number): Promise<void> {
  await tx.updateTable('coin_packages').set({ newest_version: version }).where('id', '=', id).execute();
}

export async function updateArchived(tx: Tx, id: string, archivedAt: Date): Promise<void> {
  await tx
    .updateTable('coin_packages')
    .set({ archived_at: archivedAt })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .execute();
}

/** Puts packages in the order of `ids`, and changes no row that is there already. */
export async function updatePositions(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update coin_packages p set position = o.position
    from unnest(${ids}::uuid[]) with ordinality as o (id, position)
    where p.id = o.id and p.position <> o.position`.execute(tx);
}

export async function listOpenIds(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('coin_packages')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('archived_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
