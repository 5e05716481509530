import { useState } from 'react';
import { type BadgeKind, GrantBadgeDocument, RevokeBadgeDocument } from '../../generated/graphql.ts';
import { useAct, useMay } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { MomentField, momentOf } from '../../parts/moment-field.tsx';
import { Moment, Tag, words } from '../../parts/text.tsx';
import { BADGE_KINDS } from '../moderation/badge-kinds.ts';
import type { User } from './user-types.ts';

type Badge = User['badges'][number];

export function UserBadges({ user }: { user: User }) {
  const isManager = useMay()('BADGES_MANAGE');
  const [isGranting, setGranting] = useState(false);
  const [revoked, setRevoked] = useState<Badge | null>(null);
  return (
    <section className="card" aria-label="Badges">
      <h2>Badges</h2>
      {user.badges.length === 0 && <p className="quiet">There is none.</p>}
      <ul className="rows">
        {user.badges.map((badge) => (
          <li key={badge.id}>
            <div>
              <p>
                {words(badge.kind)} <Tag name={badge.state} />
              </p>
              <p className="small">
                {badge.verifiedName} (@{badge.verifiedUsername})
              </p>
              {badge.message && <p className="small">{badge.message}</p>}
              <p className="small quiet">
                <Moment at={badge.grantedAt} /> · until <Moment at={badge.revokedAt ?? badge.expiresAt} />
              </p>
            </div>
            {isManager && !badge.revokedAt && (
              <button
                className="button"
                aria-label={`Revoke ${words(badge.kind)}`}
                onClick={() => setRevoked(badge)}
              >
                Revoke
              </button>
            )}
          </li>
        ))}
      </ul>
      {isManager && user.state !== 'DELETED' && (
        <div className="buttons">
          <button className="button" onClick={() => setGranting(true)}>
            Grant a badge
          </button>
        </div>
      )}
      {isGranting && <Grant user={user} onClose={() => setGranting(false)} />}
      {revoked && <Revoke badge={revoked} onClose={() => setRevoked(null)} />}
    </section>
  );
}

function Grant({ user, onClose }: { user: User; onClose: () => void }) {
  const [kind, setKind] = useState<BadgeKind>('IDENTITY');
  const [displayName, setDisplayName] = useState(user.displayName);
  const [username, setUsername] = useState(user.username);
  const [until, setUntil] = useState('');
  const act = useAct(GrantBadgeDocument, (data) => data.adminGrantBadge);
  const input = { userId: user.id, kind, displayName, username, expiresAt: momentOf(until) };
  return (
    <ActDialog
      title="Grant a badge"
      about="It is shown while the user has the names that were verified. A mail tells the user."
      action="Grant"
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { ...input, reason } })}
    >
      <Choice label="Kind" options={BADGE_KINDS} value={kind} onChange={(next) => setKind(next || kind)} />
      <Field label="Name that was verified">
        <input required value={displayName} onChange={({ target }) => setDisplayName(target.value)} />
      </Field>
      <Field label="Username that was verified">
        <input required value={username} onChange={({ target }) => setUsername(target.value)} />
      </Field>
      <MomentField label="Until, or empty for good" value={until} onChange={setUntil} />
    </ActDialog>
  );
}

function Revoke({ badge, onClose }: { badge: Badge; onClose: () => void }) {
  const [message, setMessage] = useState('');
  const act = useAct(RevokeBadgeDocument, (data) => data.adminRevokeBadge);
  return (
    <ActDialog
      title={`Revoke the badge ${words(badge.kind).toLowerCase()}`}
      action="Revoke"
      isDanger
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { badgeId: badge.id, message, reason } })}
    >
      <Field label="Why, to the user">
        <textarea
          required
          maxLength={500}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </Field>
    </ActDialog>
  );
}
