import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#platform/kernel/clock.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { textSchema } from '#platform/kernel/text.ts';
import { withoutCardNumber } from '../ledger/money-texts.policy.ts';

const REFERENCE_LENGTH_MAX = 100;
const COINS_MAX = 2_000_000_000;

const coinsMessage = `Use a whole number from 1 to ${COINS_MAX}.`;
const payoutInput = z.object({
  amountCoins: z.int(coinsMessage).min(1, coinsMessage).max(COINS_MAX, coinsMessage),
  reference: withoutCardNumber(textSchema({ min: 1, max: REFERENCE_LENGTH_MAX })),
});

/** Parses a payout. @throws ValidationFailed */
export const parsePayout = (input: { readonly amountCoins: number; readonly reference: string }) =>
  parseInput(payoutInput, input);

/** The same for references that differ in spaces and case alone, as banks show one. */
export const referenceKey = (reference: string): string => reference.replaceAll(/\s/gu, '').toUpperCase();

/** The time at which earnings clear: the end of an hour, so that a user has a row for each hour and not for each action. */
export const clearingTime = (now: Date, days: number): Date =>
  new Date((Math.floor((now.getTime() + days * DAY_MS) / HOUR_MS) + 1) * HOUR_MS);
