import { type SubmitEvent, useEffect, useState } from 'react';
import { ConfirmTotpDocument, EnrollTotpDocument } from '../../generated/graphql.ts';
import { useAct } from '../../api/hooks.ts';
import { reloadMe, signOut } from '../../api/session.ts';
import { Field } from '../../parts/field.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { Failure, Loading } from '../../parts/text.tsx';

/** Enrols a second factor: a code for the camera, the first code of the app, and the recovery codes once. */
export function SecondFactorPage({ onLeave }: { onLeave?: () => void }) {
  const enroll = useAct(EnrollTotpDocument, (data) => data.adminEnrollTotp);
  const confirm = useAct(ConfirmTotpDocument, (data) => data.adminConfirmTotp);
  const { mutate: begin } = enroll;
  const [code, setCode] = useState('');
  useEffect(() => begin({}), [begin]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    confirm.mutate({ input: { code: code.trim() } });
  };
  const recoveryCodes = confirm.data?.recoveryCodes;
  if (recoveryCodes)
    return <RecoveryCodes codes={recoveryCodes} onDone={() => void reloadMe().then(onLeave)} />;
  const { uri, secret } = enroll.data ?? {};
  return (
    <main className="gate">
      <form className="card form" onSubmit={submit}>
        <h1>Add a second factor</h1>
        <p className="quiet">Scan this with an app that makes one-time codes, then enter its first code.</p>
        <Failure error={enroll.error} />
        {!uri && !enroll.error && <Loading />}
        {uri && <QrCode text={uri} label="Code with the secret for the app" />}
        {secret && (
          <p className="small quiet">
            Without a camera: <code>{secret}</code>
          </p>
        )}
        <Field label="Code of your app">
          <input
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
        <Failure error={confirm.error} />
        <button className="button primary" disabled={confirm.isPending || !uri}>
          Confirm
        </button>
        <button type="button" className="button" onClick={onLeave ?? (() => void signOut())}>
          {onLeave ? 'Later' : 'Sign out'}
        </button>
      </form>
    </main>
  );
}

const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <main className="gate">
    <div className="card form">
      <h1>Your recovery codes</h1>
      <p className="quiet">
        Each signs you in once without the app. They are shown only now: keep them safe.
      </p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <button className="button primary" onClick={onDone}>
        I have kept them
      </button>
    </div>
  </main>
);
