import { useSession } from '@plaza/client/react';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '../live/live.tsx';
import { countUnsent, forgetUnsent } from '../messages/composer/unsent.ts';
import { Confirm } from '../parts/dialog.tsx';
import { useTexts } from '../texts/texts.tsx';

/** Ends the session. Messages that are not sent go with it, so the user is asked first. */
export function SignOut() {
  const { frame, settings } = useTexts();
  const { signOut } = useSession();
  const client = useClient();
  const [lost, setLost] = useState(0);
  const leave = (): void => {
    forgetUnsent(client);
    void signOut();
  };
  const ask = (): void => {
    const unsent = countUnsent(client);
    if (unsent === 0) leave();
    else setLost(unsent);
  };
  return (
    <>
      <button type="button" className="settings-link" onClick={ask}>
        <LogOut aria-hidden="true" />
        <span className="settings-text">
          <span className="settings-name">{frame.signOut}</span>
        </span>
      </button>
      {lost > 0 && (
        <Confirm
          title={settings.unsentTitle}
          text={settings.unsentText(lost)}
          act={frame.signOut}
          onConfirm={leave}
          onClose={() => setLost(0)}
        />
      )}
    </>
  );
}
