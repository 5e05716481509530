import { useEffect, useState } from 'react';
import { RouterProvider } from '@tanstack/react-router';
import { queries, useSession } from './api/hooks.ts';
import { resume } from './api/session.ts';
import { Failure, Loading } from './parts/text.tsx';
import { InvitationPage } from './pages/admins/invitation.tsx';
import { SecondFactorPage } from './pages/admins/second-factor.tsx';
import { SignInPage } from './pages/admins/sign-in.tsx';
import { router } from './router.tsx';

/** The token of an invitation in the address. */
function invitationToken(): string | null {
  if (location.pathname !== '/accept-invitation') return null;
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

/** The pages behind the gate: signing in, and a second factor where it is required. */
export function Panel() {
  const session = useSession();
  const [invitation, setInvitation] = useState(invitationToken);
  const isSignedOut = session.kind === 'signedOut';
  useEffect(() => {
    // Nobody who sits down later reads what was shown.
    if (isSignedOut) queries.clear();
  }, [isSignedOut]);
  if (invitation !== null) {
    const leave = (): void => {
      history.replaceState(null, '', '/');
      setInvitation(null);
    };
    return <InvitationPage token={invitation} onDone={leave} />;
  }
  if (session.kind === 'starting') return <Loading />;
  if (session.kind === 'unreachable') return <Unreachable error={session.error} />;
  if (session.kind === 'signedOut') return <SignInPage />;
  if (session.me.account?.needsSecondFactor) return <SecondFactorPage />;
  return <RouterProvider router={router} />;
}

/** Nobody is signed out by an outage. */
const Unreachable = ({ error }: { error: Error }) => (
  <main className="gate">
    <div className="card form">
      <h1>Plaza admin</h1>
      <Failure error={error} />
      <button className="button primary" onClick={() => void resume()}>
        Try again
      </button>
    </div>
  </main>
);
