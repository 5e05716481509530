import type { Loader } from '#platform/request/loader.ts';
import { listTakeBacks } from './take-backs.queries.ts';
import type { TakeBacks } from './take-backs.types.ts';

/** The refunds and disputes of payments that the caller sees, each oldest first; also refunds that have no answer yet. */
export const takeBacksByPayment: Loader<TakeBacks> = {
  name: 'takeBacksByPayment',
  batch: ({ db }, paymentIds) => listTakeBacks(db, paymentIds),
};
