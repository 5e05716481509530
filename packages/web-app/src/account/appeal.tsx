import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../api/act.ts';
import { Button } from '../parts/button.tsx';
import { Refusals, TextField } from '../parts/field.tsx';
import { fieldsOf } from '../parts/form.ts';
import { useTexts } from '../texts/texts.tsx';
import { Door } from './door.tsx';
import { AppealByTokenDocument } from './from-mail.generated.ts';
import { useFromMail } from './from-mail.ts';

const TEXT_MAX = 2000;

/** The appeal of somebody who cannot sign in, by the token of the mail that told of the decision. */
export function Appeal() {
  const { account, standing } = useTexts();
  const { decision, token } = useFromMail(['decision', 'token']);
  const { act, isActing, refusals } = useAct(AppealByTokenDocument);
  const [isSent, setIsSent] = useState(false);
  const send = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    const { text = '' } = fieldsOf(event);
    if (await act({ variables: { input: { decisionId: decision, token, text } } })) setIsSent(true);
  };
  return (
    <Door title={standing.appeal}>
      {isSent ? (
        <p className="notice" role="status">
          {standing.appealSent}
        </p>
      ) : (
        <form className="form" onSubmit={(event) => void send(event)}>
          <p>{standing.appealText}</p>
          <TextField
            name="text"
            label={standing.why}
            maxLength={TEXT_MAX}
            rows={6}
            dir="auto"
            required
            refusals={refusals}
          />
          <Refusals of={refusals} fields={['text']} />
          <Button kind="main" type="submit" disabled={isActing}>
            {standing.send}
          </Button>
        </form>
      )}
      <p className="door-links">
        <Link to="/">{account.toApp}</Link>
      </p>
    </Door>
  );
}
