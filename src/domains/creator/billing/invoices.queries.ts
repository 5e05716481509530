import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Invoice, InvoiceReason } from './billing.types.ts';

/** An invoice from a row of the alias `i`. */
const INVOICE_ROW = sql`
  i.id, i.subscription_id as "subscriptionId", i.subscriber_id as "subscriberId", i.creator_id as "creatorId", i.tier_id as "tierId", i.version,
  i.period_start as "periodStart", i.period_end as "periodEnd", i.reason, i.amount_coins as "amountCoins", i.amount_minor as "amountMinor", i.currency,
  i.fee_bps::integer as "feeBps", i.state, i.transfer_id as "transferId", i.payment_id as "paymentId", i.created_at as "createdAt",
  i.paid_at as "paidAt", coalesce((select r.coins from subscription_refunds r where r.invoice_id = i.id), 0)::integer as "refundedCoins",
  case when i.amount_minor is not null then least(i.amount_minor, coalesce((
    select sum(f.amount_minor) from payment_refunds f where f.payment_id = i.payment_id and f.state in ('PENDING', 'SUCCEEDED')), 0))::integer
  end as "refundedMinor"`;

export type NewInvoice = Omit<
  Invoice,
  'state' | 'transferId' | 'paymentId' | 'refundedCoins' | 'refundedMinor' | 'paidAt'
>;

/** Adds an open invoice, unless there is one of the period; there is one of each. @returns that one */
export async function insertInvoice(tx: Tx, given: NewInvoice): Promise<Invoice> {
  await sql`
    insert into subscription_invoices (id, subscription_id, subscriber_id, creator_id, tier_id, version, period_start, period_end, reason,
      amount_coins, amount_minor, currency, fee_bps, state, created_at)
    values (${given.id}, ${given.subscriptionId}, ${given.subscriberId}, ${given.creatorId}, ${given.tierId}, ${given.version},
      ${given.periodStart}, ${given.periodEnd}, ${given.reason}, ${given.amountCoins}, ${given.amountMinor}, ${given.currency}, ${given.feeBps}, 'OPEN',
      ${given.createdAt})
    on conflict (subscription_id, period_start, reason) where state <> 'VOID' do nothing`.execute(tx);
  const { rows } = await sql<Invoice>`
    select ${INVOICE_ROW} from subscription_invoices i
    where i.subscription_id = ${given.subscriptionId}::uuid and i.period_start = ${given.periodStart}::timestamptz
      and i.reason = ${given.reason} and i.state <> 'VOID'`.execute(tx);
  const [invoice] = rows;
  if (!invoice) throw new Error('an invoice that was added is not there');
  return invoice;
}

/** @param paid by coins of a transfer, or by a payment */
export async function updateInvoicePaid(
  tx: Tx,
  id: string,
  paid: ({ readonly transferId: string } | { readonly paymentId: string }) & { readonly paidAt: Date },
): Promise<void> {
  await tx
    .updateTable('subscription_invoices')
    .set({
      state: 'PAID',
      paid_at: paid.paidAt,
      ...('transferId' in paid ? { transfer_id: paid.transferId } : { payment_id: paid.paymentId }),
    })
    .where('id', '=', id)
    .execute();
}

/** Gives up the open invoices of a subscription, of a reason if one is given. @returns them */
export async function voidInvoices(
  tx: Tx,
  subscriptionId: string,
  reason: InvoiceReason | null,
): Promise<Pick<Invoice, 'id' | 'tierId' | 'reason'>[]> {
  return (
    tx
      .updateTable('subscription_invoices')
      .set({ state: 'VOID' })
      .where('subscription_id', '=', subscriptionId)
      .where('state', '=', 'OPEN')
      .$if(reason !== null, (query) => query.where('reason', '=', reason))
      .returning(['id', 'tier_id as tierId', 'reason'])
      // Reasons are written as their type names them.
      .$castTo<Pick<Invoice, 'id' | 'tierId' | 'reason'>>()
      .execute()
  );
}

/** The open invoice of a subscription with one of some reasons, the oldest of several. */
export async function findOpenInvoice(
  db: Db,
  subscriptionId: string,
  reasons: readonly InvoiceReason[],
): Promise<Invoice | null> {
  const { rows } = await sql<Invoice>`
    select ${INVOICE_ROW} from subscription_invoices i
    where i.subscription_id = ${subscriptionId}::uuid and i.state = 'OPEN' and i.reason = any(${[...reasons]}::text[])
    order by i.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The open invoices of subscriptions that are due: those of a period. */
export async function listDueInvoices(db: Db, subscriptionIds: readonly string[]): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select ${INVOICE_ROW} from subscription_invoices i
    where i.subscription_id = ${anyOf(subscriptionIds)} and i.state = 'OPEN' and i.reason <> 'UPGRADE'`.execute(
    db,
  );
  return rows;
}

