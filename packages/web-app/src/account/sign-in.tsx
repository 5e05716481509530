import { useSession } from '@plaza/client/react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '../parts/button.tsx';
import { Field, Refusals } from '../parts/field.tsx';
import { fieldsOf } from '../parts/form.ts';
import { useTexts } from '../texts/texts.tsx';
import { useAsking } from './asking.ts';
import { DemoPeople } from './demo-people.tsx';
import { Door } from './door.tsx';
import { hasSessionEnded } from './ended-session.ts';
import { useKept } from '../parts/use-kept.ts';

export function SignIn() {
  const { account } = useTexts();
  const { signIn } = useSession();
  const search = useSearch({ from: '/outside/sign-in', shouldThrow: false });
  const { to } = useKept(search);
  const navigate = useNavigate();
  const { ask, isAsking, refusals } = useAsking();

  async function enter(credentials: { email: string; password: string }): Promise<void> {
    const payload = await ask(() => signIn(credentials));
    if (payload) await navigate({ href: to ?? '/', replace: true });
  }

  return (
    <Door title={account.welcome}>
      {hasSessionEnded() && <p className="notice">{account.ended}</p>}
      <DemoPeople isBusy={isAsking} onChoose={(person) => void enter(credentialsOf(person))} />
      <form
        className="form"
        onSubmit={(event) => {
          const { email = '', password = '' } = fieldsOf(event);
          void enter({ email, password });
        }}
      >
        <Field
          name="email"
          label={account.email}
          type="email"
          autoComplete="username"
          required
          refusals={refusals}
        />
        <Field
          name="password"
          label={account.password}
          type="password"
          autoComplete="current-password"
          required
          refusals={refusals}
        />
        <Refusals of={refusals} fields={['email', 'password']} />
        <Button kind="main" type="submit" disabled={isAsking}>
          {account.signIn}
        </Button>
      </form>
      <p className="door-links">
        <Link to="/reset-password">{account.forgot}</Link>
        <span>
          {account.noAccount} <Link to="/register">{account.register}</Link>
        </span>
        <Link to="/notice">{account.notice}</Link>
      </p>
    </Door>
  );
}

const credentialsOf = ({ email, password }: { email: string; password: string }) => ({ email, password });
