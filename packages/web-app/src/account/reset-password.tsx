import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api/act.ts';
import { Button } from '../parts/button.tsx';
import { Field, Refusals } from '../parts/field.tsx';
import { fieldsOf } from '../parts/form.ts';
import { useTexts } from '../texts/texts.tsx';
import { Door } from './door.tsx';
import { RequestPasswordResetDocument, ResetPasswordDocument } from './reset-password.generated.ts';
import { useKept } from '../parts/use-kept.ts';

/** Asks for a code by mail, then for the code and the new password; a link from the mail brings the code. */
export function ResetPassword() {
  const { account } = useTexts();
  const search = useSearch({ from: '/outside/reset-password', shouldThrow: false });
  const { code } = useKept(search);
  const [email, setEmail] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const step = isDone ? (
    <p className="notice">{account.resetDone}</p>
  ) : code !== undefined || email !== null ? (
    <NewPassword code={code} email={email} onDone={() => setIsDone(true)} />
  ) : (
    <AskForCode onSent={setEmail} />
  );
  return (
    <Door title={account.reset}>
      {step}
      <p className="door-links">
        <Link to="/sign-in">{account.signIn}</Link>
      </p>
    </Door>
  );
}

function AskForCode({ onSent }: { readonly onSent: (email: string) => void }) {
  const { account } = useTexts();
  const { act, isActing, refusals } = useAct(RequestPasswordResetDocument);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const { email = '' } = fieldsOf(event);
        void act({ variables: { input: { email } } }).then((payload) => {
          if (payload) onSent(email);
        });
      }}
    >
      <p>{account.resetLead}</p>
      <Field
        name="email"
        label={account.email}
        type="email"
        autoComplete="username"
        required
        refusals={refusals}
      />
      <Refusals of={refusals} fields={['email']} />
      <Button kind="main" type="submit" disabled={isActing}>
        {account.sendCode}
      </Button>
    </form>
  );
}

function NewPassword({
  code,
  email,
  onDone,
}: {
  readonly code: string | undefined;
  readonly email: string | null;
  readonly onDone: () => void;
}) {
  const { account } = useTexts();
  const { act, isActing, refusals } = useAct(ResetPasswordDocument);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const { code: given = '', newPassword = '' } = fieldsOf(event);
        void act({ variables: { input: { code: given, newPassword } } }).then((payload) => {
          if (payload) onDone();
        });
      }}
    >
      {email !== null && <p>{account.codeSent(email)}</p>}
      <Field
        name="code"
        label={account.code}
        autoComplete="one-time-code"
        defaultValue={code}
        required
        refusals={refusals}
      />
      <Field
        name="newPassword"
        label={account.newPassword}
        hint={account.passwordHint}
        type="password"
        autoComplete="new-password"
        required
        refusals={refusals}
      />
      <Refusals of={refusals} fields={['code', 'newPassword']} />
      <Button kind="main" type="submit" disabled={isActing}>
        {account.reset}
      </Button>
    </form>
  );
}
