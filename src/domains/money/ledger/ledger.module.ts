/**
 * The books of coins in double entry: accounts, transfers with their entries, and lots, by which coins expire and are taken back.
 * Owns `coin_accounts`, `coin_transfers`, `coin_entries`, `coin_transactions`, `coin_lots`, `coin_origins` and the tables of their shares.
 * Begin with `post` in ledger.service.ts: nobody else moves coins. spending.service.ts has the SQL by which one-statement writes do,
 * lots.service.ts assigns what was spent.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { createIds, toGlobalId } from '#platform/kernel/ids.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { ledgerJobs } from './ledger.jobs.ts';
import { forfeitCoins } from './ledger.service.ts';
import type { CoinTransaction } from './ledger.types.ts';
import { listOwnTransactions } from './transfers.queries.ts';
import './transactions.schema.ts';
import './transfers.schema.ts';

const BOOKS_STAY = 'the books must add up, and the id of an erased account names nobody';

const ledgerLimits = {
  promoCoinDays: limit(
    365,
    'Days after which promotional coins expire, unless another time was said when they were given. Coins that were paid for never expire.',
  ),
};

defineModule({
  name: 'ledger',
  ids: ['cointransaction', 'cointransfer'],
  limits: ledgerLimits,
  permissions: {
    COINS_READ: 'See the coins and transactions of users, and the totals of the books.',
    COINS_MANAGE: 'Adjust the coins of users.',
  },
  jobs: ledgerJobs,
  personalData: {
    tables: {
      'public.coin_accounts': {
        erased: { owner_id: BOOKS_STAY },
        exported: 'the sums of the coin transactions',
      },
      'public.coin_transfers': {
        erased: { initiator_id: BOOKS_STAY },
        exported: 'each of them is behind a coin transaction',
      },
      'public.coin_lots': {
        erased: { owner_id: BOOKS_STAY },
        exported: 'shares of the coins that the transactions credited',
      },
      'public.coin_origins': {
        erased: { earner_id: BOOKS_STAY },
        exported: 'shares of earnings, which are among the coin transactions',
      },
      'public.coin_clearings': {
        erased: 'earnings.leaveUnclaimed',
        exported: 'sums of earnings, which are among the coin transactions',
      },
      'public.coin_debts': {
        erased: { user_id: BOOKS_STAY },
        exported: 'the sum of what the coin transactions say was taken back and is not paid',
      },
      'public.coin_transactions': {
        erased: { user_id: BOOKS_STAY, counterparty_id: BOOKS_STAY },
        exported: ['coin-transactions'],
      },
    },
    exports: [
      listExport<CoinTransaction>({
        name: 'coin-transactions',
        description: 'The transactions of your coins, each with your coins after it.',
        list: ({ db }, { userId, after, limit }) =>
          listOwnTransactions(db, { userId, afterId: after?.id ?? FIRST_ID, limit }),
        show: ({ userId: _userId, transferId: _transferId, id, counterpartyId, ...shown }) => ({
          id: toGlobalId('cointransaction', id),
          ...shown,
          counterpartyId: counterpartyId && toGlobalId('user', counterpartyId),
        }),
      }),
    ],
    erasures: [
      {
        name: 'ledger.forfeitCoins',
        batches: [
          (tx, { userId, now }) => {
            const clock = { now: () => now };
            return forfeitCoins({ clock, ids: createIds(clock) }, tx, userId);
          },
        ],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    cointransaction: true;
    cointransfer: true;
  }
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    COINS_READ: true;
    COINS_MANAGE: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof ledgerLimits> {}
}
