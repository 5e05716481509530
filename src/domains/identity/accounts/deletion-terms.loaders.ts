import type { Loader } from '#platform/request/loader.ts';
import { listMoneyLeft, type MoneyLeft } from './deletion-terms.queries.ts';

/** The money of users who may leave, who never see that of others. */
export const moneyLeftByUser: Loader<MoneyLeft> = {
  name: 'moneyLeftByUser',
  batch: async ({ db }, userIds) =>
    new Map((await listMoneyLeft(db, userIds)).map((left) => [left.userId, left])),
};
