import { useQuery } from '@apollo/client/react';
import { useSession } from '@plaza/client/react';
import { type SyntheticEvent, useState } from 'react';
import { UsernameField } from '../../account/username-field.tsx';
import { useAct } from '../../api/act.ts';
import { useFreshness } from '../../api/freshness.ts';
import { Button } from '../../parts/button.tsx';
import { useDateText } from '../../parts/formats.ts';
import { Field, Refusals } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { Screen } from '../../parts/screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  AccountSettingsDocument,
  type AccountSettingsQuery,
  ChangePasswordDocument,
  ChangeUsernameDocument,
} from './account.generated.ts';
import { AccountStateNotice } from './account-state.tsx';
import { Email } from './email.tsx';
import '../../styles/settings.css';

export function AccountSettings() {
  const { settings } = useTexts();
  const result = useQuery(AccountSettingsDocument, useFreshness('account settings'));
  const me = result.data?.me;
  return (
    <Screen title={settings.names.account} hasBack>
      <Loading of={result} has={me != null}>
        {me && (
          <>
            <AccountStateNotice me={me} />
            <UsernameForm me={me} onChanged={() => void result.refetch()} />
            <Email me={me} />
            <PasswordForm />
          </>
        )}
      </Loading>
    </Screen>
  );
}

type MeProps = { readonly me: NonNullable<AccountSettingsQuery['me']> };

function UsernameForm({ me, onChanged }: MeProps & { readonly onChanged: () => void }) {
  const { settings, account, common } = useTexts();
  const date = useDateText();
  const { act, isActing, refusals } = useAct(ChangeUsernameDocument);
  const [isDone, setIsDone] = useState(false);
  const { nextUsernameChangeAt, user } = me;
  const send = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    const { username = '' } = fieldsOf(event);
    setIsDone(false);
    if (!(await act({ variables: { input: { username } } }))) return;
    setIsDone(true);
    onChanged();
  };
  return (
    <section className="settings-part" aria-labelledby="settings-username">
      <h2 id="settings-username">{account.username}</h2>
      <form className="form" onSubmit={(event) => void send(event)}>
        <UsernameField
          own={user.username}
          hint={
            nextUsernameChangeAt === null
              ? settings.usernameHint
              : settings.usernameWait(date(nextUsernameChangeAt))
          }
          disabled={nextUsernameChangeAt !== null}
          refusals={refusals}
        />
        <Refusals of={refusals} fields={['username']} />
        {isDone && (
          <p className="notice" role="status">
            {settings.usernameChanged}
          </p>
        )}
        <div className="settings-acts">
          <Button kind="main" type="submit" disabled={isActing || nextUsernameChangeAt !== null}>
            {common.save}
          </Button>
        </div>
      </form>
    </section>
  );
}

function PasswordForm() {
  const { settings, account } = useTexts();
  const { keep } = useSession();
  const { act, isActing, refusals } = useAct(ChangePasswordDocument);
  const [ended, setEnded] = useState<number | null>(null);
  const send = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    const { currentPassword = '', newPassword = '' } = fieldsOf(event);
    setEnded(null);
    const payload = await act({ variables: { input: { currentPassword, newPassword } } });
    if (!payload) return;
    const { accessToken, refreshToken, endedSessionCount } = payload;
    if (accessToken && refreshToken) await keep({ accessToken, refreshToken });
    form.reset();
    setEnded(endedSessionCount ?? 0);
  };
  return (
    <section className="settings-part" aria-labelledby="settings-password">
      <h2 id="settings-password">{account.password}</h2>
      <form className="form" onSubmit={(event) => void send(event)}>
        <Field
          name="currentPassword"
          label={settings.currentPassword}
          type="password"
          autoComplete="current-password"
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
        <Refusals of={refusals} fields={['currentPassword', 'newPassword']} />
        {ended !== null && (
          <p className="notice" role="status">
            {settings.passwordChanged(ended)}
          </p>
        )}
        <div className="settings-acts">
          <Button kind="main" type="submit" disabled={isActing}>
            {settings.changePassword}
          </Button>
        </div>
      </form>
    </section>
  );
}
