import type { Loader } from '#platform/request/loader.ts';
import { pageLoader } from '#platform/request/page-loader.ts';
import { readEarned } from '../ledger/payouts.service.ts';
import { listEarned } from './earned.queries.ts';
import type { Earnings, Payout } from './earnings.types.ts';
import { listPaidOut, listPayoutsByIds, listPayoutsByTransfers } from './payouts.queries.ts';

/** Earnings of users, who never see those of others. */
export const earningsByUser: Loader<Earnings> = {
  name: 'earningsByUser',
  batch: async ({ db }, userIds) => {
    const [earned, paidOut] = await Promise.all([readEarned(db, userIds), listPaidOut(db, userIds)]);
    return new Map(
      [...earned].map(([userId, coins]) => [
        userId,
        { ...coins, id: userId, paidOutCoins: paidOut.find((paid) => paid.userId === userId)?.coins ?? 0 },
      ]),
    );
  },
};

/** Earnings of a user one by one, newest first. */
export const earningsOfUser = pageLoader('earningsOfUser', (ctx, pages) => listEarned(ctx.db, pages));

/** Payouts of the caller, or for an admin of any user. */
export const payoutById: Loader<Payout> = {
  name: 'payoutById',
  batch: async (ctx, ids) => {
    const found = await listPayoutsByIds(ctx.db, ids);
    const shown = found.filter(({ userId }) => ctx.admin !== null || userId === ctx.user?.id);
    return new Map(shown.map((payout) => [payout.id, payout]));
  },
};

/** Payouts of the caller by their transfers. */
export const payoutByTransfer: Loader<Payout> = {
  name: 'payoutByTransfer',
  batch: async (ctx, transferIds) => {
    const found = await listPayoutsByTransfers(ctx.db, transferIds);
    const own = found.filter(({ userId }) => userId === ctx.user?.id);
    return new Map(own.map((payout) => [payout.transferId, payout]));
  },
};
