import { beginPayment, beginPaymentFor, lockPayer } from '#domains/money/payments/card-payments.service.ts';
import { expiryOf, isOpen } from '#domains/money/payments/card-payments.policy.ts';
import { cancelAtProvider, reconcilePaymentJob } from '#domains/money/payments/payment-looks.service.ts';
import { beginRefundFor } from '#domains/money/payments/refunds.service.ts';
import { roomForPurchase } from '#domains/money/spending-limits/spending-limits.service.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { Db } from '#platform/db/database.ts';
import {
  findAttempt,
  findOpenAttempt,
  insertAttempt,
  listUnclosed,
  updateAttempt,
  updateAttemptRefunded,
} from './attempts.queries.ts';
import type { Attempt, AttemptNow, Invoice } from './billing.types.ts';

/** Cancels a payment that nobody is to pay any more, at the provider first. */
export const giveUpPaymentJob = defineJob<{ paymentId: string }>('billing.giveUpPayment');

/** The work of `giveUpPaymentJob`. @throws PaymentsError when the provider is away: the job is repeated */
export const giveUpPayment = (services: Services, { paymentId }: { paymentId: string }): Promise<void> =>
  cancelAtProvider(services, paymentId);

/** The invoice has a payment that can be paid, which is given back in place of another one. */
export class OpenPayment extends Error {
  override readonly name = 'OpenPayment';
  readonly paymentId: string;

  constructor(paymentId: string) {
    super('The invoice has a payment that can be paid.');
    this.paymentId = paymentId;
  }
}

type Charge = {
  readonly invoice: Invoice;
  /** Of the new payment. */
  readonly paymentId: string;
  /** The saved card. */
  readonly methodId: string;
  /** Path of the input that names what is paid for. */
  readonly path: readonly string[];
};

/**
 * Begins the payment of an open invoice by its payer, who is there; `nextPaymentStep` follows after the commit. The caller holds the lock on
 * the subscription.
 * @throws OpenPayment @throws AppError NOT_FOUND | LIMIT_REACHED | RATE_LIMITED
 */
export async function beginCharge(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { invoice, paymentId, methodId, path }: Charge,
): Promise<void> {
  const now = ctx.clock.now();
  const open = await openAttempt(tx, invoice.id, now);
  if (open) throw new OpenPayment(open.paymentId);
  await lockPayer(ctx, tx);
  // A renewal is owed, and nobody's own limit ends what they have agreed to.
  if (invoice.reason !== 'CYCLE') {
    const buyer = { userId: ctx.user.id, coins: invoice.amountCoins, now };
    const { refusal } = await roomForPurchase(tx, buyer, path);
    if (refusal) throw refusal;
  }
  await beginPayment(ctx, tx, { ...paymentOf(invoice, paymentId), methodId });
  await insertAttempt(tx, { invoiceId: invoice.id, paymentId, at: now });
}

/**
 * Begins the payment of an open invoice without its payer. The caller holds the lock on the subscription, and knows that no payment is open.
 * @returns false when the payer does not have the card any more
 */
export async function beginChargeFor(
  services: Pick<Services, 'clock' | 'ids' | 'ports'>,
  tx: Tx,
  { invoice, methodId }: { readonly invoice: Invoice; readonly methodId: string },
): Promise<boolean> {
  const paymentId = services.ids.next();
  const payment = { ...paymentOf(invoice, paymentId), userId: invoice.subscriberId, methodId };
  if (!(await beginPaymentFor(services, tx, payment))) return false;
  await insertAttempt(tx, { invoiceId: invoice.id, paymentId, at: services.clock.now() });
  return true;
}

function paymentOf({ amountMinor, currency }: Invoice, id: string) {
  if (amountMinor === null || currency === null) throw new Error('an invoice in coins is not paid by card');
  return { id, purpose: 'SUBSCRIPTION', amountMinor, currency } as const;
}

