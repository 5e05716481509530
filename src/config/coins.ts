import { z } from 'zod';
import type { CoinRates } from '#platform/kernel/limits.ts';
import { type Environment, type Reading, readVariables } from './variables.ts';

const RATE = /^([A-Z]{3}):(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/;

const variables = z.object({ COIN_RATES: z.string().default('EUR:50-200,GBP:50-240,USD:50-200') });

export const readCoins = (given: Environment): Reading<CoinRates> =>
  readVariables(variables.transform(ratesOf), given);

function ratesOf({ COIN_RATES: text }: z.output<typeof variables>, { issues }: z.RefinementCtx): CoinRates {
  const rates = text.split(',').map((item) => {
    const [, currency = '', min, max] = RATE.exec(item.trim()) ?? [];
    return [currency, { min: Number(min), max: Number(max) }] as const;
  });
  if (rates.every(([, { min, max }]) => min <= max)) return new Map(rates);
  const message = 'Must be coins for 100 of the smallest unit by currency, such as EUR:50-200,USD:50-200.';
  issues.push({ code: 'custom', input: text, path: ['COIN_RATES'], message });
  return new Map();
}
