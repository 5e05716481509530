import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { AddCard } from './add-card.tsx';
import { CardName } from './card-picker.tsx';
import {
  type CardRowFragment,
  CardsDocument,
  MakeDefaultDocument,
  RemoveCardDocument,
} from './cards.generated.ts';
import '../../styles/money.css';

export function CardsScreen() {
  const { money } = useTexts();
  const result = useQuery(CardsDocument);
  const cards = result.data?.myPaymentMethods;
  const isSandbox = result.data?.paymentProvider?.kind === 'SANDBOX';
  return (
    <Screen title={money.cards} hasBack>
      <Loading of={result} has={cards != null} rows={2}>
        {cards?.length === 0 && <Empty title={money.noCards} text={money.noCardsText} />}
        <ul className="rows padded">
          {cards?.map((card) => (
            <CardItem key={card.id} of={card} onChange={() => void result.refetch()} />
          ))}
        </ul>
        <div className="padded">
          <AddCard isSandbox={isSandbox} onAdded={() => undefined} />
        </div>
      </Loading>
    </Screen>
  );
}

function CardItem({ of, onChange }: { readonly of: CardRowFragment; readonly onChange: () => void }) {
  const { common, money } = useTexts();
  const preferring = useAct(MakeDefaultDocument);
  const removing = useAct(RemoveCardDocument);
  const [isAsking, setIsAsking] = useState(false);
  const input = { paymentMethodId: of.id };
  return (
    <li className="row">
      <CardName of={of} />
      {!of.isDefault && (
        <Button
          disabled={preferring.isActing}
          onClick={() => void preferring.act({ variables: { input } }).then((done) => done && onChange())}
        >
          {money.makeDefault}
        </Button>
      )}
      <Button onClick={() => setIsAsking(true)}>{common.delete}</Button>
      <Refusals of={preferring.refusals} />
      {isAsking && (
        <Confirm
          title={money.removeCard}
          text={money.removeCardText}
          act={common.delete}
          isActing={removing.isActing}
          onConfirm={() => void removing.act({ variables: { input } }).then((done) => done && onChange())}
          onClose={() => setIsAsking(false)}
        >
          <Refusals of={removing.refusals} />
        </Confirm>
      )}
    </li>
  );
}
