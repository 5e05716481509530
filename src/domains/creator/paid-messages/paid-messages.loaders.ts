import type { Loader } from '#platform/request/loader.ts';
import type { MessagePurchase, SaleCount } from './paid-messages.types.ts';
import { countSales, listPurchasesByIds } from './purchases.queries.ts';

/** Purchases and sales of the caller. */
export const ownPurchaseById: Loader<MessagePurchase> = {
  name: 'ownPurchaseById',
  batch: async (ctx, ids) => {
    const found = ctx.user ? await listPurchasesByIds(ctx.db, ids) : [];
    const own = found.filter(({ buyerId, sellerId }) => [buyerId, sellerId].includes(ctx.user?.id ?? ''));
    return new Map(own.map((purchase) => [purchase.id, purchase]));
  },
};

/** Any purchases, which admins alone see. */
export const anyPurchaseById: Loader<MessagePurchase> = {
  name: 'anyPurchaseById',
  batch: async (ctx, ids) => {
    const found = ctx.admin === null ? [] : await listPurchasesByIds(ctx.db, ids);
    return new Map(found.map((purchase) => [purchase.id, purchase]));
  },
};

/** How often messages were sold. Load it for their sender alone. */
export const saleCountByMessage: Loader<SaleCount> = {
  name: 'saleCountByMessage',
  batch: async (ctx, ids) => new Map((await countSales(ctx.db, ids)).map((count) => [count.id, count])),
};
