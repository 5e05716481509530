import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { isListedSql, OPEN_STATES } from '../payments/card-payments.policy.ts';
import { OPEN_DISPUTES } from '../payments/refunds.policy.ts';
import type { PaymentFilter } from '../payments/card-payments.types.ts';
import type { CoinPurchase, Payer } from './coin-purchases.types.ts';

const selectPurchases = (db: Db) =>
  db
    .selectFrom('coin_purchases as c')
    .innerJoin('payments as p', 'p.id', 'c.id')
    .innerJoin('coin_package_versions as v', (join) =>
      join.onRef('v.package_id', '=', 'c.package_id').onRef('v.version', '=', 'c.version'),
    )
    .select(['c.id', 'c.user_id as userId', 'c.package_id as packageId', 'c.created_at as createdAt'])
    .select(['v.coins', 'v.bonus_coins as bonusCoins', 'v.price_minor as priceMinor', 'v.currency'])
    .leftJoin('coin_transfers as t', 't.id', 'c.credited_transfer_id')
    .select(['p.state as paymentState', 'c.credited_transfer_id as creditedTransferId'])
    .select('t.created_at as creditedAt')
    .select(
      sql<number>`(select coalesce(sum(r.amount_minor), 0)::integer from payment_refunds r
        where r.payment_id = c.id and r.state in ('PENDING', 'SUCCEEDED'))`.as('refundedMinor'),
    )
    .select(
      sql<
        CoinPurchase['dispute']
      >`(select case when bool_or(d.state = 'LOST') then 'LOST' when count(*) > 0 then 'DISPUTED' end
        from payment_disputes d where d.payment_id = c.id and d.state in ('LOST', ${sql.join(OPEN_DISPUTES.map((state) => sql.lit(state)))}))`.as(
        'dispute',
      ),
    )
    // A constraint holds the states.
    .$castTo<CoinPurchase>();

export const findPurchase = async (db: Db, id: string): Promise<CoinPurchase | null> =>
  (await selectPurchases(db).where('c.id', '=', id).executeTakeFirst()) ?? null;

export async function listPurchasesByIds(db: Db, ids: readonly string[]): Promise<CoinPurchase[]> {
  return selectPurchases(db).where('c.id', '=', anyOf(ids)).execute();
}

/** The ids of purchases by the transfers of their coins: what credited them, and what followed refunds and disputes. */
export async function listPurchaseIdsByTransfers(
  db: Db,
  transferIds: readonly string[],
): Promise<{ transferId: string; id: string }[]> {
  const { rows } = await sql<{ transferId: string; id: string }>`
    select c.credited_transfer_id as "transferId", c.id from coin_purchases c where c.credited_transfer_id = ${anyOf(transferIds)}
    union all select b.hold_transfer_id, b.purchase_id from coin_take_backs b where b.hold_transfer_id = ${anyOf(transferIds)}
    union all select b.release_transfer_id, b.purchase_id from coin_take_backs b where b.release_transfer_id = ${anyOf(transferIds)}
    union all select b.take_transfer_id, b.purchase_id from coin_take_backs b where b.take_transfer_id = ${anyOf(transferIds)}
    union all select b.return_transfer_id, b.purchase_id from coin_take_backs b where b.return_transfer_id = ${anyOf(transferIds)}`.execute(
    db,
  );
  return rows;
}

/** Locks a purchase until the commit, and reads it after that; null when there is none. */
export async function lockPurchase(tx: Tx, id: string): Promise<CoinPurchase | null> {
  await tx.selectFrom('coin_purchases').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return findPurchase(tx, id);
}

/** Newest first, one more than the page. */
export async function listPurchases(
  db: Db,
  filter: PaymentFilter,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<CoinPurchase[]> {
  // By the payments, whose indexes serve the states.
  return selectPurchases(db)
    .where(isListedSql(filter, beforeId))
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** The newest purchase of an offer that is open, or just paid. */
export async function findLivePurchaseId(
  tx: Tx,
  offer: { userId: string; packageId: string; version: number; since: { open: Date; paid: Date } },
): Promise<string | null> {
  const { userId, packageId, version, since } = offer;
  const row = await tx
    .selectFrom('coin_purchases as c')
    .innerJoin('payments as p', 'p.id', 'c.id')
    .select('c.id')
    .where('c.user_id', '=', userId)
    .where('c.package_id', '=', packageId)
    .where('c.version', '=', version)
    .where(({ and, eb, or }) =>
      or([
        and([eb('p.state', 'in', OPEN_STATES), eb('c.created_at', '>', since.open)]),
        and([eb('p.state', '=', 'SUCCEEDED'), eb('c.created_at', '>', since.paid)]),
      ]),
    )
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Purchases of a user whose card was declined, and which another card may still pay; `openPayments` bounds them. */
export async function listDeclinedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('coin_purchases as c')
    .innerJoin('payments as p', 'p.id', 'c.id')
    .select('c.id')
    .where('p.user_id', '=', userId)
    .where('p.state', '=', 'FAILED')
    .orderBy('c.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Purchases of a package by a user that are paid, or can still be. */
export async function countBought(
  tx: Tx,
  { userId, packageId }: { userId: string; packageId: string },
): Promise<number> {
  const { count } = await tx
    .selectFrom('coin_purchases as c')
    .innerJoin('payments as p', 'p.id', 'c.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('c.user_id', '=', userId)
    .where('c.package_id', '=', packageId)
    .where('p.state', 'not in', ['CANCELED', 'EXPIRED'])
    .executeTakeFirstOrThrow();
  return count;
}

type NewPurchase = Pick<CoinPurchase, 'id' | 'userId' | 'packageId' | 'createdAt'> & {
  readonly version: number;
};

export async function insertPurchase(tx: Tx, purchase: NewPurchase): Promise<void> {
  await tx
    .insertInto('coin_purchases')
    .values({
      id: purchase.id,
      user_id: purchase.userId,
      package_id: purchase.packageId,
      version: purchase.version,
      created_at: purchase.createdAt,
    })
    .execute();
}

/** The payer of a purchase, and their wallet, as far as it is known. */
export async function readPayer(tx: Tx, id: string): Promise<Payer> {
  return tx
    .selectFrom('payments as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('payment_methods as m', (join) =>
      join.onRef('m.provider', '=', 'p.provider').onRef('m.provider_id', '=', 'p.method_provider_id'),
    )
    .select(['u.created_at as since', 'm.wallet'])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function updateCredited(tx: Tx, id: string, transferId: string): Promise<void> {
  await tx
    .updateTable('coin_purchases')
    .set({ credited_transfer_id: transferId })
    .where('id', '=', id)
    .execute();
}

/** Purchases that are paid and not credited, of those begun since a time. */
export async function listUncredited(
  db: Db,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('coin_purchases as c', 'c.id', 'p.id')
    .select('c.id')
    .where('p.state', '=', 'SUCCEEDED')
    .where('p.id', '>=', firstIdAt(since))
    .where('c.credited_transfer_id', 'is', null)
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Purchases of a user for the export, oldest first, after `afterId`. */
export async function listOwnPurchases(
  db: Db,
  { userId, afterId, limit }: { userId: string; afterId: string; limit: number },
): Promise<CoinPurchase[]> {
  return selectPurchases(db)
    .where('c.user_id', '=', userId)
    .where('c.id', '>', afterId)
    .orderBy('c.id')
    .limit(limit)
    .execute();
}
