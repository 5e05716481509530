import { z } from 'zod';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import type { ProviderSetupState } from '#ports/payments.ts';
import type { PaymentSetup } from './payments.types.ts';

/** Time in which a card has to be given. The provider keeps idempotency keys for a day, so all repetitions fit into it. */
const SETUP_LIFE_MS = HOUR_MS;
const FIRST_LOOK_MS = MINUTE_MS / 2;

/** Longer than a request waits for the provider: what was begun before this time and has no answer, nobody waits for. */
const ANSWER_AWAITED_MS = 20 * SECOND_MS;

export const answeredBefore = (now: Date): Date => new Date(now.getTime() - ANSWER_AWAITED_MS);

/** States after which the provider changes nothing. */
export const FINAL_STATES = ['SUCCEEDED', 'CANCELED'] as const satisfies readonly ProviderSetupState[];

export const isFinal = ({ state }: Pick<PaymentSetup, 'state'>): boolean =>
  FINAL_STATES.some((final) => final === state);

export const hasExpired = ({ createdAt }: Pick<PaymentSetup, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= SETUP_LIFE_MS;

/** The next time at which the provider is asked without a fact from it: soon after the beginning, and when the time is over. */
export function nextLookAt({ createdAt }: Pick<PaymentSetup, 'createdAt'>, now: Date): Date {
  const times = [FIRST_LOOK_MS, SETUP_LIFE_MS].map((ms) => new Date(createdAt.getTime() + ms));
  return times.find((time) => time > now) ?? new Date(now.getTime() + SETUP_LIFE_MS);
}

type Expiry = { readonly expiryMonth: number; readonly expiryYear: number };

/** The end of the last month in which it can be used, in UTC. */
const endOf = ({ expiryMonth, expiryYear }: Expiry): Date => new Date(Date.UTC(expiryYear, expiryMonth, 1));

export const isExpired = (card: Expiry, now: Date): boolean => endOf(card) <= now;

/** Whether it can be used in this month, or in this and the next, and no longer. */
export function isExpiring(card: Expiry, now: Date): boolean {
  const afterNext = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1));
  return !isExpired(card, now) && endOf(card) <= afterNext;
}

const METHOD_ID_LENGTH_MAX = 100;
/** Ids of providers begin with letters; the number of a card does not get past this. */
const methodId = z
  .string()
  .max(METHOD_ID_LENGTH_MAX, `Must have at most ${METHOD_ID_LENGTH_MAX} characters.`)
  .regex(/^[a-z]+_\w+$/i, 'Must be the id of a payment method that the provider has given to the client.');
const methodInput = z.object({ providerMethodId: methodId });

/** Parses the provider's id of a payment method. @throws ValidationFailed */
export const parseMethodId = (input: { readonly providerMethodId: string }): string =>
  parseInput(methodInput, input).providerMethodId;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a reference can be ours: other systems that use the same account at the provider have references of their own. */
export const isId = (reference: string): boolean => UUID.test(reference);