/** The attempt of an invoice whose payment can be paid, or was paid and not noted yet; one that has ended is closed. */
export async function openAttempt(tx: Tx, invoiceId: string, now: Date): Promise<AttemptNow | null> {
  const found = await findOpenAttempt(tx, invoiceId);
  if (!found || isOpen(found.payment) || found.payment.state === 'SUCCEEDED') return found;
  await updateAttempt(tx, found.paymentId, { declineReason: null, hasFailed: false, isClosed: true }, now);
  return null;
}

/** The attempt of an invoice whose payment can be paid, as far as is known. */
export const presentAttempt = (db: Db, invoiceId: string): Promise<AttemptNow | null> =>
  findOpenAttempt(db, invoiceId);

/** The attempt of a payment; null for a payment that is none of an invoice. */
export const attemptOf = (db: Db, paymentId: string): Promise<AttemptNow | null> =>
  findAttempt(db, paymentId);

/** Whether nobody pays the payment of an attempt by itself any more: its card was declined, or its time is over. */
export const isIdle = ({ payment }: AttemptNow, now: Date): boolean =>
  payment.state === 'FAILED' || (isOpen(payment) && now >= expiryOf(payment));

/** Notes how the payment of an attempt stands. @returns whether it has failed for the first time */
export async function noteAttempt(tx: Tx, attempt: AttemptNow, now: Date): Promise<boolean> {
  const { paymentId, payment, failedAt } = attempt;
  const hasFailed = isUnpaid(attempt);
  const { declineReason } = payment;
  await updateAttempt(tx, paymentId, { declineReason, hasFailed, isClosed: !isOpen(payment) }, now);
  return hasFailed && failedAt === null;
}

const isUnpaid = ({ payment: { state } }: AttemptNow): boolean =>
  state === 'FAILED' || state === 'CANCELED' || state === 'EXPIRED';

/** Has the payment of an attempt canceled that can still be paid. */
export function giveUp(tx: Tx, { paymentId }: Pick<Attempt, 'paymentId'>): void {
  tx.enqueue(giveUpPaymentJob, { paymentId }, { key: paymentId });
}

/** Asks again how the payment of an attempt stands, which ends it once its time is over. */
export function lookAgain(tx: Tx, { paymentId }: Pick<Attempt, 'paymentId'>): void {
  tx.enqueue(reconcilePaymentJob, { paymentId }, { key: paymentId });
}

/** A context inside a transaction, or as much of one. */
export type Refunding = Pick<Services, 'clock' | 'ids' | 'limits' | 'log' | 'ports'>;

/** Refunds a payment that nobody wanted any more when it was made, once. */
export async function refundUnwanted(ctx: Refunding, tx: Tx, attempt: AttemptNow): Promise<void> {
  if (attempt.refundId !== null) return;
  const refundId = await tryToRefund(ctx, tx, { paymentId: attempt.paymentId, amountMinor: null });
  if (refundId !== null) await updateAttemptRefunded(tx, attempt.paymentId, refundId);
}

/** Begins a refund. @returns its id; null where nothing is left to refund, or the payment is disputed */
export async function tryToRefund(
  ctx: Refunding,
  tx: Tx,
  { paymentId, amountMinor }: { readonly paymentId: string; readonly amountMinor: number | null },
): Promise<string | null> {
  const id = ctx.ids.next();
  const refund = {
    id,
    paymentId,
    amountMinor,
    kind: 'REQUESTED_BY_CUSTOMER',
    reason: REFUND_REASON,
  } as const;
  try {
    await beginRefundFor(ctx, tx, { ...refund, requestedBy: null });
    return id;
  } catch (error) {
    const isRefused = error instanceof AppError && REFUSED.has(error.code);
    if (!isRefused) throw error;
    ctx.log.warn({ err: error, paymentId }, 'a payment of a subscription is not refunded');
    return null;
  }
}

const REFUND_REASON = 'The subscription has ended.';
const REFUSED: ReadonlySet<string> = new Set(['INVALID_STATE', 'LIMIT_REACHED', 'VALIDATION_FAILED']);

/** Payments of which nobody has noted the end, though their time is over. */
export const unclosedPayments = (
  db: Db,
  page: { readonly before: Date; readonly limit: number },
): Promise<string[]> => listUnclosed(db, page);
