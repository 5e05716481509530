import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals, TextField } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { useTexts } from '../../texts/texts.tsx';
import {
  AppealDecisionDocument,
  type AppealItemFragment,
  WithdrawAppealDocument,
} from './standing.generated.ts';

const TEXT_MAX = 2000;

/** The appeal against a decision as it stands, or the way to one while there is time. */
export function AppealPart({
  decisionId,
  appeal,
  canAppeal,
  onAppealed,
}: {
  readonly decisionId: string;
  readonly appeal: AppealItemFragment | null;
  readonly canAppeal: boolean;
  readonly onAppealed: () => void;
}) {
  const { standing } = useTexts();
  const [isWriting, setIsWriting] = useState(false);
  if (appeal) return <AppealState appeal={appeal} />;
  if (!canAppeal) return null;
  return (
    <div className="settings-acts">
      <Button onClick={() => setIsWriting(true)}>{standing.appeal}</Button>
      {isWriting && (
        <AppealDialog
          decisionId={decisionId}
          onClose={() => setIsWriting(false)}
          onAppealed={() => {
            setIsWriting(false);
            onAppealed();
          }}
        />
      )}
    </div>
  );
}

function AppealState({ appeal: { id, state, text, note } }: { readonly appeal: AppealItemFragment }) {
  const { standing } = useTexts();
  const { act, isActing, refusals } = useAct(WithdrawAppealDocument);
  return (
    <div className="settings-quote">
      <p className="settings-name">{standing.appealStates[state]}</p>
      <p dir="auto">{text}</p>
      {note !== null && note !== '' && (
        <p dir="auto">
          <strong>{standing.answer}</strong> {note}
        </p>
      )}
      {state === 'PENDING' && (
        <div className="settings-acts">
          <Button disabled={isActing} onClick={() => void act({ variables: { input: { appealId: id } } })}>
            {standing.withdrawAppeal}
          </Button>
        </div>
      )}
      <Refusals of={refusals} />
    </div>
  );
}

function AppealDialog({
  decisionId,
  onClose,
  onAppealed,
}: {
  readonly decisionId: string;
  readonly onClose: () => void;
  readonly onAppealed: () => void;
}) {
  const { standing } = useTexts();
  const { act, isActing, refusals } = useAct(AppealDecisionDocument);
  const send = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    const { text = '' } = fieldsOf(event);
    if (await act({ variables: { input: { decisionId, text } } })) onAppealed();
  };
  return (
    <Dialog title={standing.appeal} onClose={onClose}>
      <form className="form" onSubmit={(event) => void send(event)}>
        <p>{standing.appealText}</p>
        <TextField
          name="text"
          label={standing.why}
          maxLength={TEXT_MAX}
          rows={5}
          dir="auto"
          required
          refusals={refusals}
        />
        <Refusals of={refusals} fields={['text']} />
        <div className="dialog-acts">
          <Button kind="main" type="submit" disabled={isActing}>
            {standing.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
