import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Avatar } from '../../parts/avatar.tsx';
import { FollowButton } from '../acts/follow-button.tsx';
import { Badges } from './badges.tsx';
import type { PersonRowFragment } from './person-row.generated.ts';
import '../../styles/people.css';

/** A person in a list, with what can be done. */
export function PersonRow({
  person,
  note,
  children,
}: {
  readonly person: PersonRowFragment;
  /** The reason for which they are in the list. */
  readonly note?: string | undefined;
  /** In place of following. */
  readonly children?: ReactNode;
}) {
  return (
    <div className="person-row">
      <Link to="/u/$username" params={{ username: person.username }} className="person">
        <Avatar of={person} size={48} />
        <span className="person-names">
          <span className="person-name">
            <span className="name" dir="auto">
              {person.displayName}
            </span>
            <Badges of={person.badges} />
          </span>
          <span className="username">@{person.username}</span>
          {(note ?? person.bio) !== '' && (
            <span className="person-note" dir="auto">
              {note ?? person.bio}
            </span>
          )}
        </span>
      </Link>
      <div className="person-acts">{children ?? <FollowButton user={person} />}</div>
    </div>
  );
}
