import type { Loader } from '#platform/request/loader.ts';
import { listPaymentsByIds } from './card-payments.queries.ts';
import type { Payment } from './card-payments.types.ts';
import { listTakeBacks } from './take-backs.queries.ts';
import type { TakeBacks } from './take-backs.types.ts';

/** Payments of the caller, or for an admin of any user. */
export const paymentById: Loader<Payment> = {
  name: 'paymentById',
  batch: async (ctx, ids) => {
    const found = await listPaymentsByIds(ctx.db, ids);
    const shown = found.filter(({ userId }) => ctx.admin !== null || userId === ctx.user?.id);
    return new Map(shown.map((payment) => [payment.id, payment]));
  },
};

/** The refunds and disputes of payments that the caller sees, each oldest first; also refunds that have no answer yet. */
export const takeBacksByPayment: Loader<TakeBacks> = {
  name: 'takeBacksByPayment',
  batch: ({ db }, paymentIds) => listTakeBacks(db, paymentIds),
};
