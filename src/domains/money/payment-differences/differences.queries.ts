import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { PaymentDifference } from './payment-differences.types.ts';

const selectDifferences = (db: Db) =>
  db
    .selectFrom('payment_differences')
    .select(['id', 'payment_id as paymentId', 'kind', 'detail', 'found_at as foundAt'])
    // A constraint holds the kinds.
    .$castTo<PaymentDifference>();

export const findDifference = async (db: Db, id: string): Promise<PaymentDifference | null> =>
  (await selectDifferences(db).where('id', '=', id).executeTakeFirst()) ?? null;

/** Newest first, one more than the page. */
export const listDifferences = (
  db: Db,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<PaymentDifference[]> =>
  selectDifferences(db)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

/** Stores a difference, unless it is stored. */
export async function insertDifference(tx: Tx, difference: PaymentDifference): Promise<void> {
  await tx
    .insertInto('payment_differences')
    .values({
      id: difference.id,
      payment_id: difference.paymentId,
      kind: difference.kind,
      detail: difference.detail,
      found_at: difference.foundAt,
    })
    .onConflict((conflict) => conflict.columns(['payment_id', 'kind', 'detail']).doNothing())
    .execute();
}

/** Payments whose comparison is due, that which is due for longest first. */
export async function listDue(
  db: Db,
  { provider, now, limit }: { provider: string; now: Date; limit: number },
): Promise<{ id: string; createdAt: Date }[]> {
  return db
    .selectFrom('payments')
    .select(['id', 'created_at as createdAt'])
    .where('compare_at', '<=', now)
    .where('provider', '=', provider)
    .orderBy('compare_at')
    .limit(limit)
    .execute();
}
