import { type SubmitEvent, useState } from 'react';
import { signIn } from '../../api/session.ts';
import { Field } from '../../parts/field.tsx';
import { Failure } from '../../parts/text.tsx';

type Step = 'password' | 'code' | 'recovery';

export function SignInPage() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [step, setStep] = useState<Step>('password');
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    const factor =
      step === 'password' ? null : step === 'code' ? { code: code.trim() } : { recoveryCode: code.trim() };
    try {
      const { needsCode } = await signIn({ email: email.trim(), password, ...factor });
      if (needsCode) setStep('code');
    } catch (caught) {
      // `send` throws errors alone.
      setError(caught as Error);
    } finally {
      setBusy(false);
    }
  };
  const choose = (next: Step): void => {
    setStep(next);
    setCode('');
    setError(null);
  };

  return (
    <main className="gate">
      <form className="card form" onSubmit={(event) => void submit(event)}>
        <h1>Plaza admin</h1>
        {step === 'password' ? (
          <FirstFactor email={email} onEmail={setEmail} password={password} onPassword={setPassword} />
        ) : (
          <SecondFactor key={step} step={step} code={code} onCode={setCode} />
        )}
        <Failure error={error} />
        <button className="button primary" disabled={isBusy}>
          Sign in
        </button>
        {step !== 'password' && (
          <div className="buttons">
            <button
              type="button"
              className="button"
              onClick={() => choose(step === 'code' ? 'recovery' : 'code')}
            >
              {step === 'code' ? 'Use a recovery code' : 'Use the app’s code'}
            </button>
            <button type="button" className="button" onClick={() => choose('password')}>
              Back
            </button>
          </div>
        )}
      </form>
    </main>
  );
}

type FirstFactorProps = {
  email: string;
  onEmail: (email: string) => void;
  password: string;
  onPassword: (password: string) => void;
};

const FirstFactor = ({ email, onEmail, password, onPassword }: FirstFactorProps) => (
  <>
    <Field label="E-mail address">
      <input
        autoFocus
        required
        type="email"
        autoComplete="username"
        value={email}
        onChange={({ target }) => onEmail(target.value)}
      />
    </Field>
    <Field label="Password">
      <input
        required
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => onPassword(target.value)}
      />
    </Field>
  </>
);

type SecondFactorProps = { step: Step; code: string; onCode: (code: string) => void };

const SecondFactor = ({ step, code, onCode }: SecondFactorProps) => (
  <Field label={step === 'code' ? 'Code of your app' : 'Recovery code'}>
    <input
      autoFocus
      required
      inputMode={step === 'code' ? 'numeric' : 'text'}
      autoComplete={step === 'code' ? 'one-time-code' : 'off'}
      value={code}
      onChange={({ target }) => onCode(target.value)}
    />
  </Field>
);
