type Money = { readonly amountMinor: number; readonly currency: string };

/**
 * Digits after the point by ISO 4217, of the currencies that have not two. `Intl` answers by what is in use instead: none for
 * Colombian pesos, which the API counts in centavos.
 */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);

const digitsOf = (currency: string): number => DIGITS.get(currency) ?? 2;

/** An amount in its smallest unit as a number of the currency: 1250 cents are 12.5. */
export const majorOf = ({ amountMinor, currency }: Money): number => amountMinor / 10 ** digitsOf(currency);

/** An amount with its currency, in the language of the browser or in the given one. */
export function moneyText(amount: Money, language?: string): string {
  const digits = digitsOf(amount.currency);
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: amount.currency,
    currencyDisplay: 'code',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(majorOf(amount));
}

/** An amount as `minorOf` reads it, for fields. */
export const plainText = (amount: Money): string => majorOf(amount).toFixed(digitsOf(amount.currency));

/** The smallest units of an amount that somebody has written, such as `12.50`; null unless it is one in this currency. */
export function minorOf(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === '' || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}
