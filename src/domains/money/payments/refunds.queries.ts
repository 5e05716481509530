import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { OPEN_DISPUTES } from './refunds.policy.ts';
import { selectDisputes, selectRefunds } from './take-backs.queries.ts';
import type { PaymentDispute, PaymentRefund } from './take-backs.types.ts';

export const findRefund = async (db: Db, id: string): Promise<PaymentRefund | null> =>
  (await selectRefunds(db).where('id', '=', id).executeTakeFirst()) ?? null;

export const findDispute = async (db: Db, id: string): Promise<PaymentDispute | null> =>
  (await selectDisputes(db).where('id', '=', id).executeTakeFirst()) ?? null;

type NewRefund = Pick<PaymentRefund, 'id' | 'paymentId' | 'amountMinor' | 'kind' | 'reason' | 'createdAt'> & {
  readonly requestedBy: string | null;
};

export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  await tx
    .insertInto('payment_refunds')
    .values({
      id: refund.id,
      payment_id: refund.paymentId,
      amount_minor: refund.amountMinor,
      state: 'PENDING',
      requested_by: refund.requestedBy,
      kind: refund.kind,
      reason: refund.reason,
      created_at: refund.createdAt,
      changed_at: refund.createdAt,
    })
    .execute();
}

/** Marks a refund that the provider has not made as FAILED. */
export async function updateRefused(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('payment_refunds')
    .set({ state: 'FAILED', changed_at: now })
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .execute();
}

/** Refunds that wait for an answer since before a time. */
export async function listUnanswered(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_refunds')
    .select('id')
    .where('provider_id', 'is', null)
    .where('state', '=', 'PENDING')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Newest first, one more than the page. */
export async function listAllDisputes(
  db: Db,
  isOpen: boolean | null,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<PaymentDispute[]> {
  return selectDisputes(db)
    .$if(isOpen === true, (query) => query.where('state', 'in', OPEN_DISPUTES))
    .$if(isOpen === false, (query) => query.where('state', 'not in', OPEN_DISPUTES))
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}
