import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AdminContext, InTransaction } from '#platform/request/context.ts';
import { PaymentsError, type RefundReason } from '#ports/payments.ts';
import { findPayment, lockPayment } from './card-payments.queries.ts';
import { amountToRefund, refundedMinor } from './refunds.policy.ts';
import {
  findDispute,
  findRefund,
  insertRefund,
  listAllDisputes,
  listUnanswered,
  updateRefused,
} from './refunds.queries.ts';
import { listDisputes, listRefunds } from './take-backs.queries.ts';
import { lookAtTakeBacks } from './take-backs.service.ts';
import type { PaymentDispute, PaymentRefund } from './take-backs.types.ts';

/** Asks the provider for a refund that has no answer yet. */
export const finishRefundJob = defineJob<{ refundId: string }>('payments.finishRefund');

/** Longer than a request waits for the provider. */
const REQUEST_MS = 20 * SECOND_MS;

type NewRefund = {
  readonly id: string;
  readonly paymentId: string;
  /** Null for the rest of the payment. */
  readonly amountMinor: number | null;
  readonly kind: RefundReason;
  readonly reason: string;
};

/**
 * Writes a refund of a payment down, so that it is made once; `finishRefund` follows after the commit. Locks the payment until
 * then, so that all refunds together stay within it.
 * @returns the amount, and what was refunded before
 * @throws ValidationFailed | AppError NOT_FOUND | INVALID_STATE | LIMIT_REACHED
 */
export const beginRefund = (
  ctx: InTransaction<AdminContext>,
  tx: Tx,
  refund: NewRefund,
): Promise<BegunRefund> => beginRefundFor(ctx, tx, { ...refund, requestedBy: ctx.admin.id });

type BegunRefund = { readonly amountMinor: number; readonly beforeMinor: number; readonly currency: string };

/**
 * As `beginRefund`, for what the platform refunds by itself, where no admin requests it; its job makes it at the provider.
 * @throws ValidationFailed | AppError NOT_FOUND | INVALID_STATE | LIMIT_REACHED
 */
export async function beginRefundFor(
  ctx: Pick<Services, 'clock' | 'limits' | 'ports'>,
  tx: Tx,
  { id, paymentId, kind, reason, requestedBy, ...asked }: NewRefund & { readonly requestedBy: string | null },
): Promise<BegunRefund> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw notFound('Payment');
  const refunds = await listRefunds(tx, [paymentId]);
  const takeBacks = { refunds, disputes: await listDisputes(tx, [paymentId]) };
  const { provider } = ctx.ports.payments;
  const stepMinor = ctx.ports.payments.chargeRuleOf(payment.currency)?.stepMinor ?? 1;
  const amountMinor = amountToRefund({ payment, provider, stepMinor, takeBacks, ...asked });
  const limit = ctx.limits.refundsPerPayment;
  if (refunds.length >= limit) throw tooMany(limit);
  const createdAt = ctx.clock.now();
  await insertRefund(tx, { id, paymentId, amountMinor, kind, reason, createdAt, requestedBy });
  const runAt = new Date(createdAt.getTime() + REQUEST_MS);
  tx.enqueue(finishRefundJob, { refundId: id }, { key: id, runAt });
  return { amountMinor, beforeMinor: refundedMinor(refunds), currency: payment.currency };
}

const tooMany = (limit: number): AppError =>
  new AppError('LIMIT_REACHED', `A payment can be refunded in at most ${limit} parts, failed ones counted.`, {
    path: ['purchaseId'],
    details: { limit },
  });

/**
 * Asks the provider for a refund that has no answer yet, and stores it. Repeating it refunds nothing again: the key of the refund
 * is its id, and after the day for which the provider keeps keys it is found by its reference.
 * @throws PaymentsError
 */
export async function finishRefund(services: Services, { refundId }: { refundId: string }): Promise<void> {
  const { clock, db, ports, transaction } = services;
  const refund = await findRefund(db, refundId);
  const payment = refund && (await findPayment(db, refund.paymentId));
  if (!isUnanswered(refund) || payment?.provider !== ports.payments.provider) return;
  if (payment.providerId === null) return;
  await lookAtTakeBacks(services, payment.id);
  if (!isUnanswered(await findRefund(db, refundId))) return;
  const { amountMinor } = refund;
  try {
    await ports.payments.refundPayment({
      paymentId: payment.providerId,
      amountMinor,
      currency: payment.currency,
      reason: refund.kind ?? 'REQUESTED_BY_CUSTOMER',
      reference: refundId,
      idempotencyKey: refundId,
    });
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.code !== 'REFUND_REFUSED') throw error;
    await transaction((tx) => updateRefused(tx, refundId, clock.now()));
  }
  // This look also tells why a refund was refused.
  await lookAtTakeBacks(services, payment.id);
}

const isUnanswered = (refund: PaymentRefund | null): refund is PaymentRefund =>
  refund !== null && refund.state === 'PENDING' && refund.providerId === null;

/** As `finishRefund`, for somebody who waits: while the provider is away the refund stays PENDING, and its job goes on. */
export async function tryToFinishRefund(services: Services, refundId: string): Promise<PaymentRefund | null> {
  try {
    await finishRefund(services, { refundId });
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.code !== 'UNAVAILABLE') throw error;
    services.log.warn({ err: error, refundId }, 'a refund waits for the provider');
  }
  return findRefund(services.db, refundId);
}

/** Begins the jobs of refunds again that no job has finished. */
export async function sweepRefunds({ clock, db, transaction }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - REQUEST_MS);
  const refundIds = await listUnanswered(db, { before, limit: BATCH_REFUNDS });
  await transaction(async (tx) => {
    for (const refundId of refundIds) tx.enqueue(finishRefundJob, { refundId }, { key: refundId });
  });
}

const BATCH_REFUNDS = 500;

export const findAnyRefund = (ctx: AdminContext, id: string): Promise<PaymentRefund | null> =>
  findRefund(ctx.db, id);

export const findAnyDispute = (ctx: AdminContext, id: string): Promise<PaymentDispute | null> =>
  findDispute(ctx.db, id);

/** Disputes of all payments, newest first. */
export const adminGetDisputes = (
  ctx: AdminContext,
  isOpen: boolean | null,
  page: ListRequest<IdKey>,
): Promise<PaymentDispute[]> => listAllDisputes(ctx.db, isOpen, page);
