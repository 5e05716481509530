import { Coins as CoinsIcon } from 'lucide-react';
import { numberFormat } from '../parts/formats.ts';
import { useSpeech } from '../texts/texts.tsx';
import type { MoneyAmountFragment } from './amounts.generated.ts';
import '../styles/money.css';

/** Coins with their sign, said with their name. */
export function Coins({ of, sign = '' }: { readonly of: number; readonly sign?: '' | '+' | '−' }) {
  const { locale, texts } = useSpeech();
  const number = `${sign}${numberFormat(locale).format(of)}`;
  return (
    <span className="coins">
      <CoinsIcon aria-hidden="true" />
      <span aria-hidden="true">{number}</span>
      <span className="visually-hidden">{texts.money.coins(number, of)}</span>
    </span>
  );
}

/** An amount in a currency, whose smallest unit the browser knows. */
export function useMoney(): (amount: MoneyAmountFragment) => string {
  const { locale } = useSpeech();
  return ({ amountMinor, currency }) => {
    const format = numberFormat(locale, { style: 'currency', currency });
    const { maximumFractionDigits = 0 } = format.resolvedOptions();
    return format.format(amountMinor / 10 ** maximumFractionDigits);
  };
}
