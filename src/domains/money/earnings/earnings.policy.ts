import { z } from 'zod';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { textSchema } from '#platform/kernel/text.ts';
import { withoutCardNumber } from '../ledger/money-texts.policy.ts';
import type { Earning, EarningState } from './earnings.types.ts';

const REFERENCE_LENGTH_MAX = 100;
const COINS_MAX = 2_000_000_000;

const coinsMessage = `Use a whole number from 1 to ${COINS_MAX}.`;
const payoutInput = z.object({
  amountCoins: z.int(coinsMessage).min(1, coinsMessage).max(COINS_MAX, coinsMessage),
  reference: withoutCardNumber(textSchema({ min: 1, max: REFERENCE_LENGTH_MAX })),
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
export const parsePayout = (input: { readonly amountCoins: number; readonly reference: string }) =>
  parseInput(payoutInput, input);

/** The same for references that differ in spaces and case alone, as banks show one. */
export const referenceKey = (reference: string): string => reference.replaceAll(/\s/gu, '').toUpperCase();
