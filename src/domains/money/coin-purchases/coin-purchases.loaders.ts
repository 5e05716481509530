import type { Loader } from '#platform/request/loader.ts';
import { listPurchasesByIds } from './coin-purchases.queries.ts';
import type { CoinPurchase } from './coin-purchases.types.ts';

/** Purchases of the caller, or for an admin of any user. */
export const coinPurchaseById: Loader<CoinPurchase> = {
  name: 'coinPurchaseById',
  batch: async (ctx, ids) => {
    const found = await listPurchasesByIds(ctx.db, ids);
    const shown = found.filter(({ userId }) => ctx.admin !== null || userId === ctx.user?.id);
    return new Map(shown.map((purchase) => [purchase.id, purchase]));
  },
};
