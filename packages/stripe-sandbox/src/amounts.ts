import { invalidRequest } from './errors.ts';

const AMOUNT_MAX = 99_999_999;
const LARGER_MAXIMUMS: Readonly<Record<string, number>> = { idr: 999_999_999_999 };

/** The smallest charges that Stripe documents. */
// prettier-ignore
const MINIMUMS: Readonly<Record<string, number>> = {
  aed: 200, aud: 50, brl: 50, cad: 50, chf: 50, czk: 1_500, dkk: 250, eur: 50, gbp: 30, hkd: 400, huf: 17_500, inr: 50,
  jpy: 50, mxn: 1_000, myr: 200, nok: 300, nzd: 50, pln: 200, ron: 200, sek: 300, sgd: 50, thb: 1_000, usd: 50,
};

/** Numbers of which the amounts of some currencies have to be multiples. */
const STEPS: Readonly<Record<string, number>> = {
  isk: 100,
  ugx: 100,
  bhd: 10,
  jod: 10,
  kwd: 10,
  omr: 10,
  tnd: 10,
};

/** Refuses an amount that Stripe does not charge. @throws SandboxRefusal */
export function assertChargeable(amount: number, currency: string): void {
  if (!/^[a-z]{3}$/.test(currency))
    throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
  const most = LARGER_MAXIMUMS[currency] ?? AMOUNT_MAX;
  const least = MINIMUMS[currency] ?? 1;
  const step = STEPS[currency] ?? 1;
  if (!Number.isInteger(amount) || amount <= 0 || amount % step !== 0)
    throw invalidRequest(`The amount must be a whole number that is a multiple of ${step}.`, {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  if (amount < least)
    throw invalidRequest(`The amount must be at least ${least}.`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  if (amount > most)
    throw invalidRequest(`The amount must be at most ${most}.`, {
      code: 'amount_too_large',
      param: 'amount',
    });
}
