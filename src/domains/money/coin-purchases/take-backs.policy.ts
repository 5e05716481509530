import type { CoinsOfKinds } from '../ledger/take-backs.service.ts';
import type { CoinPurchase } from './coin-purchases.types.ts';
import type { CoinTakeBack } from './take-backs.queries.ts';

/** The part of the price that was taken back, and not returned. */
export const takenMinor = (takeBacks: readonly CoinTakeBack[]): number =>
  takeBacks.reduce(
    (sum, { amountMinor, takeTransferId, returnTransferId }) =>
      takeTransferId !== null && returnTransferId === null ? sum + amountMinor : sum,
    0,
  );

/**
 * The coins that a part of the price takes, where `standingMinor` is the sum of it and of all others that stand, which have taken
 * `taken`: together they take what their sum is worth, so that nothing is lost to rounding. Never more than were bought.
 */
export function coinsToTake(
  { coins, bonusCoins, priceMinor }: Pick<CoinPurchase, 'coins' | 'bonusCoins' | 'priceMinor'>,
  { standingMinor, taken }: { standingMinor: number; taken: CoinsOfKinds },
): CoinsOfKinds {
  const minor = Math.min(standingMinor, priceMinor);
  const rest = (bought: number, gone: number): number =>
    Math.max(shareOf(bought, minor, priceMinor) - gone, 0);
  return { COINS: rest(coins, taken.COINS), PROMO: rest(bonusCoins, taken.PROMO) };
}

/** Rounded down. A million coins and a price in an integer are too much for one product of numbers. */
const shareOf = (coins: number, minor: number, priceMinor: number): number =>
  Number((BigInt(coins) * BigInt(minor)) / BigInt(priceMinor));
