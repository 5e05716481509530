import { spendCoins } from '#domains/money/ledger/ledger.service.ts';
import { lockSpending } from '#domains/money/ledger/reversals.service.ts';
import { assertRoomToSpend } from '#domains/money/spending-limits/spending-limits.service.ts';
import { shareOf } from '#domains/money/ledger/ledger.policy.ts';
import { postCardEarnings } from '#domains/money/sales/card-earnings.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { addToMonth } from '../creator-stats/creator-stats.service.ts';
import { feeOf } from '../tips/tips.policy.ts';
import type { Invoice, InvoiceReason } from './billing.types.ts';
import { anyInvoiceById } from './invoices.loaders.ts';
import {
  findOpenInvoice,
  insertInvoice,
  insertRefund,
  listAnyInvoices,
  listCurrentInvoices,
  listInvoicesByIds,
  listOwnInvoices,
  type NewInvoice,
  updateInvoicePaid,
  voidInvoices,
} from './invoices.queries.ts';

type Working = Pick<Services, 'clock' | 'ids' | 'limits'>;

/** The invoice of a period, which there is once. */
export const openInvoice = (
  { clock, ids, limits }: Working,
  tx: Tx,
  due: Omit<NewInvoice, 'id' | 'feeBps' | 'createdAt'>,
): Promise<Invoice> =>
  insertInvoice(tx, {
    ...due,
    id: ids.next(),
    feeBps: limits.subscriptionFeeBps,
    createdAt: clock.now(),
  });

/** The invoice of a subscription that waits to be paid, with one of some reasons. */
export const invoiceDue = (
  db: Db,
  subscriptionId: string,
  reasons: readonly InvoiceReason[],
): Promise<Invoice | null> => findOpenInvoice(db, subscriptionId, reasons);

/** An invoice that is known to be there. */
export async function requireInvoice(db: Db, id: string): Promise<Invoice> {
  const [found] = await listInvoicesByIds(db, [id]);
  if (!found) throw new Error('an invoice to which something refers is not there');
  return found;
}

const IN_FLIGHT = { COINS: 'SALES_IN_FLIGHT', PROMO: 'SALES_IN_FLIGHT' } as const;

/**
 * Pays an invoice in coins of its subscriber; they are settled to the creator later. One that is paid stays so.
 * @throws AppError INSUFFICIENT_COINS, before anything is written
 */
async function payInCoins(ctx: Working, tx: Tx, invoice: Invoice): Promise<void> {
  if (invoice.state === 'PAID') return;
  const { id, subscriberId, amountCoins } = invoice;
  const { transferId } = await spendCoins(ctx, tx, {
    type: 'SUBSCRIPTION_PAID',
    userId: subscriberId,
    initiatorId: subscriberId,
    idempotencyKey: id,
    amountCoins,
    to: IN_FLIGHT,
    counterpartyId: invoice.creatorId,
  });
  await updateInvoicePaid(tx, id, { transferId, paidAt: ctx.clock.now() });
}

/**
 * As `payInCoins`, for what the subscriber has just asked for: within the limits that they have set for themselves. What they have agreed
 * to before is renewed beyond them.
 * @throws AppError INSUFFICIENT_COINS | LIMIT_REACHED
 */
export async function payWithinLimits(ctx: Working, tx: Tx, invoice: Invoice): Promise<void> {
  const { subscriberId: userId, amountCoins } = invoice;
  await lockSpending(tx, userId);
  await assertRoomToSpend(tx, { userId, amountCoins, now: ctx.clock.now(), path: ['tierId'] });
  await payInCoins(ctx, tx, invoice);
}

/** As `payInCoins`. @returns false when there are too few */
export async function tryToPayInCoins(ctx: Working, tx: Tx, invoice: Invoice): Promise<boolean> {
  try {
    await payInCoins(ctx, tx, invoice);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INSUFFICIENT_COINS') throw error;
    return false;
  }
}

/** Notes that an invoice is paid by a payment that has succeeded, and brings the creator what it earns: once for a payment. */
export async function payByCard(ctx: Working, tx: Tx, invoice: Invoice, paymentId: string): Promise<void> {
  const { id, creatorId, subscriberId, amountCoins } = invoice;
  const now = ctx.clock.now();
  await updateInvoicePaid(tx, id, { paymentId, paidAt: now });
  const feeCoins = feeOf(amountCoins, invoice.feeBps);
  const earning = { paymentId, userId: creatorId, amountCoins, feeCoins, counterpartyId: subscriberId };
  if (!(await postCardEarnings(ctx, tx, earning))) return;
  await addToMonth(tx, {
    creatorId,
    at: now,
    paidCoins: amountCoins,
    earnedCoins: amountCoins - feeCoins,
  });
}

/** Gives up the open invoices of a subscription, of a reason if one is given. @returns them */
export const giveUpInvoices = (
  tx: Tx,
  subscriptionId: string,
  reason: InvoiceReason | null = null,
): Promise<Pick<Invoice, 'id' | 'tierId' | 'reason'>[]> => voidInvoices(tx, subscriptionId, reason);

/** Has a part of each paid invoice go back whose period is not over, by the rest of its time. @param restOf its part of an amount */
export async function refundCurrent(
  tx: Tx,
  subscriptionId: string,
  { now, restOf }: { readonly now: Date; readonly restOf: (amount: number, invoice: Invoice) => number },
): Promise<void> {
  for (const invoice of await listCurrentInvoices(tx, subscriptionId, now)) {
    const { id: invoiceId, amountCoins, amountMinor } = invoice;
    const restMinor = amountMinor === null ? null : restOf(amountMinor, invoice);
    const coins =
      amountMinor === null || restMinor === null
        ? restOf(amountCoins, invoice)
        : shareOf(amountCoins, restMinor, amountMinor);
    if (coins > 0 || (restMinor ?? 0) > 0)
      await insertRefund(tx, { invoiceId, coins, amountMinor: restMinor, createdAt: now });
  }
}

/** Invoices of the caller, newest first. */
export const myInvoices = (ctx: UserContext, page: ListRequest<IdKey>): Promise<Invoice[]> =>
  listOwnInvoices(ctx.db, ctx.user.id, page);

export const findAnyInvoice = async (ctx: AdminContext, id: string): Promise<Invoice | null> =>
  load(ctx, anyInvoiceById, id);

type FilterArgs = {
  readonly subscriptionId?: string | null | undefined;
  readonly subscriberId?: string | null | undefined;
};

/** Invoices of all users, newest first. */
export const adminGetSubscriptionInvoices = (
  ctx: AdminContext,
  { subscriptionId, subscriberId }: FilterArgs,
  page: ListRequest<IdKey>,
): Promise<Invoice[]> =>
  listAnyInvoices(
    ctx.db,
    { subscriptionId: subscriptionId ?? null, subscriberId: subscriberId ?? null },
    page,
  );
