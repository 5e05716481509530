import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Invoice } from './subscriptions.types.ts';

/** An invoice from a row of the alias `i`. */
export const INVOICE_ROW = sql`
  i.id, i.subscription_id as "subscriptionId", i.subscriber_id as "subscriberId", i.creator_id as "creatorId", i.tier_id as "tierId", i.version,
  i.period_start as "periodStart", i.period_end as "periodEnd", i.reason, i.amount_coins as "amountCoins", i.fee_bps::integer as "feeBps", i.state,
  i.transfer_id as "transferId", i.created_at as "createdAt", i.paid_at as "paidAt",
  coalesce((select r.coins from subscription_refunds r where r.invoice_id = i.id), 0)::integer as "refundedCoins"`;

export type NewInvoice = Omit<Invoice, 'state' | 'transferId' | 'refundedCoins' | 'paidAt'>;

/** Adds an open invoice, unless there is one of the period; there is one of each. @returns that one */
export async function insertInvoice(tx: Tx, given: NewInvoice): Promise<Invoice> {
  await sql`
    insert into subscription_invoices (id, subscription_id, subscriber_id, creator_id, tier_id, version, period_start, period_end, reason,
      amount_coins, fee_bps, state, created_at)
    values (${given.id}, ${given.subscriptionId}, ${given.subscriberId}, ${given.creatorId}, ${given.tierId}, ${given.version},
      ${given.periodStart}, ${given.periodEnd}, ${given.reason}, ${given.amountCoins}, ${given.feeBps}, 'OPEN', ${given.createdAt})
    on conflict (subscription_id, period_start, reason) do nothing`.execute(tx);
  const { rows } = await sql<Invoice>`
    select ${INVOICE_ROW} from subscription_invoices i
    where i.subscription_id = ${given.subscriptionId}::uuid and i.period_start = ${given.periodStart}::timestamptz
      and i.reason = ${given.reason}`.execute(tx);
  const [invoice] = rows;
  if (!invoice) throw new Error('an invoice that was added is not there');
  return invoice;
}

export async function updateInvoicePaid(
  tx: Tx,
  id: string,
  { transferId, paidAt }: { transferId: string; paidAt: Date },
): Promise<void> {
  await tx
    .updateTable('subscription_invoices')
    .set({ state: 'PAID', transfer_id: transferId, paid_at: paidAt })
    .where('id', '=', id)
    .execute();
}

/** Gives up the open invoices of a subscription. */
export async function voidInvoices(tx: Tx, subscriptionId: string): Promise<void> {
  await tx
    .updateTable('subscription_invoices')
    .set({ state: 'VOID' })
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'OPEN')
    .execute();
}

/** The paid invoices of a subscription whose period is not over. */
export async function listCurrentInvoices(tx: Tx, subscriptionId: string, now: Date): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select ${INVOICE_ROW} from subscription_invoices i
    where i.subscription_id = ${subscriptionId}::uuid and i.state = 'PAID' and i.period_end > ${now}::timestamptz
    order by i.id`.execute(tx);
  return rows;
}

/** Notes coins of an invoice that are to go back, once. */
export async function insertRefund(
  tx: Tx,
  { invoiceId, coins, createdAt }: { invoiceId: string; coins: number; createdAt: Date },
): Promise<void> {
  await sql`
    insert into subscription_refunds (invoice_id, coins, created_at) values (${invoiceId}, ${coins}, ${createdAt})
    on conflict do nothing`.execute(tx);
}

/** Invoices of a subscriber, newest first, one more than the page. */
export async function listOwnInvoices(
  db: Db,
  subscriberId: string,
  { from: [beforeId], limit }: Pick<ListRequest<IdKey>, 'from' | 'limit'>,
): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select ${INVOICE_ROW} from subscription_invoices i
    where i.subscriber_id = ${subscriberId}::uuid and i.id < ${beforeId}::uuid order by i.id desc limit ${limit + 1}`.execute(
    db,
  );
  return rows;
}

export async function listInvoicesByIds(db: Db, ids: readonly string[]): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select ${INVOICE_ROW} from subscription_invoices i where i.id = ${anyOf(ids)}`.execute(db);
  return rows;
}

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
  readonly settledTransferId: string;
  /** Whether the account of the creator is erased. */
  readonly isUnclaimed: boolean;
};

/** Locks refunds of settled invoices that are not booked, except for those that another worker books. */
export async function lockRefunds(tx: Tx, limit: number): Promise<readonly DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    select r.invoice_id as "invoiceId", i.subscriber_id as "subscriberId", i.creator_id as "creatorId", r.coins, i.transfer_id as "transferId",
      i.settled_transfer_id as "settledTransferId", u.state = 'DELETED' as "isUnclaimed"
    from subscription_refunds r join subscription_invoices i on i.id = r.invoice_id join users u on u.id = i.creator_id
    where r.booked_at is null and i.settled_transfer_id is not null
    order by r.invoice_id limit ${limit} for no key update of r skip locked`.execute(tx);
  return rows;
}

/** Notes what a refund gave back: no coins where nothing was left to give. */
export async function updateRefunded(
  tx: Tx,
  invoiceId: string,
  refunded: { readonly coins: number; readonly bookedAt: Date },
): Promise<void> {
  await tx
    .updateTable('subscription_refunds')
    .set({ coins: refunded.coins, booked_at: refunded.bookedAt })
    .where('invoice_id', '=', invoiceId)
    .execute();
}
