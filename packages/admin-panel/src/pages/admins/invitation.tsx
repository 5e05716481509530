import { type SubmitEvent, useState } from 'react';
import { acceptInvitation } from '../../api/session.ts';
import { Field } from '../../parts/field.tsx';
import { Failure } from '../../parts/text.tsx';

/** Where the mail of an invitation leads; its token stands behind the hash, which no server sees. */
export function InvitationPage({ token, onDone }: { token: string; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await acceptInvitation({ token, password });
      onDone();
    } catch (caught) {
      // `send` throws errors alone.
      setError(caught as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="gate">
      <form className="card form" onSubmit={(event) => void submit(event)}>
        <h1>Welcome to Plaza admin</h1>
        <Field label="Choose a password">
          <input
            autoFocus
            required
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Field>
        <Failure error={error} />
        <button className="button primary" disabled={isBusy}>
          Accept the invitation
        </button>
      </form>
    </main>
  );
}
