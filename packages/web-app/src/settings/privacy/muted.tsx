import { useApolloClient, useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useAct } from '../../api/act.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { useDateText } from '../../parts/formats.ts';
import { Refusals } from '../../parts/field.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { UnmuteUserDocument } from '../../people/acts/person-acts.generated.ts';
import { useTexts } from '../../texts/texts.tsx';
import { MutedUsersDocument, type MutedUsersQuery } from './muted.generated.ts';
import '../../styles/people.css';

const PAGE = 30;

export function Muted() {
  const { settings } = useTexts();
  const result = useQuery(MutedUsersDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const list = result.data?.myMutedUsers;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Screen title={settings.names.muted} hasBack>
      <MutedTabs />
      <Loading of={result} has={list != null}>
        {list?.edges.length === 0 && <Empty title={settings.noMuted} />}
        <ul>
          {list?.edges.map(({ node }) => (
            <li key={node.user.id}>
              <MutedRow muted={node} />
            </li>
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}

/** People and words stand apart, each with a request of its own. */
export function MutedTabs() {
  const { settings } = useTexts();
  return (
    <nav className="tabs" aria-label={settings.names.muted}>
      <Link to="/settings/muted" className="tab" replace>
        {settings.mutedPeople}
      </Link>
      <Link to="/settings/words" className="tab" replace>
        {settings.mutedWords}
      </Link>
    </nav>
  );
}

type MutedUser = NonNullable<MutedUsersQuery['myMutedUsers']>['edges'][number]['node'];

function MutedRow({ muted: { user, scopes, expiresAt } }: { readonly muted: MutedUser }) {
  const { people, settings } = useTexts();
  const { cache } = useApolloClient();
  const date = useDateText();
  const { act, isActing, refusals } = useAct(UnmuteUserDocument);
  const unmute = async (): Promise<void> => {
    if (!(await act({ variables: { input: { userId: user.id } } }))) return;
    for (const fieldName of ['myMutedUsers', 'feed']) cache.evict({ id: 'ROOT_QUERY', fieldName });
  };
  const hidden = scopes.map((scope) => people.scopes[scope]).join(', ');
  return (
    <div className="person-row">
      <Link to="/u/$username" params={{ username: user.username }} className="person">
        <Avatar of={user} size={48} />
        <span className="person-names">
          <span className="name" dir="auto">
            {user.displayName}
          </span>
          <span className="person-note">{hidden}</span>
          {expiresAt !== null && <span className="person-note">{settings.until(date(expiresAt))}</span>}
        </span>
      </Link>
      <div className="person-acts">
        <Button
          aria-label={`${people.unmute}: ${user.displayName}`}
          disabled={isActing}
          onClick={() => void unmute()}
        >
          {people.unmute}
        </Button>
        <Refusals of={refusals} />
      </div>
    </div>
  );
}
