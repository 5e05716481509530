import { Landmark } from 'lucide-react';
import { useAct } from '../api/act.ts';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { CompleteChallengeDocument, type CompleteChallengeMutation } from './purchase.generated.ts';

type Payload = NonNullable<CompleteChallengeMutation['completeSandboxChallenge']>;

/** Stands for the page of the bank, which asks the cardholder who they are. */
export function Challenge({
  of,
  onDone,
}: {
  readonly of: { readonly paymentId: string } | { readonly setupId: string };
  readonly onDone: (payload: Pick<Payload, 'payment' | 'setup'>) => void;
}) {
  const { money } = useTexts();
  const { act, isActing, refusals } = useAct(CompleteChallengeDocument);
  const complete = (isPassed: boolean): void =>
    void act({ variables: { input: { ...of, isPassed } } }).then((payload) => payload && onDone(payload));
  return (
    <section className="challenge" aria-labelledby="challenge">
      <Landmark aria-hidden="true" />
      <h3 id="challenge">{money.bankAsks}</h3>
      <p>{money.bankAsksText}</p>
      <div className="dialog-acts">
        <Button disabled={isActing} onClick={() => complete(false)}>
          {money.bankFail}
        </Button>
        <Button kind="main" autoFocus disabled={isActing} onClick={() => complete(true)}>
          {money.bankPass}
        </Button>
      </div>
      <Refusals of={refusals} />
    </section>
  );
}
