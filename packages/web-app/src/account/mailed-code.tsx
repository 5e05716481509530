import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import type { Refusal } from '../api/refusals.ts';
import { Button } from '../parts/button.tsx';
import { Field, Refusals } from '../parts/field.tsx';
import { fieldsOf } from '../parts/form.ts';
import { useTexts } from '../texts/texts.tsx';
import { Door } from './door.tsx';
import { useFromMail } from './from-mail.ts';

/** The page of a link in a mail that brings a code; a press uses it, since programs open links of mails. */
export function MailedCode({
  title,
  lead,
  isActing,
  refusals,
  onCode,
}: {
  readonly title: string;
  readonly lead: string;
  readonly isActing: boolean;
  readonly refusals: readonly Refusal[];
  /** @returns the text that says what is done, or null where it was refused */
  readonly onCode: (code: string) => Promise<string | null>;
}) {
  const { account } = useTexts();
  const { code } = useFromMail(['code']);
  const [done, setDone] = useState<string | null>(null);
  const send = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> =>
    setDone(await onCode(fieldsOf(event)['code'] ?? ''));
  return (
    <Door title={title}>
      {done === null ? (
        <form className="form" onSubmit={(event) => void send(event)}>
          <p>{lead}</p>
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
          {done}
        </p>
      )}
      <p className="door-links">
        <Link to="/">{account.toApp}</Link>
      </p>
    </Door>
  );
}
