import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { load } from '#platform/request/loader.ts';
import { takeBacksByPayment } from '../payments/card-payments.loaders.ts';
import { HISTORY_SIZE, historyOf } from './coin-purchases.policy.ts';
import type { CoinPurchase, CoinPurchaseState, PurchaseChange } from './coin-purchases.types.ts';
import type { RequestContext } from '#platform/request/context.ts';

export const CoinPurchaseStateRef = enumType<CoinPurchaseState>('CoinPurchaseState', {
  description: 'State of a purchase of coins. It is the state of its payment until the coins are there.',
  values: {
    CREATED: 'The payment waits for a card.',
    REQUIRES_ACTION: 'The bank wants the cardholder to prove who they are: see `nextAction` of the payload.',
    PROCESSING: 'The provider needs some more time, or the coins are just being credited.',
    FAILED: 'The card was declined: another one can be tried.',
    CANCELED: 'The purchase was canceled, and nothing was charged.',
    EXPIRED: 'The purchase was not paid within an hour, and nothing was charged.',
    SUCCEEDED: 'The coins are there.',
    PARTIALLY_REFUNDED: 'A part of the price was refunded, or is to be, and its coins were taken back.',
    REFUNDED: 'All of the price was refunded, or is to be, and the coins were taken back.',
    DISPUTED:
      'The cardholder disputes the payment at the bank; coins that are left are held if the bank has the money.',
    LOST: 'The bank has given the money back to the cardholder, and the coins were taken back.',
  },
});

const PurchaseChangeRef = builder.objectRef<PurchaseChange>('CoinPurchaseChange').implement({
  description: 'A state that a purchase of coins got.',
  fields: (t) => ({
    state: t.field({ type: CoinPurchaseStateRef, description: 'The state.', resolve: ({ state }) => state }),
    changedAt: t.field({
      type: 'DateTime',
      description: 'Time at which it got it.',
      resolve: ({ at }) => at,
    }),
  }),
});

export const PURCHASE_HISTORY = {
  type: [PurchaseChangeRef],
  description: `The states whose times are known, oldest first, at most ${HISTORY_SIZE}: when it was begun, when its coins were credited, and what refunds and disputes made of it since.`,
  varies: 'personal',
  extensions: listSize(HISTORY_SIZE),
  resolve: async (purchase: CoinPurchase, _args: object, ctx: RequestContext): Promise<PurchaseChange[]> =>
    historyOf(purchase, (await load(ctx, takeBacksByPayment, purchase.id)) ?? { refunds: [], disputes: [] }),
} as const;
