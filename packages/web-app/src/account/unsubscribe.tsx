import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api/act.ts';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Door } from './door.tsx';
import { UnsubscribeFromMailDocument } from './from-mail.generated.ts';
import { useFromMail } from './from-mail.ts';

/** Ends mails of one kind by the token of one, with a press, and without signing in. */
export function Unsubscribe() {
  const { account } = useTexts();
  const { token } = useFromMail(['token']);
  const { act, isActing, refusals } = useAct(UnsubscribeFromMailDocument);
  const [done, setDone] = useState<'all' | 'type' | null>(null);
  const send = async (): Promise<void> => {
    const payload = await act({ variables: { input: { token } } });
    if (payload) setDone(payload.type === null ? 'all' : 'type');
  };
  return (
    <Door title={account.unsubscribe}>
      {done === null ? (
        <>
          <p>{account.unsubscribeLead}</p>
          <Refusals of={refusals} />
          <Button kind="main" disabled={isActing} onClick={() => void send()}>
            {account.unsubscribeAct}
          </Button>
        </>
      ) : (
        <p className="notice" role="status">
          {done === 'all' ? account.noDigests : account.noType}
        </p>
      )}
      <p className="door-links">
        <Link to="/">{account.toApp}</Link>
      </p>
    </Door>
  );
}
