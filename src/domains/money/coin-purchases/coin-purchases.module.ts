/**
 * Packages of coins that are bought by card: coins are credited once when the payment succeeds, and follow refunds and disputes.
 * Owns `coin_purchases` and `coin_take_backs`; a purchase has the id of its payment.
 * Begin with `purchaseCoins` in coin-purchases.service.ts; take-backs.service.ts takes coins back, refunds.service.ts refunds.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { coinPurchaseFollowers, coinPurchaseJobs } from './coin-purchases.jobs.ts';
import { stateOfPurchase } from './coin-purchases.policy.ts';
import { listOwnPurchases } from './coin-purchases.queries.ts';
import type { CoinPurchase } from './coin-purchases.types.ts';
import './admin-coin-purchases.schema.ts';
import './coin-purchases.schema.ts';
import './refunds.schema.ts';

const coinPurchaseLimits = {
  cardEarningsDays: limit(
    30,
    'Days after a purchase by card during which earnings that are paid with its coins stay pending.',
  ),
  walletEarningsDays: limit(14, 'As `cardEarningsDays`, for a saved card in a wallet.'),
  newPayerEarningsDays: limit(
    60,
    'As `cardEarningsDays`, for a buyer whose account is new; not less than for others.',
  ),
};

defineModule({
  name: 'coin-purchases',
  ids: ['coinpurchase'],
  limits: coinPurchaseLimits,
  restrictions: {
    PURCHASING: 'Buying coins, and what others sell for coins.',
  },
  jobs: coinPurchaseJobs,
  followers: coinPurchaseFollowers,
  personalData: {
    tables: {
      'public.coin_purchases': {
        erased: { user_id: 'the books account for it, and the id of an erased account names nobody' },
        exported: ['coin-purchases'],
      },
    },
    exports: [
      listExport<CoinPurchase>({
        name: 'coin-purchases',
        description: 'The packages of coins that you have bought, or begun to.',
        list: ({ db }, { userId, after, limit }) =>
          listOwnPurchases(db, { userId, afterId: after?.id ?? FIRST_ID, limit }),
        show: (purchase) => ({
          id: toGlobalId('coinpurchase', purchase.id),
          paymentId: toGlobalId('payment', purchase.id),
          state: stateOfPurchase(purchase),
          coins: purchase.coins,
          bonusCoins: purchase.bonusCoins,
          priceMinor: purchase.priceMinor,
          currency: purchase.currency,
          createdAt: purchase.createdAt,
        }),
      }),
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    coinpurchase: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof coinPurchaseLimits> {}
}

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    PURCHASING: true;
  }
}
