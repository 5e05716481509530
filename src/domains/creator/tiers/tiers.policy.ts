import { z } from 'zod';
import { withoutCardNumber } from '#domains/money/ledger/money-texts.policy.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { type CoinRates, type Limits, perLimits } from '#platform/kernel/limits.ts';
import { numberSchema } from '#platform/kernel/numbers.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { lineSchema, nameSchema, textSchema } from '#platform/kernel/text.ts';
import type { ChargeRule } from '#ports/payments.ts';
import type { Tier, TierOffer } from './tiers.types.ts';

/** As posts and entitlements have them. */
const LEVEL_MAX = 100;

const MINOR_UNITS_OF_RATES = 100;

const offerInput = perLimits((limits) =>
  z.object({
    title: withoutCardNumber(nameSchema({ min: 1, max: limits.tierTitleLength })),
    description: withoutCardNumber(textSchema({ min: 0, max: limits.tierDescriptionLength })),
    perks: z
      .array(withoutCardNumber(lineSchema({ min: 1, max: limits.tierPerkLength })))
      .refine((perks) => perks.length <= limits.tierPerks, {
        message: `Give at most ${limits.tierPerks} perks.`,
        params: { constraint: 'maxItems' },
      }),
    priceCoins: numberSchema(1, limits.tierPriceCoins),
    trialDays: numberSchema(0, limits.tierTrialDays),
  }),
);

/** Parses what a tier promises; its price by card is for `assertPrice`. @throws ValidationFailed */
export const parseOffer = (limits: Limits, offer: TierOffer): TierOffer => ({
  ...offer,
  ...parseInput(offerInput(limits), offer),
});

const membersInput = perLimits(({ tierMembers }) =>
  z.object({ memberLimit: numberSchema(1, tierMembers).nullable() }),
);

/** @throws ValidationFailed */
export const parseMemberLimit = (limits: Limits, memberLimit: number | null): number | null =>
  parseInput(membersInput(limits), { memberLimit }).memberLimit;

const levelInput = z.object({ level: numberSchema(1, LEVEL_MAX) });

/** The level that a creator names, or the next above all others. @throws ValidationFailed | AppError VALIDATION_FAILED */
export function parseLevel(given: number | null, highestLevel: number): number {
  if (given !== null) return parseInput(levelInput, { level: given }).level;
  if (highestLevel < LEVEL_MAX) return highestLevel + 1;
  throw invalid(['level'], 'Name a level that none of your tiers has.', 'required');
}

type Charging = { readonly rule: ChargeRule | null; readonly rates: CoinRates };

/**
 * Refuses a price by card that the provider of payments does not charge, or below what its coins cost: creators earn by the coins, and
 * could otherwise earn more than was paid.
 * @throws AppError VALIDATION_FAILED
 */
export function assertPrice(
  { priceCoins, priceMinor, currency }: TierOffer,
  { rule, rates }: Charging,
): void {
  if (priceMinor === null || currency === null) return;
  const rate = rates.get(currency);
  if (!rule || !rate) {
    throw invalid(['price', 'currency'], 'Use a currency in which coins are sold.', 'supported');
  }
  const path = ['price', 'amountMinor'];
  const { minMinor, maxMinor, stepMinor } = rule;
  const least = Math.max(minMinor, Math.ceil((priceCoins * MINOR_UNITS_OF_RATES) / rate.max));
  if (priceMinor < least)
    throw invalid(path, `Use a price of at least ${least} in ${currency}.`, 'min', least);
  if (priceMinor > maxMinor) {
    throw invalid(path, `Use a price of at most ${maxMinor} in ${currency}.`, 'max', maxMinor);
  }
  if (priceMinor % stepMinor !== 0) {
    throw invalid(path, `Use a multiple of ${stepMinor} in ${currency}.`, 'multipleOf', stepMinor);
  }
}

/** Whether two offers cost the same. */
export const isSamePrice = (one: TierOffer, other: TierOffer): boolean =>
  one.priceCoins === other.priceCoins &&
  one.priceMinor === other.priceMinor &&
  one.currency === other.currency;

/** Whether two offers are the same in all. */
export const isSameOffer = (one: TierOffer, other: TierOffer): boolean =>
  isSamePrice(one, other) &&
  one.title === other.title &&
  one.description === other.description &&
  one.mediaId === other.mediaId &&
  one.interval === other.interval &&
  one.trialDays === other.trialDays &&
  one.perks.length === other.perks.length &&
  one.perks.every((perk, at) => perk === other.perks[at]);

/** Texts of an offer that another one does not have. */
export function newTexts(offer: TierOffer, former: TierOffer | null): string[] {
  const known = new Set(former ? [former.title, former.description, ...former.perks] : []);
  return [offer.title, offer.description, ...offer.perks].filter((text) => !known.has(text));
}

/** Whether a change takes a tier off the offer and does nothing else. */
export const isHidingAlone = ({
  tierId: _tierId,
  expectedVersion: _version,
  isShown,
  ...changes
}: {
  readonly tierId: string;
  readonly expectedVersion: number;
  readonly isShown?: boolean | null | undefined;
}): boolean => isShown === false && Object.values(changes).every((value) => value === undefined);

/** Whether a tier takes nobody more. */
export const isFull = ({ memberLimit, memberCount }: Pick<Tier, 'memberLimit' | 'memberCount'>): boolean =>
  memberLimit !== null && memberCount >= memberLimit;

export const tierConflict = (): AppError =>
  new AppError('CONFLICT', 'The tier has changed: fetch it again.', { path: ['expectedVersion'] });

export const tierArchived = (): AppError =>
  new AppError('INVALID_STATE', 'The tier is archived: create another one.', {
    path: ['tierId'],
    details: { current: 'ARCHIVED', allowed: ['DRAFT', 'ACTIVE', 'HIDDEN'] },
  });
