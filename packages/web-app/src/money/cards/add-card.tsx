import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Challenge } from '../challenge.tsx';
import {
  BeginCardDocument,
  CardsDocument,
  SaveCardDocument,
  type SetupStateFragment,
} from './cards.generated.ts';
import { TEST_CARDS } from './test-cards.ts';

/** Saves a card: of the sandbox alone, since a real one is given to its provider's own form. */
export function AddCard({
  isSandbox,
  onAdded,
}: {
  readonly isSandbox: boolean;
  readonly onAdded: (paymentMethodId: string) => void;
}) {
  const { money } = useTexts();
  const client = useApolloClient();
  const beginning = useAct(BeginCardDocument);
  const saving = useAct(SaveCardDocument);
  const [challenged, setChallenged] = useState<string | null>(null);
  const [declined, setDeclined] = useState<string | null>(null);
  if (!isSandbox) return <p className="notice">{money.realCards}</p>;

  async function settle(setup: SetupStateFragment | null): Promise<void> {
    setChallenged(null);
    if (setup?.paymentMethod) {
      await client.query({ query: CardsDocument, fetchPolicy: 'network-only' });
      onAdded(setup.paymentMethod.id);
    } else setDeclined(money.declines[setup?.declineReason ?? 'DECLINED']);
  }

  async function save(providerMethodId: string): Promise<void> {
    setDeclined(null);
    const begun = await beginning.act({ variables: {} });
    if (!begun?.setup) return;
    const saved = await saving.act({ variables: { input: { setupId: begun.setup.id, providerMethodId } } });
    if (!saved) return;
    if (saved.nextAction) setChallenged(begun.setup.id);
    else await settle(saved.setup);
  }

  if (challenged !== null) {
    return <Challenge of={{ setupId: challenged }} onDone={({ setup }) => void settle(setup)} />;
  }
  const isActing = beginning.isActing || saving.isActing;
  return (
    <fieldset className="card-choice" disabled={isActing}>
      <legend>{money.testCards}</legend>
      {TEST_CARDS.map(({ token, last4, kind }) => (
        <Button key={token} className="card-add" onClick={() => void save(token)}>
          <span>•••• {last4}</span>
          <span className="row-quiet">{money.testCardKinds[kind]}</span>
        </Button>
      ))}
      {declined !== null && (
        <p className="refused" role="alert">
          {declined}
        </p>
      )}
      <Refusals of={[...beginning.refusals, ...saving.refusals]} />
    </fieldset>
  );
}
