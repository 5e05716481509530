import { z } from 'zod';
import { type Limits, perLimits } from '#platform/kernel/limits.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import type { ChargeRule } from '#ports/payments.ts';
import type { CoinOffer, CoinPackage } from './coin-packages.types.ts';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const PRICE_MINOR_MAX = 1_000_000_000;
const PER_USER_MAX = 1_000_000;

const whole = (min: number, max: number) => {
  const message = `Use a whole number from ${min} to ${max}.`;
  return z.int(message).min(min, message).max(max, message);
};

const offerInput = perLimits(({ coinPackageCoins: most }) =>
  z
    .object({
      coins: whole(1, most),
      bonusCoins: whole(0, most),
      priceMinor: whole(1, PRICE_MINOR_MAX),
      currency: z.string().refine((code) => CURRENCIES.has(code), 'Use a currency of ISO 4217, such as EUR.'),
      startsAt: z.date().nullable(),
      endsAt: z.date().nullable(),
      maxPerUser: whole(1, PER_USER_MAX).nullable(),
    })
    .refine(({ startsAt: from, endsAt: until }) => from === null || until === null || from < until, {
      message: 'End the time of the offer after its beginning.',
      path: ['endsAt'],
    }),
);

/** Parses an offer. @throws ValidationFailed */
export const parseOffer = (limits: Limits, input: CoinOffer): CoinOffer =>
  parseInput(offerInput(limits), input);

/**
 * Refuses a price that the provider of payments does not charge.
 * @param rule null for a currency that it does not charge
 * @throws AppError VALIDATION_FAILED
 */
export function assertChargeable({ priceMinor, currency }: CoinOffer, rule: ChargeRule | null): void {
  if (!rule)
    throw invalid(['currency'], 'Use a currency that the provider of payments charges.', 'supported');
  const { minMinor, maxMinor, stepMinor } = rule;
  if (priceMinor < minMinor)
    throw invalid(['priceMinor'], `Use a price of at least ${minMinor} in ${currency}.`, 'min', minMinor);
  if (priceMinor > maxMinor)
    throw invalid(['priceMinor'], `Use a price of at most ${maxMinor} in ${currency}.`, 'max', maxMinor);
  if (priceMinor % stepMinor !== 0)
    throw invalid(['priceMinor'], `Use a multiple of ${stepMinor} in ${currency}.`, 'multipleOf', stepMinor);
}

/** Whether a package can be bought at a moment. */
export const isAvailable = ({ archivedAt, startsAt, endsAt }: CoinPackage, now: Date): boolean =>
  archivedAt === null && (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);

/** Whether two offers are the same in all. */
export const isSameOffer = (found: CoinOffer, offer: CoinOffer): boolean =>
  found.coins === offer.coins &&
  found.bonusCoins === offer.bonusCoins &&
  found.priceMinor === offer.priceMinor &&
  found.currency === offer.currency &&
  found.startsAt?.getTime() === offer.startsAt?.getTime() &&
  found.endsAt?.getTime() === offer.endsAt?.getTime() &&
  found.maxPerUser === offer.maxPerUser;
