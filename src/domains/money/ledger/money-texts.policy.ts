import { z } from 'zod';
import { parseReason } from '#domains/identity/admins/admins.policy.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';

const DIGITS_MIN = 13;
const DIGITS_MAX = 19;

/** Numbers of cards as their issuers begin them, with the lengths that these have. */
const ISSUED: readonly RegExp[] = [
  // Visa
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  // Mastercard
  /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  // American Express
  /^3[47]\d{13}$/,
  // Diners Club
  /^3(?:0[0-5]|[689]\d)\d{11,16}$/,
  // JCB
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  // Maestro, and with their 6 Discover and UnionPay
  /^(?:50|5[6-8]|6\d)\d{11,17}$/,
];

/** Digits in groups, with at most three signs between them. */
const GROUPED_DIGITS = /\d+(?:[^\p{L}\p{N}]{1,3}\d+)*/gu;

/** Whether a text contains the number of a payment card, which nobody may store, written in groups of digits or in one. */
function hasCardNumber(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return [...plain.matchAll(GROUPED_DIGITS)].some(([run]) => joinedGroups(run).some(isCardNumber));
}

/** The groups of digits, and those that follow each other joined, as long as a card's number can be. */
function joinedGroups(run: string): string[] {
  const groups = run.split(/\D+/);
  return groups.flatMap((_group, first) => {
    const joined: string[] = [];
    let digits = '';
    for (const group of groups.slice(first)) {
      digits += group;
      if (digits.length > DIGITS_MAX) break;
      if (digits.length >= DIGITS_MIN) joined.push(digits);
    }
    return joined;
  });
}

const isCardNumber = (digits: string): boolean =>
  ISSUED.some((pattern) => pattern.test(digits)) && hasCheckDigit(digits);

/** Checks the last digit by the formula of Luhn. */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = place % 2 === 0 ? digit : 2 * digit;
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** A text about money, which users tend to put the number of a card into. */
export const withoutCardNumber = (text: z.ZodType<string, string>): z.ZodType<string, string> =>
  text.refine(
    (value) => !hasCardNumber(value),
    'Leave out the number of the card: it may not be stored here.',
  );

const moneyReason = z.object({ reason: withoutCardNumber(z.string()) });

/** Parses the reason that an admin gives for moving money, 1 to 500 characters. @throws ValidationFailed */
export const parseMoneyReason = (input: { readonly reason: string }): string =>
  parseInput(moneyReason, { reason: parseReason(input) }).reason;
