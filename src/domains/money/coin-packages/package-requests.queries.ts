import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { PackageRequest, PackageRequestState } from './package-requests.types.ts';

const selectRequests = (db: Db) =>
  db
    .selectFrom('coin_package_requests')
    .select([
      'id',
      'package_id as packageId',
      'coins',
      'bonus_coins as bonusCoins',
      'price_minor as priceMinor',
      'currency',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'max_per_user as maxPerUser',
      'state',
      'requested_by as requestedBy',
      'decided_by as decidedBy',
      'decided_at as decidedAt',
      'created_at as createdAt',
    ])
    // A constraint holds the states.
    .$narrowType<{ state: PackageRequestState }>();

/** Requests that wait for another admin since a time, newest first, one more than the page. */
export async function listPendingRequests(
  db: Db,
  since: Date,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<PackageRequest[]> {
  return selectRequests(db)
    .where('state', '=', 'PENDING')
    .where('created_at', '>', since)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const findRequest = async (db: Db, id: string): Promise<PackageRequest | null> =>
  (await selectRequests(db).where('id', '=', id).executeTakeFirst()) ?? null;

/** The request of a package that waits, or has waited too long. */
export const findPendingOf = async (tx: Tx, packageId: string): Promise<PackageRequest | null> =>
  (await selectRequests(tx)
    .where('package_id', '=', packageId)
    .where('state', '=', 'PENDING')
    .executeTakeFirst()) ?? null;

/** The number of an admin's requests that wait since a time. */
export async function countPendingBy(
  tx: Tx,
  { adminId, since }: { adminId: string; since: Date },
): Promise<number> {
  const { count } = await tx
    .selectFrom('coin_package_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('requested_by', '=', adminId)
    .where('state', '=', 'PENDING')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertRequest(tx: Tx, request: PackageRequest): Promise<void> {
  await tx
    .insertInto('coin_package_requests')
    .values({
      id: request.id,
      package_id: request.packageId,
      coins: request.coins,
      bonus_coins: request.bonusCoins,
      price_minor: request.priceMinor,
      currency: request.currency,
      starts_at: request.startsAt,
      ends_at: request.endsAt,
      max_per_user: request.maxPerUser,
      state: request.state,
      requested_by: request.requestedBy,
      decided_by: request.decidedBy,
      decided_at: request.decidedAt,
      created_at: request.createdAt,
    })
    .execute();
}

/** Ends what waits for a package. */
export async function updateRequestExpired(tx: Tx, packageId: string): Promise<void> {
  await tx
    .updateTable('coin_package_requests')
    .set({ state: 'EXPIRED' })
    .where('package_id', '=', packageId)
    .where('state', '=', 'PENDING')
    .execute();
}

export async function updateRequestDecided(
  tx: Tx,
  id: string,
  { state, decidedBy, decidedAt }: { state: PackageRequestState; decidedBy: string; decidedAt: Date },
): Promise<void> {
  await tx
    .updateTable('coin_package_requests')
    .set({ state, decided_by: decidedBy, decided_at: decidedAt })
    .where('id', '=', id)
    .execute();
}
