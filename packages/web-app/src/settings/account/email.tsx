import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Refusals } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { useTexts } from '../../texts/texts.tsx';
import {
  type AccountSettingsQuery,
  RequestEmailChangeDocument,
  RequestEmailVerificationDocument,
} from './account.generated.ts';

/** The address of the account, the way to confirm it, and the way to another one. */
export function Email({
  me: { email, isEmailVerified },
}: {
  readonly me: Pick<NonNullable<AccountSettingsQuery['me']>, 'email' | 'isEmailVerified'>;
}) {
  const { settings, account } = useTexts();
  const { act, isActing, refusals } = useAct(RequestEmailVerificationDocument);
  const [isSent, setIsSent] = useState(false);
  const send = async (): Promise<void> => {
    if (await act({ variables: {} })) setIsSent(true);
  };
  return (
    <section className="settings-part" aria-labelledby="settings-email">
      <h2 id="settings-email">{account.email}</h2>
      <p className="settings-value">{email ?? settings.noEmail}</p>
      {email !== null && (
        <p className="field-hint">{isEmailVerified ? settings.emailVerified : settings.emailUnverified}</p>
      )}
      {email !== null && !isEmailVerified && !isSent && (
        <div className="settings-acts">
          <Button disabled={isActing} onClick={() => void send()}>
            {settings.verifyEmail}
          </Button>
        </div>
      )}
      {isSent && (
        <p className="notice" role="status">
          {account.codeSent(email ?? '')} {settings.followMail}
        </p>
      )}
      <Refusals of={refusals} />
      {email !== null && <NewEmail />}
    </section>
  );
}

function NewEmail() {
  const { settings, account } = useTexts();
  const { act, isActing, refusals } = useAct(RequestEmailChangeDocument);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    const { email = '', password = '' } = fieldsOf(event);
    setSentTo(null);
    const payload = await act({ variables: { input: { email, password } } });
    if (!payload) return;
    form.reset();
    setSentTo(payload.email ?? '');
  };
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <Field
        name="email"
        label={settings.newEmail}
        hint={settings.newEmailHint}
        type="email"
        autoComplete="email"
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
      {sentTo !== null && (
        <p className="notice" role="status">
          {account.codeSent(sentTo)} {settings.followMail}
        </p>
      )}
      <div className="settings-acts">
        <Button type="submit" disabled={isActing}>
          {settings.changeEmail}
        </Button>
      </div>
    </form>
  );
}
