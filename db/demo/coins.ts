import { addCoinPackage } from '#domains/money/coin-packages/coin-packages.service.ts';
import type { CoinOffer } from '#domains/money/coin-packages/coin-packages.types.ts';
import { PLATFORM_ID } from '#domains/money/ledger/ledger.policy.ts';
import { creditCoins } from '#domains/money/ledger/ledger.service.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { UserContext } from '#platform/request/context.ts';

/** Coins that were given to the first person, in the order of their days. */
export const GRANTS: readonly { readonly amountCoins: number; readonly daysAgo: number }[] = [
  { amountCoins: 500, daysAgo: 20 },
  { amountCoins: 120, daysAgo: 9 },
  { amountCoins: 50, daysAgo: 2 },
];

const WITHOUT_BOUNDS = { startsAt: null, endsAt: null, maxPerUser: null };

/** Packages on offer, in their order. */
export const PACKAGES: readonly Pick<CoinOffer, 'coins' | 'bonusCoins' | 'priceMinor'>[] = [
  { coins: 100, bonusCoins: 0, priceMinor: 99 },
  { coins: 500, bonusCoins: 25, priceMinor: 449 },
  { coins: 1_200, bonusCoins: 120, priceMinor: 999 },
];

/** Offers packages of coins, at the time of the context. */
export async function offerPackages(ctx: UserContext, tx: Tx): Promise<void> {
  for (const offer of PACKAGES) {
    await addCoinPackage(ctx, tx, { ...offer, ...WITHOUT_BOUNDS, currency: 'EUR', id: ctx.ids.next() });
  }
}

/** Gives promotional coins to the user of the context, at its time. */
export async function giveCoins(ctx: UserContext, tx: Tx, amountCoins: number): Promise<void> {
  const cause = { type: 'PROMO_GRANT', initiatorId: PLATFORM_ID, idempotencyKey: null } as const;
  await creditCoins(ctx, tx, { userId: ctx.user.id, kind: 'PROMO', amountCoins, ...cause });
}
