import { useState } from 'react';
import { useQuery } from '@apollo/client/react';
import { Button } from '../../parts/button.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { AddCard } from './add-card.tsx';
import { type CardRowFragment, CardsDocument } from './cards.generated.ts';

/** A choice among the saved cards: the default one until another is chosen, and a new one when it is added. */
export function CardPicker({
  chosen,
  onChoose,
}: {
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}) {
  const { money } = useTexts();
  const { data } = useQuery(CardsDocument);
  const [isAdding, setIsAdding] = useState(false);
  if (!data) return <Skeleton rows={1} />;
  const cards = data.myPaymentMethods ?? [];
  const current = cardOf(cards, chosen);
  return (
    <>
      {cards.length > 0 && (
        <fieldset className="card-choice">
          <legend>{money.payWith}</legend>
          {cards.map((card) => (
            <label key={card.id} className="check card-option">
              <input
                type="radio"
                name="card"
                checked={card.id === current?.id}
                disabled={card.isExpired}
                onChange={() => onChoose(card.id)}
              />
              <CardName of={card} />
            </label>
          ))}
        </fieldset>
      )}
      {cards.length === 0 || isAdding ? (
        <AddCard
          isSandbox={data.paymentProvider?.kind === 'SANDBOX'}
          onAdded={(id) => {
            setIsAdding(false);
            onChoose(id);
          }}
        />
      ) : (
        <Button kind="quiet" onClick={() => setIsAdding(true)}>
          {money.addCard}
        </Button>
      )}
    </>
  );
}

/** The chosen one, else the default one; none that has expired. */
export const cardOf = (
  cards: readonly CardRowFragment[],
  chosen: string | null,
): CardRowFragment | undefined =>
  cards.find(({ id, isExpired }) => id === chosen && !isExpired) ??
  cards.find(({ isDefault, isExpired }) => isDefault && !isExpired);

export function CardName({ of }: { readonly of: CardRowFragment }) {
  const { money } = useTexts();
  const month = String(of.expiryMonth).padStart(2, '0');
  return (
    <span className="row-texts">
      <span>
        {money.brands[of.brand]} •••• {of.last4}
      </span>
      <span className="row-quiet">
        {of.isExpired ? money.expired : money.expires(`${month}/${of.expiryYear}`)}
        {of.isDefault && ` · ${money.isDefault}`}
      </span>
    </span>
  );
}
