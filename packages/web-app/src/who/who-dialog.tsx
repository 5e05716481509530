import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Avatar } from '../parts/avatar.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { More } from '../parts/more.tsx';
import { Loading } from '../parts/states.tsx';
import type { WhoFragment } from './who.generated.ts';
import '../styles/lists.css';

/** People of a page, in each list of this folder. */
export const PAGE = 20;

export type Person = {
  readonly user: WhoFragment;
  /** Reaction of the person, with a name for screen readers. */
  readonly sign?: { readonly sign: string; readonly name: string };
};

type Result = {
  readonly loading: boolean;
  readonly error?: Error | undefined;
  readonly refetch: () => unknown;
  readonly fetchMore: (options: {
    readonly variables: { readonly after: string | null };
  }) => Promise<unknown>;
};

type PageInfo = { readonly endCursor: string | null; readonly hasNextPage: boolean };

/** People who did something, each a link to their profile. */
export function WhoDialog({
  title,
  none,
  result,
  people,
  pageInfo,
  onClose,
  children,
}: {
  readonly title: string;
  /** Text of an empty list. */
  readonly none: string;
  readonly result: Result;
  /** Undefined until they are known. */
  readonly people: readonly Person[] | undefined;
  readonly pageInfo: PageInfo | undefined;
  readonly onClose: () => void;
  /** A choice among them. */
  readonly children?: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Loading of={result} has={people !== undefined}>
        {people?.length === 0 && <p className="quiet">{none}</p>}
        <ul className="rows">
          {people?.map((person) => (
            <PersonLine key={`${person.user.id} ${person.sign?.sign ?? ''}`} of={person} />
          ))}
        </ul>
        <More
          hasMore={pageInfo?.hasNextPage ?? false}
          onMore={() => result.fetchMore({ variables: { after: pageInfo?.endCursor ?? null } })}
        />
      </Loading>
    </Dialog>
  );
}

function PersonLine({ of: { user, sign } }: { readonly of: Person }) {
  return (
    <li>
      <Link to="/u/$username" params={{ username: user.username }} className="row">
        <Avatar of={user} size={36} />
        <span className="row-texts">
          <span className="name" dir="auto">
            {user.displayName}
          </span>
          <span className="username">@{user.username}</span>
        </span>
        {sign && (
          <span role="img" aria-label={sign.name}>
            {sign.sign}
          </span>
        )}
      </Link>
    </li>
  );
}
