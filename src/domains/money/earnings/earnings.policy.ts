import { z } from 'zod';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { textSchema } from '#platform/kernel/text.ts';
import { withoutCardNumber } from '../ledger/money-texts.policy.ts';
import type { Earning, EarningState } from './earnings.types.ts';

const REFERENCE_LENGTH_MAX = 100;
const COINS_MAX = 2_000_000_000;

const PAID_MINOR_MAX = 2_000_000_000;
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const paidMessage = `Use a whole number from 1 to ${PAID_MINOR_MAX}.`;
const coinsMessage = `Use a whole number from 1 to ${COINS_MAX}.`;
const payoutInput = z.object({
  amountCoins: z.int(coinsMessage).min(1, coinsMessage).max(COINS_MAX, coinsMessage),
  reference: withoutCardNumber(textSchema({ min: 1, max: REFERENCE_LENGTH_MAX })),
  paidMinor: z.int(paidMessage).min(1, paidMessage).max(PAID_MINOR_MAX, paidMessage).nullish(),
  paidCurrency: z
    .string()
    .refine((code) => CURRENCIES.has(code), 'Use a currency of ISO 4217, such as EUR.')
    .nullish(),
});

/** Earnings are pending while a part of them is, and taken back when all of them are. */
export function stateOfEarning({
  amountCoins,
  feeCoins,
  pendingCoins,
  takenBackCoins,
}: Earning): EarningState {
  if (pendingCoins > 0) return 'PENDING';
  return takenBackCoins > 0 && takenBackCoins === amountCoins - feeCoins ? 'TAKEN_BACK' : 'AVAILABLE';
}

/** Parses a payout. @throws ValidationFailed */
export function parsePayout(input: PayoutInput) {
  const { amountCoins, reference, paidMinor = null, paidCurrency = null } = parseInput(payoutInput, input);
  if ((paidMinor === null) !== (paidCurrency === null)) {
    const missing = paidMinor === null ? 'paidMinor' : 'paidCurrency';
    throw invalid([missing], 'Give an amount together with its currency.', 'required');
  }
  return { amountCoins, reference, paidMinor, paidCurrency };
}

type PayoutInput = {
  readonly amountCoins: number;
  readonly reference: string;
  readonly paidMinor?: number | null | undefined;
  readonly paidCurrency?: string | null | undefined;
};

/** The same for references that differ in spaces and case alone, as banks show one. */
export const referenceKey = (reference: string): string => reference.replaceAll(/\s/gu, '').toUpperCase();
