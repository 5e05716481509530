import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../api/act.ts';
import { Button } from '../parts/button.tsx';
import { Field, Refusals } from '../parts/field.tsx';
import { fieldsOf } from '../parts/form.ts';
import { useTexts } from '../texts/texts.tsx';
import { Door } from './door.tsx';
import { VerifyEmailDocument } from './from-mail.generated.ts';
import { useFromMail } from './from-mail.ts';

/** The link of a mail brings the code; a press confirms it, since programs open links of mails. */
export function VerifyEmail() {
  const { account } = useTexts();
  const { code } = useFromMail(['code']);
  const { act, isActing, refusals } = useAct(VerifyEmailDocument);
  const [email, setEmail] = useState<string | null>(null);
  const send = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    const payload = await act({ variables: { input: { code: fieldsOf(event)['code'] ?? '' } } });
    if (payload) setEmail(payload.email ?? '');
  };
  return (
    <Door title={account.verify}>
      {email === null ? (
        <form className="form" onSubmit={(event) => void send(event)}>
          <p>{account.verifyLead}</p>
          <Field
            name="code"
            label={account.code}
            defaultValue={code}
            autoComplete="one-time-code"
            required
            refusals={refusals}
          />
          <Refusals of={refusals} fields={['code']} />
          <Button kind="main" type="submit" disabled={isActing}>
            {account.confirm}
          </Button>
        </form>
      ) : (
        <p className="notice" role="status">
          {account.verified(email)}
        </p>
      )}
      <p className="door-links">
        <Link to="/">{account.toApp}</Link>
      </p>
    </Door>
  );
}
