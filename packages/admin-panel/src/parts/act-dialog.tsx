import { type ReactNode, useState } from 'react';
import { ProveIdentityDocument } from '../generated/graphql.ts';
import { isCode } from '../api/errors.ts';
import { useAct, useMe } from '../api/hooks.ts';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Failure } from './text.tsx';

type ActDialogProps = {
  title: string;
  /** Tells what will happen. */
  about?: ReactNode;
  action: string;
  isDanger?: boolean;
  /** Fields beside the reason. */
  children?: ReactNode;
  /** Whether other admins are told a reason; by default they are. */
  hasReason?: boolean;
  /** Called with the same key for each try, by which what is done counts once. */
  onAct: (reason: string, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
};

/** One act, with its reason; where the API asks for a proof of identity, for that too, and then it goes on. */
export function ActDialog(props: ActDialogProps) {
  const { title, about, action, isDanger = false, children, hasReason = true, onAct, onClose } = props;
  const [reason, setReason] = useState('');
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await onAct(reason.trim(), idempotencyKey);
      onClose();
    } catch (caught) {
      // `send` throws errors alone.
      setError(caught as Error);
    } finally {
      setBusy(false);
    }
  };
  const needsProof = isCode(error, 'PROOF_REQUIRED');
  return (
    <Dialog title={title} onClose={onClose}>
      {about !== undefined && <p className="quiet">{about}</p>}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {children}
        {hasReason && (
          <Field label="Reason, for other admins">
            <textarea
              required
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        )}
        {!needsProof && <Failure error={error} />}
        {!needsProof && (
          <div className="buttons">
            <button className={`button ${isDanger ? 'danger' : 'primary'}`} disabled={isBusy}>
              {action}
            </button>
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
          </div>
        )}
      </form>
      {needsProof && <Proof onProved={() => void run()} />}
    </Dialog>
  );
}

function Proof({ onProved }: { onProved: () => void }) {
  const hasCode = useMe().account?.hasSecondFactor ?? false;
  const [value, setValue] = useState('');
  const prove = useAct(ProveIdentityDocument, (data) => data.adminProveIdentity);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const input = hasCode ? { code: value.trim() } : { password: value };
        prove.mutate({ input }, { onSuccess: onProved });
      }}
    >
      <p>This act needs a fresh proof that it is you.</p>
      <Field label={hasCode ? 'Code of your second factor' : 'Your password'}>
        <input
          autoFocus
          required
          type={hasCode ? 'text' : 'password'}
          inputMode={hasCode ? 'numeric' : undefined}
          autoComplete={hasCode ? 'one-time-code' : 'current-password'}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
      </Field>
      <Failure error={prove.error} />
      <div className="buttons">
        <button className="button primary" disabled={prove.isPending}>
          Prove and go on
        </button>
      </div>
    </form>
  );
}
