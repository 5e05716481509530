import { load, type Loader } from '#platform/request/loader.ts';
import { listPurchaseIdsByTransfers, listPurchasesByIds } from './coin-purchases.queries.ts';
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

/** Purchases of the caller by the transfers of their coins, those of refunds and disputes among them. */
export const purchaseByTransfer: Loader<CoinPurchase> = {
  name: 'purchaseByTransfer',
  batch: async (ctx, transferIds) => {
    const found = await listPurchaseIdsByTransfers(ctx.db, transferIds);
    const purchases = await Promise.all(found.map(async ({ id }) => load(ctx, coinPurchaseById, id)));
    return new Map(
      found.flatMap(({ transferId }, index) => {
        const purchase = purchases[index];
        return purchase ? [[transferId, purchase]] : [];
      }),
    );
  },
};