/** The paid invoices of a subscription whose period is not over. */
export async function listCurrentInvoices(tx: Tx, subscriptionId: string, now: Date): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select ${INVOICE_ROW} from subscription_invoices i
    where i.subscription_id = ${subscriptionId}::uuid and i.state = 'PAID' and i.period_end > ${now}::timestamptz
    order by i.id`.execute(tx);
  return rows;
}

type NewRefund = {
  readonly invoiceId: string;
  readonly coins: number;
  /** Null of an invoice that was paid in coins. */
  readonly amountMinor: number | null;
  readonly createdAt: Date;
};

/** Notes what of an invoice is to go back, once. */
export async function insertRefund(
  tx: Tx,
  { invoiceId, coins, amountMinor, createdAt }: NewRefund,
): Promise<void> {
  await sql`
    insert into subscription_refunds (invoice_id, coins, amount_minor, created_at)
    values (${invoiceId}, ${coins}, ${amountMinor}, ${createdAt}) on conflict do nothing`.execute(tx);
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

/** Invoices of all subscriptions or of one, newest first, one more than the page. */
export async function listAnyInvoices(
  db: Db,
  { subscriptionId, subscriberId }: { subscriptionId: string | null; subscriberId: string | null },
  { from: [beforeId], limit }: Pick<ListRequest<IdKey>, 'from' | 'limit'>,
): Promise<Invoice[]> {
  const conditions = [
    sql`i.id < ${beforeId}::uuid`,
    ...(subscriptionId === null ? [] : [sql`i.subscription_id = ${subscriptionId}::uuid`]),
    ...(subscriberId === null ? [] : [sql`i.subscriber_id = ${subscriberId}::uuid`]),
  ];
  const { rows } = await sql<Invoice>`
    select ${INVOICE_ROW} from subscription_invoices i where ${sql.join(conditions, sql` and `)}
    order by i.id desc limit ${limit + 1}`.execute(db);
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
  /** Null of an invoice that was paid by card. */
  readonly transferId: string | null;
  readonly settledTransferId: string | null;
  /** Null of an invoice that was paid in coins. */
  readonly paymentId: string | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  /** Whether the account of the creator is erased. */
  readonly isUnclaimed: boolean;
};

/** Locks refunds that are not booked, except for those of coins that are not settled, and those that another worker books. */
export async function lockRefunds(tx: Tx, limit: number): Promise<readonly DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    select r.invoice_id as "invoiceId", i.subscriber_id as "subscriberId", i.creator_id as "creatorId", r.coins, i.transfer_id as "transferId",
      i.settled_transfer_id as "settledTransferId", i.payment_id as "paymentId", r.amount_minor as "amountMinor", i.currency,
      u.state = 'DELETED' as "isUnclaimed"
    from subscription_refunds r join subscription_invoices i on i.id = r.invoice_id join users u on u.id = i.creator_id
    where r.booked_at is null and (i.settled_transfer_id is not null or i.payment_id is not null)
    order by r.invoice_id limit ${limit} for no key update of r skip locked`.execute(tx);
  return rows;
}

/** Notes what a refund gave back: nothing where nothing was left to give. */
export async function updateRefunded(
  tx: Tx,
  invoiceId: string,
  refunded: {
    readonly coins: number;
    readonly bookedAt: Date;
    /** Of an invoice that was paid by card. */
    readonly amountMinor?: number;
    readonly refundId?: string | null;
  },
): Promise<void> {
  await tx
    .updateTable('subscription_refunds')
    .set({
      coins: refunded.coins,
      booked_at: refunded.bookedAt,
      ...(refunded.amountMinor !== undefined && { amount_minor: refunded.amountMinor }),
      ...(refunded.refundId !== undefined && { refund_id: refunded.refundId }),
    })
    .where('invoice_id', '=', invoiceId)
    .execute();
}

/** Invoices of a subscriber, oldest first. */
export async function listExportedInvoices(
  db: Db,
  { userId, afterId, limit }: { readonly userId: string; readonly afterId: string; readonly limit: number },
): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select ${INVOICE_ROW} from subscription_invoices i
    where i.subscriber_id = ${userId}::uuid and i.id > ${afterId}::uuid order by i.id limit ${limit}`.execute(
    db,
  );
  return rows;
}
