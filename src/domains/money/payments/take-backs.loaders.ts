import type { Loader } from '#platform/request/loader.ts';
import { listDisputes, listRefunds } from './take-backs.queries.ts';
import type { TakeBacks } from './take-backs.types.ts';

/** The refunds and disputes of payments that the caller sees, each oldest first; also refunds that have no answer yet. */
export const takeBacksByPayment: Loader<TakeBacks> = {
  name: 'takeBacksByPayment',
  batch: async ({ db }, paymentIds) => {
    const [refunds, disputes] = await Promise.all([
      listRefunds(db, paymentIds),
      listDisputes(db, paymentIds),
    ]);
    const ofPayment = (id: string) => ({
      refunds: refunds.filter(({ paymentId }) => paymentId === id),
      disputes: disputes.filter(({ paymentId }) => paymentId === id),
    });
    return new Map(paymentIds.map((id) => [id, ofPayment(id)]));
  },
};
