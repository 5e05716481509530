import { useState } from 'react';
import { GetAdminSessionsDocument, RevokeAdminSessionDocument } from '../../generated/graphql.ts';
import { useAct, useAsk, useMe } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Page } from '../../parts/frame.tsx';
import { Facts, Failure, Loading, Moment, words } from '../../parts/text.tsx';
import { SecondFactorPage } from './second-factor.tsx';

export function AccountPage() {
  const { displayName, email, role, account } = useMe();
  const [isEnrolling, setEnrolling] = useState(false);
  if (isEnrolling) return <SecondFactorPage onLeave={() => setEnrolling(false)} />;
  return (
    <Page title="Your account">
      <section className="card">
        <Facts
          facts={[
            ['Name', displayName],
            ['E-mail address', email],
            ['Role', words(role)],
            ['Second factor', account?.hasSecondFactor ? 'On' : 'Off'],
            ['Recovery codes left', account?.recoveryCodeCount ?? 0],
          ]}
        />
        {!account?.hasSecondFactor && (
          <div className="buttons">
            <button className="button primary" onClick={() => setEnrolling(true)}>
              Add a second factor
            </button>
          </div>
        )}
      </section>
      <AdminSessions />
    </Page>
  );
}

/** Sessions of the caller, or of the admin with the id. */
export function AdminSessions({ adminId }: { adminId?: string }) {
  const { data, error } = useAsk(GetAdminSessionsDocument, { adminId });
  const revoke = useAct(RevokeAdminSessionDocument, (answer) => answer.adminRevokeAdminSession);
  const [sessionId, setSessionId] = useState<string | null>(null);
  const sessions = data?.adminGetAdminSessions?.nodes;
  return (
    <section className="card">
      <h2>Sessions</h2>
      <Failure error={error} />
      {!sessions && !error && <Loading />}
      <ul className="rows">
        {sessions?.map((session) => (
          <li key={session.id}>
            <div>
              <p>
                {session.ipAddress} {session.isCurrent && <span className="tag good">This one</span>}
              </p>
              <p className="small quiet">{session.userAgent}</p>
              <p className="small quiet">
                <Moment at={session.createdAt} /> {session.revokedAt && '· ended'}
              </p>
            </div>
            {!session.revokedAt && !session.isCurrent && (
              <button className="button" onClick={() => setSessionId(session.id)}>
                End
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessionId !== null && (
        <ActDialog
          title="End this session"
          action="End the session"
          onClose={() => setSessionId(null)}
          onAct={(reason) => revoke.mutateAsync({ input: { sessionId, reason } })}
        />
      )}
    </section>
  );
}
