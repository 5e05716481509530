import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { LiftRestrictionDocument, RevokeUserSessionsDocument } from '../../generated/graphql.ts';
import { useAct, useMay } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Moment, Tag, words } from '../../parts/text.tsx';
import type { User } from './user-types.ts';

export function UserRestrictions({ user }: { user: User }) {
  const may = useMay();
  const lift = useAct(LiftRestrictionDocument, (data) => data.adminLiftRestriction);
  const [restrictionId, setRestrictionId] = useState<string | null>(null);
  const restrictions = user.restrictions.nodes;
  return (
    <section className="card">
      <h2>Restrictions</h2>
      {restrictions.length === 0 && <p className="quiet">There is none.</p>}
      <ul className="rows">
        {restrictions.map(({ id, kind, reason, createdAt, expiresAt, isInForce }) => (
          <li key={id}>
            <div>
              <p>
                {words(kind)} <Tag name={isInForce ? 'ACTIVE' : 'OVER'} />
              </p>
              <p className="small">{reason}</p>
              <p className="small quiet">
                <Moment at={createdAt} /> · until <Moment at={expiresAt} />
              </p>
            </div>
            {isInForce && may('USERS_RESTRICT') && (
              <button className="button" onClick={() => setRestrictionId(id)}>
                Lift
              </button>
            )}
          </li>
        ))}
      </ul>
      {restrictionId !== null && (
        <ActDialog
          title="Lift this restriction"
          action="Lift"
          onClose={() => setRestrictionId(null)}
          onAct={(reason) => lift.mutateAsync({ input: { restrictionId, reason } })}
        />
      )}
    </section>
  );
}

export function UserSessions({ user }: { user: User }) {
  const may = useMay();
  const revoke = useAct(RevokeUserSessionsDocument, (data) => data.adminRevokeUserSessions);
  const [sessionId, setSessionId] = useState<string | null>(null);
  return (
    <section className="card">
      <h2>Sessions</h2>
      {user.sessions?.length === 0 && <p className="quiet">There is none.</p>}
      <ul className="rows">
        {user.sessions?.map((session) => (
          <li key={session.id}>
            <div>
              <p>
                {session.deviceName ?? words(session.platform)} · {session.ip} {session.country}
              </p>
              <p className="small quiet">{session.userAgent}</p>
              <p className="small quiet">
                Last seen <Moment at={session.lastSeenAt} /> {session.revokedAt && '· ended'}
              </p>
            </div>
            {!session.revokedAt && may('USERS_EDIT') && (
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
          onAct={(reason) => revoke.mutateAsync({ input: { userId: user.id, sessionId, reason } })}
        />
      )}
    </section>
  );
}

export const RelatedAccounts = ({ user }: { user: User }) => (
  <section className="card">
    <h2>Accounts from the same address within a day</h2>
    {user.relatedAccounts?.length === 0 && <p className="quiet">There is none.</p>}
    <ul className="rows">
      {user.relatedAccounts?.map(({ ip, lastSeenAt, account }) => (
        <li key={`${ip} ${account?.id ?? ''}`}>
          {account ? (
            <Link to="/users/$userId" params={{ userId: account.id }}>
              @{account.username}
            </Link>
          ) : (
            '–'
          )}
          <span className="quiet">
            {ip} · <Moment at={lastSeenAt} />
          </span>
        </li>
      ))}
    </ul>
  </section>
);
