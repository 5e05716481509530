import { useSession } from '@plaza/client/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Field, Refusals } from '../parts/field.tsx';
import { fieldsOf } from '../parts/form.ts';
import { useTexts } from '../texts/texts.tsx';
import { useAsking } from './asking.ts';
import { Door } from './door.tsx';
import { UsernameField } from './username-field.tsx';

/** An account that waits for the code from the mail. */
type Pending = { readonly registrationToken: string; readonly email: string };

export function Register() {
  const { account } = useTexts();
  const [pending, setPending] = useState<Pending | null>(null);
  const navigate = useNavigate();
  const goHome = (): void => void navigate({ to: '/', replace: true });
  return (
    <Door title={account.register}>
      {pending ? (
        <CodeForm {...pending} onDone={goHome} />
      ) : (
        <RegisterForm onPending={setPending} onDone={goHome} />
      )}
      <p className="door-links">
        <span>
          {account.hasAccount} <Link to="/sign-in">{account.signIn}</Link>
        </span>
      </p>
    </Door>
  );
}

const FIELDS = ['displayName', 'username', 'email', 'password'];

function RegisterForm({
  onPending,
  onDone,
}: {
  readonly onPending: (pending: Pending) => void;
  readonly onDone: () => void;
}) {
  const { account } = useTexts();
  const { register } = useSession();
  const { ask, isAsking, refusals } = useAsking();

  async function send(fields: Readonly<Record<string, string>>): Promise<void> {
    const { displayName = '', username = '', email = '', password = '' } = fields;
    const payload = await ask(() => register({ displayName, username, email, password }));
    if (payload?.accessToken) onDone();
    else if (payload?.registrationToken) onPending({ registrationToken: payload.registrationToken, email });
  }

  return (
    <form className="form" onSubmit={(event) => void send(fieldsOf(event))}>
      <Field
        name="displayName"
        label={account.displayName}
        autoComplete="name"
        required
        refusals={refusals}
      />
      <UsernameField hint={account.usernameHint} refusals={refusals} />
      <Field
        name="email"
        label={account.email}
        type="email"
        autoComplete="email"
        required
        refusals={refusals}
      />
      <Field
        name="password"
        label={account.password}
        hint={account.passwordHint}
        type="password"
        autoComplete="new-password"
        required
        refusals={refusals}
      />
      <Refusals of={refusals} fields={FIELDS} />
      <Button kind="main" type="submit" disabled={isAsking}>
        {account.register}
      </Button>
    </form>
  );
}

function CodeForm({ registrationToken, email, onDone }: Pending & { readonly onDone: () => void }) {
  const { account } = useTexts();
  const { confirmRegistration } = useSession();
  const { ask, isAsking, refusals } = useAsking();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const { code = '' } = fieldsOf(event);
        void ask(() => confirmRegistration({ registrationToken, code })).then((payload) => {
          if (payload) onDone();
        });
      }}
    >
      <p>{account.codeSent(email)}</p>
      <Field name="code" label={account.code} autoComplete="one-time-code" required refusals={refusals} />
      <Refusals of={refusals} fields={['code']} />
      <Button kind="main" type="submit" disabled={isAsking}>
        {account.confirm}
      </Button>
    </form>
  );
}
