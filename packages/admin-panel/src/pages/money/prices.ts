import { moneyText } from '../../parts/money.ts';
import { number } from '../../parts/text.tsx';

/** A price by card, or in coins where it has none. */
export const priceText = (price: Parameters<typeof moneyText>[0] | null, coins: number): string =>
  price ? moneyText(price) : `${number(coins)} coins`;
