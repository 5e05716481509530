import type { Loader } from '#platform/request/loader.ts';
import { listPaymentsByIds } from './card-payments.queries.ts';
import type { Payment } from './card-payments.types.ts';

/** Payments of the caller, or for an admin of any user. */
export const paymentById: Loader<Payment> = {
  name: 'paymentById',
  batch: async (ctx, ids) => {
    const found = await listPaymentsByIds(ctx.db, ids);
    const shown = found.filter(({ userId }) => ctx.admin !== null || userId === ctx.user?.id);
    return new Map(shown.map((payment) => [payment.id, payment]));
  },
};
