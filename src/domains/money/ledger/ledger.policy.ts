import { DAY_MS, HOUR_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { CoinBalance, CoinKind, PlatformAccount } from './ledger.types.ts';

/** The coins that a user can hold, and so the most that one posting moves. */
export const BALANCE_COINS_MAX = 2_000_000_000;

/** Made by migrations. */
export const PLATFORM_ACCOUNT_IDS: Readonly<Record<PlatformAccount, string>> = {
  ISSUED: '00000000-0000-7000-8000-000000000001',
  PROMO_EXPENSE: '00000000-0000-7000-8000-000000000002',
  BREAKAGE: '00000000-0000-7000-8000-000000000003',
  DISPUTED: '00000000-0000-7000-8000-000000000004',
  TIPS_IN_FLIGHT: '00000000-0000-7000-8000-000000000005',
  PLATFORM_FEE: '00000000-0000-7000-8000-000000000006',
  PAID_OUT: '00000000-0000-7000-8000-000000000007',
  UNCLAIMED: '00000000-0000-7000-8000-000000000008',
  LOSSES: '00000000-0000-7000-8000-000000000009',
  SALES_IN_FLIGHT: '00000000-0000-7000-8000-00000000000a',
};

/** Accounts of coins that are spent and on their way to somebody who earns them. */
export const ON_THEIR_WAY_IDS: readonly string[] = [
  PLATFORM_ACCOUNT_IDS.TIPS_IN_FLIGHT,
  PLATFORM_ACCOUNT_IDS.SALES_IN_FLIGHT,
];

/** Stands for the platform where neither a user nor an admin causes a transfer. */
export const PLATFORM_ID = '00000000-0000-7000-8000-000000000000';

/** The account of the platform from which coins of a kind come, and to which they go back. */
export const ORIGIN_OF: Readonly<Record<CoinKind, PlatformAccount>> = {
  COINS: 'ISSUED',
  PROMO: 'PROMO_EXPENSE',
};

export const totalOf = ({ coins, promoCoins }: CoinBalance): number => coins + promoCoins;

/** The end of the hour of a time some days later, so that a user has a row of what clears for each hour and not for each action. */
export const clearingTime = (now: Date, days = 0): Date =>
  new Date((Math.floor((now.getTime() + days * DAY_MS) / HOUR_MS) + 1) * HOUR_MS);

/** The share of coins that a part of a whole has, rounded down; exact for all amounts that can be posted. */
export const shareOf = (coins: number, part: number, whole: number): number =>
  Number((BigInt(coins) * BigInt(part)) / BigInt(whole));

/** Given coins are spent before those that were paid for. @throws AppError INSUFFICIENT_COINS */
export function splitSpending(balance: CoinBalance, amountCoins: number): CoinBalance {
  assertSufficient(totalOf(balance), amountCoins);
  const promoCoins = Math.max(Math.min(balance.promoCoins, amountCoins), 0);
  return { promoCoins, coins: amountCoins - promoCoins };
}

/** @throws AppError INSUFFICIENT_COINS */
export function assertSufficient(availableCoins: number, requiredCoins: number): void {
  if (requiredCoins > availableCoins) throw insufficientCoins({ requiredCoins, availableCoins });
}

export const insufficientCoins = (details: { requiredCoins: number; availableCoins: number }): AppError =>
  new AppError(
    'INSUFFICIENT_COINS',
    `This needs ${details.requiredCoins} coins, and ${details.availableCoins} are there.`,
    { details },
  );

/** @throws AppError LIMIT_REACHED */
export function assertRoomFor(balance: CoinBalance, amountCoins: number): void {
  if (totalOf(balance) + amountCoins <= BALANCE_COINS_MAX) return;
  throw new AppError('LIMIT_REACHED', `A user holds at most ${BALANCE_COINS_MAX} coins.`, {
    details: { limit: BALANCE_COINS_MAX },
  });
}

/** @throws Error for an amount that no parsed input can have */
export function assertAmount(amountCoins: number): void {
  if (Number.isInteger(amountCoins) && amountCoins > 0 && amountCoins <= BALANCE_COINS_MAX) return;
  throw new Error(`${amountCoins} is no amount of coins that can be posted.`);
}

const UUID_VALUES = 1n << 128n;

/**
 * The id of the next transaction of a user whose coins are locked: after the newest one, also within its millisecond and
 * where the clock of another process is behind. So the newest transaction has the balance.
 */
export function idAfter(newestId: string | null, nextId: string): string {
  if (newestId === null || newestId < nextId) return nextId;
  const value = (BigInt(`0x${newestId.replaceAll('-', '')}`) + 1n) % UUID_VALUES;
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
