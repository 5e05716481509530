import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

export type DueInvoice = {
  readonly id: string;
  readonly subscriberId: string;
  readonly creatorId: string;
  readonly amountCoins: number;
  readonly feeBps: number;
  readonly transferId: string;
  readonly paidAt: Date;
  /** Whether the account of the creator is erased. */
  readonly isUnclaimed: boolean;
};

/** Locks invoices that are paid in coins and not settled, except for those that another worker settles. */
export async function lockUnsettled(tx: Tx, limit: number): Promise<readonly DueInvoice[]> {
  const { rows } = await sql<DueInvoice>`
    select i.id, i.subscriber_id as "subscriberId", i.creator_id as "creatorId", i.amount_coins as "amountCoins", i.fee_bps::integer as "feeBps",
      i.transfer_id as "transferId", i.paid_at as "paidAt", u.state = 'DELETED' as "isUnclaimed"
    from subscription_invoices i join users u on u.id = i.creator_id
    where i.state = 'PAID' and i.transfer_id is not null and i.settled_transfer_id is null
    order by i.id limit ${limit} for no key update of i skip locked`.execute(tx);
  return rows;
}

export async function updateSettled(tx: Tx, ids: readonly string[], transferId: string): Promise<void> {
  await tx
    .updateTable('subscription_invoices')
    .set({ settled_transfer_id: transferId })
    .where('id', '=', anyOf(ids))
    .execute();
}

export type DueRefund = {
  readonly invoiceId: string;
  readonly subscriberId: string;
  readonly creatorId: string;
  readonly coins: number;
  readonly transferId: string;
  /** Whether the account of the creator is erased. */
  readonly isUnclaimed: boolean;
};

/** Locks refunds of settled invoices that are not booked, except for those that another worker books. */
export async function lockRefunds(tx: Tx, limit: number): Promise<readonly DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    select r.invoice_id as "invoiceId", i.subscriber_id as "subscriberId", i.creator_id as "creatorId", r.coins, i.transfer_id as "transferId",
      u.state = 'DELETED' as "isUnclaimed"
    from subscription_refunds r join subscription_invoices i on i.id = r.invoice_id join users u on u.id = i.creator_id
    where r.booked_at is null and i.settled_transfer_id is not null
    order by r.invoice_id limit ${limit} for no key update of r skip locked`.execute(tx);
  return rows;
}

/** Notes what a refund gave back: no coins where nothing was left to give. */
export async function updateRefunded(
  tx: Tx,
  invoiceId: string,
  refunded: { readonly transferId: string | null; readonly coins: number; readonly bookedAt: Date },
): Promise<void> {
  await tx
    .updateTable('subscription_refunds')
    .set({ transfer_id: refunded.transferId, coins: refunded.coins, booked_at: refunded.bookedAt })
    .where('invoice_id', '=', invoiceId)
    .execute();
}
