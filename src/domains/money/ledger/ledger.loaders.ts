import type { Loader } from '#platform/request/loader.ts';
import { listBalances } from './ledger.queries.ts';
import type { CoinsOfUser, CoinTransaction, LotExpiry } from './ledger.types.ts';
import { listNextExpiries } from './lots.queries.ts';
import { listTransactionsByIds } from './transactions.queries.ts';

/** The coins of users, who never see those of others. */
export const coinBalanceByUser: Loader<CoinsOfUser> = {
  name: 'coinBalanceByUser',
  batch: async (ctx, userIds) => {
    const rows = await listBalances(ctx.db, userIds);
    const of = (userId: string, kind: string): number =>
      rows.find((row) => row.userId === userId && row.kind === kind)?.balance ?? 0;
    return new Map(
      userIds.map((userId) => [
        userId,
        { userId, coins: of(userId, 'COINS'), promoCoins: of(userId, 'PROMO') },
      ]),
    );
  },
};

/** The promotional coins of users that expire next; users without any are missing. */
export const nextExpiryByUser: Loader<LotExpiry> = {
  name: 'nextExpiryByUser',
  batch: async (ctx, userIds) => {
    const rows = await listNextExpiries(ctx.db, userIds);
    return new Map(rows.map(({ userId, ...expiry }) => [userId, expiry]));
  },
};

/** Transactions of the caller, or for an admin of any user. */
export const coinTransactionById: Loader<CoinTransaction> = {
  name: 'coinTransactionById',
  batch: async (ctx, ids) => {
    const found = await listTransactionsByIds(ctx.db, ids);
    const shown = found.filter(({ userId }) => ctx.admin !== null || userId === ctx.user?.id);
    return new Map(shown.map((transaction) => [transaction.id, transaction]));
  },
};
