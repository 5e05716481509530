import { Field } from '../../parts/field.tsx';
import type { Refusal } from '../../api/refusals.ts';
import { useTexts } from '../../texts/texts.tsx';

const PRICE_MAX = 25_000;

/** Coins for which a message is sold. */
export function PriceField({
  value,
  onChange,
  refusals,
}: {
  readonly value: string;
  readonly onChange: (price: string) => void;
  readonly refusals?: readonly Refusal[];
}) {
  const { creator } = useTexts();
  return (
    <Field
      label={creator.priceCoins}
      name="priceCoins"
      type="number"
      inputMode="numeric"
      required
      min={1}
      max={PRICE_MAX}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      refusals={refusals}
    />
  );
}
