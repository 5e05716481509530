import type { CoinPurchase } from './coin-purchases.types.ts';
import type { CoinTakeBack } from './take-backs.queries.ts';

type Coins = { readonly COINS: number; readonly PROMO: number };

/** The part of the price that was taken back, and not returned. */
export const takenMinor = (takeBacks: readonly CoinTakeBack[]): number =>
  takeBacks.reduce(
    (sum, { amountMinor, takeTransferId, returnTransferId }) =>
      takeTransferId !== null && returnTransferId === null ? sum + amountMinor : sum,
    0,
  );

/**
 * The coins that follow a part of the price, after others have: those of all parts together are those of their sum, so that
 * nothing is lost to rounding. Never more than were bought.
 */
export function coinsOfPart(
  purchase: Pick<CoinPurchase, 'coins' | 'bonusCoins' | 'priceMinor'>,
  { before, amountMinor }: { before: number; amountMinor: number },
): Coins {
  const from = Math.min(before, purchase.priceMinor);
  const to = Math.min(from + amountMinor, purchase.priceMinor);
  const part = (coins: number): number =>
    shareOf(coins, to, purchase.priceMinor) - shareOf(coins, from, purchase.priceMinor);
  return { COINS: part(purchase.coins), PROMO: part(purchase.bonusCoins) };
}

/** Rounded down. A million coins and a price in an integer are too much for one product of numbers. */
const shareOf = (coins: number, minor: number, priceMinor: number): number =>
  Number((BigInt(coins) * BigInt(minor)) / BigInt(priceMinor));
