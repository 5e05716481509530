import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { PaymentsError } from '#ports/payments.ts';
import { lookAtTakeBacks, postponeComparison, takeBacksOf } from '../payments/take-backs.service.ts';
import { differencesOf, type Found } from './differences.policy.ts';
import { findDifference, insertDifference, listDifferences, listDue } from './differences.queries.ts';
import type { PaymentDifference } from './payment-differences.types.ts';

/** Compares payments with the provider whose turn it is. */
export const comparePaymentsJob = defineJob<object>('payments.compare');

/** Payments of an hour: few for the provider, and enough for all that are paid in half a year to have their turn each week. */
const BATCH_PAYMENTS = 500;

export const findAnyDifference = (ctx: AdminContext, id: string): Promise<PaymentDifference | null> =>
  findDifference(ctx.db, id);

/** Differences of all payments, newest first. */
export const adminGetPaymentDifferences = (
  ctx: AdminContext,
  page: ListRequest<IdKey>,
): Promise<PaymentDifference[]> => listDifferences(ctx.db, page);

/** The work of `comparePaymentsJob`, one payment after the other. @throws PaymentsError when the provider is away */
export async function comparePayments(services: Services): Promise<void> {
  const { clock, db, ids, ports, transaction } = services;
  const { provider } = ports.payments;
  for (const payment of await listDue(db, { provider, now: clock.now(), limit: BATCH_PAYMENTS })) {
    const found = await compare(services, payment.id);
    await transaction(async (tx) => {
      for (const difference of found)
        await insertDifference(tx, {
          ...difference,
          id: ids.next(),
          paymentId: payment.id,
          foundAt: clock.now(),
        });
      await postponeComparison(tx, payment, clock.now());
    });
  }
}

/** Findings are stored as by any other look, so that the coins follow. */
async function compare(services: Services, paymentId: string): Promise<readonly Found[]> {
  const before = await takeBacksOf(services.db, paymentId);
  try {
    const said = await lookAtTakeBacks(services, paymentId);
    return said ? differencesOf({ before, after: await takeBacksOf(services.db, paymentId), said }) : [];
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.code !== 'NOT_FOUND') throw error;
    return [{ kind: 'MISSING', detail: '' }];
  }
}
