import { AppError, ValidationFailed } from '#platform/kernel/errors.ts';
import { requestsSince } from '../adjustments/adjustments.policy.ts';
import type { CoinRates, Limits } from '#platform/kernel/limits.ts';
import type { CoinOffer } from './coin-packages.types.ts';
import type { PackageRequest } from './package-requests.types.ts';

const RATE_UNITS = 100;

/** Whether an admin may make an offer alone: its coins for the price are within the rates of its currency, which has some. */
export function isUsualRate(
  rates: CoinRates,
  { coins, bonusCoins, priceMinor, currency }: CoinOffer,
): boolean {
  const rate = rates.get(currency);
  if (!rate) return false;
  const coinsOfUnits = (coins + bonusCoins) * RATE_UNITS;
  return coinsOfUnits >= rate.min * priceMinor && coinsOfUnits <= rate.max * priceMinor;
}

/** A request as it is at a time: whoever is asked has some hours to decide. */
export const asOf = (
  request: PackageRequest,
  { now, limits }: { now: Date; limits: Limits },
): PackageRequest =>
  request.state === 'PENDING' && request.createdAt <= requestsSince(limits, now)
    ? { ...request, state: 'EXPIRED' }
    : request;

/** Refuses to let admins decide about what they have requested. @throws ValidationFailed with FORBIDDEN */
export function assertAnotherAdmin(adminId: string, { requestedBy }: { readonly requestedBy: string }): void {
  if (adminId !== requestedBy) return;
  const message = 'Another admin has to decide about your own request.';
  throw new ValidationFailed([new AppError('FORBIDDEN', message, { path: ['requestId'] })]);
}
