import { useQuery } from '@apollo/client/react';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useBlock } from '../../people/acts/use-block.ts';
import { useTexts } from '../../texts/texts.tsx';
import { BlockedUsersDocument, type BlockedUsersQuery } from './blocked.generated.ts';
import '../../styles/people.css';

const PAGE = 30;

export function Blocked() {
  const { settings } = useTexts();
  const result = useQuery(BlockedUsersDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const list = result.data?.myBlockedUsers;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Screen title={settings.names.blocked} hasBack>
      <Loading of={result} has={list != null}>
        {list?.edges.length === 0 && <Empty title={settings.noBlocked} />}
        <ul>
          {list?.edges.map(({ node }) => (
            <li key={node.userId}>
              <BlockedRow blocked={node} />
            </li>
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}

type BlockedUser = NonNullable<BlockedUsersQuery['myBlockedUsers']>['edges'][number]['node'];

function BlockedRow({ blocked }: { readonly blocked: BlockedUser }) {
  const { settings, people } = useTexts();
  const { unblock, isActing, refusals } = useBlock(blocked.userId);
  const name = blocked.displayName ?? settings.somebody;
  return (
    <div className="person-row">
      <div className="person">
        <Avatar of={{ displayName: name, avatar: blocked.avatar }} size={48} />
        <span className="person-names">
          <span className="name" dir="auto">
            {name}
          </span>
          {blocked.username !== null && <span className="username">@{blocked.username}</span>}
          <span className="person-note">
            <Time at={blocked.blockedAt} />
          </span>
        </span>
      </div>
      <div className="person-acts">
        <Button aria-label={`${people.unblock}: ${name}`} disabled={isActing} onClick={() => void unblock()}>
          {people.unblock}
        </Button>
        <Refusals of={refusals} />
      </div>
    </div>
  );
}
