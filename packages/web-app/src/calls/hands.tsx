import { Hand } from 'lucide-react';
import { useAct } from '../api/act.ts';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { AnswerHandDocument, LowerHandDocument, RaiseHandDocument } from './call-acts.generated.ts';
import type { RunningCallFragment } from './calls.generated.ts';

/** A viewer asks to speak; hosts answer, and people answer the offers of hosts. */
export function Hands({ of }: { readonly of: RunningCallFragment }) {
  const { calls } = useTexts();
  const raising = useAct(RaiseHandDocument);
  const lowering = useAct(LowerHandDocument);
  const answering = useAct(AnswerHandDocument);
  const own = of.viewer?.speakerRequest;
  const isWaiting = own?.state === 'PENDING' && own.kind === 'RAISED';
  const offer = own?.state === 'PENDING' && own.kind === 'OFFERED' ? own : null;
  const asked = of.viewer?.canManage
    ? of.speakerRequests.nodes.filter(({ kind, state }) => kind === 'RAISED' && state === 'PENDING')
    : [];
  const answer = (requestId: string, isGranted: boolean): void =>
    void answering.act({ variables: { input: { requestId, isGranted } }, refetchQueries: ['CallScreen'] });
  return (
    <>
      {asked.map(({ id, user }) => (
        <div className="row" key={id} role="status">
          <span className="row-texts">{calls.wantsToSpeak(user?.displayName ?? calls.somebody)}</span>
          <Button onClick={() => answer(id, false)}>{calls.deny}</Button>
          <Button kind="main" onClick={() => answer(id, true)}>
            {calls.grant}
          </Button>
        </div>
      ))}
      {offer && (
        <div className="row" role="status">
          <span className="row-texts">{calls.offered}</span>
          <Button onClick={() => answer(offer.id, false)}>{calls.deny}</Button>
          <Button kind="main" onClick={() => answer(offer.id, true)}>
            {calls.speak}
          </Button>
        </div>
      )}
      {!of.viewer?.canSpeak && !offer && (
        <Button
          aria-pressed={isWaiting}
          onClick={() =>
            isWaiting
              ? void lowering.act({
                  variables: { input: { requestId: own.id } },
                  refetchQueries: ['CallScreen'],
                })
              : void raising.act({ variables: { input: { callId: of.id } }, refetchQueries: ['CallScreen'] })
          }
        >
          <Hand aria-hidden="true" />
          {isWaiting ? calls.lowerHand : calls.raiseHand}
        </Button>
      )}
      <Refusals of={[...raising.refusals, ...lowering.refusals, ...answering.refusals]} />
    </>
  );
}
