import type { Loader } from '#platform/request/loader.ts';
import { listBalances } from './ledger.queries.ts';
import type { CoinEntry, CoinsOfUser, CoinTransaction, CoinTransfer, LotExpiry } from './ledger.types.ts';
import { listNextExpiries } from './lots.queries.ts';
import { listTransactionsByIds } from './transfers.queries.ts';
import { listEntries, listTransfersByIds } from './transfers.queries.ts';

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

/** Transfers, which admins alone see. */
export const coinTransferById: Loader<CoinTransfer> = {
  name: 'coinTransferById',
  batch: async (ctx, ids) => {
    const found = ctx.admin === null ? [] : await listTransfersByIds(ctx.db, ids);
    return new Map(found.map((transfer) => [transfer.id, transfer]));
  },
};

/** Entries of a transfer that are shown; a settlement of tips can have more. */
export const ENTRIES_SIZE = 50;

/** Reads the first entries of transfers, in their order, by `entriesKey`. Admins alone see them. */
export const entriesOfTransfer: Loader<readonly CoinEntry[]> = {
  name: 'entriesOfTransfer',
  batch: async (ctx, keys) => {
    const wanted = keys.map((key) => {
      const [transferId = '', userId = ''] = key.split(' ');
      return { transferId, userId: userId === '' ? null : userId };
    });
    const found = ctx.admin === null ? [] : await listEntries(ctx.db, wanted, ENTRIES_SIZE);
    const entries = Map.groupBy(found, ({ place }) => place);
    return new Map(keys.map((key, index) => [key, entries.get(index + 1) ?? []]));
  },
};

/** @param userId of the accounts; null for all */
export const entriesKey = (transferId: string, userId: string | null): string =>
  `${transferId} ${userId ?? ''}`;
